/** A manual snapshot of a database of RDS, Aurora, Neptune or DocumentDB: of an instance, or of a cluster. */
import { z } from 'zod';
import { newestOf } from '../../../core/evaluation/newest.ts';
import type { Rule, Safeguard, SetPolicy } from '../../../core/evaluation/rule.ts';
import { spanParameter } from '../../../core/evaluation/rules/age.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { backupDay } from './backupDay.ts';
import { lastOfDatabase } from './lastOfDatabases.ts';
import { managedBy, managedTags, manageOwned } from './managedBy.ts';

/** Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface DbSnapshotResource extends Resource {
  readonly arn: string;
  /** `manual`, `automated`, `awsbackup`, `shared`, `public`; absent = unknown. */
  readonly snapshotType?: string;
  /** When its data was saved, however often it was copied since. Absent = unknown. */
  readonly dataAt?: Date;
  /** `available`, `creating`, `copying`, `failed`; absent = unknown. */
  readonly status?: string;
  readonly engine?: string;
  /** Of the database it was made of: unlike its name, no later database has it. Absent = unknown. */
  readonly sourceId?: string;
  /** The database's name when it was made. */
  readonly sourceName?: string;
  /** `REGION:ACCOUNT` or a region: where the snapshot was copied from that this one is a copy of. */
  readonly copiedFrom?: string;
  /** The account that owns it, where that is not the one that lists it. */
  readonly ofAccount?: string;
  /** GiB. */
  readonly allocatedStorage?: number;
  readonly encrypted?: boolean;
  /** Set after a read by name. */
  readonly described?: unknown;
}

/** The key by which a text names one. "Database identifiers are stored as a lowercase string." */
export function dbSnapshotAlias(type: 'dbSnapshot' | 'dbClusterSnapshot', name: string): string {
  return `${type}/${name.toLowerCase()}`;
}

/** The key of all snapshots of one database. */
export function madeOfAlias(sourceId: string): string {
  return `madeOf/${sourceId}`;
}

export const dbSnapshotParameters = z.strictObject({
  olderThan: spanParameter.prefault('90d').describe('The age from which one may go. A copy is as old as its copying.'),
  keepLast: z
    .int()
    .min(1)
    .default(1)
    .describe(
      'How many snapshots of each database stay: those with the newest data, whenever they were copied. A database that was made again under a name is another one.',
    ),
  manageOwned,
  managedTags,
});

export type DbSnapshotParameters = z.output<typeof dbSnapshotParameters>;

type DbSafeguard = Safeguard<DbSnapshotResource, DbSnapshotParameters>;

/** Automated ones are listed as well by other calls, and AWS Backup deletes its own by its plan. */
const manual: DbSafeguard = {
  name: 'manual',
  summary: 'RDS or AWS Backup made it, not a person or a tool; or it belongs to another account.',
  keeps({ name, snapshotType, ofAccount }) {
    if (ofAccount !== undefined) return `account ${ofAccount} owns it`;
    if (snapshotType !== 'manual') return `its type is ${snapshotType ?? 'not known'}, not manual`;
    // No person can choose a name with a colon.
    return name.includes(':') ? `its name is one of AWS (${name})` : undefined;
  },
};

const state: DbSafeguard = {
  name: 'state',
  summary: 'It is being made or copied, or its state is not `available`.',
  keeps: ({ status }) => (status === 'available' ? undefined : `its state is ${status ?? 'not known'}`),
};

/** Its database may live where it came from, and then it is the backup for the day on which that place fails. */
const copy: DbSafeguard = {
  name: 'copy',
  summary: 'A copy from another region or account, whose database is not looked for there.',
  keeps: ({ copiedFrom }) => (copiedFrom === undefined ? undefined : `it is a copy from ${copiedFrom}`),
};

export const dbSnapshotSafeguards: readonly DbSafeguard[] = [backupDay, copy, lastOfDatabase, managedBy, manual, state];

const keepLast: SetPolicy<DbSnapshotResource, DbSnapshotParameters> = {
  name: 'keepLast',
  summary:
    'The snapshots with the newest data of each database are kept (`keepLast`): one whose database, or the day of whose data, is not known stays.',
  enabled: () => true,
  row({ id, status, snapshotType, sourceId, copiedFrom, dataAt }) {
    // What is not whole, or is nobody's own backup, takes no place of one.
    if (status !== 'available' || snapshotType !== 'manual' || copiedFrom !== undefined) return undefined;
    return {
      id,
      family: sourceId ?? `${id}, whose database is not known`,
      ...(dataAt && { at: dataAt.getTime() }),
    };
  },
  keep: (rows, parameters) => newestOf(rows, parameters.keepLast),
};

export const dbSnapshotSetPolicies = [keepLast];

/** Replaces the generic rule: a backup is valuable although nothing uses it, while its database lives. */
const unused: Rule<DbSnapshotResource, Record<string, never>> = {
  name: 'unused',
  summary:
    'AWS confirms that the database it was made of is gone, by the id that no other gets, and nothing else uses it.',
  parameters: z.strictObject({}),
  matches({ sourceId, sourceName }, _parameters, { findings, isFirstLook }) {
    if (sourceId === undefined || findings.some(({ says }) => says === 'used')) return undefined;
    const isGone = findings.some(({ says, byId }) => says === 'gone' && byId === sourceId);
    if (!isGone && !isFirstLook) return undefined;
    return { code: 'databaseGone', values: { name: sourceName ?? sourceId } };
  },
};

export const dbSnapshotRules: readonly Rule<DbSnapshotResource>[] = [unused];
