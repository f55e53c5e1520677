/** A file system of FSx for Windows after its backup: only what nobody used until its end goes. */
import { expect, test } from '@jest/globals';
import { HERE } from '../../support/awsWorld.ts';
import { eachStays, KEPT, lifeOf, numbered, oldOnes } from '../../support/life.ts';

const idOf = numbered('fs-');
const life = lifeOf('windowsFileSystem');
const { world, control, state, remove, sent, days } = life;
const change = (id: string, to: object) => control().update(HERE, 'windowsFileSystem', id, { ...to });
const measured = (FileSystemId: string, name: string) => life.measured('AWS/FSx', name, { FileSystemId });

function add(FileSystemId = idOf(0)): void {
  const { at: CreationTime, tags } = oldOnes(world);
  control().addWindowsFileSystems(HERE, [{ FileSystemId, CreationTime, tags }]);
}

/** With a backup, which is old enough. */
async function ready(count = 1): Promise<void> {
  await life.saved(count);
  expect(state().windowsBackups).toHaveLength(count);
  await days(8);
}

test('A155 nobody used it, and its backup was made → it goes a week after that, and the one backup stays', async () => {
  await life.begin();
  add();
  await life.saved();
  measured(idOf(0), 'DiskReadBytes');
  await days(8);
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  expect(sent()).toEqual(['TagResource', 'CreateBackup', 'DeleteFileSystem']);
  expect([state().windowsFileSystems.length, state().windowsBackups.length]).toEqual([0, 1]);
});

const backupOf = (id: string) => state().windowsBackups.find((one) => one.FileSystem?.FileSystemId === id)?.BackupId;
const hostOf = (id: string) => state().windowsFileSystems.find((one) => one.FileSystemId === id)?.DNSName;

eachStays('A155 it stays, whatever shows only after its backup', { life, idOf, add, ready, ends: /^Delete/ }, [
  ['a connection', (id) => measured(id, 'ClientConnections')],
  ['bytes read', (id) => measured(id, 'DataReadBytes')],
  ['a folder that is listed', (id) => measured(id, 'MetadataOperations')],
  ['a change of it', (id) => change(id, { Lifecycle: 'UPDATING' })],
  ['a keep', (id) => change(id, { Tags: [KEPT] })],
  ['the end of its backup', (id) => control().remove(HERE, 'windowsBackup', backupOf(id) ?? '')],
  ['a script that mounts it', (id) => life.called(`mount -t cifs //${hostOf(id)}/share /mnt`)],
]);
