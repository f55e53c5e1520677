/** A file system after its backup: only what nobody mounted until its end goes, and what is restored of it is kept. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from '@jest/globals';
import { awsTimeOf } from '../../support/awsTime.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';
import { commandAt } from '../../support/commandAt.ts';

const FILES = namespaceOf('fileSystem');
const ID = 'fs-0123456789abcdef0';

const world = worldForAll();
const { reset, later, days } = awsTimeOf(world, FILES);
beforeEach(async () => {
  await reset({
    cleanup:
      '[{ type: fileSystem, accounts: [test], live: true, when: [{ rule: unused }], acceptIncomplete: { until: 2099-12-31, reason: a test } }]',
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
});

const control = () => world.sandbox.control;
const remove = () => world.pass('delete', FILES);
const state = () => control().state(HERE);
const sent = () => world.writes().map(({ operation }) => operation);
const change = (to: object) => control().update(HERE, 'fileSystem', ID, { ...to });

function add(more: object = {}): void {
  const CreationTime = new Date(world.clock.now() - 200 * DAY);
  control().addFileSystems(HERE, [{ FileSystemId: ID, CreationTime, tags: { owner: 'ann@example.com' }, ...more }]);
}

/** One with its backup. */
async function saved(): Promise<void> {
  add();
  expect(await world.pass('mark', FILES)).toMatchObject({ counts: { marked: 1 } });
  await world.notify(FILES);
  await days(11);
  later(HOUR);
  expect(await remove()).toMatchObject({ counts: { quarantined: 1, accepted: 0 } });
  expect(state().recoveryPoints).toHaveLength(1);
}

const measured = (name: string, more: object = {}) => {
  const points = [{ at: new Date(world.clock.now()).toISOString(), value: 1 }];
  control().addMetrics(HERE, [{ namespace: 'AWS/EFS', name, dimensions: { FileSystemId: ID, ...more }, points }]);
};

test('A104 nobody mounted it, and AWS Backup read it → it goes a week after its backup, which stays', async () => {
  await saved();
  measured('DataReadIOBytes');
  measured('MetadataIOBytes');
  await days(8);
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  expect(sent()).toEqual(['TagResource', 'StartBackupJob', 'DeleteFileSystem']);
  expect([state().fileSystems.length, state().recoveryPoints.length]).toEqual([0, 1]);
});

describe('A104 it stays, whatever shows only after its backup', () => {
  const point = () => state().recoveryPoints[0]?.RecoveryPointArn ?? '';
  test.each<[string, () => void]>([
    ['a client', () => measured('ClientConnections')],
    ['a mount target', () => change({ NumberOfMountTargets: 1 })],
    [
      'a replication',
      () =>
        control().addAnswers(HERE, [
          { operation: 'DescribeReplicationConfigurations', item: { SourceFileSystemId: ID } },
        ]),
    ],
    ['a keep', () => change({ Tags: [{ Key: 'holystone:keep', Value: 'always' }] })],
    ['the end of its backup', () => control().remove(HERE, 'recoveryPoint', point())],
    [
      'a function that mounts it',
      () => {
        const Arn = `arn:aws:elasticfilesystem:${HERE.region}:${HERE.account}:file-system/${ID}`;
        control().addFunctions(HERE, [{ FunctionName: 'web', FileSystemConfigs: [{ Arn, LocalMountPath: '/mnt/x' }] }]);
      },
    ],
  ])('%s', async (_what, happens) => {
    await saved();
    await days(8);
    happens();
    await remove();
    expect([sent().includes('DeleteFileSystem'), state().fileSystems.length]).toEqual([false, 1]);
  });
});

test('A149 a job is no resource: only the file system that it made is kept, and only then the command says so', async () => {
  await saved();
  await days(8);
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  const file = join(world.dir, 'holystone.yaml');
  await writeFile(file, world.text);
  const restored = () => commandAt(world.clock, ['restore', FILES, ID, '--yes', '--as', 'olga', '-c', file]);
  const kept = async () => (await world.wired.deps.optOuts.list(FILES)).map(({ target }) => target.value);
  const first = await restored();
  expect(first.stdout).toMatch(/is being restored: restore job .+ was started; run the same command/);
  expect([first.code, await kept()]).toEqual([0, []]);
  const { FileSystemId = '' } = state().fileSystems[0] ?? {};
  const { RestoreJobId = '' } = state().restoreJobs[0] ?? {};
  control().update(HERE, 'restoreJob', RestoreJobId, { Status: 'RUNNING' });
  expect((await restored()).stdout).toContain(`is RUNNING; Holystone keeps ${FileSystemId} for now`);
  expect(await kept()).toEqual([FileSystemId]);
  control().update(HERE, 'restoreJob', RestoreJobId, { Status: 'COMPLETED' });
  expect((await restored()).stdout).toContain(`exists as ${FileSystemId}, and Holystone keeps it for now`);
  expect(await kept()).toEqual([FileSystemId]);
});
