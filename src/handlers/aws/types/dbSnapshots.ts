/** What snapshots of database instances and of database clusters have in common. */

import type { Tag } from '@aws-sdk/client-rds';
import { defined } from '../../../core/common/defined.ts';
import { ReadError } from '../../../core/common/errors.ts';
import {
  type DbSnapshotParameters,
  type DbSnapshotResource,
  dbSnapshotAlias,
  dbSnapshotParameters,
  dbSnapshotRules,
  dbSnapshotSafeguards,
  dbSnapshotSetPolicies,
  madeOfAlias,
} from '../resources/dbSnapshot.ts';
import { nameAlias } from '../resources/nameAlias.ts';
import { partAliases } from '../resources/nameParts.ts';
import { rdsTags } from '../session/rdsTags.ts';
import { refused, type Wanted } from '../session/restoring.ts';
import { toTags } from '../session/tags.ts';
import type { Beside } from './resourceReading.ts';

const FINAL = 'AWS keeps nothing of a deleted snapshot of a database';

export const DB_SNAPSHOT = {
  attributes: {
    tags: 'map',
    createdAt: 'date',
    dataAt: 'date',
    sizeBytes: 'bytes',
    arn: 'text',
    snapshotType: 'text',
    status: 'text',
    engine: 'text',
    sourceId: 'text',
    sourceName: 'text',
    copiedFrom: 'text',
    ofAccount: 'text',
    allocatedStorage: 'gibibytes',
    encrypted: 'boolean',
  },
  parameters: dbSnapshotParameters,
  safeguards: dbSnapshotSafeguards,
  rules: dbSnapshotRules,
  setPolicies: dbSnapshotSetPolicies,
  minimumAgeOf: ({ olderThan }: DbSnapshotParameters) => olderThan,
  finalBecause: FINAL,
  unlistedUsers: 'scripts, pipelines and Terraform that make test databases of it by its name',
  // AWS bills what changed since the snapshot before, and tells nobody how much that is.
  monthlyCost: () => undefined,
  tagging: rdsTags,
  mostIds: 1,
  // A name may be taken again, and no condition of the request names anything else.
  isReadAgain: true,
  // "available" until RDS is done: a read by name shows whether it went.
  ends: 'accepted',
  restore: { calls: [], plan: async ({ stored }: Wanted) => refused(`${stored.id} is gone for good: ${FINAL}`) },
} as const;

/** The members of AWS's two descriptions, under one name each. */
interface Facts {
  readonly name: string | undefined;
  readonly arn: string | undefined;
  /** Of a copy: when it was copied. */
  readonly createdAt: Date | undefined;
  /** When its data was saved. */
  readonly dataAt: Date | undefined;
  readonly snapshotType: string | undefined;
  readonly status: string | undefined;
  readonly engine: string | undefined;
  readonly sourceId: string | undefined;
  readonly sourceName: string | undefined;
  /** The ARN that it is a copy of. */
  readonly copyOf: string | undefined;
  readonly copiedFromRegion: string | undefined;
  readonly gibibytes: number | undefined;
  readonly encrypted: boolean | undefined;
  readonly tags: readonly Tag[] | undefined;
}

/** `undefined` for an answer without name or ARN. @throws ReadError for one without its list of tags, which is empty if there are none */
export function toDbSnapshot(
  type: 'dbSnapshot' | 'dbClusterSnapshot',
  { name, arn, tags, createdAt, dataAt, copyOf, copiedFromRegion, gibibytes, ...facts }: Facts,
  { accountId }: Pick<Beside, 'accountId'>,
): DbSnapshotResource | undefined {
  if (!name || !arn) return undefined;
  if (!tags) throw new ReadError(`AWS described ${arn} without its list of tags`, { problem: 'malformed' });
  const [, , , region, owner] = arn.split(':');
  const [, , , fromRegion, fromAccount] = copyOf?.split(':') ?? [];
  const isElsewhere = copyOf !== undefined && (fromRegion !== region || fromAccount !== owner);
  const fromThere = isElsewhere ? [fromRegion, fromAccount].filter(Boolean).join(':') || copyOf : undefined;
  return {
    id: name,
    // Its name may be taken again; AWS gives it no other id.
    identity: `${arn}@${dated(createdAt)?.toISOString() ?? ''}`,
    name,
    tags: toTags([...tags]),
    arn,
    aliases: [
      arn.toLowerCase(),
      dbSnapshotAlias(type, name),
      nameAlias(name),
      ...partAliases((one) => dbSnapshotAlias(type, one), name),
      ...(facts.sourceId ? [madeOfAlias(facts.sourceId)] : []),
    ],
    note: { code: 'finalDeletion', values: {} },
    ...defined({
      createdAt: dated(createdAt),
      dataAt: dated(dataAt),
      ...facts,
      sourceId: facts.sourceId || undefined,
      copiedFrom: fromThere ?? (copiedFromRegion && copiedFromRegion !== region ? copiedFromRegion : undefined),
      ofAccount: accountId !== undefined && owner !== accountId ? owner || 'not known' : undefined,
      allocatedStorage: gibibytes,
      sizeBytes: gibibytes === undefined ? undefined : gibibytes * 1024 ** 3,
    }),
  };
}

function dated(at: Date | undefined): Date | undefined {
  return at !== undefined && Number.isFinite(at.getTime()) ? at : undefined;
}
