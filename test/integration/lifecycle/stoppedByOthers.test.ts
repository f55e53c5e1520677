/** A person stops an instance that Holystone had stopped: its release starts what Holystone stopped, and nothing else. */
import { beforeEach, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const DATABASES = namespaceOf('dbInstance');
const IDENTITY = 'db-ABCDEFGHIJKLMNOPQRSTUVWXYZ';

const world = worldForAll();
beforeEach(async () => {
  await world.reset({
    cleanup: `[{ type: dbInstance, accounts: [test], live: true, when: [{ rule: unused }], acceptIncomplete: { until: 2099-12-31, reason: a test } }]`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
  world.clock.advance(Date.now() - world.clock.now());
});

const control = () => world.sandbox.control;
const one = () => control().state(HERE).dbInstances[0];
const operations = () => world.writes().map(({ operation }) => operation);
const change = (to: object) => control().update(HERE, 'dbInstance', 'shop', { ...to });
let stoppedAt = 0;
function tell(Message: string, afterMs: number, more: object = {}): void {
  control().addDbEvents(HERE, [
    { SourceIdentifier: 'shop', Message, Date: new Date(stoppedAt + afterMs).toISOString(), ...more },
  ]);
}
async function stopped(): Promise<void> {
  const InstanceCreateTime = new Date(world.clock.now() - 200 * DAY);
  const own = { DBInstanceIdentifier: 'shop', DbiResourceId: IDENTITY, InstanceCreateTime };
  control().addDbInstances(HERE, [{ ...own, tags: { owner: 'ann@example.com' } }]);
  expect(await world.pass('mark', DATABASES)).toMatchObject({ counts: { marked: 1 } });
  await world.notify(DATABASES);
  await world.watched(11, DATABASES);
  world.clock.advance(HOUR);
  expect(await world.pass('delete', DATABASES)).toMatchObject({ counts: { quarantined: 1, accepted: 0 } });
  stoppedAt = Number(one()?.AutomaticRestartTime) - 7 * DAY;
}

test('Law 7 a person started it and stopped it again three hours later: nobody starts it', async () => {
  await stopped();
  world.clock.advance(5 * DAY + HOUR);
  tell('DB instance started', 2 * HOUR);
  tell('DB instance stopped', 3 * HOUR);
  change({ AutomaticRestartTime: new Date(stoppedAt + 3 * HOUR + 7 * DAY) });
  await world.pass('delete', DATABASES);
  await world.pass('mark', DATABASES);
  expect([operations().filter((o) => o === 'StartDBInstance'), one()?.DBInstanceStatus]).toEqual([[], 'stopped']);
  expect(await world.marks(DATABASES)).toEqual([]);
});

test('Law 7 a person started it, deleted its snapshot, and stopped it two days later: nobody starts it', async () => {
  await stopped();
  // Without the snapshot the tag says when, by the clock of Holystone, which is ahead of AWS's here.
  stoppedAt = world.clock.now();
  tell('DB instance stopped', HOUR);
  world.clock.advance(5 * DAY + HOUR);
  tell('DB instance started', 2 * HOUR);
  tell('DB instance stopped', 2 * DAY + 3 * HOUR);
  change({ AutomaticRestartTime: new Date(stoppedAt + 2 * DAY + 3 * HOUR + 7 * DAY) });
  const [snapshot] = control().state(HERE).dbSnapshots;
  control().update(HERE, 'dbSnapshot', snapshot?.DBSnapshotIdentifier ?? '', { DbiResourceId: 'db-OTHER' });
  await world.pass('delete', DATABASES);
  await world.pass('mark', DATABASES);
  expect([operations().filter((o) => o === 'StartDBInstance'), one()?.DBInstanceStatus]).toEqual([[], 'stopped']);
});

test('Law 7 nobody but Holystone stopped it, and its snapshot is gone: its release starts it', async () => {
  await stopped();
  const [snapshot] = control().state(HERE).dbSnapshots;
  control().update(HERE, 'dbSnapshot', snapshot?.DBSnapshotIdentifier ?? '', { DbiResourceId: 'db-OTHER' });
  world.clock.advance(HOUR);
  await world.pass('delete', DATABASES);
  await world.pass('mark', DATABASES);
  expect(one()?.DBInstanceStatus).toBe('available');
});
