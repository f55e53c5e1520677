/** A file system of FSx for Windows after its backup: only what nobody used until its end goes. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { awsTimeOf } from '../../support/awsTime.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const FILES = namespaceOf('windowsFileSystem');
const ID = 'fs-0123456789abcdef0';

const world = worldForAll();
const { reset, later, days } = awsTimeOf(world, FILES);
beforeEach(async () => {
  await reset({
    cleanup:
      '[{ type: windowsFileSystem, accounts: [test], live: true, when: [{ rule: unused }], acceptIncomplete: { until: 2099-12-31, reason: a test } }]',
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
});

const control = () => world.sandbox.control;
const remove = () => world.pass('delete', FILES);
const state = () => control().state(HERE);
const sent = () => world.writes().map(({ operation }) => operation);
const change = (to: object) => control().update(HERE, 'windowsFileSystem', ID, { ...to });

/** One with its backup. */
async function saved(): Promise<void> {
  const CreationTime = new Date(world.clock.now() - 200 * DAY);
  control().addWindowsFileSystems(HERE, [{ FileSystemId: ID, CreationTime, tags: { owner: 'ann@example.com' } }]);
  expect(await world.pass('mark', FILES)).toMatchObject({ counts: { marked: 1 } });
  await world.notify(FILES);
  await days(11);
  later(HOUR);
  expect(await remove()).toMatchObject({ counts: { quarantined: 1, accepted: 0 } });
  expect(state().windowsBackups).toHaveLength(1);
}

const measured = (name: string) => {
  const points = [{ at: new Date(world.clock.now()).toISOString(), value: 1 }];
  control().addMetrics(HERE, [{ namespace: 'AWS/FSx', name, dimensions: { FileSystemId: ID }, points }]);
};

test('A155 nobody used it, and its backup was made → it goes a week after that, and the one backup stays', async () => {
  await saved();
  measured('DiskReadBytes');
  await days(8);
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  expect(sent()).toEqual(['TagResource', 'CreateBackup', 'DeleteFileSystem']);
  expect([state().windowsFileSystems.length, state().windowsBackups.length]).toEqual([0, 1]);
});

describe('A155 it stays, whatever shows only after its backup', () => {
  test.each<[string, () => void]>([
    ['a connection', () => measured('ClientConnections')],
    ['bytes read', () => measured('DataReadBytes')],
    ['a folder that is listed', () => measured('MetadataOperations')],
    ['a change of it', () => change({ Lifecycle: 'UPDATING' })],
    ['a keep', () => change({ Tags: [{ Key: 'holystone:keep', Value: 'always' }] })],
    ['the end of its backup', () => control().remove(HERE, 'windowsBackup', state().windowsBackups[0]?.BackupId ?? '')],
    [
      'a script that mounts it',
      () => {
        const Variables = { RUN: `mount -t cifs //${state().windowsFileSystems[0]?.DNSName}/share /mnt` };
        control().addFunctions(HERE, [{ FunctionName: 'web', Environment: { Variables } }]);
      },
    ],
  ])('%s', async (_what, happens) => {
    await saved();
    await days(8);
    happens();
    await remove();
    expect([sent().includes('DeleteFileSystem'), state().windowsFileSystems.length]).toEqual([false, 1]);
  });
});
