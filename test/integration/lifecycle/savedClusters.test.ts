/** A cluster of Aurora after its snapshot: only what nobody connected to until its end goes, members first. */
import { expect, test } from '@jest/globals';
import { HERE } from '../../support/awsWorld.ts';
import { eachStays, eachStaysAlone, KEPT, lettered, lifeOf, oldOnes, type Table } from '../../support/life.ts';

const idOf = lettered('shop');

const life = lifeOf('dbCluster');
const { world, control, state, remove, sent, days } = life;
const change = (id: string, to: object) => control().update(HERE, 'dbCluster', id, { ...to });
const changeMember = (id: string, to: object) => control().update(HERE, 'dbInstance', `${id}-2`, { ...to });
const use = (name: string, value: number, DBInstanceIdentifier: string) =>
  life.measured('AWS/RDS', name, { DBInstanceIdentifier }, value);

function add(id = idOf(0)): void {
  const { at: ClusterCreateTime, tags } = oldOnes(world);
  control().addDbClusters(HERE, [{ DBClusterIdentifier: id, ClusterCreateTime, tags, members: 2 }]);
}

/** With a snapshot, which is old enough. */
async function ready(count = 1): Promise<void> {
  await life.saved(count);
  expect(state().dbClusterSnapshots).toHaveLength(count);
  await days(8);
}

async function saved(): Promise<void> {
  await life.begin();
  add();
  await ready();
}

test('A77 nobody connected → members and cluster go a week after its snapshot with a final one, and both stay', async () => {
  await saved();
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  expect(sent()).toEqual([
    ...['AddTagsToResource', 'CreateDBClusterSnapshot', 'DeleteDBCluster refused'],
    ...['DeleteDBInstance', 'DeleteDBInstance', 'DeleteDBCluster'],
  ]);
  const left = [state().dbClusters.length, state().dbInstances.length, state().dbClusterSnapshots.length];
  expect(left).toEqual([0, 0, 2]);
});

const table: Table = { life, idOf, add, ready, ends: /^Delete/ };

eachStays('A77 it stays, whatever shows only after its snapshot', table, [
  ['a connection', (id) => use('DatabaseConnections', 1, `${id}-1`)],
  ['a connection to its reader', (id) => use('DatabaseConnections', 1, `${id}-2`)],
  ['work without a connection in any sample', (id) => use('WriteIOPS', 400, `${id}-1`)],
  ['a stop', (id) => change(id, { Status: 'stopped' })],
  ['deletion protection', (id) => change(id, { DeletionProtection: true })],
  ['deletion protection of a member', (id) => changeMember(id, { DeletionProtection: true })],
  ['a keep tag of a member', (id) => changeMember(id, { TagList: [KEPT] })],
  ['a global database', (id) => change(id, { GlobalClusterIdentifier: 'world' })],
  ['the Data API', (id) => change(id, { HttpEndpointEnabled: true })],
  ['another one of its name', (id) => change(id, { DbClusterResourceId: 'cluster-OTHER' })],
  [
    'the end of its snapshot',
    (id) => {
      const own = state().dbClusterSnapshots.find((one) => one.DBClusterIdentifier === id);
      control().remove(HERE, 'dbClusterSnapshot', own?.DBClusterSnapshotIdentifier ?? '');
    },
  ],
  [
    'a new member, of which nothing is known yet',
    (id) => {
      const DBInstanceIdentifier = `${id}-3`;
      const Engine = 'aurora-postgresql';
      control().addDbInstances(HERE, [{ DBInstanceIdentifier, DBClusterIdentifier: id, Engine }]);
      const members = state().dbClusters.find((one) => one.DBClusterIdentifier === id)?.DBClusterMembers ?? [];
      change(id, { DBClusterMembers: [...members, { DBInstanceIdentifier }] });
    },
  ],
  [
    'a function with the host of its readers',
    (id) => life.called(`postgres://${id}.cluster-ro-c0ffee123456.us-east-1.rds.amazonaws.com/shop`),
  ],
]);

eachStaysAlone('A77 it stays', table, [
  [
    'a clone that is being made',
    () => control().addDbClusters(HERE, [{ DBClusterIdentifier: 'clone', Status: 'creating' }]),
  ],
]);

test('A77 A183 AWS deletes the members and refuses the cluster → an error says it, it stays with its data, and is never tried by the silence of what is gone', async () => {
  await saved();
  control().addFault({ operation: 'DeleteDBCluster', kind: 'deny', nth: 2 });
  expect(await remove()).toMatchObject({ counts: { refused: 1 } });
  expect([state().dbClusters.length, state().dbInstances.length]).toEqual([1, 0]);
  const errors = world.logs.filter(({ level }) => level === 'error');
  expect(errors).toMatchObject([
    {
      message: expect.stringContaining('ended half-way'),
      fields: { id: idOf(0), next: expect.stringMatching(/`holystone restore` makes them again$/) },
    },
  ]);
  await days(2);
  await remove();
  await life.mark();
  expect(sent().filter((one) => one === 'DeleteDBCluster')).toEqual([]);
  expect(state().dbClusters).toHaveLength(1);
});

test.each([
  ['throttles it', { kind: 'throttle' }],
  ['fails', { kind: 'error', code: 'InternalFailure', status: 500 }],
  ['does not answer', { kind: 'drop' }],
] as const)(
  'A183 AWS deletes the members, and %s when the cluster is asked for → a warning says what may be',
  async (_what, fault) => {
    await saved();
    control().addFault({ operation: 'DeleteDBCluster', ...fault, nth: 2 });
    await remove();
    const lines = world.logs.filter(({ message }) => message.includes('half-way'));
    expect(lines.map(({ level }) => level)).toEqual(['warn']);
    expect(lines[0]).toMatchObject({
      message: expect.stringContaining('may have ended half-way'),
      fields: { next: expect.stringContaining('with all its data may be left: ') },
    });
  },
);
