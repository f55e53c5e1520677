import type { AutoScalingGroup } from '@aws-sdk/client-auto-scaling';

/** One source of traffic to the instances of a group. */
export interface TrafficSource {
  /** `other`: its targets are not read, for example those of VPC Lattice. */
  readonly kind: 'classic' | 'targetGroup' | 'other';
  /** A classic load balancer's name, or an ARN. */
  readonly id: string;
}

const TARGET_GROUP = /^arn:[^:]+:elasticloadbalancing:[^:]*:[^:]*:targetgroup\//;

/**
 * All sources attached to a group, each once. AWS also lists load balancers under `TrafficSources`, a later addition.
 * @returns `undefined` if a list is missing: then the attachments are unknown
 */
export function trafficSourcesOf(group: AutoScalingGroup): readonly TrafficSource[] | undefined {
  const { LoadBalancerNames, TargetGroupARNs, TrafficSources = [] } = group;
  if (!LoadBalancerNames || !TargetGroupARNs) return undefined;
  const sources = new Map<string, TrafficSource>();
  for (const { Identifier, Type } of TrafficSources) {
    const id = Identifier ?? 'a traffic source without name';
    sources.set(id, { kind: kindOf(id, Type), id });
  }
  for (const id of LoadBalancerNames) sources.set(id, { kind: 'classic', id });
  for (const id of TargetGroupARNs) sources.set(id, { kind: 'targetGroup', id });
  return [...sources.values()];
}

/** Types: https://docs.aws.amazon.com/autoscaling/ec2/APIReference/API_TrafficSourceIdentifier.html */
function kindOf(id: string, type: string | undefined): TrafficSource['kind'] {
  if (type === 'elb') return 'classic';
  return type === 'elbv2' || (type === undefined && TARGET_GROUP.test(id)) ? 'targetGroup' : 'other';
}
