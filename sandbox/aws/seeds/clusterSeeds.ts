import type { Cluster, ClusterState } from '@aws-sdk/client-emr';
import { type Kind, type Making, shownInside } from '../collections/kind.ts';
import type { Seed } from '../collections/seed.ts';

export interface ClusterSeed extends Seed<Cluster> {
  /** Default `WAITING`. */
  readonly state?: ClusterState;
  readonly imagesOfInstances?: readonly string[];
}

/** A cluster with the images of its instance groups or fleets. */
export interface ClusterRow {
  readonly cluster: Cluster;
  readonly imagesOfInstances: readonly string[];
}

export const clusters: Kind<'cluster', ClusterSeed, ClusterRow, Cluster> = {
  name: 'cluster',
  make: newCluster,
  keyOf: ({ cluster }) => cluster.Id,
  ...shownInside<ClusterRow, 'cluster'>('cluster'),
};

export function newCluster(
  { state = 'WAITING', imagesOfInstances = [], ...given }: ClusterSeed,
  { ids }: Pick<Making, 'ids'>,
): ClusterRow {
  const id = given.Id ?? ids.next('j');
  const cluster = {
    Name: `cluster ${id}`,
    InstanceCollectionType: 'INSTANCE_GROUP',
    Status: { State: state },
  } as const;
  return { cluster: { ...cluster, ...given, Id: id } as Cluster, imagesOfInstances };
}
