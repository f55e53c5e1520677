/** Clusters of Redshift, from the survey to their end: a snapshot first, or only a pause; and what keeps them until then. */
import { expect, test } from '@jest/globals';
import { HERE, HOUR } from '../../support/awsWorld.ts';
import { eachStays, type Happening, lettered, lifeOf, oldOnes, STOPS } from '../../support/life.ts';

const idOf = lettered('sales');
const life = lifeOf('warehouse');
const pausing = lifeOf('warehouse', 'runningWarehouse', life.world);
const { world, control, state, remove, sent, days } = life;
const change = (id: string, to: object) => control().update(HERE, 'warehouse', id, { ...to });
const measure = (ClusterIdentifier: string, name: string, more: Record<string, string> = {}) =>
  life.measured('AWS/Redshift', name, { ClusterIdentifier, ...more });
const arnOf = (id: string) => `arn:aws:redshift:us-east-1:111111111111:namespace:${id}`;

function add(ClusterIdentifier = idOf(0), more: object = {}): void {
  const { at: ClusterCreateTime, tags } = oldOnes(world);
  const ClusterNamespaceArn = arnOf(ClusterIdentifier);
  control().addWarehouses(HERE, [{ ClusterIdentifier, ClusterNamespaceArn, ClusterCreateTime, tags, ...more }]);
}

/** With a snapshot, which is old enough. */
async function ready(count = 1): Promise<void> {
  await life.saved(count);
  expect(state().warehouseSnapshots).toHaveLength(count);
  await days(8);
}

test('A82 nobody connects to it → it goes a week after its snapshot with a final one, and both stay', async () => {
  await life.begin();
  add();
  await ready();
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  expect(sent()).toEqual(['CreateTags', 'CreateClusterSnapshot', 'DeleteCluster']);
  expect([state().warehouses.length, state().warehouseSnapshots.length]).toEqual([0, 2]);
});

const resumption = (ClusterIdentifier: string) => ({
  ScheduledActionName: 'monday',
  TargetAction: { ResumeCluster: { ClusterIdentifier } },
});
const LATE: readonly Happening[] = [
  ['a connection', (id) => measure(id, 'DatabaseConnections')],
  ['a query of the Data API', (id) => measure(id, 'QueriesCompletedPerSecond', { latency: 'medium' })],
  ['a scheduled resumption', (id) => life.answers('DescribeScheduledActions', resumption(id))],
  [
    'a data share',
    (id) => life.answers('DescribeDataSharesForProducer', { DataShareArn: 'd', ProducerArn: arnOf(id) }),
  ],
  ['an integration', (id) => life.answers('DescribeIntegrations', { IntegrationName: 'orders', TargetArn: arnOf(id) })],
  ['an endpoint', (id) => control().addWarehouseEndpoints(HERE, [{ ClusterIdentifier: id }])],
  ['a pause by a person', (id) => change(id, { ClusterStatus: 'paused' })],
  ['a resize', (id) => change(id, { ResizeInfo: { ResizeType: 'ClassicResize' } })],
  ['another one of its name', (id) => change(id, { ClusterNamespaceArn: arnOf('another') })],
  [
    'a function with its host',
    (id) => life.called(`postgres://${id}.abc123.us-east-1.redshift.amazonaws.com:5439/dev`),
  ],
];
const snapshotOf = (id: string) =>
  state().warehouseSnapshots.find((one) => one.ClusterIdentifier === id)?.SnapshotIdentifier ?? '';
const LOST: readonly Happening[] = [
  ['the end of its snapshot', (id) => control().remove(HERE, 'warehouseSnapshot', snapshotOf(id))],
  ['a snapshot that failed', (id) => control().update(HERE, 'warehouseSnapshot', snapshotOf(id), { Status: 'failed' })],
];

const table = { life, idOf, add, ready, ends: /^DeleteCluster/ };
eachStays('A82 it stays, whatever shows only at the end', table, [...LATE, ...LOST]);

const pauses = { ...table, life: pausing, keys: `live: true, ${STOPS}`, ready: pausing.due, ends: /^PauseCluster/ };
eachStays('A83 it is not paused, whatever shows only before that', pauses, LATE);

test('A83 with `stop` it is paused after notice and retention, and the message says what stays', async () => {
  await pausing.begin(pauses.keys);
  add();
  await pausing.due();
  expect(await pausing.remove()).toMatchObject({ outcome: 'complete', counts: { accepted: 1 } });
  world.clock.advance(HOUR);
  await pausing.remove();
  expect([sent(), state().warehouses[0]?.ClusterStatus]).toEqual([['PauseCluster'], 'paused']);
  expect(state().warehouseSnapshots).toEqual([]);
  const [message] = world.messages();
  expect(`${message?.text}`.replace(/\s+/g, ' ')).toContain('it is only paused');
  expect(await pausing.marked()).toEqual([]);
});

test('A80 one that its team paused is not judged', async () => {
  await life.begin();
  add(idOf(0), { ClusterStatus: 'paused' });
  expect(await life.mark()).toMatchObject({ counts: { marked: 0 } });
});

test.each([
  'off: [warehouseConnections]',
  'acceptUnread: [{ kind: warehouseConnections, accounts: [test], until: 2099-12-31, reason: a test }]',
])('Law 1 the only proof that one is idle cannot be left out: %s', async (evidence) => {
  const cleanup = `[{ type: warehouse, accounts: [test], when: [{ rule: unused }], evidence: { ${evidence} } }]`;
  await expect(life.world.configure({ cleanup })).rejects.toThrow(/warehouseConnections/);
});
