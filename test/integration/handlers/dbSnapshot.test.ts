/** Snapshots of databases: what no graph of the kits shows. */
import { describe, expect, test } from '@jest/globals';
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import type { DbSnapshotResource } from '../../../src/handlers/aws/resources/dbSnapshot.ts';
import { dbSnapshotSafeguards, dbSnapshotSetPolicies } from '../../../src/handlers/aws/resources/dbSnapshot.ts';
import { finalSnapshotName, lastSnapshotName } from '../../../src/handlers/aws/resources/lastOfDatabases.ts';
import { LAST_OF_TAG } from '../../../src/handlers/aws/session/restoredTag.ts';
import { dbClusterSnapshot } from '../../../src/handlers/aws/types/dbClusterSnapshot/handler.ts';
import { dbSnapshot } from '../../../src/handlers/aws/types/dbSnapshot/handler.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { account, awsForEach, collect, HERE, ID, OTHER_ID, openGate, scopeOf } from './fixture.ts';

const parameters = dbSnapshot.parameters.parse({});
const scope = scopeOf(parameters);
const PLACE = { account: account.name, location: HERE.region };
type Seeds = Parameters<SandboxControl['addDbSnapshots']>[1];
const aws = awsForEach();

const open = () => dbSnapshot.open(scope, aws.io({ permit: openGate() }));
async function listed(...seeds: Seeds): Promise<readonly DbSnapshotResource[]> {
  aws.control.addDbSnapshots(HERE, seeds);
  return collect(open().list());
}
const keptBecause = (resource: DbSnapshotResource) =>
  dbSnapshotSafeguards.flatMap(({ keeps }) => keeps(resource, parameters, { now: Date.now(), findings: [] }) ?? []);
const foundBy = async (name: string, candidates: readonly DbSnapshotResource[]) => {
  const source = dbSnapshot.evidence.find((one) => one.name === name) as EvidenceSource<unknown>;
  return (await source.read(PLACE, scope, candidates, aws.io())).map(({ says, by }) => `${says}: ${by}`);
};

describe('what is no manual snapshot of this place stays', () => {
  // Public cases: rebuy-de/aws-nuke 511, 512 and 699, hashicorp/terraform-provider-aws 13800, cloud-custodian 7838.
  test.each([
    ['of AWS Backup, which RDS refuses to delete', { SnapshotType: 'awsbackup' }, 'its type is awsbackup, not manual'],
    ['automated', { SnapshotType: 'automated' }, 'its type is automated, not manual'],
    ['of an unknown type', { SnapshotType: undefined }, 'its type is not known, not manual'],
    [
      'named as only AWS can',
      { DBSnapshotIdentifier: 'rds:shop-2026-01-01' },
      'its name is one of AWS (rds:shop-2026-01-01)',
    ],
    ['that failed', { Status: 'failed' }, 'its state is failed'],
    ['without a state', { Status: undefined }, 'its state is not known'],
    // ministryofjustice/modernisation-platform-environments 9800
    [
      'shared in from another account',
      { DBSnapshotArn: `arn:aws:rds:us-east-1:${OTHER_ID}:snapshot:shop` },
      `account ${OTHER_ID} owns it`,
    ],
    // cloud-custodian 5591
    ['copied from another region', { SourceRegion: 'eu-west-1' }, 'it is a copy from eu-west-1'],
    [
      'copied from another account',
      { SourceDBSnapshotIdentifier: `arn:aws:rds:us-east-1:${OTHER_ID}:snapshot:shop` },
      `it is a copy from us-east-1:${OTHER_ID}`,
    ],
  ])('A24 one %s', (_name, seed, why) => {
    const whole = { DBSnapshotIdentifier: 'shop', ...seed };
    const resource = dbSnapshot.open(scope, aws.io());
    aws.control.addDbSnapshots(HERE, [{ DBSnapshotIdentifier: whole.DBSnapshotIdentifier }]);
    aws.control.update(HERE, 'dbSnapshot', whole.DBSnapshotIdentifier, seed);
    return resource.get([whole.DBSnapshotIdentifier]).then((reads) => {
      const read = reads.get(whole.DBSnapshotIdentifier);
      expect(read?.kind === 'found' && keptBecause(read.resource)).toEqual([why]);
    });
  });

  test('A24 a copy within the region and account is a snapshot as others are', async () => {
    const SourceDBSnapshotIdentifier = `arn:aws:rds:us-east-1:${ID}:snapshot:before`;
    const [one] = await listed({ DBSnapshotIdentifier: 'shop', SourceDBSnapshotIdentifier, SourceRegion: 'us-east-1' });
    expect(one && keptBecause(one)).toEqual([]);
  });

  // cloud-custodian 5090
  test('A24 one without a date has no age, so it stays', async () => {
    aws.control.addDbSnapshots(HERE, [{ DBSnapshotIdentifier: 'shop' }]);
    aws.control.update(HERE, 'dbSnapshot', 'shop', { SnapshotCreateTime: undefined });
    const [one] = await collect(open().list());
    expect(one?.createdAt).toBeUndefined();
    expect(one?.identity).toMatch(/:snapshot:shop@$/);
  });
});

// DescribeDBSnapshots answers `<TagList/>` where there are none.
test.each([dbSnapshot, dbClusterSnapshot])(
  'Law 1 A24 $resourceType: an answer without its list of tags is no answer, in a listing and by name',
  async (type) => {
    const isCluster = type === dbClusterSnapshot;
    if (isCluster) aws.control.addDbClusterSnapshots(HERE, [{ DBClusterSnapshotIdentifier: 'shop' }]);
    else aws.control.addDbSnapshots(HERE, [{ DBSnapshotIdentifier: 'shop' }]);
    aws.control.update(HERE, isCluster ? 'dbClusterSnapshot' : 'dbSnapshot', 'shop', { TagList: undefined });
    const session = (type as typeof dbSnapshot).open(scope, aws.io());
    const why = expect.stringContaining('without its list of tags');
    expect((await session.get(['shop'])).get('shop')).toMatchObject({ kind: 'unknown', why });
    await expect(collect(session.list())).rejects.toMatchObject({ message: why });
  },
);

describe('A118 what Holystone made before it deleted a database stays, and people delete it', () => {
  const identity = 'db-ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  test.each([
    ['its snapshot of some days before', lastSnapshotName(identity, 0), {}, 'by its name it is the last snapshot'],
    ['its final one', finalSnapshotName(identity), {}, 'by its name it is the last snapshot'],
    ['one with the tag', 'shop', { [LAST_OF_TAG]: identity }, `it is the last snapshot of ${identity}`],
  ])('%s', async (_what, DBSnapshotIdentifier, tags, why) => {
    const [one] = await listed({ DBSnapshotIdentifier, DbiResourceId: identity, tags });
    expect(one && keptBecause(one)).toEqual([expect.stringContaining(why)]);
  });
});

describe('the newest of each database stays', () => {
  const kept = (all: readonly DbSnapshotResource[]) => {
    const [policy] = dbSnapshotSetPolicies;
    const rows = all.flatMap((one) => policy?.row(one, parameters) ?? []);
    return [...(policy?.keep(rows, parameters).keys() ?? [])].toSorted();
  };
  const seed = (DBSnapshotIdentifier: string, DbiResourceId: string | undefined, SnapshotCreateTime: string) => ({
    DBSnapshotIdentifier,
    ...(DbiResourceId && { DbiResourceId }),
    DBInstanceIdentifier: 'shop',
    SnapshotCreateTime,
  });

  test('A24 a database made again under the name is another one', async () => {
    const all = await listed(
      seed('a', 'db-FIRST', '2024-01-01T00:00:00Z'),
      seed('b', 'db-FIRST', '2024-02-01T00:00:00Z'),
      seed('c', 'db-SECOND', '2025-01-01T00:00:00Z'),
    );
    expect(kept(all)).toEqual(['b', 'c']);
  });

  test('A24 one that is not whole takes no place, and one of an unknown database stays', async () => {
    aws.control.addDbSnapshots(HERE, [
      seed('a', 'db-FIRST', '2024-01-01T00:00:00Z'),
      { ...seed('b', 'db-FIRST', '2024-02-01T00:00:00Z'), Status: 'failed' },
      seed('c', undefined, '2023-01-01T00:00:00Z'),
    ]);
    aws.control.update(HERE, 'dbSnapshot', 'c', { DbiResourceId: undefined });
    expect(kept(await collect(open().list()))).toEqual(['a', 'c']);
  });

  // API_DBSnapshot: of a copy, `SnapshotCreateTime` is the day of the copying. Security Hub RDS.4 has old ones copied to encrypt them.
  test('A117 an older one that was copied within its region is no newer for that', async () => {
    const all = await listed(seed('last', 'db-FIRST', '2025-03-01T00:00:00Z'), {
      ...seed('old', 'db-FIRST', '2025-06-01T00:00:00Z'),
      OriginalSnapshotCreateTime: '2023-06-01T00:00:00Z',
    });
    expect(kept(all)).toEqual(['last']);
  });

  test('A117 one whose data has no known day stays, and takes no place', async () => {
    aws.control.addDbSnapshots(HERE, [
      seed('last', 'db-FIRST', '2025-03-01T00:00:00Z'),
      seed('odd', 'db-FIRST', '2025-06-01T00:00:00Z'),
    ]);
    aws.control.update(HERE, 'dbSnapshot', 'odd', { OriginalSnapshotCreateTime: undefined });
    expect(kept(await collect(open().list()))).toEqual(['last', 'odd']);
  });

  test('A117 of a cluster AWS tells no day of a copied data: a copy stays, and takes no place', async () => {
    const of = { DbClusterResourceId: 'cluster-FIRST' };
    const copies = `arn:aws:rds:us-east-1:${ID}:cluster-snapshot:old`;
    aws.control.addDbClusterSnapshots(HERE, [
      { ...of, DBClusterSnapshotIdentifier: 'old', SnapshotCreateTime: '2023-06-01T00:00:00Z' },
      { ...of, DBClusterSnapshotIdentifier: 'last', SnapshotCreateTime: '2025-03-01T00:00:00Z' },
      {
        ...of,
        DBClusterSnapshotIdentifier: 'copy',
        SnapshotCreateTime: '2025-06-01T00:00:00Z',
        SourceDBClusterSnapshotArn: copies,
      },
    ]);
    const all = await collect((dbClusterSnapshot as unknown as typeof dbSnapshot).open(scope, aws.io()).list());
    expect(kept(all)).toEqual(['copy', 'last']);
  });
});

describe('its database', () => {
  const snapshot = { DBSnapshotIdentifier: 'shop', DbiResourceId: 'db-FIRST', DBInstanceIdentifier: 'shop' };

  test('Law 2 A24 is gone when neither the listing nor its name has the id', async () => {
    const all = await listed(snapshot);
    expect(await foundBy('snapshotInstance', all)).toEqual(['gone: database instance db-FIRST']);
  });

  test('A24 lives under another name → the snapshot is used', async () => {
    aws.control.addDbInstances(HERE, [{ DBInstanceIdentifier: 'shop-old', DbiResourceId: 'db-FIRST' }]);
    expect(await foundBy('snapshotInstance', await listed(snapshot))).toEqual([
      'used: database instance shop-old, which it was made of',
    ]);
  });

  test('A24 one that is being made may be restored from it', async () => {
    aws.control.addDbInstances(HERE, [{ DBInstanceIdentifier: 'restored', DBInstanceStatus: 'creating' }]);
    expect(await foundBy('snapshotInstance', await listed(snapshot))).toContain(
      'used: database instance restored (creating), perhaps being made from this snapshot',
    );
  });

  // "migrating: A DB cluster snapshot is being restored": AuroraUserGuide/accessing-monitoring. An instance may be restored
  // from a snapshot of a Multi-AZ cluster, and a cluster from one of an instance: API_RestoreDBInstanceFromDBSnapshot.
  describe.each(['dbSnapshot', 'dbClusterSnapshot'] as const)('of a %s', (kind) => {
    const of = { dbSnapshot: 'snapshotInstance', dbClusterSnapshot: 'snapshotCluster' }[kind];
    const found = async () => {
      aws.control.addDbSnapshots(HERE, [snapshot]);
      aws.control.addDbClusterSnapshots(HERE, [
        { DBClusterSnapshotIdentifier: 'shop', DbClusterResourceId: 'db-FIRST', DBClusterIdentifier: 'shop' },
      ]);
      const type = (kind === 'dbSnapshot' ? dbSnapshot : dbClusterSnapshot) as typeof dbSnapshot;
      const source = type.evidence.find(({ name }) => name === of) as EvidenceSource<unknown>;
      const all = await collect(type.open(scope, aws.io()).list());
      return (await source.read(PLACE, scope, all, aws.io())).map(({ says }) => says);
    };

    test.each(['creating', 'migrating', 'restore-error', 'a-later-word', 'Available', undefined])(
      'Law 1 A24 a cluster in the state %s may be one that is being restored from it',
      async (Status) => {
        aws.control.addDbClusters(HERE, [{ DBClusterIdentifier: 'restored' }]);
        aws.control.update(HERE, 'dbCluster', 'restored', { Status });
        expect(await found()).toEqual(['used', 'gone']);
      },
    );

    test.each(['creating', 'storage-initialization', undefined])(
      'Law 1 A24 so may an instance in the state %s',
      async (DBInstanceStatus) => {
        aws.control.addDbInstances(HERE, [{ DBInstanceIdentifier: 'restored' }]);
        aws.control.update(HERE, 'dbInstance', 'restored', { DBInstanceStatus });
        expect(await found()).toEqual(['used', 'gone']);
      },
    );

    test('A24 databases that work, stop or are backed up are not being made', async () => {
      aws.control.addDbInstances(HERE, [{ DBInstanceIdentifier: 'other', DBInstanceStatus: 'backing-up' }]);
      aws.control.addDbClusters(HERE, [{ DBClusterIdentifier: 'other', Status: 'stopping' }]);
      expect(await found()).toEqual(['gone']);
    });
  });

  test('Law 1 A24 one without its id may be the one', async () => {
    aws.control.addDbInstances(HERE, [{ DBInstanceIdentifier: 'odd' }]);
    aws.control.update(HERE, 'dbInstance', 'odd', { DbiResourceId: undefined });
    expect(await foundBy('snapshotInstance', await listed(snapshot))).toEqual([
      expect.stringMatching(/^unknown: database instance odd came without its id/),
    ]);
  });

  test('Law 1 A24 a snapshot that does not name its database is of no database that is gone', async () => {
    aws.control.addDbSnapshots(HERE, [snapshot]);
    aws.control.update(HERE, 'dbSnapshot', 'shop', { DbiResourceId: undefined });
    expect(await foundBy('snapshotInstance', await collect(open().list()))).toEqual([]);
  });
});

test('A24 a snapshot of the same database that is being made may be a copy of it', async () => {
  const all = await listed(
    { DBSnapshotIdentifier: 'a', DbiResourceId: 'db-FIRST' },
    { DBSnapshotIdentifier: 'b', DbiResourceId: 'db-FIRST', Status: 'creating' },
  );
  expect(await foundBy('snapshotCopies', [])).toEqual(['used: snapshot b (creating)']);
  expect(all.every(({ aliases }) => aliases.includes('madeOf/db-FIRST'))).toBe(true);
});

test.each([dbSnapshot, dbClusterSnapshot])(
  'A24 $resourceType: nothing brings one back, and its owner is told',
  async (type) => {
    const seed = { SnapshotCreateTime: '2024-01-01T00:00:00Z' };
    if (type === dbSnapshot) aws.control.addDbSnapshots(HERE, [{ ...seed, DBSnapshotIdentifier: 'shop' }]);
    else aws.control.addDbClusterSnapshots(HERE, [{ ...seed, DBClusterSnapshotIdentifier: 'shop' }]);
    const [one] = await collect((type as typeof dbSnapshot).open(scope, aws.io()).list());
    expect(one?.note).toEqual({ code: 'finalDeletion', values: {} });
    expect(type.finalBecause).toMatch(/keeps nothing/);
  },
);
