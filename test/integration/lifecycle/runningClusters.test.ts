/** Idle clusters of Aurora and DocumentDB of an entry that says `stop`: stopped with all members after a notice, never deleted; AWS starts them after a week. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { awsTimeOf } from '../../support/awsTime.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const RUNNING = namespaceOf('runningDbCluster');
const DELETED = namespaceOf('dbCluster');
const ACCEPTED = 'acceptIncomplete: { until: 2099-12-31, reason: a test }';

const world = worldForAll();
const { reset, later, days } = awsTimeOf(world, RUNNING);

const entry = (keys: string) => `{ accounts: [test], when: [{ rule: unused }], ${ACCEPTED}, ${keys} }`;
const STOPS = 'type: dbCluster, actions: [mark, notify, stop]';
const defaults = 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }';

async function begin(...entries: readonly string[]): Promise<void> {
  await reset({ cleanup: `[${entries.map(entry).join(', ')}]`, defaults });
}
beforeEach(() => begin(`${STOPS}, live: true`));

const control = () => world.sandbox.control;
const mark = () => world.pass('mark', RUNNING);
const stop = () => world.pass('delete', RUNNING);
const state = () => control().state(HERE);
const statuses = () => [
  state().dbClusters[0]?.Status,
  ...state().dbInstances.map(({ DBInstanceStatus: status }) => status),
];
const change = (to: object) => control().update(HERE, 'dbCluster', 'shop', { ...to });
const changeMember = (to: object) => control().update(HERE, 'dbInstance', 'shop-2', { ...to });
const marked = async (of = RUNNING) => (await world.marks(of)).map(({ id }) => id);
const sent = () => world.writes().map(({ operation }) => operation);
const tell = (Message: string, SourceIdentifier = 'shop') =>
  control().addDbEvents(HERE, [
    {
      ...{ SourceIdentifier, Message, SourceType: SourceIdentifier === 'shop' ? 'db-cluster' : 'db-instance' },
      Date: new Date(world.clock.now() - 2 * HOUR).toISOString(),
    },
  ]);
const connect = (DBInstanceIdentifier: string, namespace = 'AWS/RDS', name = 'DatabaseConnections') => {
  const points = [{ at: new Date(world.clock.now() - HOUR).toISOString(), value: 1 }];
  const dimensions = { DBInstanceIdentifier };
  control().addMetrics(HERE, [{ namespace, name, dimensions, points }]);
};

/** One whose retention is over. */
async function due(more: object = {}): Promise<void> {
  const ClusterCreateTime = new Date(world.clock.now() - 200 * DAY);
  const tags = { owner: 'ann@example.com' };
  control().addDbClusters(HERE, [{ DBClusterIdentifier: 'shop', ClusterCreateTime, tags, members: 2, ...more }]);
  await mark();
  await world.notify(RUNNING);
  await days(11);
  later(HOUR);
}

describe('A123 an idle cluster is stopped', () => {
  test('after notice and retention, with its members, without a snapshot, and nothing else is done to it', async () => {
    await due();
    expect(await stop()).toMatchObject({ outcome: 'complete', counts: { accepted: 1 } });
    expect([sent(), statuses(), state().dbClusterSnapshots]).toEqual([
      ['StopDBCluster'],
      ['stopped', 'stopped', 'stopped'],
      [],
    ]);
    expect(state().dbClusters[0]?.TagList?.map(({ Key }) => Key)).not.toContain('holystone:quarantine');
    world.clock.advance(HOUR);
    await stop();
    expect(world.audit.find(({ event }) => event === 'deleted')?.reason).toContain('it was stopped, and stays');
    expect([sent(), await marked()]).toEqual([['StopDBCluster'], []]);
  });

  test('the message says that it is stopped, what stays, and that AWS starts it again', async () => {
    await due();
    const [message] = world.messages();
    expect(message?.subject).toContain('1 resource will be stopped on');
    const text = `${message?.text}`.replace(/\s+/g, ' ');
    expect(text).toContain('its provider starts it again by itself after 7 days');
    expect(text).not.toContain('will be deleted');
  });

  test('A124 AWS starts it after seven days → it is not stopped again before it ran unused for as long as it has to', async () => {
    await begin(`${STOPS}, live: true, unusedFor: 9d`);
    await due();
    await stop();
    later(HOUR);
    await stop();
    later(7 * DAY);
    await mark();
    expect([statuses(), await marked()]).toEqual([['available', 'available', 'available'], []]);
    await days(5);
    await mark();
    expect(await marked()).toEqual([]);
    await days(6);
    await mark();
    expect([await marked(), sent().filter((name) => name === 'StopDBCluster')]).toEqual([['shop'], ['StopDBCluster']]);
  });

  test('A124 nobody looks until AWS has started it again → it is not stopped a second time without another notice', async () => {
    await begin(`${STOPS}, live: true, unusedFor: 3d`);
    await due();
    await stop();
    later(8 * DAY);
    await stop();
    later(HOUR);
    await stop();
    expect([sent(), statuses()[0], await marked()]).toEqual([['StopDBCluster'], 'available', []]);
  });

  test('A124 an entry that deletes comes in its place: what is stopped is kept, and no snapshot is made of it', async () => {
    await due();
    await stop();
    world.clock.advance(HOUR);
    await world.configure({ cleanup: `[${entry('type: dbCluster, live: true')}]`, defaults });
    await world.pass('mark', DELETED);
    expect(await marked(DELETED)).toEqual([]);
    await world.notify(DELETED);
    await world.watched(30, DELETED);
    await world.pass('delete', DELETED);
    expect(sent()).toEqual(['StopDBCluster']);
  });
});

describe('A125 a cluster of DocumentDB', () => {
  test('is stopped as one of Aurora is', async () => {
    await due({ Engine: 'docdb' });
    expect(await stop()).toMatchObject({ counts: { accepted: 1 } });
    expect([sent(), statuses()]).toEqual([['StopDBCluster'], ['stopped', 'stopped', 'stopped']]);
  });

  test.each<[string, () => void]>([
    ['a connection in its own namespace', () => connect('shop-2', 'AWS/DocDB')],
    ['one between two samples', () => connect('shop-1', 'AWS/DocDB', 'DatabaseConnectionsMax')],
    ['a function with its host', () => called('mongodb://shop.cluster-c0ffee123456.us-east-1.docdb.amazonaws.com')],
    ['a function with the host of a member', () => called('shop-2.c0ffee123456.us-east-1.docdb.amazonaws.com')],
    ['silence of its own metrics', () => control().addFault({ kind: 'empty', operation: 'GetMetricData' })],
    ['a global cluster', () => change({ ReadReplicaIdentifiers: ['arn:aws:rds:eu-west-1:1:cluster:c'] })],
  ])('%s before the stop keeps it running', async (_what, happens) => {
    await due({ Engine: 'docdb' });
    happens();
    await stop();
    expect(sent()).toEqual([]);
  });

  test('connections of one of that name in RDS are none of its', async () => {
    await due({ Engine: 'docdb' });
    connect('shop-1');
    expect(await stop()).toMatchObject({ counts: { accepted: 1 } });
  });

  test.each(['neptune', 'mysql'])('one of %s is kept, whatever its metrics say', async (Engine) => {
    await due({ Engine });
    expect([await marked(), world.messages()]).toEqual([[], []]);
  });
});

describe('A123 nothing is stopped', () => {
  test.each<[string, () => void]>([
    ['somebody connects to the writer', () => connect('shop-1')],
    ['somebody connects to a reader', () => connect('shop-2')],
    ['it is changed', () => change({ PendingModifiedValues: { EngineVersion: '17.4' } })],
    ['a member is changed', () => changeMember({ PendingModifiedValues: { DBInstanceClass: 'db.r6g.xlarge' } })],
    ['a person starts it', () => tell('DB cluster started')],
    ['a person restarts a member', () => tell('DB instance restarted', 'shop-2')],
    ['an event says what this version does not know', () => tell('Something of tomorrow')],
    ['it joins a global database', () => change({ GlobalClusterIdentifier: 'world' })],
    ['it gets a replica in another region', () => change({ ReadReplicaIdentifiers: ['arn:aws:rds:eu-west-1:1:c'] })],
    ['it is protected', () => change({ DeletionProtection: true })],
    ['a program that stops it by its tags is named', () => change({ TagList: [{ Key: 'Schedule', Value: 'x' }] })],
    ['its owner keeps it', () => change({ TagList: [{ Key: 'holystone:keep', Value: 'always' }] })],
    ['its owner keeps a member', () => changeMember({ TagList: [{ Key: 'holystone:keep', Value: 'always' }] })],
    ['somebody stops it', () => change({ Status: 'stopped' })],
    ['it is another one of its name', () => change({ DbClusterResourceId: 'cluster-ANOTHER' })],
    ['a blue/green deployment has it as its source', () => deployed()],
    ['CloudWatch is silent', () => control().addFault({ kind: 'empty', operation: 'GetMetricData' })],
  ])('%s before the stop', async (_what, happens) => {
    await due();
    happens();
    await stop();
    expect(sent()).toEqual([]);
  });

  test.each(['', ', live: false'])('its entry is not live (%s)', async (keys) => {
    await begin(`${STOPS}${keys}`);
    await due();
    await stop();
    expect(sent()).toEqual([]);
  });

  test('its answer is lost → it is not stopped a second time', async () => {
    await due();
    control().addFault({ kind: 'dropAfter', operation: 'StopDBCluster', times: 1 });
    await stop();
    world.clock.advance(HOUR);
    await stop();
    expect([sent(), await marked()]).toEqual([['StopDBCluster'], []]);
  });
});

function deployed(): void {
  const Source = state().dbClusters[0]?.DBClusterArn;
  const item = { BlueGreenDeploymentName: 'next', Status: 'AVAILABLE', Source };
  control().addAnswers(HERE, [{ operation: 'DescribeBlueGreenDeployments', item }]);
}

function called(SHOP: string): void {
  control().addFunctions(HERE, [{ FunctionName: 'checkout', Environment: { Variables: { SHOP } } }]);
}
