/** A table of DynamoDB. */

import type { TableDescription, Tag, TimeToLiveDescription } from '@aws-sdk/client-dynamodb';
import { defined, latestOf, some } from '../../../core/common/defined.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { nameAlias } from './nameAlias.ts';
import { partAliases } from './nameParts.ts';
import type { ScaledCapacity } from './scaledCapacity.ts';

/** Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface TableResource extends Resource {
  readonly arn: string;
  /** `ACTIVE`, `UPDATING`, …; absent = unknown. */
  readonly tableStatus?: string;
  /** `PROVISIONED` or `PAY_PER_REQUEST`. */
  readonly billingMode?: string;
  readonly tableClass?: string;
  /** AWS counts about every six hours: 0 does not mean that it is empty. */
  readonly itemCount?: number;
  readonly deletionProtection?: boolean;
  readonly streamEnabled?: boolean;
  /** Of each, AWS measures the use apart. */
  readonly indexes?: readonly string[];
  /** Regions, witnesses and versions of a global table. */
  readonly replicas?: readonly string[];
  /** What is being done with it, or with what it is made of. */
  readonly boundTo?: readonly string[];
  /** Set after a read by name: the data to restore one like it. */
  readonly described?: DescribedTable;
}

/** The answers of AWS about one table. */
export interface DescribedTable {
  readonly table: TableDescription;
  readonly tags: readonly Tag[];
  readonly timeToLive?: TimeToLiveDescription;
  /** Can it be restored to a point in time? */
  readonly isPointInTime?: boolean;
  /** What scales its capacity, or that of an index. */
  readonly scaling?: readonly ScaledCapacity[];
}

/** As Application Auto Scaling calls it, and each of its indexes. */
export function scalableIds({ id, indexes = [] }: Pick<TableResource, 'id' | 'indexes'>): readonly string[] {
  return [`table/${id}`, ...indexes.map((index) => `table/${id}/index/${index}`)];
}

/** The key by which a text names one. */
export function tableAlias(name: string): string {
  return `table/${name}`;
}

/** `undefined` for an answer without name, ARN or the id that no later one gets. */
export function toTable({ table: one, tags }: DescribedTable): TableResource | undefined {
  const { TableName: id, TableArn: arn, TableId: identity } = one;
  if (!id || !arn || !identity) return undefined;
  return {
    id,
    // Its name and its ARN may be another one's later.
    identity,
    name: id,
    tags: toTags([...tags]),
    arn,
    aliases: [arn, tableAlias(id), identity, nameAlias(id), ...partAliases(tableAlias, id)],
    ...defined({
      createdAt: one.CreationDateTime,
      lastUsedAt: latestOf(changesOfCapacity(one)),
      tableStatus: one.TableStatus,
      // "If BillingModeSummary is absent the table has never been on-demand": API_BillingModeSummary.
      billingMode: one.BillingModeSummary?.BillingMode ?? (one.TableStatus ? 'PROVISIONED' : undefined),
      tableClass: one.TableClassSummary?.TableClass,
      itemCount: one.ItemCount,
      sizeBytes: one.TableSizeBytes,
      deletionProtection: one.DeletionProtectionEnabled,
      streamEnabled: one.StreamSpecification?.StreamEnabled,
      indexes: some(indexesOf(one)),
      replicas: some(replicasOf(one)),
      boundTo: some(boundTo(one)),
    }),
  };
}

/** Whoever gives it more, or takes some away, has a plan for it; a scaling of its own follows what it is used for. */
function changesOfCapacity(one: TableDescription): readonly (Date | undefined)[] {
  return [one, ...(one.GlobalSecondaryIndexes ?? [])].flatMap(({ ProvisionedThroughput: has }) => [
    has?.LastIncreaseDateTime,
    has?.LastDecreaseDateTime,
  ]);
}

export function indexesOf({ GlobalSecondaryIndexes: all = [] }: TableDescription): readonly string[] {
  return all.map(({ IndexName }) => IndexName ?? 'without name');
}

/** https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_TableDescription.html */
function replicasOf(one: TableDescription): readonly string[] {
  return [
    ...(one.Replicas ?? []).map(({ RegionName }) => `replica in ${RegionName ?? 'a region not named'}`),
    ...(one.GlobalTableWitnesses ?? []).map(({ RegionName }) => `witness in ${RegionName ?? 'a region not named'}`),
    ...(one.GlobalTableVersion ? [`global table of ${one.GlobalTableVersion}`] : []),
    ...(one.MultiRegionConsistency ? [`consistency of regions (${one.MultiRegionConsistency})`] : []),
  ];
}

function boundTo(one: TableDescription): readonly string[] {
  const { RestoreSummary, ArchivalSummary, SSEDescription: sse } = one;
  return [
    ...(RestoreSummary?.RestoreInProgress ? ['a restore that made it has not ended'] : []),
    ...(ArchivalSummary ? [`an archive (${ArchivalSummary.ArchivalReason ?? 'reason not known'})`] : []),
    ...(sse?.InaccessibleEncryptionDateTime ? ['a key that DynamoDB cannot use'] : []),
    ...(sse?.Status && sse.Status !== 'ENABLED' ? [`encryption that is ${sse.Status}`] : []),
  ];
}
