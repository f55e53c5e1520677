import type { LoadBalancer } from '@aws-sdk/client-elastic-load-balancing-v2';
import { elbV2 } from '../../calls/loadBalancing.ts';
import type { BalancerDefinition, ListenerDefinition } from '../../resources/loadBalancerV2.ts';
import type { Tags } from '../../session/tagging.ts';
import { fromTags } from '../../session/tags.ts';
import { allOf } from '../../wire/paging.ts';
import { pages, readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** The calls of {@link describeBalancer}. */
export const DESCRIBE_CALLS = [
  elbV2.describeLoadBalancerAttributes,
  elbV2.describeListeners,
  elbV2.describeListenerAttributes,
  elbV2.describeRules,
  elbV2.describeListenerCertificates,
] as const;

/** Everything that goes with a load balancer when it is deleted. @throws ReadError */
export async function describeBalancer(
  target: CallScope,
  loadBalancer: LoadBalancer,
  { tags }: { readonly tags: Tags },
): Promise<BalancerDefinition> {
  const { LoadBalancerArn = '' } = loadBalancer;
  const [readsAttributes, readsListeners, readsSettings, readsRules, readsCertificates] = DESCRIBE_CALLS;
  const what = `reading load balancer ${LoadBalancerArn}`;
  const attributes = await readList(target, readsAttributes, what, { LoadBalancerArn });
  const listeners: ListenerDefinition[] = [];
  for (const listener of await allOf(pages(target, readsListeners, what, { LoadBalancerArn }))) {
    const { ListenerArn = '', Protocol = '' } = listener;
    // Listeners of other load balancers have only their default action: API_DescribeRules is about rules of these.
    const hasRules = loadBalancer.Type === 'application';
    const isEncrypted = Protocol === 'HTTPS' || Protocol === 'TLS';
    listeners.push({
      listener,
      attributes: await readList(target, readsSettings, what, { ListenerArn }),
      rules: hasRules ? await allOf(pages(target, readsRules, what, { ListenerArn })) : [],
      certificates: isEncrypted ? await allOf(pages(target, readsCertificates, what, { ListenerArn })) : [],
    });
  }
  return { loadBalancer, attributes, listeners, tags: fromTags(tags) };
}
