/** A database that Holystone stopped, and what happens to it until its end: only what nobody touched goes. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { awsTimeOf } from '../../support/awsTime.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const DATABASES = namespaceOf('dbInstance');
const IDENTITY = 'db-ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const HOST = 'shop.c0ffee123456.us-east-1.rds.amazonaws.com';
const MINUTE = 60_000;
const DUE = 'DB instance is being started due to it exceeding the maximum allowed time being stopped.';

const world = worldForAll();
const time = awsTimeOf(world, DATABASES);
beforeEach(() => begin());

async function begin(more = ''): Promise<void> {
  await time.reset({
    cleanup: `[{ type: dbInstance, accounts: [test], live: true, when: [{ rule: unused }], acceptIncomplete: { until: 2099-12-31, reason: a test }${more} }]`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
}

const control = () => world.sandbox.control;
const one = () => control().state(HERE).dbInstances[0];
const operations = () => world.writes().map(({ operation }) => operation);
const change = (to: object) => control().update(HERE, 'dbInstance', 'shop', { ...to });
const theMark = async () => (await world.marks(DATABASES))[0];
const tagged = () => one()?.TagList?.some(({ Key }) => Key === 'holystone:quarantine') === true;
const reasons = (event: string) => world.audit.flatMap((one) => (one.event === event ? (one.reason ?? '') : []));

/** AWS's clock stays where it is. */
function later(ms: number): void {
  world.clock.advance(ms);
}

/** RDS tells of something that happened some time after the stop. */
function tell(Message: string, afterMs: number, more: object = {}): void {
  const at = stoppedAt + afterMs;
  control().addDbEvents(HERE, [{ SourceIdentifier: 'shop', Message, Date: new Date(at).toISOString(), ...more }]);
}

let stoppedAt = 0;

/** One that is stopped, with its snapshot. */
async function stopped(): Promise<void> {
  const InstanceCreateTime = new Date(world.clock.now() - 200 * DAY);
  const own = { DBInstanceIdentifier: 'shop', DbiResourceId: IDENTITY, InstanceCreateTime };
  control().addDbInstances(HERE, [{ ...own, tags: { owner: 'ann@example.com' } }]);
  expect(await world.pass('mark', DATABASES)).toMatchObject({ counts: { marked: 1 } });
  await world.notify(DATABASES);
  await world.watched(11, DATABASES);
  later(HOUR);
  expect(await world.pass('delete', DATABASES)).toMatchObject({ counts: { quarantined: 1, accepted: 0 } });
  stoppedAt = Number(one()?.AutomaticRestartTime) - 7 * DAY;
}

function restarted(afterMs: number): void {
  change({ AutomaticRestartTime: new Date(stoppedAt + afterMs + 7 * DAY) });
}

const point = (name: string, value: number) => {
  const points = [{ at: new Date(stoppedAt - 10 * MINUTE).toISOString(), value }];
  const series = { namespace: 'AWS/RDS', name, dimensions: { DBInstanceIdentifier: 'shop' }, points };
  control().addMetrics(HERE, [series]);
};

describe('A32 what somebody touched while it was stopped stays, and its mark ends', () => {
  test.each<[string, () => void]>([
    [
      'started, and stopped again three hours later',
      () => {
        tell('DB instance started', 2 * HOUR);
        tell('DB instance stopped', 3 * HOUR);
        restarted(3 * HOUR);
      },
    ],
    [
      'started, and stopped again before RDS said since when',
      () => {
        tell('DB instance started', HOUR);
        tell('DB instance stopped', 2 * HOUR);
      },
    ],
    ['stopped a second time, and RDS lost the event of the start', () => tell('DB instance stopped', 2 * HOUR)],
    ['started, and running', () => change({ DBInstanceStatus: 'available', AutomaticRestartTime: undefined })],
    [
      'started by a person two hours after RDS tried to',
      () => {
        tell(DUE, DAY);
        tell('DB instance started', DAY + 2 * HOUR);
        change({ DBInstanceStatus: 'available', AutomaticRestartTime: undefined });
      },
    ],
    [
      'started by RDS, and changed by a person',
      () => {
        tell(DUE, DAY);
        tell('DB instance started', DAY + 10 * MINUTE);
        tell('Applying modification to database instance class', 2 * DAY, {
          EventCategories: ['configuration change'],
        });
        change({ DBInstanceStatus: 'available', AutomaticRestartTime: undefined });
      },
    ],
    [
      'changed',
      () => tell('Updated to use DBParameterGroup tuned', HOUR, { EventCategories: ['configuration change'] }),
    ],
    ['connected to just before the stop, which CloudWatch says late', () => point('DatabaseConnections', 1)],
    ['worked on just before the stop, which CloudWatch says late', () => point('WriteIOPS', 900)],
    ['protected', () => change({ DeletionProtection: true })],
    ['followed by a replica', () => change({ ReadReplicaDBInstanceIdentifiers: ['copy'] })],
    ['given roles', () => change({ AssociatedRoles: [{ RoleArn: 'arn:aws:iam::111111111111:role/import' }] })],
    ['changed soon', () => change({ PendingModifiedValues: { DBInstanceClass: 'db.r6g.large' } })],
    [
      'kept by its owner',
      () => change({ TagList: [...(one()?.TagList ?? []), { Key: 'holystone:keep', Value: 'always' }] }),
    ],
    [
      'named in Route 53',
      () => {
        const records = [{ Name: 'db.example.', Type: 'CNAME' as const, TTL: 60, ResourceRecords: [{ Value: HOST }] }];
        control().addHostedZones(HERE, [{ Name: 'example.', isPrivate: true, records }]);
      },
    ],
    [
      'put behind a proxy',
      () => {
        control().addDbProxies(HERE, [{ DBProxyName: 'front' }]);
        const item = { DBProxyName: 'front', Type: 'RDS_INSTANCE', RdsResourceId: 'shop' };
        control().addAnswers(HERE, [{ operation: 'DescribeDBProxyTargets', item }]);
      },
    ],
    ['gone, and another one has its name', () => change({ DbiResourceId: 'db-ANOTHER' })],
  ])('%s', async (_what, happens) => {
    await stopped();
    later(5 * DAY + HOUR);
    happens();
    await world.pass('delete', DATABASES);
    await world.pass('mark', DATABASES);
    expect([operations().includes('DeleteDBInstance'), control().state(HERE).dbInstances.length]).toEqual([false, 1]);
    expect(await world.marks(DATABASES)).toEqual([]);
  });
});

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
    await stopped();
    later(5 * DAY + HOUR);
    happens();
    await world.pass('delete', DATABASES);
    expect([operations().includes('DeleteDBInstance'), one()?.DBInstanceStatus]).toEqual([false, 'stopped']);
    expect((await theMark())?.problem).toContain(why);
  });
});

describe('A32 RDS starts it after seven days', () => {
  test('it is not deleted, its mark ends, and the tag goes', async () => {
    await stopped();
    time.later(7 * DAY + HOUR);
    await world.pass('delete', DATABASES);
    await world.pass('mark', DATABASES);
    expect([operations().includes('DeleteDBInstance'), one()?.DBInstanceStatus]).toEqual([false, 'available']);
    expect([await world.marks(DATABASES), tagged()]).toEqual([[], false]);
  });

  test('that is no use: it needs a new notice, and goes as any other that is idle', async () => {
    await begin(', unusedFor: 2d');
    await stopped();
    time.later(11 * DAY);
    await world.pass('mark', DATABASES);
    expect([operations().includes('DeleteDBInstance'), await world.marks(DATABASES), tagged()]).toEqual([
      false,
      [],
      false,
    ]);
    expect(reasons('unmarked')).toEqual([expect.stringContaining('RDS started it')]);
    await world.pass('mark', DATABASES);
    expect(await theMark()).toMatchObject({ state: 'marked' });
    expect((await theMark())?.quarantine).toBeUndefined();
  });

  test('a person started it: that is a use, and it is not marked again', async () => {
    await begin(', unusedFor: 2d');
    await stopped();
    time.later(3 * DAY);
    tell('DB instance started', 3 * DAY);
    change({ DBInstanceStatus: 'available', AutomaticRestartTime: undefined });
    await world.pass('delete', DATABASES);
    await world.pass('mark', DATABASES);
    expect([operations().includes('DeleteDBInstance'), await world.marks(DATABASES), tagged()]).toEqual([
      false,
      [],
      false,
    ]);
  });
});
