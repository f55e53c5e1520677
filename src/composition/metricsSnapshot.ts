/** The figures of the whole fleet for metrics and pages, read from its stores. */
import type { Configuration } from '../config/load/configuration.ts';
import { batchesOf } from '../core/common/batches.ts';
import type { ControlState } from '../core/policy/fleet.ts';
import { nothingHappensNowBecause } from '../core/policy/rollout.ts';
import { stageUnitOf } from '../core/policy/stage.ts';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import { type Namespace, type NamespaceParts, partsOf, providersIn } from '../core/resource/namespace.ts';
import type { SeenUnits } from '../core/work/unitPlaces.ts';
import { unitStateOf, unitsSeen } from '../core/work/unitState.ts';
import type { WorkQueue } from '../queue/workQueue.ts';
import type { FleetSnapshot, NamespaceGauges } from '../telemetry/fleetGauges.ts';
import type { Wired } from './parts.ts';

/** Namespaces read at the same time. */
const AT_ONCE = 64;

/** The daemon passes these, and reads a snapshot with them for the scrapes of its metrics. */
export interface MetricsSnapshotDeps {
  readonly configuration: Configuration;
  readonly wired: Wired;
  /** Absent until Redis has answered for the first time. */
  readonly queue: () => Pick<WorkQueue, 'counts'> | undefined;
}

/** Reads Redis anew for each scrape. Rejects with StoreError when Redis does not answer. */
export async function metricsSnapshot({ configuration, wired, queue }: MetricsSnapshotDeps): Promise<FleetSnapshot> {
  const { parts, fleet } = wired;
  const at = parts.clock.now();
  const [control, instances, items] = await Promise.all([
    parts.control.read(),
    parts.instances.list(),
    queue()?.counts(),
  ]);
  const wcs = parts.workConfigurations();
  const looks = await Promise.all(providersIn(wcs).map((provider) => parts.units.look(provider)));
  const seen = unitsSeen(looks);
  const namespaces: NamespaceGauges[] = [];
  for (const some of batchesOf(wcs, AT_ONCE)) {
    namespaces.push(...(await Promise.all(some.map((wc) => namespaceGauges(wired, { control, seen, at }, wc)))));
  }
  return {
    at,
    killed: control.killed,
    inService: control.service === 'in',
    capacity: control.capacity ?? configuration.work.capacity,
    instances: instances.length,
    queue: items ? { ...items, waiting: items.waiting + waitingIn(looks) } : {},
    stages: stagesOf(control, wcs),
    drifting: fleet.drift.size,
    namespaces,
  };
}

function stagesOf(control: ControlState, wcs: readonly WorkConfiguration[]): FleetSnapshot['stages'] {
  const units = new Map(wcs.map((wc) => [stageUnitOf(wc.namespace), wc]));
  return [...units.values()].map((wc) => ({
    provider: wc.account.provider,
    account: wc.account.name,
    type: wc.resourceType,
    stage: control.stages[stageUnitOf(wc.namespace)] ?? wc.startStage,
  }));
}

/** Passes that wait for a place: they are not in the queue yet. */
function waitingIn(looks: readonly SeenUnits[]): number {
  return looks.reduce((sum, { due, unfinished }) => sum + due.length + unfinished.length, 0);
}

/** The parts of a namespace as its configuration spells them; in lower case where there is no configuration. */
export function spelledParts(namespace: Namespace, wc: WorkConfiguration | undefined): NamespaceParts {
  if (wc === undefined) return partsOf(namespace);
  const { account, location, resourceType } = wc;
  return { provider: account.provider, account: account.name, location, resourceType };
}

async function namespaceGauges(
  { parts }: Wired,
  { control, seen, at }: { control: ControlState; seen: ReturnType<typeof unitsSeen>; at: number },
  wc: WorkConfiguration,
): Promise<NamespaceGauges> {
  const { namespace } = wc;
  const [{ completedAt, counts, isOverBudget, unread, ends }, { marked, due }] = await Promise.all([
    parts.passes.progress(namespace),
    parts.marks.count(namespace, at),
  ]);
  const isIdle = nothingHappensNowBecause(control, wc) !== undefined;
  const [oldest] = marked > 0 && !isIdle ? (await parts.marks.page(namespace, undefined, 1)).marks : [];
  const isOverdue = oldest !== undefined && oldest.projectedDeletionAt <= at;
  return {
    namespace,
    ...spelledParts(namespace, wc),
    completedAt: Object.fromEntries(wc.actions.map((action) => [action, completedAt[action] ?? 0])),
    ...{ counts, isOverBudget, unread, marked, due },
    state: unitStateOf({ passes: ends, ...seen(namespace) }),
    ...(isOverdue ? { overdueSince: oldest.projectedDeletionAt } : {}),
  };
}
