/** Clusters of Aurora: what identifies and keeps one, its snapshot, the order in which it goes, and the way back. */
import { describe, expect, test } from '@jest/globals';
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import type { DbClusterResource } from '../../../src/handlers/aws/resources/dbCluster.ts';
import { dbCluster } from '../../../src/handlers/aws/types/dbCluster/handler.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { account, awsForEach, failureOf, HERE, openGate, scopeOf } from './fixture.ts';
import { oneOf } from './oneOf.ts';

type Seed = Parameters<SandboxControl['addDbClusters']>[1][number];

const ID = 'shop';
const IDENTITY = 'cluster-ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const FINAL = `holystone-final-${IDENTITY.toLowerCase()}`;

const aws = awsForEach();
const { parameters, open, found, begun, standing, made, keptBecause, storedOf, restored } = oneOf<DbClusterResource>(
  aws,
  dbCluster,
  ID,
);

const add = (seed: Seed = {}) =>
  aws.control.addDbClusters(HERE, [{ DBClusterIdentifier: ID, DbClusterResourceId: IDENTITY, members: 3, ...seed }]);
const change = (patch: object) => aws.control.update(HERE, 'dbCluster', ID, { ...patch });
const changeMember = (patch: object, name = `${ID}-2`) => aws.control.update(HERE, 'dbInstance', name, { ...patch });
const state = () => aws.control.state(HERE);
const remove = async () => (await open().delete([await found()])).get(ID);
const done = (operation: string) =>
  aws.control.calls({ operation }).flatMap(({ input, error }) => (error === undefined ? [input as object] : []));
const deletedMembers = () =>
  done('DeleteDBInstance').map((input) => (input as { DBInstanceIdentifier: string }).DBInstanceIdentifier);

describe('A75 what it is', () => {
  test('its members are those that the cluster and the instances both name, the one that writes last', async () => {
    add();
    const one = await found();
    expect([one.identity, one.members]).toEqual([IDENTITY, ['shop-2', 'shop-3', 'shop-1']]);
    expect(one.note).toEqual({ code: 'objectsGo', values: { names: ['shop-2', 'shop-3', 'shop-1'] } });
    expect(keptBecause(one)).toEqual([]);
    aws.control.addDbInstances(HERE, [{ DBInstanceIdentifier: 'new', DBClusterIdentifier: ID }]);
    expect((await found()).members).toBeUndefined();
    expect(keptBecause(await found()).join()).toContain('not all of them are known');
  });

  test('who names a member, a host or an id of it names the cluster', async () => {
    add();
    expect((await found()).aliases).toEqual(
      expect.arrayContaining([
        `arn:aws:rds:${HERE.region}:${account.id}:cluster:shop`,
        'dbCluster/shop',
        IDENTITY.toLowerCase(),
        `shop.cluster-ro-c0ffee123456.${HERE.region}.rds.amazonaws.com`,
        `shop-2.c0ffee123456.${HERE.region}.rds.amazonaws.com`,
        `arn:aws:rds:${HERE.region}:${account.id}:db:shop-3`,
        'dbInstance/shop-1',
      ]),
    );
  });

  test.each<[string, Seed, string]>([
    ['has a protected member', { member: { DeletionProtection: true } }, 'deletion protection is on'],
    ['does not say whether it is protected', { DeletionProtection: undefined as never }, 'not known whether'],
    ['has a member that a person tagged', { member: { tags: { 'holystone:keep': 'always' } } }, 'holystone:keep'],
    ['has a member that restarts', { member: { DBInstanceStatus: 'rebooting' } }, 'shop-2 (rebooting)'],
    ['has a member that changes', { member: { PendingModifiedValues: { DBInstanceClass: 'x' } } }, 'of shop-2'],
    ['has a member that others replicate', { member: { ReadReplicaDBInstanceIdentifiers: ['copy'] } }, 'copy'],
    ['writes its log for others', { ActivityStreamStatus: 'started' }, 'activity stream'],
    ['is of an engine mode that AWS does not say', { EngineMode: undefined as never }, 'engine mode is not known'],
    ['is read over the Data API', { HttpEndpointEnabled: true }, 'the Data API'],
    ['is limitless', { ClusterScalabilityType: 'limitless' }, 'a limitless database'],
  ])('one that %s is kept', async (_name, seed, why) => {
    add(seed);
    expect(keptBecause(await found()).join()).toContain(why);
  });

  test('the same tags of a member keep nothing, and neither does its name', async () => {
    add({ tags: { team: 'shop' }, member: { tags: { team: 'shop', Name: 'reader' } } });
    expect(keptBecause(await found())).toEqual([]);
  });
});

describe('A76 its snapshot', () => {
  test('is named by its id and the day within 63 characters, has its id as a tag, and is in effect once it is whole', async () => {
    add();
    const name = await made();
    expect(name).toMatch(/^holystone-last-cluster-[a-z0-9]{26}-\d{4}-\d\d-\d\d$/);
    expect(name.length).toBeLessThanOrEqual(63);
    expect(done('CreateDBClusterSnapshot')).toMatchObject([{ Tags: [{ Key: 'holystone:last-of', Value: IDENTITY }] }]);
    expect(await standing(name)).toEqual({ kind: 'inEffect' });
  });

  test('its answer is lost → it is found by its name, and no second one is made', async () => {
    add();
    aws.control.addFault({ kind: 'dropAfter', operation: 'CreateDBClusterSnapshot', times: 1 });
    await begun();
    expect(await begun()).toMatchObject({
      kind: 'done',
      made: state().dbClusterSnapshots[0]?.DBClusterSnapshotIdentifier,
    });
    expect(state().dbClusterSnapshots).toHaveLength(1);
  });

  const ofSnapshot = (patch: object) => (name: string) =>
    aws.control.update(HERE, 'dbClusterSnapshot', name, { ...patch });
  test.each<[string, (name: string) => void, object]>([
    ['is not available yet', ofSnapshot({ Status: 'creating' }), { kind: 'pending' }],
    ['failed', ofSnapshot({ Status: 'failed' }), { kind: 'failed' }],
    ['was deleted', (name) => aws.control.remove(HERE, 'dbClusterSnapshot', name), { kind: 'undone' }],
    ['is of another cluster', ofSnapshot({ DbClusterResourceId: 'cluster-OTHER' }), { kind: 'failed' }],
    ['is not encrypted', ofSnapshot({ StorageEncrypted: false }), { kind: 'failed' }],
    ['is an automated one', ofSnapshot({ SnapshotType: 'automated' }), { kind: 'undone' }],
    ['is there, and its cluster is saved by AWS', () => change({ Status: 'backing-up' }), { kind: 'pending' }],
    ['is there, and its cluster was stopped', () => change({ Status: 'stopped' }), { kind: 'undone' }],
  ])('%s → it lets nothing go', async (_name, happens, is) => {
    add();
    const name = await made();
    happens(name);
    expect(await standing(name)).toMatchObject(is);
  });
});

describe('A77 its deletion', () => {
  test('its readers go, then its writer, then the cluster with a final snapshot; its automated backups stay', async () => {
    add();
    expect(await remove()).toMatchObject({ kind: 'accepted' });
    // Without `SkipFinalSnapshot`: AWS refuses that for an instance with data of its own.
    const members = ['shop-2', 'shop-3', 'shop-1'].map((DBInstanceIdentifier) => ({ DBInstanceIdentifier }));
    expect(done('DeleteDBInstance')).toEqual(members);
    expect(done('DeleteDBCluster')).toEqual([
      {
        DBClusterIdentifier: ID,
        SkipFinalSnapshot: false,
        FinalDBSnapshotIdentifier: FINAL,
        DeleteAutomatedBackups: false,
      },
    ]);
    expect([state().dbClusters.length, state().dbInstances.length, state().dbClusterSnapshots.length]).toEqual([
      0, 0, 1,
    ]);
  });

  const judgedBefore = async (happens: () => unknown) => {
    add();
    const judged = await found();
    happens();
    return (await open().delete([judged])).get(ID);
  };
  test.each<[string, () => unknown, string]>([
    ['is protected', () => change({ DeletionProtection: true }), 'protection'],
    ['joined a global database', () => change({ GlobalClusterIdentifier: 'world' }), 'world'],
    ['has a follower', () => change({ ReadReplicaIdentifiers: ['copy'] }), 'copy'],
    ['is saved', () => change({ Status: 'backing-up' }), 'its state is backing-up'],
    ['has a member that changes', () => changeMember({ DBInstanceStatus: 'modifying' }), 'shop-2 (modifying)'],
    ['has a member that is protected', () => changeMember({ DeletionProtection: true }), 'protection'],
    ['has a member that a person tagged', () => changeMember({ TagList: [{ Key: 'k', Value: 'v' }] }), 'k=v of shop-2'],
    ['is another one of its name', () => change({ DbClusterResourceId: 'cluster-OTHER' }), 'another database cluster'],
    [
      'has a snapshot of that name',
      () =>
        aws.control.addDbClusterSnapshots(HERE, [
          { DBClusterSnapshotIdentifier: FINAL, DbClusterResourceId: 'cluster-OTHER' },
        ]),
      'is there already',
    ],
    [
      'has a member that its notice did not name',
      () => {
        const members = [...(state().dbClusters[0]?.DBClusterMembers ?? []), { DBInstanceIdentifier: 'new' }];
        aws.control.addDbInstances(HERE, [{ DBInstanceIdentifier: 'new', DBClusterIdentifier: ID }]);
        change({ DBClusterMembers: members });
      },
      'with new, shop-1, shop-2, shop-3 now',
    ],
  ])('it %s since it was judged → nothing of it goes', async (_name, happens, why) => {
    expect(await judgedBefore(happens)).toMatchObject({ reason: expect.stringContaining(why) });
    expect([deletedMembers(), done('DeleteDBCluster')]).toEqual([[], []]);
  });

  test.each([
    ['denies it', { kind: 'deny' }],
    ['throttles it', { kind: 'throttle' }],
    ['has too many snapshots', { kind: 'error', code: 'SnapshotQuotaExceeded', status: 400 }],
    ['retains too many backups', { kind: 'error', code: 'DBClusterAutomatedBackupQuotaExceededFault', status: 400 }],
    ['cannot use its key', { kind: 'error', code: 'KMSKeyNotAccessibleFault', status: 400 }],
    ['fails', { kind: 'error', code: 'InternalFailure', status: 500 }],
    ['does not answer', { kind: 'drop' }],
  ] as const)('AWS %s when the cluster is asked for → no member goes', async (_name, fault) => {
    add();
    aws.control.addFault({ operation: 'DeleteDBCluster', ...fault });
    expect((await remove())?.kind).not.toBe('accepted');
    expect([deletedMembers(), state().dbInstances.length]).toEqual([[], 3]);
  });

  test('the deletion of its writer is refused → its data stays, the outcome names what is gone, and a restore makes it again', async () => {
    add();
    const one = await found();
    aws.control.addFault({ operation: 'DeleteDBInstance', kind: 'deny', nth: 3 });
    const outcome = (await open().delete([one])).get(ID);
    expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringContaining('its members shop-2, shop-3') });
    expect([state().dbClusters.length, state().dbInstances.length]).toEqual([1, 1]);
  });

  test('its permit ends after its first member → no other request leaves, and the error names that member', async () => {
    add();
    const one = await found();
    let asked = 0;
    const permit = { denies: () => (done('DeleteDBInstance').length > 0 && asked++ >= 0 ? 'it is over' : undefined) };
    const error = await failureOf(open({ permit: { ...openGate(), ...permit } }).delete([one]));
    expect(error.message).toContain('its members shop-2 are deleted');
    expect([deletedMembers(), state().dbClusters.length]).toEqual([['shop-2'], 1]);
  });

  test('what is left without members is kept, and is not judged by the silence of its metrics', async () => {
    add({ members: 0 });
    expect(keptBecause(await found())).toEqual([expect.stringContaining('it has no member')]);
  });
});

describe('A78 its way back', () => {
  async function stored(seed: Seed = {}): Promise<StoredDefinition> {
    add(seed);
    const one = await found();
    return storedOf(one);
  }
  async function gone(seed: Seed = {}): Promise<StoredDefinition> {
    const definition = await stored(seed);
    await made();
    expect(await remove()).toMatchObject({ kind: 'accepted' });
    return definition;
  }
  const membersMade = () => done('CreateDBInstance').map((input) => Object(input).DBInstanceIdentifier);

  test('it is made from its final snapshot with its settings; once it is available the same makes its members, the writer first', async () => {
    const definition = await gone({
      tags: { team: 'shop' },
      DBSubnetGroup: 'private',
      DBClusterParameterGroup: 'tuned',
      VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-1' }],
      ServerlessV2ScalingConfiguration: { MinCapacity: 0.5, MaxCapacity: 8 },
    });
    expect(await restored(definition)).toMatchObject({ kind: 'restored', id: ID });
    expect(done('RestoreDBClusterFromSnapshot')).toMatchObject([
      {
        SnapshotIdentifier: FINAL,
        Engine: 'aurora-postgresql',
        EngineVersion: '16.4',
        DBSubnetGroupName: 'private',
        DBClusterParameterGroupName: 'tuned',
        VpcSecurityGroupIds: ['sg-1'],
        ServerlessV2ScalingConfiguration: { MinCapacity: 0.5, MaxCapacity: 8 },
        Tags: expect.arrayContaining([{ Key: 'holystone:restored-from', Value: IDENTITY }]),
      },
    ]);
    change({ Status: 'creating' });
    expect(await restored(definition)).toMatchObject({ kind: 'refused', why: expect.stringContaining('creating') });
    change({ Status: 'available' });
    expect(await restored(definition)).toMatchObject({ kind: 'restored', id: ID });
    expect(membersMade()).toEqual(['shop-1', 'shop-2', 'shop-3']);
    expect(done('CreateDBInstance')[0]).toMatchObject({ DBClusterIdentifier: ID, DBInstanceClass: 'db.r6g.large' });
    expect(await restored(definition)).toMatchObject({ kind: 'restored', id: ID });
    expect([membersMade().length, done('RestoreDBClusterFromSnapshot').length]).toEqual([3, 1]);
  });

  test('its deletion ended half-way → the members that are gone are made again, and nothing is restored over it', async () => {
    const definition = await stored();
    for (const name of ['shop-2', 'shop-3']) aws.control.remove(HERE, 'dbInstance', name);
    change({ DBClusterMembers: [{ DBInstanceIdentifier: 'shop-1', IsClusterWriter: true }] });
    expect(await restored(definition)).toMatchObject({ kind: 'restored', id: ID });
    expect([membersMade(), done('RestoreDBClusterFromSnapshot')]).toEqual([['shop-2', 'shop-3'], []]);
    expect((await found()).members).toEqual(['shop-2', 'shop-3', 'shop-1']);
  });

  test('its final snapshot is gone → that before its deletion; both are gone, or another has its name → nothing', async () => {
    const definition = await gone();
    const [last = ''] = state()
      .dbClusterSnapshots.map(({ DBClusterSnapshotIdentifier: name = '' }) => name)
      .filter((name) => name !== FINAL);
    aws.control.remove(HERE, 'dbClusterSnapshot', FINAL);
    const plan = await open({ mayRestore: true }).restore?.(definition, undefined);
    expect(plan).toMatchObject({ kind: 'ready', steps: [{ command: expect.stringContaining(last) }] });
    aws.control.remove(HERE, 'dbClusterSnapshot', last);
    expect(await restored(definition)).toMatchObject({ why: expect.stringContaining('no final snapshot') });
    add({ DbClusterResourceId: 'cluster-OTHER' });
    expect(await restored(definition)).toMatchObject({ why: expect.stringContaining('another database cluster') });
    expect(done('RestoreDBClusterFromSnapshot')).toEqual([]);
  });
});

describe('who used a member', () => {
  const PLACE = { account: account.name, location: HERE.region };
  const DAY = 86_400_000;
  const say = async (source: string) => {
    const own = dbCluster.evidence.find(({ name }) => name === source) as EvidenceSource;
    const findings = await own.read(PLACE, scopeOf(parameters), [await found()], aws.io());
    return findings.map(({ says, by }) => [says, by]);
  };

  test('A106 what somebody does to a member is a use of the cluster, and so are readers that are planned', async () => {
    add();
    const event = { Message: 'DB instance restarted', Date: new Date(Date.now() - 3 * DAY).toISOString() };
    aws.control.addDbEvents(HERE, [{ ...event, SourceIdentifier: 'other-2' }]);
    expect(await say('clusterEvents')).toEqual([]);
    aws.control.addDbEvents(HERE, [{ ...event, SourceIdentifier: 'shop-2' }]);
    expect(await say('clusterEvents')).toEqual([['lastUsed', expect.stringMatching(/^event "DB instance restarted"/)]]);
    const item = { ServiceNamespace: 'rds', ResourceId: 'cluster:shop', ScheduledActionName: 'quarter-end' };
    aws.control.addAnswers(HERE, [{ operation: 'DescribeScheduledActions', item }]);
    expect(await say('clusterEvents')).toContainEqual(['used', 'scheduled action quarter-end']);
  });

  test('A106 the connections of a member that was removed meanwhile count', async () => {
    add({ ClusterCreateTime: new Date(Date.now() - 200 * DAY) });
    const points = [{ at: new Date(Date.now() - 12 * DAY).toISOString(), value: 7 }];
    const dimensions = { DBClusterIdentifier: ID };
    aws.control.addMetrics(HERE, [{ namespace: 'AWS/RDS', name: 'DatabaseConnections', dimensions, points }]);
    expect(await say('clusterConnections')).toContainEqual([
      'lastUsed',
      expect.stringContaining('any member of the time'),
    ]);
  });

  test('A106 a member that was made later is a use at that date', async () => {
    add({ ClusterCreateTime: new Date('2026-01-01T00:00:00Z') });
    changeMember({ InstanceCreateTime: '2026-05-01T00:00:00Z' });
    expect((await found()).lastUsedAt).toEqual(new Date('2026-05-01T00:00:00Z'));
  });
});
