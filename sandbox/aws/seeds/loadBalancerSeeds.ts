import type { InstanceState, LoadBalancerDescription } from '@aws-sdk/client-elastic-load-balancing';
import type { TargetGroup, TargetHealthDescription } from '@aws-sdk/client-elastic-load-balancing-v2';
import { type Kind, type Making, shownInside } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import { asDate, type Seed } from '../collections/seed.ts';

export interface ClassicLoadBalancerSeed extends Seed<LoadBalancerDescription> {
  /** The registered targets, with their health. */
  readonly states?: readonly InstanceState[];
}
export interface TargetGroupSeed extends Seed<TargetGroup> {
  /** The registered targets, with their health. */
  readonly targets?: readonly TargetHealthDescription[];
}

export interface ClassicRow {
  readonly loadBalancer: LoadBalancerDescription;
  readonly states: readonly InstanceState[];
}
export interface TargetGroupRow {
  readonly targetGroup: TargetGroup;
  readonly targets: readonly TargetHealthDescription[];
}

export const classicLoadBalancers: Kind<
  'classicLoadBalancer',
  ClassicLoadBalancerSeed,
  ClassicRow,
  LoadBalancerDescription
> = {
  name: 'classicLoadBalancer',
  make: newClassic,
  keyOf: ({ loadBalancer }) => loadBalancer.LoadBalancerName,
  ...shownInside<ClassicRow, 'loadBalancer'>('loadBalancer'),
  patched: (row, patch) => ({ ...row, ...patch }),
};

export const targetGroups: Kind<'targetGroup', TargetGroupSeed, TargetGroupRow, TargetGroup> = {
  name: 'targetGroup',
  make: newTargetGroup,
  keyOf: ({ targetGroup }) => targetGroup.TargetGroupArn,
  ...shownInside<TargetGroupRow, 'targetGroup'>('targetGroup'),
  patched: (row, patch) => ({ ...row, ...patch }),
};

export function newClassic(
  { states = [], ...given }: ClassicLoadBalancerSeed,
  { region, ids, now }: Making,
): ClassicRow {
  const name = given.LoadBalancerName ?? `classic-${ids.uuid().slice(0, 8)}`;
  return {
    loadBalancer: {
      DNSName: `${name}-1234567890.${region}.elb.amazonaws.com`,
      Scheme: 'internet-facing',
      AvailabilityZones: [`${region}a`],
      Instances: states.map(({ InstanceId }) => ({ InstanceId })),
      ...(given as Partial<LoadBalancerDescription>),
      LoadBalancerName: name,
      CreatedTime: asDate(given.CreatedTime, now),
    },
    states,
  };
}

export function newTargetGroup(
  { targets = [], ...given }: TargetGroupSeed,
  { account, region, ids }: Making,
): TargetGroupRow {
  const name = given.TargetGroupName ?? `targets-${ids.uuid().slice(0, 8)}`;
  const unique = ids.uuid().replaceAll('-', '').slice(0, 16);
  const arn = `arn:${partitionOf(region)}:elasticloadbalancing:${region}:${account.id}:targetgroup/${name}/${unique}`;
  return {
    targetGroup: {
      TargetGroupArn: arn,
      Protocol: 'HTTP',
      Port: 80,
      TargetType: 'instance',
      LoadBalancerArns: [],
      ...(given as Partial<TargetGroup>),
      TargetGroupName: name,
    },
    targets,
  };
}
