/** Clusters of Redshift, from the survey to their end: a snapshot first, or only a pause; and what keeps them until then. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR, namespaceOf, World } from '../../support/awsWorld.ts';

const DELETED = namespaceOf('warehouse');
const PAUSED = namespaceOf('runningWarehouse');
const ID = 'sales';
const NAMESPACE = 'arn:aws:redshift:us-east-1:111111111111:namespace:0c5f2d6e-1111-4222-8333-444455556666';

let world: World;
/** AWS's clock before that of this machine. */
let ahead = 0;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

async function begin(actions = ''): Promise<void> {
  await world.reset({
    cleanup: `[{ type: warehouse, accounts: [test], live: true, when: [{ rule: unused }]${actions}, acceptIncomplete: { until: 2099-12-31, reason: a test } }]`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
  world.clock.advance(Date.now() + ahead - world.clock.now());
}
const STOPS = ', actions: [mark, notify, stop]';

const control = () => world.sandbox.control;
const state = () => control().state(HERE);
const sent = () => world.writes().map(({ operation }) => operation);
const change = (to: object) => control().update(HERE, 'warehouse', ID, { ...to });
const answer = (operation: string, item: object) => control().addAnswers(HERE, [{ operation, item }]);

function laterForAws(ms: number): void {
  control().advanceClock(ms);
  ahead += ms;
  // The sessions of its roles are over.
  world.forgetClients();
}

async function days(count: number, namespace: typeof DELETED): Promise<void> {
  await world.watched(count, namespace);
  laterForAws(count * DAY);
}

/** One whose retention is over. */
async function due(namespace: typeof DELETED): Promise<void> {
  const ClusterCreateTime = new Date(world.clock.now() - 200 * DAY);
  const own = { ClusterIdentifier: ID, ClusterNamespaceArn: NAMESPACE, ClusterCreateTime };
  control().addWarehouses(HERE, [{ ...own, tags: { owner: 'ann@example.com' } }]);
  expect(await world.pass('mark', namespace)).toMatchObject({ counts: { marked: 1 } });
  await world.notify(namespace);
  await days(11, namespace);
  world.clock.advance(HOUR);
  laterForAws(HOUR);
}

/** One with its snapshot. */
async function saved(): Promise<void> {
  await begin();
  await due(DELETED);
  expect(await world.pass('delete', DELETED)).toMatchObject({ counts: { quarantined: 1, accepted: 0 } });
  expect(state().warehouseSnapshots).toHaveLength(1);
}

const measure = (name: string, more: object = {}) => {
  const points = [{ at: new Date(world.clock.now()).toISOString(), value: 1 }];
  const dimensions = { ClusterIdentifier: ID, ...more };
  control().addMetrics(HERE, [{ namespace: 'AWS/Redshift', name, dimensions, points }]);
};

test('A82 nobody connects to it → it goes a week after its snapshot with a final one, and both stay', async () => {
  await saved();
  await days(8, DELETED);
  expect(await world.pass('delete', DELETED)).toMatchObject({ counts: { accepted: 1 } });
  expect(sent()).toEqual(['CreateTags', 'CreateClusterSnapshot', 'DeleteCluster']);
  expect([state().warehouses.length, state().warehouseSnapshots.length]).toEqual([0, 2]);
});

const resumption = { ScheduledActionName: 'monday', TargetAction: { ResumeCluster: { ClusterIdentifier: ID } } };
const LATE: readonly (readonly [string, () => void])[] = [
  ['a connection', () => measure('DatabaseConnections')],
  ['a query of the Data API', () => measure('QueriesCompletedPerSecond', { latency: 'medium' })],
  ['a scheduled resumption', () => answer('DescribeScheduledActions', resumption)],
  ['a data share', () => answer('DescribeDataSharesForProducer', { DataShareArn: 'd', ProducerArn: NAMESPACE })],
  ['an integration', () => answer('DescribeIntegrations', { IntegrationName: 'orders', TargetArn: NAMESPACE })],
  ['an endpoint', () => control().addWarehouseEndpoints(HERE, [{ ClusterIdentifier: ID }])],
  ['a pause by a person', () => change({ ClusterStatus: 'paused' })],
  ['a resize', () => change({ ResizeInfo: { ResizeType: 'ClassicResize' } })],
  ['another one of its name', () => change({ ClusterNamespaceArn: NAMESPACE.replace('0c5f', 'ffff') })],
  [
    'a function with its host',
    () => {
      const Variables = { DW: `postgres://${ID}.abc123.us-east-1.redshift.amazonaws.com:5439/dev` };
      control().addFunctions(HERE, [{ FunctionName: 'report', Environment: { Variables } }]);
    },
  ],
];

describe('it stays, whatever shows only at the end', () => {
  const lost: readonly (readonly [string, () => void])[] = [
    ['the end of its snapshot', () => control().remove(HERE, 'warehouseSnapshot', nameOfLast())],
    ['a snapshot that failed', () => control().update(HERE, 'warehouseSnapshot', nameOfLast(), { Status: 'failed' })],
  ];
  const nameOfLast = () => state().warehouseSnapshots[0]?.SnapshotIdentifier ?? '';

  test.each([...LATE, ...lost])('A82 %s', async (_what, happens) => {
    await saved();
    await days(8, DELETED);
    happens();
    await world.pass('delete', DELETED);
    expect([sent().includes('DeleteCluster'), state().warehouses.length]).toEqual([false, 1]);
  });

  test.each(LATE.filter((_one, index) => index % 3 === 0))('A83 before a pause: %s', async (_what, happens) => {
    await begin(STOPS);
    await due(PAUSED);
    happens();
    await world.pass('delete', PAUSED);
    expect(sent()).not.toContain('PauseCluster');
  });
});

test('A83 with `stop` it is paused after notice and retention, and the message says what stays', async () => {
  await begin(STOPS);
  await due(PAUSED);
  expect(await world.pass('delete', PAUSED)).toMatchObject({ outcome: 'complete', counts: { accepted: 1 } });
  world.clock.advance(HOUR);
  await world.pass('delete', PAUSED);
  expect([sent(), state().warehouses[0]?.ClusterStatus]).toEqual([['PauseCluster'], 'paused']);
  expect(state().warehouseSnapshots).toEqual([]);
  const [message] = world.messages();
  expect(`${message?.text}`.replace(/\s+/g, ' ')).toContain('it is only paused');
  expect(await world.marks(PAUSED)).toEqual([]);
});

test('A80 one that its team paused is not judged', async () => {
  await begin();
  const ClusterCreateTime = new Date(world.clock.now() - 200 * DAY);
  const own = { ClusterIdentifier: ID, ClusterNamespaceArn: NAMESPACE, ClusterCreateTime };
  control().addWarehouses(HERE, [{ ...own, ClusterStatus: 'paused' }]);
  expect(await world.pass('mark', DELETED)).toMatchObject({ counts: { marked: 0 } });
});

test.each([
  'off: [warehouseConnections]',
  'acceptUnread: [{ kind: warehouseConnections, accounts: [test], until: 2099-12-31, reason: a test }]',
])('Law 1 the only proof that one is idle cannot be left out: %s', async (evidence) => {
  const cleanup = `[{ type: warehouse, accounts: [test], when: [{ rule: unused }], evidence: { ${evidence} } }]`;
  await expect(world.configure({ cleanup })).rejects.toThrow(/warehouseConnections/);
});
