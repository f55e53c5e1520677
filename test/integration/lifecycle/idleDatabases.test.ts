/** Database instances without a connection, from the survey to their end: stopped first, with a snapshot, and nobody missed them. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const DATABASES = namespaceOf('dbInstance');
const UNTIL = 'until: 2099-12-31, reason: a test';
const ACCEPTED = `, acceptIncomplete: { ${UNTIL} }`;
const IDENTITY = 'db-ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const FINAL = `holystone-final-${IDENTITY.toLowerCase()}`;

const world = worldForAll();
beforeEach(async () => {
  await world.reset({
    cleanup: `[{ type: dbInstance, accounts: [test], live: true, when: [{ rule: unused }]${ACCEPTED} }]`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
  // AWS's clock stays there, and ours goes on: CloudWatch answers up to the days that are asked for.
  world.clock.advance(Date.now() - world.clock.now());
});

const mark = () => world.pass('mark', DATABASES);
const remove = () => world.pass('delete', DATABASES);
const state = () => world.sandbox.control.state(HERE);
const one = () => state().dbInstances[0];
const snapshots = () => state().dbSnapshots.map(({ DBSnapshotIdentifier }) => DBSnapshotIdentifier);
const operations = () => world.writes().map(({ operation }) => operation);
const change = (to: object) => world.sandbox.control.update(HERE, 'dbInstance', 'shop', { ...to });
const theMark = async () => (await world.marks(DATABASES))[0];
const last = () => snapshots().find((name = '') => name.startsWith('holystone-last-')) ?? '';

function later(ms: number): void {
  world.clock.advance(ms);
}

/** One whose retention is over. */
async function due(seed: object = {}): Promise<void> {
  const InstanceCreateTime = new Date(world.clock.now() - 200 * DAY);
  const tags = { owner: 'ann@example.com' };
  const own = { DBInstanceIdentifier: 'shop', DbiResourceId: IDENTITY, InstanceCreateTime, tags };
  world.sandbox.control.addDbInstances(HERE, [{ ...own, ...seed }]);
  expect(await mark()).toMatchObject({ counts: { marked: 1 } });
  await world.notify(DATABASES);
  await world.watched(11, DATABASES);
  later(HOUR);
}

/** One that is stopped, with its snapshot. */
async function stopped(seed: object = {}): Promise<void> {
  await due(seed);
  expect(await remove()).toMatchObject({ outcome: 'complete', counts: { quarantined: 1, accepted: 0 } });
  expect(one()?.DBInstanceStatus).toBe('stopped');
}

describe('its end', () => {
  test('A29 it is stopped with a snapshot, stays a candidate while it sends nothing, and goes after five days with another one', async () => {
    await stopped();
    expect(last()).toContain(IDENTITY.toLowerCase());
    later(3 * DAY);
    expect(await mark()).toMatchObject({ counts: { candidate: 1 } });
    expect(await remove()).toMatchObject({ counts: { accepted: 0 } });
    later(2 * DAY + HOUR);
    expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
    expect(operations().filter((name) => name.endsWith('Instance'))).toEqual(['StopDBInstance', 'DeleteDBInstance']);
    expect([state().dbInstances, snapshots().toSorted()]).toEqual([[], [FINAL, last()].toSorted()]);
  });

  test('A29 a connection before the stop → nothing is stopped', async () => {
    await due();
    const points = [{ at: new Date(world.clock.now() - HOUR).toISOString(), value: 1 }];
    const dimensions = { DBInstanceIdentifier: 'shop' };
    world.sandbox.control.addMetrics(HERE, [{ namespace: 'AWS/RDS', name: 'DatabaseConnections', dimensions, points }]);
    await remove();
    expect(operations()).not.toContain('StopDBInstance');
    expect(await world.marks(DATABASES)).toEqual([]);
  });
});

// "Metrics and events associated with the name of a DB instance are maintained if you reuse a DB instance name": USER_RenameInstance.
describe('A119 it got another name, which an idle one had before', () => {
  const add = (DBInstanceIdentifier: string) => {
    const InstanceCreateTime = new Date(world.clock.now() - 200 * DAY);
    const tags = { owner: 'ann@example.com' };
    const own = { DBInstanceIdentifier, DbiResourceId: IDENTITY, InstanceCreateTime, tags };
    world.sandbox.control.addDbInstances(HERE, [own]);
  };
  const renamed = () => {
    world.sandbox.control.remove(HERE, 'dbInstance', 'shop');
    add('shop-old1');
  };

  test('it is in use until then, and idle after that → it stays for as long as any other', async () => {
    add('shop');
    const points = [{ at: new Date(world.clock.now() - HOUR).toISOString(), value: 9 }];
    const dimensions = { DBInstanceIdentifier: 'shop' };
    world.sandbox.control.addMetrics(HERE, [{ namespace: 'AWS/RDS', name: 'DatabaseConnections', dimensions, points }]);
    expect(await mark()).toMatchObject({ counts: { candidate: 0 } });
    later(HOUR);
    renamed();
    expect(await mark()).toMatchObject({ counts: { listed: 1, candidate: 0 } });
    expect(await world.marks(DATABASES)).toEqual([]);
  });

  test('L108 a record of a version that did not note names → nothing waits anew', async () => {
    await world.wired.deps.lastUsed.surveyed(DATABASES, world.clock.now() - DAY);
    add('shop');
    expect(await mark()).toMatchObject({ counts: { marked: 1 } });
    later(HOUR);
    expect(await mark()).toMatchObject({ counts: { candidate: 1 } });
    renamed();
    expect(await mark()).toMatchObject({ counts: { candidate: 0 } });
  });
});

describe('somebody needs it while it is stopped', () => {
  test('A29 its owner keeps it → it is started again, and the tag goes', async () => {
    await stopped();
    later(DAY);
    change({ TagList: [...(one()?.TagList ?? []), { Key: 'holystone:keep', Value: 'always' }] });
    await mark();
    expect(operations()).toContain('StartDBInstance');
    expect(one()?.DBInstanceStatus).toBe('available');
    expect(one()?.TagList?.map(({ Key }) => Key)).not.toContain('holystone:quarantine');
  });
});

describe('somebody else stopped it', () => {
  const kept = { Key: 'holystone:keep', Value: 'always' };
  const tagged = () => one()?.TagList?.some(({ Key }) => Key === 'holystone:quarantine');

  test('A29 it was started, and stopped again by a person, and is kept → it stays stopped, and the tag goes', async () => {
    await stopped();
    later(5 * DAY);
    const AutomaticRestartTime = new Date(Number(one()?.AutomaticRestartTime) + 2 * DAY);
    change({ AutomaticRestartTime, TagList: [...(one()?.TagList ?? []), kept] });
    await mark();
    expect([operations().includes('StartDBInstance'), one()?.DBInstanceStatus, tagged()]).toEqual([
      false,
      'stopped',
      false,
    ]);
  });

  test.each([
    ['has the tag of another', (at: string) => `${at} db-THEOTHER`],
    ['has a tag that names none', (at: string) => at],
    ['has a tag without an instant', () => `soon ${IDENTITY}`],
  ])('A29 a copy that %s, stopped by a person → it is neither judged nor started', async (_what, value) => {
    const at = new Date(world.clock.now() - 9 * DAY).toISOString();
    const tags = { owner: 'ann@example.com', 'holystone:quarantine': value(at) };
    const InstanceCreateTime = new Date(world.clock.now() - 200 * DAY);
    const own = { DBInstanceIdentifier: 'shop', DbiResourceId: IDENTITY, InstanceCreateTime, tags };
    world.sandbox.control.addDbInstances(HERE, [own]);
    const AutomaticRestartTime = new Date(world.clock.now() + 6 * DAY);
    change({ DBInstanceStatus: 'stopped', AutomaticRestartTime });
    expect(await mark()).toMatchObject({ counts: { candidate: 0 } });
    expect([operations().includes('StartDBInstance'), tagged()]).toEqual([false, false]);
  });
});

test.each(['off: [databaseConnections]', `acceptUnread: [{ kind: databaseConnections, accounts: [test], ${UNTIL} }]`])(
  'Law 1 the only proof that one is idle cannot be left out: %s',
  async (evidence) => {
    const cleanup = `[{ type: dbInstance, accounts: [test], when: [{ rule: unused }], evidence: { ${evidence} } }]`;
    await expect(world.configure({ cleanup })).rejects.toThrow(/databaseConnections/);
  },
);

test('A32 a quarantine that RDS would end first is refused', async () => {
  const cleanup = (of: string) =>
    `[{ type: dbInstance, accounts: [test], when: [{ rule: unused }], quarantine: ${of} }]`;
  await expect(world.configure({ cleanup: cleanup('7d') })).rejects.toThrow(/ends its quarantine after 7d by itself/);
  await expect(world.configure({ cleanup: cleanup('6d') })).resolves.toBeUndefined();
});

describe('its snapshot', () => {
  test('A29 the answer to the stop is lost → it is found by the name of its snapshot, and not stopped a second time', async () => {
    await due();
    world.sandbox.control.addFault({ kind: 'dropAfter', operation: 'StopDBInstance', times: 1 });
    await remove();
    later(HOUR);
    await remove();
    expect(operations().filter((name) => name === 'StopDBInstance')).toHaveLength(1);
    expect(await theMark()).toMatchObject({ quarantine: { made: last() } });
  });

  test('A29 its name is taken → it is not stopped, and another day has another name', async () => {
    await due();
    const day = new Date(world.clock.now()).toISOString().slice(0, 10);
    const name = `holystone-last-${IDENTITY.toLowerCase()}-${day}`;
    world.sandbox.control.addDbSnapshots(HERE, [{ DBSnapshotIdentifier: name }]);
    await remove();
    expect([one()?.DBInstanceStatus, (await theMark())?.quarantine]).toEqual(['available', undefined]);
    expect((await theMark())?.problem).toContain('another name');
  });
});
