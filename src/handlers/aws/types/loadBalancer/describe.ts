import type { LoadBalancerDescription } from '@aws-sdk/client-elastic-load-balancing';
import { elb } from '../../calls/loadBalancing.ts';
import type { ClassicDefinition } from '../../resources/loadBalancer.ts';
import type { Tags } from '../../session/tagging.ts';
import { fromTags } from '../../session/tags.ts';
import { read, readList } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';

/** The calls of {@link describeClassic}. */
export const DESCRIBE_CALLS = [elb.describeLoadBalancerAttributes, elb.describeLoadBalancerPolicies] as const;

/** Everything that goes with a classic load balancer when it is deleted. @throws ReadError */
export async function describeClassic(
  target: CallScope,
  loadBalancer: LoadBalancerDescription,
  { tags }: { readonly tags: Tags },
): Promise<ClassicDefinition> {
  const { LoadBalancerName } = loadBalancer;
  const [readsAttributes, readsPolicies] = DESCRIBE_CALLS;
  const what = `reading classic load balancer ${LoadBalancerName}`;
  const answer = await read(target, readsAttributes, what, { LoadBalancerName });
  const operation = { target, api: readsAttributes.api, what };
  const attributes = requirePart(answer.LoadBalancerAttributes, 'LoadBalancerAttributes', operation);
  // Without a name it answers with AWS's own sample policies.
  const policies = await readList(target, readsPolicies, what, { LoadBalancerName });
  return { loadBalancer, attributes, policies, tags: fromTags(tags) };
}
