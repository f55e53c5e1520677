/** A database that Holystone stopped, and what happens to it until its end: only what nobody touched goes. */
import { describe, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR } from '../../support/awsWorld.ts';
import { eachStays, KEPT, lettered, lifeOf, oldOnes, type Table } from '../../support/life.ts';

const idOf = lettered('shop');
const SHOP = idOf(0);
const MINUTE = 60_000;
const DUE = 'DB instance is being started due to it exceeding the maximum allowed time being stopped.';

const life = lifeOf('dbInstance');
const { world, control, state } = life;
const begin = (more = '') => life.begin(`live: true${more}`);

const one = (id = SHOP) => state().dbInstances.find((each) => each.DBInstanceIdentifier === id);
const operations = () => world.writes().map(({ operation }) => operation);
const change = (to: object, id = SHOP) => control().update(HERE, 'dbInstance', id, { ...to });
const theMark = async () => (await world.marks(life.namespace))[0];
const tagged = () => one()?.TagList?.some(({ Key }) => Key === 'holystone:quarantine') === true;
const reasons = (event: string) => world.audit.flatMap((one) => (one.event === event ? (one.reason ?? '') : []));
const RUNNING = { DBInstanceStatus: 'available', AutomaticRestartTime: undefined };
const CHANGED = { EventCategories: ['configuration change'] };

const stoppedAt = (id: string) => Number(one(id)?.AutomaticRestartTime) - 7 * DAY;

/** RDS tells of something that happened some time after the stop. */
function tell(Message: string, afterMs: number, id = SHOP, more: object = {}): void {
  const at = stoppedAt(id) + afterMs;
  control().addDbEvents(HERE, [{ SourceIdentifier: id, Message, Date: new Date(at).toISOString(), ...more }]);
}

function add(DBInstanceIdentifier = SHOP): void {
  const { at: InstanceCreateTime, tags } = oldOnes(world);
  const DbiResourceId = `db-${DBInstanceIdentifier.toUpperCase().padEnd(26, 'A')}`;
  control().addDbInstances(HERE, [{ DBInstanceIdentifier, DbiResourceId, InstanceCreateTime, tags }]);
}

/** Stopped, with a snapshot, at the clock of AWS, which stays where it is. */
async function stopped(count = 1): Promise<void> {
  expect(await life.mark()).toMatchObject({ counts: { marked: count } });
  await world.notify(life.namespace);
  await world.watched(11, life.namespace);
  world.clock.advance(HOUR);
  expect(await life.remove()).toMatchObject({ counts: { quarantined: count, accepted: 0 } });
}

async function oneStopped(more = ''): Promise<void> {
  await begin(more);
  add();
  await stopped();
}

async function ready(count: number): Promise<void> {
  await stopped(count);
  world.clock.advance(5 * DAY + HOUR);
}

function restarted(id: string, afterMs: number): void {
  change({ AutomaticRestartTime: new Date(stoppedAt(id) + afterMs + 7 * DAY) }, id);
}

const point = (DBInstanceIdentifier: string, name: string, value: number) => {
  const points = [{ at: new Date(stoppedAt(DBInstanceIdentifier) - 10 * MINUTE).toISOString(), value }];
  control().addMetrics(HERE, [{ namespace: 'AWS/RDS', name, dimensions: { DBInstanceIdentifier }, points }]);
};
const snapshotOf = (id: string) =>
  state().dbSnapshots.find((each) => each.DBInstanceIdentifier === id)?.DBSnapshotIdentifier ?? '';

const table: Table = { life, idOf, add, ready, ends: /^Delete/ };

eachStays('A29 A32 what somebody touched while it was stopped stays, and its mark ends', { ...table, unmarked: true }, [
  [
    'started, and stopped again three hours later',
    (id) => {
      tell('DB instance started', 2 * HOUR, id);
      tell('DB instance stopped', 3 * HOUR, id);
      restarted(id, 3 * HOUR);
    },
  ],
  [
    'started, and stopped again before RDS said since when',
    (id) => {
      tell('DB instance started', HOUR, id);
      tell('DB instance stopped', 2 * HOUR, id);
    },
  ],
  ['started, and stopped again, without events', (id) => restarted(id, 2 * DAY)],
  ['stopped a second time, and RDS lost the event of the start', (id) => tell('DB instance stopped', 2 * HOUR, id)],
  ['started, and running', (id) => change(RUNNING, id)],
  ['being started', (id) => change({ ...RUNNING, DBInstanceStatus: 'starting' }, id)],
  [
    'started by a person two hours after RDS tried to',
    (id) => {
      tell(DUE, DAY, id);
      tell('DB instance started', DAY + 2 * HOUR, id);
      change(RUNNING, id);
    },
  ],
  [
    'started by RDS, and changed by a person',
    (id) => {
      tell(DUE, DAY, id);
      tell('DB instance started', DAY + 10 * MINUTE, id);
      tell('Applying modification to database instance class', 2 * DAY, id, CHANGED);
      change(RUNNING, id);
    },
  ],
  ['changed', (id) => tell('Updated to use DBParameterGroup tuned', HOUR, id, CHANGED)],
  ['connected to just before the stop, which CloudWatch says late', (id) => point(id, 'DatabaseConnections', 1)],
  ['worked on just before the stop, which CloudWatch says late', (id) => point(id, 'WriteIOPS', 900)],
  ['without its snapshot', (id) => control().remove(HERE, 'dbSnapshot', snapshotOf(id))],
  ['protected', (id) => change({ DeletionProtection: true }, id)],
  ['followed by a replica', (id) => change({ ReadReplicaDBInstanceIdentifiers: ['copy'] }, id)],
  ['given roles', (id) => change({ AssociatedRoles: [{ RoleArn: 'arn:aws:iam::111111111111:role/import' }] }, id)],
  ['changed soon', (id) => change({ PendingModifiedValues: { DBInstanceClass: 'db.r6g.large' } }, id)],
  ['kept by its owner', (id) => change({ TagList: [...(one(id)?.TagList ?? []), KEPT] }, id)],
  [
    'named in Route 53',
    (id) => {
      const ResourceRecords = [{ Value: `${id}.c0ffee123456.us-east-1.rds.amazonaws.com` }];
      const records = [{ Name: 'db.example.', Type: 'CNAME' as const, TTL: 60, ResourceRecords }];
      control().addHostedZones(HERE, [{ Name: 'example.', isPrivate: true, records }]);
    },
  ],
  [
    'put behind a proxy',
    (id) => {
      control().addDbProxies(HERE, [{ DBProxyName: 'front' }]);
      const item = { DBProxyName: 'front', Type: 'RDS_INSTANCE', RdsResourceId: id };
      life.answers('DescribeDBProxyTargets', item);
    },
  ],
  ['gone, and another one has its name', (id) => change({ DbiResourceId: 'db-ANOTHER' }, id)],
]);

const toSnapshot = (id: string, to: object) => control().update(HERE, 'dbSnapshot', snapshotOf(id), { ...to });
eachStays('A29 it does not go where its snapshot', table, [
  ['is not whole yet', (id) => toSnapshot(id, { Status: 'creating' })],
  ['failed', (id) => toSnapshot(id, { Status: 'failed' })],
  ['is not encrypted as it is', (id) => toSnapshot(id, { Encrypted: false })],
  ['has no date', (id) => toSnapshot(id, { SnapshotCreateTime: undefined })],
  ['is of another database of the name', (id) => toSnapshot(id, { DbiResourceId: 'db-ANOTHER' })],
]);

describe('A32 what the events do not prove lets nothing go', () => {
  test.each<[string, () => void, string]>([
    [
      'an event that this version does not know',
      () => tell('Operator issued message', HOUR),
      'Operator issued message',
    ],
    [
      'no event of its stop',
      () => control().addFault({ kind: 'empty', operation: 'DescribeEvents' }),
      'no event of its stop',
    ],
    ['no permission to read them', () => world.deny('rds:DescribeEvents'), 'DescribeEvents'],
  ])('%s', async (_what, happens, why) => {
    await oneStopped();
    world.clock.advance(5 * DAY + HOUR);
    happens();
    await life.remove();
    expect([operations().includes('DeleteDBInstance'), one()?.DBInstanceStatus]).toEqual([false, 'stopped']);
    expect((await theMark())?.problem).toContain(why);
  });
});

describe('A32 RDS starts it after seven days', () => {
  test('it is not deleted, its mark ends, and the tag goes', async () => {
    await oneStopped();
    life.later(7 * DAY + HOUR);
    await life.remove();
    await life.mark();
    expect([operations().includes('DeleteDBInstance'), one()?.DBInstanceStatus]).toEqual([false, 'available']);
    expect([await life.marked(), tagged()]).toEqual([[], false]);
  });

  test('that is no use: it needs a new notice, and goes as any other that is idle', async () => {
    await oneStopped(', unusedFor: 2d');
    life.later(11 * DAY);
    await life.mark();
    expect([operations().includes('DeleteDBInstance'), await life.marked(), tagged()]).toEqual([false, [], false]);
    expect(reasons('unmarked')).toEqual([expect.stringContaining('RDS started it')]);
    await life.mark();
    expect(await theMark()).toMatchObject({ state: 'marked' });
    expect((await theMark())?.quarantine).toBeUndefined();
  });

  test('a person started it: that is a use, and it is not marked again', async () => {
    await oneStopped(', unusedFor: 2d');
    life.later(3 * DAY);
    tell('DB instance started', 3 * DAY);
    change(RUNNING);
    await life.remove();
    await life.mark();
    expect([operations().includes('DeleteDBInstance'), await life.marked(), tagged()]).toEqual([false, [], false]);
  });
});
