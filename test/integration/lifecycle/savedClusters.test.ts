/** A cluster of Aurora after its snapshot: only what nobody connected to until its end goes, members first. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR, namespaceOf, World } from '../../support/awsWorld.ts';

const CLUSTERS = namespaceOf('dbCluster');
const ID = 'shop';

let world: World;
/** AWS's clock before that of this machine. */
let ahead = 0;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());
beforeEach(async () => {
  await world.reset({
    cleanup:
      '[{ type: dbCluster, accounts: [test], live: true, when: [{ rule: unused }], acceptIncomplete: { until: 2099-12-31, reason: a test } }]',
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
  world.clock.advance(Date.now() + ahead - world.clock.now());
});

const control = () => world.sandbox.control;
const remove = () => world.pass('delete', CLUSTERS);
const state = () => control().state(HERE);
const change = (to: object) => control().update(HERE, 'dbCluster', ID, { ...to });
const changeMember = (to: object) => control().update(HERE, 'dbInstance', `${ID}-2`, { ...to });
const sent = () => world.writes().map(({ operation, status }) => (status < 300 ? operation : `${operation} refused`));

function laterForAws(ms: number): void {
  control().advanceClock(ms);
  ahead += ms;
  // The sessions of its roles are over.
  world.forgetClients();
}

async function days(count: number): Promise<void> {
  await world.watched(count, CLUSTERS);
  laterForAws(count * DAY);
}

function add(): void {
  const ClusterCreateTime = new Date(world.clock.now() - 200 * DAY);
  const tags = { owner: 'ann@example.com' };
  control().addDbClusters(HERE, [{ DBClusterIdentifier: ID, ClusterCreateTime, tags, members: 2 }]);
}

/** One with its snapshot. */
async function saved(): Promise<void> {
  add();
  expect(await world.pass('mark', CLUSTERS)).toMatchObject({ counts: { marked: 1 } });
  await world.notify(CLUSTERS);
  await days(11);
  world.clock.advance(HOUR);
  laterForAws(HOUR);
  expect(await remove()).toMatchObject({ counts: { quarantined: 1, accepted: 0 } });
  expect(state().dbClusterSnapshots).toHaveLength(1);
}

const use = (name: string, value: number, DBInstanceIdentifier = `${ID}-1`) => {
  const points = [{ at: new Date(world.clock.now()).toISOString(), value }];
  control().addMetrics(HERE, [{ namespace: 'AWS/RDS', name, dimensions: { DBInstanceIdentifier }, points }]);
};

test('A77 nobody connected → members and cluster go a week after its snapshot with a final one, and both stay', async () => {
  await saved();
  await days(8);
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  expect(sent()).toEqual([
    ...['AddTagsToResource', 'CreateDBClusterSnapshot', 'DeleteDBCluster refused'],
    ...['DeleteDBInstance', 'DeleteDBInstance', 'DeleteDBCluster'],
  ]);
  const left = [state().dbClusters.length, state().dbInstances.length, state().dbClusterSnapshots.length];
  expect(left).toEqual([0, 0, 2]);
});

describe('A77 it stays, whatever shows only after its snapshot', () => {
  const snapshot = () => state().dbClusterSnapshots[0]?.DBClusterSnapshotIdentifier ?? '';
  test.each<[string, () => unknown]>([
    ['a connection', () => use('DatabaseConnections', 1)],
    ['a connection to its reader', () => use('DatabaseConnections', 1, `${ID}-2`)],
    ['work without a connection in any sample', () => use('WriteIOPS', 400)],
    ['a stop', () => change({ Status: 'stopped' })],
    ['deletion protection', () => change({ DeletionProtection: true })],
    ['deletion protection of a member', () => changeMember({ DeletionProtection: true })],
    ['a keep tag of a member', () => changeMember({ TagList: [{ Key: 'holystone:keep', Value: 'always' }] })],
    ['a global database', () => change({ GlobalClusterIdentifier: 'world' })],
    ['the Data API', () => change({ HttpEndpointEnabled: true })],
    ['another one of its name', () => change({ DbClusterResourceId: 'cluster-OTHER' })],
    ['the end of its snapshot', () => control().remove(HERE, 'dbClusterSnapshot', snapshot())],
    [
      'a new member, of which nothing is known yet',
      () => {
        const DBInstanceIdentifier = `${ID}-3`;
        control().addDbInstances(HERE, [
          { DBInstanceIdentifier, DBClusterIdentifier: ID, Engine: 'aurora-postgresql' },
        ]);
        change({ DBClusterMembers: [...(state().dbClusters[0]?.DBClusterMembers ?? []), { DBInstanceIdentifier }] });
      },
    ],
    [
      'a function with the host of its readers',
      () => {
        const Variables = { DB: `postgres://${ID}.cluster-ro-c0ffee123456.us-east-1.rds.amazonaws.com/shop` };
        control().addFunctions(HERE, [{ FunctionName: 'checkout', Environment: { Variables } }]);
      },
    ],
    [
      'a clone that is being made',
      () => control().addDbClusters(HERE, [{ DBClusterIdentifier: 'clone', Status: 'creating' }]),
    ],
  ])('%s', async (_what, happens) => {
    await saved();
    await days(8);
    happens();
    await remove();
    expect(sent().filter((one) => one.startsWith('Delete'))).toEqual([]);
    expect(state().dbInstances.length).toBeGreaterThanOrEqual(2);
  });
});

test('A77 AWS deletes the members and refuses the cluster → it stays with its data, and is never tried by the silence of what is gone', async () => {
  await saved();
  await days(8);
  control().addFault({ operation: 'DeleteDBCluster', kind: 'deny', nth: 2 });
  expect(await remove()).toMatchObject({ counts: { refused: 1 } });
  expect([state().dbClusters.length, state().dbInstances.length]).toEqual([1, 0]);
  await days(2);
  await remove();
  await world.pass('mark', CLUSTERS);
  expect(sent().filter((one) => one === 'DeleteDBCluster')).toEqual([]);
  expect(state().dbClusters).toHaveLength(1);
});
