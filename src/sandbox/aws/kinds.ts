/** Every kind of resource that the sandbox keeps, by the name of its table. A new one is a declaration and a line here. */

import { groupParts } from './autoscaling/partSeeds.ts';
import { autoScalingGroups, launchConfigurations } from './autoscaling/seeds.ts';
import { clusters } from './clusterSeeds.ts';
import { computeEnvironments } from './computeEnvironmentSeeds.ts';
import { fleets, spotFleetRequests, spotInstanceRequests } from './ec2/fleetSeeds.ts';
import { images } from './ec2/imageSeeds.ts';
import { imageUsageReports } from './ec2/imageUsageReportSeeds.ts';
import { instances } from './ec2/instanceSeeds.ts';
import { launchTemplates } from './ec2/launchTemplateSeeds.ts';
import { snapshotParts, snapshots } from './ec2/snapshotSeeds.ts';
import { volumes } from './ec2/volumeSeeds.ts';
import { classicLoadBalancers, targetGroups } from './elb/seeds.ts';
import type { Kind } from './kind.ts';
import { nodegroupParts, nodegroups } from './nodegroupSeeds.ts';
import type { Place } from './place.ts';
import { imageBuilderParts } from './recipes.ts';
import { parameters } from './ssm/seeds.ts';
import { Table, type TableContext, type TablesOf } from './table.ts';

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

/** Tables of what goes with a resource and has no name of its own. */
const PARTS = { ...groupParts, ...imageBuilderParts, ...nodegroupParts, ...snapshotParts };

/** `volume` and the like, as the control names one of a kind. */
export type KindName = Kinds[keyof Kinds]['name'];

/** A table for each kind and each part. */
export type Tables = { readonly [K in keyof Kinds]: Table<ReturnType<Kinds[K]['make']>> } & TablesOf<typeof PARTS>;

/** What the API describes of each kind. */
export type Shown = { readonly [K in keyof Kinds]: readonly ReturnType<Kinds[K]['shown']>[] };

/** `addVolumes` and the like: each makes resources of one kind, and answers their ids, or ARNs where they are known by these. */
export type Adders = {
  [K in keyof Kinds as `add${Capitalize<K>}`]: (
    place: Place,
    seeds: readonly Parameters<Kinds[K]['make']>[0][],
  ) => readonly string[];
};

/** A kind of which only its own declaration knows more. */
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

/** The names of the tables of kinds. */
export const PLURALS: readonly string[] = Object.keys(KINDS);
