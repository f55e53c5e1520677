/** Every kind of resource in the sandbox, by the name of its table. A new one needs a declaration and a line here. */

import type { Kind } from '../collections/kind.ts';
import type { Place } from '../collections/place.ts';
import { Table, type TableContext, type TablesOf } from '../collections/table.ts';
import { clusters } from '../seeds/clusterSeeds.ts';
import { computeEnvironments } from '../seeds/computeEnvironmentSeeds.ts';
import { fleets, spotFleetRequests, spotInstanceRequests } from '../seeds/fleetSeeds.ts';
import { autoScalingGroups, launchConfigurations } from '../seeds/groupSeeds.ts';
import { images } from '../seeds/imageSeeds.ts';
import { imageUsageReports } from '../seeds/imageUsageReportSeeds.ts';
import { instances } from '../seeds/instanceSeeds.ts';
import { launchTemplates } from '../seeds/launchTemplateSeeds.ts';
import { classicLoadBalancers, targetGroups } from '../seeds/loadBalancerSeeds.ts';
import { nodegroupParts, nodegroups } from '../seeds/nodegroupSeeds.ts';
import { parameters } from '../seeds/parameterSeeds.ts';
import { groupParts } from '../seeds/partSeeds.ts';
import { imageBuilderParts } from '../seeds/recipes.ts';
import { snapshotParts, snapshots } from '../seeds/snapshotSeeds.ts';
import { volumes } from '../seeds/volumeSeeds.ts';

const KINDS = {
  autoScalingGroups,
  classicLoadBalancers,
  clusters,
  computeEnvironments,
  fleets,
  imageUsageReports,
  images,
  instances,
  launchConfigurations,
  launchTemplates,
  nodegroups,
  parameters,
  snapshots,
  spotFleetRequests,
  spotInstanceRequests,
  targetGroups,
  volumes,
};
type Kinds = typeof KINDS;

/** Tables of parts of a resource that have no name of their own. */
const PARTS = { ...groupParts, ...imageBuilderParts, ...nodegroupParts, ...snapshotParts };

/** `volume` and others, the names of kinds in the control. */
export type KindName = Kinds[keyof Kinds]['name'];

/** A table for each kind and each part. */
export type Tables = { readonly [K in keyof Kinds]: Table<ReturnType<Kinds[K]['make']>> } & TablesOf<typeof PARTS>;

/** The API's descriptions of each kind. */
export type Shown = { readonly [K in keyof Kinds]: readonly ReturnType<Kinds[K]['shown']>[] };

/**
 * `addVolumes` and others: each creates resources of one kind, and returns their ids, or ARNs if those are the keys.
 */
export type Adders = {
  [K in keyof Kinds as `add${Capitalize<K>}`]: (
    place: Place,
    seeds: readonly Parameters<Kinds[K]['make']>[0][],
  ) => readonly string[];
};

/** A kind whose types only its own declaration knows. */
export type AnyKind = Kind<string, never, object, object>;

export function tables(context: TableContext): Tables {
  const names = [...Object.keys(KINDS), ...Object.keys(PARTS)];
  return Object.fromEntries(names.map((name) => [name, new Table(context)])) as unknown as Tables;
}

export interface KindIn {
  /** `volumes` */
  readonly plural: string;
  readonly kind: AnyKind;
  readonly table: Table<object>;
}

/** Every kind with its table. */
export function kindsIn(here: Tables): readonly KindIn[] {
  const byName = here as unknown as Readonly<Record<string, Table<object>>>;
  return Object.entries<AnyKind>(KINDS).flatMap(([plural, kind]) => {
    const table = byName[plural];
    return table ? [{ plural, kind, table }] : [];
  });
}

/** Every kind, without a sandbox. */
export const ALL_KINDS: readonly (AnyKind & { readonly name: KindName })[] = Object.values(KINDS);

/** The names of the tables of kinds. */
export const PLURALS: readonly string[] = Object.keys(KINDS);
