import type { DBSnapshot } from '@aws-sdk/client-rds';
import { rds } from '../../calls/rds.ts';
import { copiesOf, sharingOf, snapshotExports, snapshotInstance } from '../../evidence/databases/snapshotUsers.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import type { DbSnapshotResource } from '../../resources/dbSnapshot.ts';
import { ownPlace } from '../../wire/places.ts';
import { DB_SNAPSHOT, toDbSnapshot } from '../dbSnapshots.ts';
import type { Beside } from '../resourceReading.ts';
import { resourceType } from '../resourceType.ts';

export const dbSnapshot = resourceType({
  ...DB_SNAPSHOT,
  resourceType: 'dbSnapshot',
  called: { en: 'RDS snapshot', de: 'RDS-Snapshot' },
  alsoCalled: ['rds snapshot', 'database snapshot', 'db snapshot'],
  summary:
    'Manual snapshots of RDS instances. Only one whose instance is gone can go, never the newest of its instance, a shared one or a copy from elsewhere; its deletion is final.',
  noun: 'database snapshot',
  arns: ['rds:*:*:snapshot:*'],
  evidence: [
    snapshotInstance,
    copiesOf('snapshotCopies', rds.describeDBSnapshots, (one) => ({
      name: one.DBSnapshotIdentifier,
      status: one.Status,
      sourceId: one.DbiResourceId,
      copies: one.SourceDBSnapshotIdentifier,
    })),
    snapshotExports,
    sharingOf(
      'snapshotSharing',
      rds.describeDBSnapshotAttributes,
      (DBSnapshotIdentifier) => ({ DBSnapshotIdentifier }),
      ({ DBSnapshotAttributesResult }) => DBSnapshotAttributesResult?.DBSnapshotAttributes,
    ),
    ...mentionedBy('dbSnapshot', ownPlace),
  ],
  reads: rds.describeDBSnapshots,
  idsInput: ([DBSnapshotIdentifier]) => ({ DBSnapshotIdentifier }),
  idOf: ({ DBSnapshotIdentifier }) => DBSnapshotIdentifier,
  toResource,
  deletes: rds.deleteDBSnapshot,
  deleteInput: (DBSnapshotIdentifier) => ({ DBSnapshotIdentifier }),
});

function toResource(one: DBSnapshot, beside: Beside): DbSnapshotResource | undefined {
  const facts = {
    name: one.DBSnapshotIdentifier,
    arn: one.DBSnapshotArn,
    createdAt: one.SnapshotCreateTime,
    // "Doesn't change when the snapshot is copied"; of a copy within its region nothing else says that it is one.
    dataAt: one.OriginalSnapshotCreateTime,
    snapshotType: one.SnapshotType,
    status: one.Status,
    engine: one.Engine,
    sourceId: one.DbiResourceId,
    sourceName: one.DBInstanceIdentifier,
    copyOf: one.SourceDBSnapshotIdentifier,
    copiedFromRegion: one.SourceRegion,
    gibibytes: one.AllocatedStorage,
    encrypted: one.Encrypted,
    tags: one.TagList,
  };
  return toDbSnapshot('dbSnapshot', facts, beside);
}
