import type { LoadBalancerDescription } from '@aws-sdk/client-elastic-load-balancing';
import { elb } from '../../calls/loadBalancing.ts';
import { apiGatewayLinks } from '../../evidence/balancing/apiGatewayLinks.ts';
import { registeredInstances } from '../../evidence/balancing/registeredTargets.ts';
import { shown } from '../../evidence/balancing/shown.ts';
import { traffic } from '../../evidence/balancing/traffic.ts';
import { leftovers } from '../../evidence/clusters/leftovers.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { recordSets } from '../../evidence/references/recordSets.ts';
import { clusterParameters } from '../../resources/clusterParameters.ts';
import { type ClassicDefinition, toClassic } from '../../resources/loadBalancer.ts';
import { elbTags, MOST_IDS } from '../../session/balancerTags.ts';
import type { Tags } from '../../session/tagging.ts';
import { fromTags } from '../../session/tags.ts';
import { ownPlace } from '../../wire/places.ts';
import { read, readList } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { balancerHours } from '../balancerHours.ts';
import { resourceType } from '../resourceType.ts';
import { restoreClassic } from './restore.ts';

/** The calls of {@link describeClassic}. */
const DESCRIBE_CALLS = [elb.describeLoadBalancerAttributes, elb.describeLoadBalancerPolicies] as const;

/** Everything that goes with a classic load balancer when it is deleted. @throws ReadError */
async function describeClassic(
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

const left = leftovers({ task: 'load-balancer', isForService: true });

/** It has no deletion protection, and AWS deletes one with instances too: the read before the request looks for them. */
export const loadBalancer = resourceType({
  resourceType: 'loadBalancer',
  called: { en: 'classic load balancer', de: 'Classic Load Balancer' },
  alsoCalled: ['elb', 'clb', 'classic load balancer', 'elastic load balancer'],
  summary:
    'Classic Load Balancers, by name. Their listeners and policies go with them, and are written down before; Holystone never deregisters an instance.',
  attributes: { tags: 'map', createdAt: 'date', scheme: 'text', vpcId: 'text', dnsName: 'text' },
  noun: 'classic load balancer',
  arns: ['elasticloadbalancing:*:*:loadbalancer/*'],
  parameters: clusterParameters,
  evidence: [
    apiGatewayLinks,
    // It is known by name, which another account may use for one of its own.
    recordSets,
    registeredInstances,
    traffic,
    ...mentionedBy('loadBalancer', ownPlace),
    ...left.evidence,
  ],
  after: ['autoScalingGroup'],
  rules: left.rules,
  safeguards: left.safeguards,
  measured: { knownForMs: METRICS_KEPT_MS, limits: ['requests', 'bytes'] },
  monthlyCost: (_balancer, prices) => balancerHours('classic', prices),
  reads: elb.describeLoadBalancers,
  mostIds: MOST_IDS,
  idsInput: (LoadBalancerNames) => ({ LoadBalancerNames }),
  idOf: ({ LoadBalancerName }) => LoadBalancerName,
  toResource: toClassic,
  tagging: elbTags,
  describeCalls: DESCRIBE_CALLS,
  describe: describeClassic,
  deletes: elb.deleteLoadBalancer,
  deleteInput: (LoadBalancerName) => ({ LoadBalancerName }),
  isReadAgain: true,
  ends: 'deleted',
  userOf({ Instances }) {
    if (!Instances) return 'AWS does not say which instances are registered';
    const ids = Instances.map(({ InstanceId }) => InstanceId ?? 'one without id');
    return ids.length === 0 ? undefined : `instances ${shown(ids)}`;
  },
  restore: { calls: [], plan: restoreClassic },
});
