/**
 * RDS may make no final snapshot of a stopped database: then the snapshot of its stop is the last one, and nothing goes unless
 * that is proven whole and of this very state.
 */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const DATABASES = namespaceOf('dbInstance');
const IDENTITY = 'db-ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MINUTE = 60_000;

const world = worldForAll();
beforeEach(async () => {
  await world.reset({
    cleanup:
      '[{ type: dbInstance, accounts: [test], live: true, when: [{ rule: unused }], acceptIncomplete: { until: 2099-12-31, reason: a test } }]',
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
  control().setStoppedSaved(false);
  world.clock.advance(Date.now() - world.clock.now());
});

const control = () => world.sandbox.control;
const state = () => control().state(HERE);
const one = () => state().dbInstances[0];
const snapshots = () => state().dbSnapshots.map(({ DBSnapshotIdentifier: name = '' }) => name);
const last = () => snapshots().find((name) => name.startsWith('holystone-last-')) ?? '';
const theMark = async () => (await world.marks(DATABASES))[0];
const sent = (operation: string) =>
  world
    .writes()
    .filter((call) => call.operation === operation)
    .map(({ input }) => input);
const skipped = () =>
  sent('DeleteDBInstance').filter((input) => (input as { SkipFinalSnapshot?: boolean }).SkipFinalSnapshot);

async function due(): Promise<void> {
  const InstanceCreateTime = new Date(world.clock.now() - 200 * DAY);
  const tags = { owner: 'ann@example.com' };
  control().addDbInstances(HERE, [{ DBInstanceIdentifier: 'shop', DbiResourceId: IDENTITY, InstanceCreateTime, tags }]);
  expect(await world.pass('mark', DATABASES)).toMatchObject({ counts: { marked: 1 } });
  await world.notify(DATABASES);
  await world.watched(11, DATABASES);
  world.clock.advance(HOUR);
}

/** One whose quarantine is over. */
async function stoppedForDays(): Promise<void> {
  await due();
  expect(await world.pass('delete', DATABASES)).toMatchObject({ counts: { quarantined: 1 } });
  world.clock.advance(5 * DAY + HOUR);
}

describe('A40 RDS makes no final snapshot of a stopped database', () => {
  test('it goes with the snapshot of its stop as its last one, which stays', async () => {
    await stoppedForDays();
    expect(await world.pass('delete', DATABASES)).toMatchObject({ counts: { accepted: 1, refused: 0 } });
    expect(sent('DeleteDBInstance')).toMatchObject([
      { SkipFinalSnapshot: false, DeleteAutomatedBackups: false },
      { SkipFinalSnapshot: true, DeleteAutomatedBackups: false },
    ]);
    expect([state().dbInstances, snapshots()]).toEqual([[], [last()]]);
  });

  test('where it makes one, none is skipped', async () => {
    control().setStoppedSaved(true);
    await stoppedForDays();
    expect(await world.pass('delete', DATABASES)).toMatchObject({ counts: { accepted: 1 } });
    expect([sent('DeleteDBInstance').length, skipped(), snapshots().length]).toEqual([1, [], 2]);
  });

  test('a connection between its snapshot and its stop is a use: it stays', async () => {
    await stoppedForDays();
    const saved = Number(state().dbSnapshots[0]?.SnapshotCreateTime);
    const points = [{ at: new Date(saved + MINUTE).toISOString(), value: 1 }];
    const dimensions = { DBInstanceIdentifier: 'shop' };
    control().addMetrics(HERE, [{ namespace: 'AWS/RDS', name: 'DatabaseConnections', dimensions, points }]);
    await world.pass('delete', DATABASES);
    expect([sent('DeleteDBInstance'), state().dbInstances.length, await world.marks(DATABASES)]).toEqual([[], 1, []]);
  });

  test('its final snapshot is refused for another reason → it stays, and is told', async () => {
    await stoppedForDays();
    const fault = { kind: 'error', operation: 'DeleteDBInstance', code: 'SnapshotQuotaExceeded', status: 400 } as const;
    control().addFault(fault);
    expect(await world.pass('delete', DATABASES)).toMatchObject({ counts: { accepted: 0, refused: 1 } });
    expect([skipped(), one()?.DBInstanceStatus]).toEqual([[], 'stopped']);
  });
});

describe('A41 no round leaves another snapshot for nothing', () => {
  test('the answer to the stop is lost, and nobody looks for days → it is found by its tag, and not stopped again', async () => {
    await due();
    control().addFault({ kind: 'dropAfter', operation: 'StopDBInstance', times: 1 });
    await world.pass('delete', DATABASES);
    expect((await theMark())?.quarantine).toBeUndefined();
    world.clock.advance(3 * DAY);
    await world.pass('delete', DATABASES);
    expect([sent('StopDBInstance').length, (await theMark())?.quarantine?.made]).toEqual([1, last()]);
  });

  test('it was stopped three times already, and not deleted → nothing is stopped, and people are told which snapshots it left', async () => {
    await due();
    const days = ['2020-01-01', '2020-02-01', '2020-03-01'];
    const names = days.map((day) => `holystone-last-${IDENTITY.toLowerCase()}-${day}`);
    const of = { DBInstanceIdentifier: 'shop', DbiResourceId: IDENTITY };
    control().addDbSnapshots(
      HERE,
      names.map((DBSnapshotIdentifier) => ({ ...of, DBSnapshotIdentifier })),
    );
    expect(await world.pass('delete', DATABASES)).toMatchObject({ counts: { quarantined: 0, refused: 1 } });
    expect([sent('StopDBInstance'), one()?.DBInstanceStatus]).toEqual([[], 'available']);
    expect((await theMark())?.problem).toContain(names[0]);
    control().remove(HERE, 'dbSnapshot', names[0] ?? '');
    world.clock.advance(DAY);
    expect(await world.pass('delete', DATABASES)).toMatchObject({ counts: { quarantined: 1 } });
  });
});
