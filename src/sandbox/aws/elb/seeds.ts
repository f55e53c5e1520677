import type { LoadBalancerDescription } from '@aws-sdk/client-elastic-load-balancing';
import type { TargetGroup } from '@aws-sdk/client-elastic-load-balancing-v2';
import type { ClassicLoadBalancerSeed, Place, TargetGroupSeed } from '../control.ts';
import { asDate } from '../ec2/seeds.ts';
import type { Ids } from '../ids.ts';
import { partitionOf } from '../regions.ts';
import type { ClassicRow, TargetGroupRow } from '../store.ts';

export function newClassic(
  { states = [], ...given }: ClassicLoadBalancerSeed,
  region: string,
  ids: Ids,
  now: Date,
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

export function newTargetGroup({ targets = [], ...given }: TargetGroupSeed, place: Place, ids: Ids): TargetGroupRow {
  const { account, region } = place;
  const name = given.TargetGroupName ?? `targets-${ids.uuid().slice(0, 8)}`;
  const unique = ids.uuid().replaceAll('-', '').slice(0, 16);
  const arn = `arn:${partitionOf(region)}:elasticloadbalancing:${region}:${account}:targetgroup/${name}/${unique}`;
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
