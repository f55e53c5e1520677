/** Idle databases of an entry that says `stop`: they are stopped after a notice, never deleted, and RDS starts them after a week. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { awsTimeOf } from '../../support/awsTime.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const RUNNING = namespaceOf('runningDbInstance');
const DELETED = namespaceOf('dbInstance');
const IDENTITY = 'db-ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const ACCEPTED = 'acceptIncomplete: { until: 2099-12-31, reason: a test }';

const world = worldForAll();
const { reset, later, days } = awsTimeOf(world, RUNNING);

const entry = (keys: string) => `{ accounts: [test], when: [{ rule: unused }], ${ACCEPTED}, ${keys} }`;
const STOPS = 'type: dbInstance, actions: [mark, notify, stop]';
const defaults = 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }';

async function begin(...entries: readonly string[]): Promise<void> {
  await reset({ cleanup: `[${entries.map(entry).join(', ')}]`, defaults });
}
beforeEach(() => begin(`${STOPS}, live: true`));

const control = () => world.sandbox.control;
const mark = () => world.pass('mark', RUNNING);
const stop = () => world.pass('delete', RUNNING);
const state = () => control().state(HERE);
const one = () => state().dbInstances[0];
const change = (to: object) => control().update(HERE, 'dbInstance', 'shop', { ...to });
const marked = async (of = RUNNING) => (await world.marks(of)).map(({ id }) => id);
const sent = () => world.writes().map(({ operation }) => operation);
const tell = (Message: string, at: number, more: object = {}) =>
  control().addDbEvents(HERE, [{ SourceIdentifier: 'shop', Message, Date: new Date(at).toISOString(), ...more }]);
const connect = (at: number) => {
  const points = [{ at: new Date(at).toISOString(), value: 1 }];
  const dimensions = { DBInstanceIdentifier: 'shop' };
  control().addMetrics(HERE, [{ namespace: 'AWS/RDS', name: 'DatabaseConnections', dimensions, points }]);
};

/** One whose retention is over. */
async function due(): Promise<void> {
  const InstanceCreateTime = new Date(world.clock.now() - 200 * DAY);
  const tags = { owner: 'ann@example.com' };
  control().addDbInstances(HERE, [{ DBInstanceIdentifier: 'shop', DbiResourceId: IDENTITY, InstanceCreateTime, tags }]);
  await mark();
  await world.notify(RUNNING);
  await days(11);
  later(HOUR);
}

describe('A43 an idle database is stopped', () => {
  test('after notice and retention, without a snapshot, and nothing else is done to it', async () => {
    await due();
    expect(await stop()).toMatchObject({ outcome: 'complete', counts: { accepted: 1 } });
    expect([sent(), one()?.DBInstanceStatus, state().dbSnapshots]).toEqual([['StopDBInstance'], 'stopped', []]);
    expect(one()?.TagList?.map(({ Key }) => Key)).not.toContain('holystone:quarantine');
    world.clock.advance(HOUR);
    await stop();
    expect(world.audit.find(({ event }) => event === 'deleted')?.reason).toContain('it was stopped, and stays');
    expect([sent(), await marked()]).toEqual([['StopDBInstance'], []]);
  });

  test('the message says that it is stopped, what stays, and that RDS starts it again', async () => {
    await due();
    const [message] = world.messages();
    expect(message?.subject).toContain('1 resource will be stopped on');
    const text = `${message?.text}`.replace(/\s+/g, ' ');
    expect(text).toContain('its provider starts it again by itself after 7 days');
    expect(text).not.toContain('will be deleted');
  });

  test('RDS starts it after seven days → it is not stopped again before it ran unused for as long as it has to', async () => {
    await begin(`${STOPS}, live: true, unusedFor: 9d`);
    await due();
    await stop();
    later(HOUR);
    await stop();
    later(7 * DAY);
    await mark();
    expect([one()?.DBInstanceStatus, await marked()]).toEqual(['available', []]);
    await days(5);
    await mark();
    expect(await marked()).toEqual([]);
    await days(6);
    await mark();
    expect([await marked(), sent().filter((name) => name === 'StopDBInstance')]).toEqual([
      ['shop'],
      ['StopDBInstance'],
    ]);
  });

  test('nobody looks until RDS has started it again → it is not stopped a second time without another notice', async () => {
    await begin(`${STOPS}, live: true, unusedFor: 3d`);
    await due();
    await stop();
    later(8 * DAY);
    await stop();
    later(HOUR);
    await stop();
    expect([sent(), one()?.DBInstanceStatus, await marked()]).toEqual([['StopDBInstance'], 'available', []]);
  });

  test('an entry that deletes comes in its place: the stop of one is not the quarantine of the other', async () => {
    await due();
    await stop();
    world.clock.advance(HOUR);
    await world.configure({ cleanup: `[${entry('type: dbInstance, live: true')}]`, defaults });
    await world.pass('mark', DELETED);
    expect(await marked(DELETED)).toEqual([]);
    await world.notify(DELETED);
    await world.watched(30, DELETED);
    await world.pass('delete', DELETED);
    expect(sent()).toEqual(['StopDBInstance']);
  });
});

describe('A43 nothing is stopped', () => {
  test.each<[string, () => void]>([
    ['somebody connects', () => connect(world.clock.now() - HOUR)],
    ['it is changed', () => change({ PendingModifiedValues: { Port: 1 } })],
    ['a person starts it', () => tell('DB instance started', world.clock.now() - 2 * HOUR)],
    ['an event says what this version does not know', () => tell('Something of tomorrow', world.clock.now() - DAY)],
    ['it gets a replica', () => change({ ReadReplicaDBInstanceIdentifiers: ['copy'] })],
    ['it is protected', () => change({ DeletionProtection: true })],
    ['a program that stops it by its tags is named', () => change({ TagList: [{ Key: 'Schedule', Value: 'x' }] })],
    ['its owner keeps it', () => change({ TagList: [{ Key: 'holystone:keep', Value: 'always' }] })],
    ['it is stopped by somebody', () => change({ DBInstanceStatus: 'stopped' })],
    ['it is another one of its name', () => change({ DbiResourceId: 'db-ANOTHER' })],
    ['a proxy has it as its target', () => proxied()],
    ['CloudWatch is silent', () => silent()],
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
    control().addFault({ kind: 'dropAfter', operation: 'StopDBInstance', times: 1 });
    await stop();
    world.clock.advance(HOUR);
    await stop();
    expect([sent(), await marked()]).toEqual([['StopDBInstance'], []]);
  });
});

function proxied(): void {
  control().addDbProxies(HERE, [{ DBProxyName: 'pool' }]);
  const item = { DBProxyName: 'pool', Type: 'RDS_INSTANCE', RdsResourceId: 'shop' };
  control().addAnswers(HERE, [{ operation: 'DescribeDBProxyTargets', item }]);
}

function silent(): void {
  control().addFault({ kind: 'empty', operation: 'GetMetricData' });
}
