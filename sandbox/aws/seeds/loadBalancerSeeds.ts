import type { InstanceState, LoadBalancerDescription } from '@aws-sdk/client-elastic-load-balancing';
import { type Kind, type Making, shownInside } from '../collections/kind.ts';
import { asDate, type Seed } from '../collections/seed.ts';

export interface LoadBalancerSeed extends Seed<LoadBalancerDescription> {
  /** The registered targets, with their health. */
  readonly states?: readonly InstanceState[];
}
export interface ClassicRow {
  readonly loadBalancer: LoadBalancerDescription;
  readonly states: readonly InstanceState[];
}
export const loadBalancers: Kind<'loadBalancer', LoadBalancerSeed, ClassicRow, LoadBalancerDescription> = {
  name: 'loadBalancer',
  make: newClassic,
  keyOf: ({ loadBalancer }) => loadBalancer.LoadBalancerName,
  ...shownInside<ClassicRow, 'loadBalancer'>('loadBalancer'),
  patched: (row, patch) => ({ ...row, ...patch }),
};

export function newClassic({ states = [], ...given }: LoadBalancerSeed, { region, ids, now }: Making): ClassicRow {
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
