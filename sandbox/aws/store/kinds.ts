/** Every kind of resource in the sandbox, by the name of its table. A new one needs a declaration and a line here. */

import type { Kind } from '../collections/kind.ts';
import type { Binned } from '../collections/operations.ts';
import type { Place } from '../collections/place.ts';
import { Table, type TableContext, type TablesOf } from '../collections/table.ts';
import { acceleratorAttachments, accelerators } from '../seeds/acceleratorSeeds.ts';
import { httpApis, restApis, vpcLinks, vpcLinkV2s } from '../seeds/apiSeeds.ts';
import { loadBalancerV2s } from '../seeds/balancerSeeds.ts';
import { cacheClusters, serverlessCaches } from '../seeds/cacheSeeds.ts';
import { clusters } from '../seeds/clusterSeeds.ts';
import { computeEnvironments } from '../seeds/computeEnvironmentSeeds.ts';
import { dbClusters, dbInstances, dbProxies, dbProxyEndpoints, optionGroups } from '../seeds/databaseSeeds.ts';
import { deploymentGroups } from '../seeds/deploymentGroupSeeds.ts';
import { ecrParts, ecrRepositories, ecrTags } from '../seeds/ecrSeeds.ts';
import { ecsCapacityProviders, ecsClusters, ecsServices } from '../seeds/ecsSeeds.ts';
import { eksClusters } from '../seeds/eksClusterSeeds.ts';
import { elasticIps } from '../seeds/elasticIpSeeds.ts';
import { endpointServices } from '../seeds/endpointServiceSeeds.ts';
import { fleets, spotFleetRequests, spotInstanceRequests } from '../seeds/fleetSeeds.ts';
import { functions } from '../seeds/functionSeeds.ts';
import {
  codeBuildFleets,
  codeBuildProjects,
  emrStudios,
  eventRules,
  glueConnections,
  glueDevEndpoints,
  schedules,
  stateMachines,
} from '../seeds/groupNamerSeeds.ts';
import { autoScalingGroups, launchConfigurations } from '../seeds/groupSeeds.ts';
import { hostedZones } from '../seeds/hostedZoneSeeds.ts';
import {
  appBlockBuilders,
  emrApplications,
  flinkApplications,
  infrastructures,
  serviceNetworkVpcs,
  streamingFleets,
  streamingImageBuilders,
} from '../seeds/idleGroupSeeds.ts';
import { appRunnerServices, ecsTaskDefinitions, ecsTasks, jobDefinitions } from '../seeds/imageRunnerSeeds.ts';
import { images } from '../seeds/imageSeeds.ts';
import { imageUsageReports } from '../seeds/imageUsageReportSeeds.ts';
import { instances } from '../seeds/instanceSeeds.ts';
import { launchTemplates } from '../seeds/launchTemplateSeeds.ts';
import { loadBalancers } from '../seeds/loadBalancerSeeds.ts';
import { metrics } from '../seeds/metricSeeds.ts';
import { networkInterfaces } from '../seeds/networkInterfaceSeeds.ts';
import { nodegroups } from '../seeds/nodegroupSeeds.ts';
import { parameters } from '../seeds/parameterSeeds.ts';
import { groupParts } from '../seeds/partSeeds.ts';
import { imageBuilderParts } from '../seeds/recipes.ts';
import { routeTables } from '../seeds/routeTableSeeds.ts';
import { securityGroups } from '../seeds/securityGroupSeeds.ts';
import {
  inferenceEndpoints,
  inferenceModels,
  notebooks,
  resourceShares,
  searchDomains,
  studioDomains,
  userProfiles,
  vpcConnectors,
  workgroupEndpoints,
  workgroups,
} from '../seeds/servedGroupSeeds.ts';
import { snapshotParts, snapshots } from '../seeds/snapshotSeeds.ts';
import { stacks } from '../seeds/stackSeeds.ts';
import { subnets } from '../seeds/subnetSeeds.ts';
import { targetGroups } from '../seeds/targetGroupSeeds.ts';
import { volumes } from '../seeds/volumeSeeds.ts';
import { groupAssociations, vpcEndpoints } from '../seeds/vpcEndpointSeeds.ts';
import { memoryDbClusters, pipes, warehouseEndpoints, warehouses } from '../seeds/warehouseSeeds.ts';

const KINDS = {
  acceleratorAttachments,
  accelerators,
  appBlockBuilders,
  appRunnerServices,
  autoScalingGroups,
  loadBalancers,
  cacheClusters,
  clusters,
  codeBuildFleets,
  codeBuildProjects,
  computeEnvironments,
  deploymentGroups,
  dbClusters,
  dbInstances,
  dbProxies,
  dbProxyEndpoints,
  ecrRepositories,
  ecrTags,
  ecsCapacityProviders,
  ecsClusters,
  ecsServices,
  ecsTaskDefinitions,
  ecsTasks,
  elasticIps,
  endpointServices,
  eksClusters,
  emrApplications,
  emrStudios,
  eventRules,
  fleets,
  flinkApplications,
  functions,
  glueConnections,
  glueDevEndpoints,
  groupAssociations,
  hostedZones,
  httpApis,
  imageUsageReports,
  images,
  infrastructures,
  instances,
  jobDefinitions,
  launchConfigurations,
  launchTemplates,
  loadBalancerV2s,
  metrics,
  networkInterfaces,
  nodegroups,
  optionGroups,
  parameters,
  restApis,
  routeTables,
  schedules,
  securityGroups,
  serverlessCaches,
  serviceNetworkVpcs,
  snapshots,
  spotFleetRequests,
  spotInstanceRequests,
  stacks,
  stateMachines,
  streamingFleets,
  streamingImageBuilders,
  subnets,
  targetGroups,
  volumes,
  vpcEndpoints,
  vpcLinkV2s,
  vpcLinks,
  memoryDbClusters,
  inferenceEndpoints,
  inferenceModels,
  notebooks,
  pipes,
  resourceShares,
  searchDomains,
  studioDomains,
  userProfiles,
  vpcConnectors,
  warehouseEndpoints,
  warehouses,
  workgroupEndpoints,
  workgroups,
};
type Kinds = typeof KINDS;

/** Tables of parts of a resource that have no name of their own. */
const PARTS = { ...ecrParts, ...groupParts, ...imageBuilderParts, ...snapshotParts };

/** `volume` and others, the names of kinds in the control. */
export type KindName = Kinds[keyof Kinds]['name'];

/** A table for each kind and each part. */
export type Tables = { readonly [K in keyof Kinds]: Table<ReturnType<Kinds[K]['make']>> } & TablesOf<typeof PARTS>;

/** The Recycle Bin; only kinds that it supports have entries. */
export type Bins = { readonly [K in keyof Kinds]: Table<Binned<ReturnType<Kinds[K]['make']>>> };

/** The number of days that the Recycle Bin keeps a deleted resource; absent: not at all. */
export type RecycleBinSettings = { readonly [K in keyof Kinds]?: number };

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
  return tablesOf([...PLURALS, ...Object.keys(PARTS)], context) as unknown as Tables;
}

export function bins(context: TableContext): Bins {
  return tablesOf(PLURALS, context) as unknown as Bins;
}

function tablesOf(names: readonly string[], context: TableContext): Readonly<Record<string, Table<object>>> {
  return Object.fromEntries(names.map((name) => [name, new Table(context)]));
}

/** `volumes` */
export type Plural = keyof Kinds;

/** The names of the tables of kinds. */
export const PLURALS = Object.keys(KINDS) as readonly Plural[];

/** Every kind, without a sandbox. */
export const ALL_KINDS = Object.entries(KINDS) as readonly (readonly [Plural, AnyKind & { readonly name: KindName }])[];

export interface KindIn {
  readonly plural: Plural;
  readonly kind: AnyKind;
  readonly table: Table<object>;
}

/** Every kind with its table. */
export function kindsIn(here: Tables): readonly KindIn[] {
  return ALL_KINDS.map(([plural, kind]) => ({ plural, kind, table: tableIn(here, plural) }));
}

/** A table whose types only the declaration of its kind knows. */
export function tableIn(here: Tables | Bins, plural: Plural): Table<object> {
  return here[plural] as unknown as Table<object>;
}
