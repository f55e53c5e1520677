/** A file system after its backup: only what nobody mounted until its end goes, and what is restored of it is kept. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '@jest/globals';
import { HERE } from '../../support/awsWorld.ts';
import { commandAt } from '../../support/commandAt.ts';
import { eachStays, KEPT, lifeOf, numbered, oldOnes } from '../../support/life.ts';

const idOf = numbered('fs-');
const ID = idOf(0);
const life = lifeOf('fileSystem');
const { world, control, state, remove, sent, days } = life;
const change = (id: string, to: object) => control().update(HERE, 'fileSystem', id, { ...to });
const measured = (FileSystemId: string, name: string) => life.measured('AWS/EFS', name, { FileSystemId });
const arnOf = (id: string) => `arn:aws:elasticfilesystem:${HERE.region}:${HERE.account}:file-system/${id}`;

function add(FileSystemId = ID): void {
  const { at: CreationTime, tags } = oldOnes(world);
  control().addFileSystems(HERE, [{ FileSystemId, CreationTime, tags }]);
}

/** With a backup, which is old enough. */
async function ready(count = 1): Promise<void> {
  await life.saved(count);
  expect(state().recoveryPoints).toHaveLength(count);
  await days(8);
}

test('A104 nobody mounted it, and AWS Backup read it → it goes a week after its backup, which stays', async () => {
  await life.begin();
  add();
  await life.saved();
  measured(ID, 'DataReadIOBytes');
  measured(ID, 'MetadataIOBytes');
  await days(8);
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  expect(sent()).toEqual(['TagResource', 'StartBackupJob', 'DeleteFileSystem']);
  expect([state().fileSystems.length, state().recoveryPoints.length]).toEqual([0, 1]);
});

const pointOf = (id: string) => state().recoveryPoints.find((one) => one.ResourceArn === arnOf(id))?.RecoveryPointArn;

eachStays('A104 it stays, whatever shows only after its backup', { life, idOf, add, ready, ends: /^Delete/ }, [
  ['a client', (id) => measured(id, 'ClientConnections')],
  ['a mount target', (id) => change(id, { NumberOfMountTargets: 1 })],
  ['a replication', (id) => life.answers('DescribeReplicationConfigurations', { SourceFileSystemId: id })],
  ['a keep', (id) => change(id, { Tags: [KEPT] })],
  ['the end of its backup', (id) => control().remove(HERE, 'recoveryPoint', pointOf(id) ?? '')],
  [
    'a function that mounts it',
    (id) => {
      const FileSystemConfigs = [{ Arn: arnOf(id), LocalMountPath: '/mnt/x' }];
      control().addFunctions(HERE, [{ FunctionName: 'web', FileSystemConfigs }]);
    },
  ],
]);

test('A149 a job is no resource: only the file system that it made is kept, and only then the command says so', async () => {
  await life.begin();
  add();
  await ready();
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  const file = join(world.dir, 'holystone.yaml');
  await writeFile(file, world.text);
  const restored = () => commandAt(world.clock, ['restore', life.namespace, ID, '--yes', '--as', 'olga', '-c', file]);
  const kept = async () => (await world.wired.deps.optOuts.list(life.namespace)).map(({ target }) => target.value);
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
