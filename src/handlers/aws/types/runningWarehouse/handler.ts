import type { Cluster } from '@aws-sdk/client-redshift';
import type { Restoring } from '../../../../core/resource/restoring.ts';
import { redshift } from '../../calls/redshift.ts';
import { toWarehouse, type WarehouseResource } from '../../resources/warehouse.ts';
import { type WarehouseSafeguard, warehouseSafeguards } from '../../resources/warehouseSafeguards.ts';
import { awsCommand } from '../../session/commandLine.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import { resourceType } from '../resourceType.ts';
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
  restore: { calls: [redshift.resumeCluster], plan: resume },
});

function toResource(one: Cluster): WarehouseResource | undefined {
  const resource = toWarehouse(one);
  return resource && { ...resource, note: { code: 'onlyPauses', values: {} } };
}

/** Resumes the cluster that was paused, and no other of its name: a read of its run says "gone" while it is paused. */
async function resume({ restorer, stored: { id, identity } }: Wanted): Promise<Restoring> {
  const input = { ClusterIdentifier: id };
  const reading = allOf(pages(restorer, redshift.describeClusters, `reading Redshift cluster ${id}`, input));
  const [now] = (await unlessGone(reading, [])).flatMap((one) => toWarehouse(one) ?? []).filter((one) => one.id === id);
  if (!now) return refused(`${id} is gone: only a paused cluster can be resumed`);
  if (now.identity !== identity) return refused(`another Redshift cluster is called ${id} by now (${now.identity})`);
  const { clusterStatus: is = 'in a state that is not known' } = now;
  if (is === 'available' || is === 'resuming') return isThere(id);
  if (is === 'pausing') return refused(`${id} is still being paused: try again in a few minutes`);
  if (is !== 'paused') return refused(`${id} is ${is}: only a paused cluster can be resumed`);
  const command = awsCommand(restorer, 'redshift resume-cluster', { 'cluster-identifier': id });
  return {
    kind: 'ready',
    id,
    steps: [
      { says: `resumes ${id}, which costs by the hour from then on, as far as AWS has room for its nodes`, command },
    ],
    afterwards: [],
    async run() {
      const done = await restoreBy(restorer, redshift.resumeCluster.api, `resuming Redshift cluster ${id}`, async () =>
        requestIdOf(await send(restorer, redshift.resumeCluster, input)),
      );
      return 'kind' in done ? done : { kind: 'restored', id, ...done, afterwards: [] };
    },
  };
}
