import type { DBClusterSnapshot } from '@aws-sdk/client-rds';
import { rds } from '../../calls/rds.ts';
import { copiesOf, sharingOf, snapshotCluster, snapshotExports } from '../../evidence/databases/snapshotUsers.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import type { DbSnapshotResource } from '../../resources/dbSnapshot.ts';
import { ownPlace } from '../../wire/places.ts';
import { DB_SNAPSHOT, toDbSnapshot } from '../dbSnapshots.ts';
import type { Beside } from '../resourceReading.ts';
import { resourceType } from '../resourceType.ts';

export const dbClusterSnapshot = resourceType({
  ...DB_SNAPSHOT,
  resourceType: 'dbClusterSnapshot',
  called: { en: 'database cluster snapshot', de: 'Datenbank-Cluster-Snapshot' },
  alsoCalled: ['aurora snapshot', 'rds cluster snapshot', 'neptune snapshot', 'documentdb snapshot'],
  summary:
    'Manual snapshots of clusters of Aurora, RDS, Neptune and DocumentDB. Only one whose cluster is gone can go, never the newest of its cluster, a shared one or a copy from elsewhere; its deletion is final.',
  noun: 'database cluster snapshot',
  arns: ['rds:*:*:cluster-snapshot:*'],
  evidence: [
    snapshotCluster,
    copiesOf('clusterSnapshotCopies', rds.describeDBClusterSnapshots, (one) => ({
      name: one.DBClusterSnapshotIdentifier,
      status: one.Status,
      sourceId: one.DbClusterResourceId,
      copies: one.SourceDBClusterSnapshotArn,
    })),
    snapshotExports,
    sharingOf(
      'clusterSnapshotSharing',
      rds.describeDBClusterSnapshotAttributes,
      (DBClusterSnapshotIdentifier) => ({ DBClusterSnapshotIdentifier }),
      ({ DBClusterSnapshotAttributesResult }) => DBClusterSnapshotAttributesResult?.DBClusterSnapshotAttributes,
    ),
    ...mentionedBy('dbClusterSnapshot', ownPlace),
  ],
  reads: rds.describeDBClusterSnapshots,
  idsInput: ([DBClusterSnapshotIdentifier]) => ({ DBClusterSnapshotIdentifier }),
  idOf: ({ DBClusterSnapshotIdentifier }) => DBClusterSnapshotIdentifier,
  toResource,
  deletes: rds.deleteDBClusterSnapshot,
  deleteInput: (DBClusterSnapshotIdentifier) => ({ DBClusterSnapshotIdentifier }),
});

function toResource(one: DBClusterSnapshot, beside: Beside): DbSnapshotResource | undefined {
  const facts = {
    name: one.DBClusterSnapshotIdentifier,
    arn: one.DBClusterSnapshotArn,
    createdAt: one.SnapshotCreateTime,
    // Of a copy AWS tells no day but that of the copying.
    dataAt: one.SourceDBClusterSnapshotArn ? undefined : one.SnapshotCreateTime,
    snapshotType: one.SnapshotType,
    status: one.Status,
    engine: one.Engine,
    sourceId: one.DbClusterResourceId,
    sourceName: one.DBClusterIdentifier,
    copyOf: one.SourceDBClusterSnapshotArn,
    copiedFromRegion: undefined,
    gibibytes: one.AllocatedStorage,
    encrypted: one.StorageEncrypted,
    tags: one.TagList,
  };
  return toDbSnapshot('dbClusterSnapshot', facts, beside);
}
