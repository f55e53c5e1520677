import type { Cluster } from '@aws-sdk/client-redshift';
import { redshift } from '../../calls/redshift.ts';
import { toWarehouse, type WarehouseResource } from '../../resources/warehouse.ts';
import { type WarehouseSafeguard, warehouseSafeguards } from '../../resources/warehouseSafeguards.ts';
import { resourceType } from '../resourceType.ts';
import { PAUSE, startAgain } from '../startAgain.ts';
import { blockedBy, WAREHOUSE } from '../warehouses.ts';

/** https://docs.aws.amazon.com/redshift/latest/mgmt/rs-mgmt-pause-resume-cluster.html: a pause is a snapshot, and a resumption a restore of it. */
const pausable: WarehouseSafeguard = {
  name: 'pausable',
  summary: 'It has no automated snapshots, without which AWS pauses none, or it is not known whether it has.',
  keeps({ automatedSnapshotRetentionPeriod: days }) {
    if (days !== undefined && days > 0) return undefined;
    return days === 0
      ? 'it has no automated snapshots, and AWS pauses none without'
      : 'it is not known whether it has automated snapshots';
  },
};

/** As strict as those of a deletion: who binds something to it, or shares its data, needs it. */
const runningSafeguards = [...warehouseSafeguards, pausable];

/**
 * Idle clusters of Redshift that run: they are paused, and nothing else. What the lifecycle calls a deletion is the pause, with all
 * that guards a deletion; this type has no call that deletes (ADR 194).
 */
export const runningWarehouse = resourceType({
  ...WAREHOUSE,
  resourceType: 'runningWarehouse',
  called: { en: 'running Redshift cluster', de: 'laufendes Redshift-Cluster' },
  alsoCalled: ['idle redshift', 'idle redshift cluster', 'idle data warehouse'],
  summary:
    'Provisioned clusters of Redshift that run and that nobody used: no connection and no query on every day of `unusedFor`, 32 days by default. They are **paused**, never deleted: data and snapshots stay, and `restore` resumes them.',
  stops: true,
  kind: 'warehouse',
  noun: 'running Redshift cluster',
  safeguards: runningSafeguards,
  toResource,
  // Its run.
  isOver: ({ ClusterStatus }) => ClusterStatus === 'paused',
  deletes: redshift.pauseCluster,
  deleteInput: (ClusterIdentifier) => ({ ClusterIdentifier }),
  isDone: ({ Cluster }, id) => Cluster?.ClusterIdentifier === id,
  userOf: blockedBy(runningSafeguards),
  alsoKeptAs: ['warehouse'],
  restore: {
    calls: [redshift.resumeCluster],
    plan: async (wanted, now) =>
      startAgain(wanted, now, {
        noun: 'Redshift cluster',
        states: PAUSE,
        stateOf: ({ clusterStatus }) => clusterStatus,
        call: redshift.resumeCluster,
        input: (ClusterIdentifier) => ({ ClusterIdentifier }),
        command: 'redshift resume-cluster',
        option: 'cluster-identifier',
        says: (id) => `resumes ${id}, which costs by the hour from then on, as far as AWS has room for its nodes`,
      }),
  },
});

function toResource(one: Cluster): WarehouseResource | undefined {
  const resource = toWarehouse(one);
  return resource && { ...resource, note: { code: 'onlyPauses', values: {} } };
}
