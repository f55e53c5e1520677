/**
 * Idle databases, and clusters of Aurora and DocumentDB, of an entry that says `stop`: they are stopped after a notice, a cluster with
 * all its members, never deleted; AWS starts them after a week.
 */
import { describe, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR } from '../../support/awsWorld.ts';
import {
  EASY,
  eachStays,
  eachStaysAlone,
  type Happening,
  KEPT,
  lettered,
  lifeOf,
  oldOnes,
  STOPS,
  type Table,
} from '../../support/life.ts';

const idOf = lettered('shop');
const SHOP = idOf(0);
const database = lifeOf('dbInstance', 'runningDbInstance');
const { world, control, state, sent } = database;
const cluster = lifeOf('dbCluster', 'runningDbCluster', world);
const LIVE = `${STOPS}, live: true`;

const connect = (DBInstanceIdentifier: string, namespace = 'AWS/RDS', name = 'DatabaseConnections') => {
  const points = [{ at: new Date(world.clock.now() - HOUR).toISOString(), value: 1 }];
  control().addMetrics(HERE, [{ namespace, name, dimensions: { DBInstanceIdentifier }, points }]);
};
const tell = (
  Message: string,
  SourceIdentifier: string,
  SourceType: 'db-instance' | 'db-cluster' = 'db-instance',
  agoMs = 2 * HOUR,
) => {
  const at = new Date(world.clock.now() - agoMs);
  control().addDbEvents(HERE, [{ SourceIdentifier, Message, SourceType, Date: at.toISOString() }]);
};
const silent = () => control().addFault({ kind: 'empty', operation: 'GetMetricData' });

function addDatabase(DBInstanceIdentifier = SHOP): void {
  const { at: InstanceCreateTime, tags } = oldOnes(world);
  const DbiResourceId = `db-${DBInstanceIdentifier.toUpperCase().padEnd(26, 'A')}`;
  control().addDbInstances(HERE, [{ DBInstanceIdentifier, DbiResourceId, InstanceCreateTime, tags }]);
}

function addCluster(DBClusterIdentifier = SHOP, more: object = {}): void {
  const { at: ClusterCreateTime, tags } = oldOnes(world);
  control().addDbClusters(HERE, [{ DBClusterIdentifier, ClusterCreateTime, tags, members: 2, ...more }]);
}

const statuses = () => [
  ...state().dbClusters.map(({ Status }) => Status),
  ...state().dbInstances.map(({ DBInstanceStatus: status }) => status),
];
const tagKeys = () =>
  [...state().dbClusters, ...state().dbInstances].flatMap(({ TagList = [] }) => TagList.map(({ Key }) => Key));

const KINDS = [
  {
    what: 'an idle database',
    life: database,
    deleting: lifeOf('dbInstance', undefined, world),
    add: addDatabase,
    stops: 'StopDBInstance',
    count: 1,
  },
  {
    what: 'an idle cluster',
    life: cluster,
    deleting: lifeOf('dbCluster', undefined, world),
    add: addCluster,
    stops: 'StopDBCluster',
    count: 3,
  },
];

describe.each(KINDS)('A43 A123 $what is stopped', ({ life, deleting, add, stops, count }) => {
  const { remove: stop, mark, marked, later, days } = life;
  const all = (status: string) => Array.from({ length: count }, () => status);
  const due = async (keys = LIVE) => {
    await life.begin(keys);
    add();
    await life.due();
  };

  test('after notice and retention, without a snapshot; nothing else is done to it, and the message says what stays', async () => {
    await due();
    expect(await stop()).toMatchObject({ outcome: 'complete', counts: { accepted: 1 } });
    expect([sent(), statuses()]).toEqual([[stops], all('stopped')]);
    expect([state().dbSnapshots, state().dbClusterSnapshots]).toEqual([[], []]);
    expect(tagKeys()).not.toContain('holystone:quarantine');
    world.clock.advance(HOUR);
    await stop();
    expect(world.audit.find(({ event }) => event === 'deleted')?.reason).toContain('it was stopped, and stays');
    expect([sent(), await marked()]).toEqual([[stops], []]);
    const [message] = world.messages();
    expect(message?.subject).toContain('1 resource will be stopped on');
    const text = `${message?.text}`.replace(/\s+/g, ' ');
    expect(text).toContain('its provider starts it again by itself after 7 days');
    expect(text).not.toContain('will be deleted');
  });

  test('A124 AWS starts it after seven days → it is not stopped again before it ran unused for as long as it has to', async () => {
    await due(`${LIVE}, unusedFor: 9d`);
    await stop();
    later(HOUR);
    await stop();
    later(7 * DAY);
    await mark();
    expect([statuses(), await marked()]).toEqual([all('available'), []]);
    await days(5);
    await mark();
    expect(await marked()).toEqual([]);
    await days(6);
    await mark();
    expect([await marked(), sent().filter((name) => name === stops)]).toEqual([[SHOP], [stops]]);
  });

  test('A124 nobody looks until AWS has started it again → it is not stopped a second time without another notice', async () => {
    await due(`${LIVE}, unusedFor: 3d`);
    await stop();
    later(8 * DAY);
    await stop();
    later(HOUR);
    await stop();
    expect([sent(), statuses(), await marked()]).toEqual([[stops], all('available'), []]);
  });

  test('A124 an entry that deletes comes in its place: what is stopped is kept, and no snapshot is made of it', async () => {
    await due();
    await stop();
    world.clock.advance(HOUR);
    await world.configure({ cleanup: `[${deleting.entry()}]`, defaults: EASY });
    await deleting.mark();
    expect(await deleting.marked()).toEqual([]);
    await world.notify(deleting.namespace);
    await world.watched(30, deleting.namespace);
    await deleting.remove();
    expect(sent()).toEqual([stops]);
  });

  test.each([STOPS, `${STOPS}, live: false`])('its entry is not live → it is not stopped (%s)', async (keys) => {
    await life.begin(keys);
    add();
    await mark();
    await world.notify(life.namespace);
    await days(11);
    later(HOUR);
    await stop();
    expect([sent(), await marked()]).toEqual([[], []]);
  });

  test('its answer is lost → it is not stopped a second time', async () => {
    await due();
    control().addFault({ kind: 'dropAfter', operation: stops, times: 1 });
    await stop();
    world.clock.advance(HOUR);
    await stop();
    expect([sent(), await marked()]).toEqual([[stops], []]);
  });
});

const tableOf = ({ life, add, stops }: (typeof KINDS)[number]): Table => ({
  ...{ life, add, idOf, keys: LIVE, ready: life.due },
  ends: new RegExp(stops),
});
const [DATABASE, CLUSTER] = KINDS.map(tableOf) as [Table, Table];
const DOCUMENTS = { ...CLUSTER, add: (id?: string) => addCluster(id, { Engine: 'docdb' }) };
const SCHEDULED = { Key: 'Schedule', Value: 'x' };

const change = (id: string, to: object) => control().update(HERE, 'dbInstance', id, { ...to });
eachStays('A43 a database is not stopped where just before the stop', DATABASE, [
  ['somebody connects', (id) => connect(id)],
  ['it is changed', (id) => change(id, { PendingModifiedValues: { Port: 1 } })],
  ['a person starts it', (id) => tell('DB instance started', id)],
  ['an event says what this version does not know', (id) => tell('Something of tomorrow', id, 'db-instance', DAY)],
  ['it gets a replica', (id) => change(id, { ReadReplicaDBInstanceIdentifiers: ['copy'] })],
  ['it is protected', (id) => change(id, { DeletionProtection: true })],
  ['a program that stops it by its tags is named', (id) => change(id, { TagList: [SCHEDULED] })],
  ['its owner keeps it', (id) => change(id, { TagList: [KEPT] })],
  ['it is stopped by somebody', (id) => change(id, { DBInstanceStatus: 'stopped' })],
  ['it is another one of its name', (id) => change(id, { DbiResourceId: 'db-ANOTHER' })],
  [
    'a proxy has it as its target',
    (id) => {
      control().addDbProxies(HERE, [{ DBProxyName: 'pool' }]);
      const item = { DBProxyName: 'pool', Type: 'RDS_INSTANCE', RdsResourceId: id };
      database.answers('DescribeDBProxyTargets', item);
    },
  ],
]);
eachStaysAlone('A43 a database is not stopped', DATABASE, [['CloudWatch is silent', silent]]);

const changeCluster = (id: string, to: object) => control().update(HERE, 'dbCluster', id, { ...to });
const changeMember = (id: string, to: object) => change(`${id}-2`, to);
eachStays('A123 a cluster is not stopped where just before the stop', CLUSTER, [
  ['somebody connects to the writer', (id) => connect(`${id}-1`)],
  ['somebody connects to a reader', (id) => connect(`${id}-2`)],
  ['it is changed', (id) => changeCluster(id, { PendingModifiedValues: { EngineVersion: '17.4' } })],
  ['a member is changed', (id) => changeMember(id, { PendingModifiedValues: { DBInstanceClass: 'db.r6g.xlarge' } })],
  ['a person starts it', (id) => tell('DB cluster started', id, 'db-cluster')],
  ['a person restarts a member', (id) => tell('DB instance restarted', `${id}-2`)],
  ['an event says what this version does not know', (id) => tell('Something of tomorrow', id, 'db-cluster')],
  ['it joins a global database', (id) => changeCluster(id, { GlobalClusterIdentifier: 'world' })],
  [
    'it gets a replica in another region',
    (id) => changeCluster(id, { ReadReplicaIdentifiers: ['arn:aws:rds:eu-west-1:1:c'] }),
  ],
  ['it is protected', (id) => changeCluster(id, { DeletionProtection: true })],
  ['a program that stops it by its tags is named', (id) => changeCluster(id, { TagList: [SCHEDULED] })],
  ['its owner keeps it', (id) => changeCluster(id, { TagList: [KEPT] })],
  ['its owner keeps a member', (id) => changeMember(id, { TagList: [KEPT] })],
  ['somebody stops it', (id) => changeCluster(id, { Status: 'stopped' })],
  ['it is another one of its name', (id) => changeCluster(id, { DbClusterResourceId: 'cluster-ANOTHER' })],
  [
    'a blue/green deployment has it as its source',
    (id) => {
      const Source = state().dbClusters.find((one) => one.DBClusterIdentifier === id)?.DBClusterArn;
      const item = { BlueGreenDeploymentName: 'next', Status: 'AVAILABLE', Source };
      cluster.answers('DescribeBlueGreenDeployments', item);
    },
  ],
]);
eachStaysAlone('A123 a cluster is not stopped', CLUSTER, [['CloudWatch is silent', silent]]);

const USES_OF_DOCUMENTS: readonly Happening[] = [
  ['a connection in its own namespace', (id) => connect(`${id}-2`, 'AWS/DocDB')],
  ['one between two samples', (id) => connect(`${id}-1`, 'AWS/DocDB', 'DatabaseConnectionsMax')],
  [
    'a function with its host',
    (id) => cluster.called(`mongodb://${id}.cluster-c0ffee123456.us-east-1.docdb.amazonaws.com`),
  ],
  [
    'a function with the host of a member',
    (id) => cluster.called(`${id}-2.c0ffee123456.us-east-1.docdb.amazonaws.com`),
  ],
  ['a global cluster', (id) => changeCluster(id, { ReadReplicaIdentifiers: ['arn:aws:rds:eu-west-1:1:cluster:c'] })],
];
eachStays('A125 before the stop a cluster of DocumentDB is kept by', DOCUMENTS, USES_OF_DOCUMENTS);
eachStaysAlone('A125 a cluster of DocumentDB is not stopped', DOCUMENTS, [['its own metrics are silent', silent]]);

test('A125 a cluster of DocumentDB is stopped as one of Aurora is; connections of one of that name in RDS are none of its', async () => {
  await cluster.begin(LIVE);
  DOCUMENTS.add();
  await cluster.due();
  connect(`${SHOP}-1`);
  expect(await cluster.remove()).toMatchObject({ counts: { accepted: 1 } });
  expect([sent(), statuses()]).toEqual([['StopDBCluster'], ['stopped', 'stopped', 'stopped']]);
});

test.each(['neptune', 'mysql'])('A125 one of %s is kept, whatever its metrics say', async (Engine) => {
  await cluster.begin(LIVE);
  addCluster(SHOP, { Engine });
  await cluster.mark();
  await world.notify(cluster.namespace);
  expect([await cluster.marked(), world.messages()]).toEqual([[], []]);
});
