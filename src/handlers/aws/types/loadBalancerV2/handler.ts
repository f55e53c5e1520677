import { elbV2 } from '../../calls/loadBalancing.ts';
import { accelerators } from '../../evidence/balancing/accelerators.ts';
import { apiGatewayLinks } from '../../evidence/balancing/apiGatewayLinks.ts';
import { deletionProtection } from '../../evidence/balancing/deletionProtection.ts';
import { listenerUses } from '../../evidence/balancing/listenerUses.ts';
import { albTargets } from '../../evidence/balancing/registeredTargets.ts';
import { traffic } from '../../evidence/balancing/traffic.ts';
import { leftovers } from '../../evidence/clusters/leftovers.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { recordSets } from '../../evidence/references/recordSets.ts';
import { clusterParameters } from '../../resources/clusterParameters.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import { toBalancer } from '../../resources/loadBalancerV2.ts';
import { stateIs } from '../../resources/safeguards.ts';
import { elbV2Tags, MOST_IDS } from '../../session/balancerTags.ts';
import { balancerHours } from '../balancerHours.ts';
import { resourceType } from '../resourceType.ts';
import { DESCRIBE_CALLS, describeBalancer } from './describe.ts';
import { restoreBalancer } from './restore.ts';

const left = leftovers({ task: 'load-balancer', isForService: true });

export const loadBalancerV2 = resourceType({
  resourceType: 'loadBalancerV2',
  called: { en: 'load balancer', de: 'Load Balancer' },
  alsoCalled: ['alb', 'nlb', 'gwlb', 'elbv2', 'application load balancer', 'network load balancer'],
  summary:
    'Application, Network and Gateway Load Balancers. Their listeners and rules go with them, and are written down before; target groups stay. Holystone never switches deletion protection off.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    type: 'text',
    state: 'text',
    scheme: 'text',
    vpcId: 'text',
    dnsName: 'text',
  },
  noun: 'load balancer',
  pageOf: ec2Page('LoadBalancer:loadBalancerArn='),
  arns: ['app', 'gwy', 'net'].map((kind) => `elasticloadbalancing:*:*:loadbalancer/${kind}/*/*`),
  parameters: clusterParameters,
  evidence: [
    accelerators,
    albTargets,
    apiGatewayLinks,
    deletionProtection,
    listenerUses,
    recordSets,
    traffic,
    ...mentionedBy('loadBalancerV2'),
    ...left.evidence,
  ],
  rules: left.rules,
  // One that is `provisioning` is not in use yet; people must look at one that is `failed` or `active_impaired`.
  safeguards: [...left.safeguards, stateIs('active')],
  measured: { knownForMs: METRICS_KEPT_MS, limits: ['requests', 'bytes'] },
  monthlyCost: ({ type }, prices) => balancerHours(type, prices),
  reads: elbV2.describeLoadBalancers,
  mostIds: MOST_IDS,
  idsInput: (LoadBalancerArns) => ({ LoadBalancerArns }),
  idOf: ({ LoadBalancerArn }) => LoadBalancerArn,
  toResource: toBalancer,
  tagging: elbV2Tags,
  describeCalls: DESCRIBE_CALLS,
  describe: describeBalancer,
  deletes: elbV2.deleteLoadBalancer,
  deleteInput: (LoadBalancerArn) => ({ LoadBalancerArn }),
  isReadAgain: true,
  ends: 'deleted',
  restore: { calls: [], plan: restoreBalancer },
});
