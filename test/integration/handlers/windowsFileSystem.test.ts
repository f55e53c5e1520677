/** File systems of FSx for Windows: what identifies and keeps one, the backup before its deletion, and the way back. */
import { describe, expect, test } from '@jest/globals';
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { windowsFileSystemTraffic } from '../../../src/handlers/aws/evidence/windowsFileSystems/traffic.ts';
import type { WindowsFileSystemResource } from '../../../src/handlers/aws/resources/windowsFileSystem.ts';
import { windowsFileSystem } from '../../../src/handlers/aws/types/windowsFileSystem/handler.ts';
import { account, awsForEach, HERE, scopeOf } from './fixture.ts';
import { oneOf } from './oneOf.ts';

type Seed = Parameters<SandboxControl['addWindowsFileSystems']>[1][number];

const ID = 'fs-0123456789abcdef0';
const ARN = `arn:aws:fsx:${HERE.region}:${account.id}:file-system/${ID}`;
const HOST = 'amznfsxabcdefgh.corp.example.com';
const CREATED = new Date('2026-01-02T03:04:05.000Z');

const aws = awsForEach();
const { open, found, begun, standing, made, keptBecause, storedOf } = oneOf<WindowsFileSystemResource>(
  aws,
  windowsFileSystem,
  ID,
);

const add = (seed: Seed = {}) =>
  aws.control.addWindowsFileSystems(HERE, [{ FileSystemId: ID, CreationTime: CREATED, DNSName: HOST, ...seed }]);
const change = (patch: object) => aws.control.update(HERE, 'windowsFileSystem', ID, { ...patch });
const requests = (operation: string) => aws.control.calls({ operation });
const backups = () => aws.control.state(HERE).windowsBackups;

describe('A153 what it is', () => {
  test('its automatic backups are in its notice; its hosts and its address name it', async () => {
    const WindowsConfiguration = {
      AutomaticBackupRetentionDays: 7,
      PreferredFileServerIp: '10.0.0.9',
      Aliases: [{ Name: 'Files.corp.example.com', Lifecycle: 'AVAILABLE' as const }],
    };
    add({ WindowsConfiguration });
    const { identity, aliases, note } = await found();
    expect([identity, note]).toEqual([ARN, { code: 'backupsGo', values: { days: 7 } }]);
    expect(aliases).toEqual(
      expect.arrayContaining([ID, HOST, 'amznfsxabcdefgh', 'files.corp.example.com', '10.0.0.9']),
    );
  });

  test('it has none → its notice says nothing of them', async () => {
    add({ WindowsConfiguration: { AutomaticBackupRetentionDays: 0 } });
    expect((await found()).note).toBeUndefined();
  });

  const action = (Status: 'COMPLETED' | 'IN_PROGRESS') => ({
    AdministrativeActions: [{ AdministrativeActionType: 'FILE_SYSTEM_UPDATE' as const, Status }],
  });
  test.each<[string, Seed, readonly string[]]>([
    ['is for Windows', {}, []],
    ['is in two zones', { WindowsConfiguration: { DeploymentType: 'MULTI_AZ_1' } }, []],
    ['is for Lustre', { FileSystemType: 'LUSTRE' }, ['its type is LUSTRE: Holystone deletes those for Windows only']],
    ['is for ONTAP', { FileSystemType: 'ONTAP' }, ['its type is ONTAP: Holystone deletes those for Windows only']],
    [
      'is for OpenZFS',
      { FileSystemType: 'OPENZFS' },
      ['its type is OPENZFS: Holystone deletes those for Windows only'],
    ],
    ['does not say for what', { FileSystemType: undefined }, ['AWS does not say what it is a file system for']],
    ['is made', { Lifecycle: 'CREATING' }, ['its state is CREATING']],
    ['failed', { Lifecycle: 'FAILED' }, ['its state is FAILED']],
    ['lost its directory', { Lifecycle: 'MISCONFIGURED_UNAVAILABLE' }, ['its state is MISCONFIGURED_UNAVAILABLE']],
    ['is changed', action('IN_PROGRESS'), ['changes of it have not ended: FILE_SYSTEM_UPDATE (IN_PROGRESS)']],
    ['was changed', action('COMPLETED'), []],
    ['says no owner', { OwnerId: undefined }, ['AWS does not say which account owns it']],
  ])('one that %s', async (_name, seed, why) => {
    add(seed);
    expect(keptBecause(await found())).toEqual(why);
  });
});

test('A153 one without a list of tags is kept, and hides no other', async () => {
  add();
  change({ Tags: undefined });
  expect(keptBecause(await found())).toEqual(['AWS does not say its tags']);
});

describe('A154 its use', () => {
  const place = { account: account.name, location: HERE.region };
  const measured = async (one: Partial<WindowsFileSystemResource> = {}) => {
    const all = [{ ...(await found()), ...one }];
    const read = await windowsFileSystemTraffic.read(place, scopeOf({}), all, aws.io());
    return read.map(({ says }) => says);
  };
  const old = { CreationTime: new Date(Date.now() - 100 * 86_400_000) };
  const point = (name: string, value: number) =>
    aws.control.addMetrics(HERE, [
      {
        namespace: 'AWS/FSx',
        name,
        dimensions: { FileSystemId: ID },
        points: [{ at: new Date(Date.now() - 10 * 86_400_000).toISOString(), value }],
      },
    ]);

  test('silence is none on each day on which its free capacity was measured, and else no proof', async () => {
    add(old);
    expect(await measured()).toEqual(['quiet']);
    // CloudWatch knows no series of that id: silence and a wrong question look the same.
    expect(await measured({ id: 'fs-0fedcba9876543210' })).toEqual(['unknown']);
  });

  test.each(['DataReadBytes', 'DataWriteBytes', 'MetadataOperations', 'ClientConnections'])(
    '%s of a day is a use of it, and a zero is none',
    async (name) => {
      add(old);
      point(name, 0);
      expect(await measured()).toEqual(['quiet']);
      point(name, 1);
      expect(await measured()).toEqual(expect.arrayContaining(['lastUsed']));
    },
  );

  test.each(['DiskReadBytes', 'NetworkThroughputUtilization'])('%s, also of backups, is none', async (name) => {
    add(old);
    point(name, 9);
    expect(await measured()).toEqual(['quiet']);
  });
});

describe('A156 its backup', () => {
  test('is made with a token of its day and our tag, and is in effect once it is whole', async () => {
    add();
    const id = await made();
    expect(requests('CreateBackup')[0]?.input).toMatchObject({
      FileSystemId: ID,
      ClientRequestToken: expect.stringMatching(new RegExp(`^holystone-last-${ID}-\\d{4}-\\d\\d-\\d\\d$`)),
      Tags: expect.arrayContaining([{ Key: 'holystone:last-of', Value: ARN }]),
    });
    expect(await standing(id)).toEqual({ kind: 'inEffect' });
    expect(Object.keys((await found()).tags)).toEqual(['holystone:quarantine']);
  });

  test('its answer is lost → its tags find it again, and no second one is made', async () => {
    add();
    aws.control.addFault({ kind: 'dropAfter', operation: 'CreateBackup', times: 1 });
    await begun();
    await made();
    expect(backups()).toHaveLength(1);
  });

  const patched = (patch: object) => (id: string) => aws.control.update(HERE, 'windowsBackup', id, { ...patch });
  test.each<[string, (id: string) => unknown, object]>([
    ['is being made', patched({ Lifecycle: 'CREATING' }), { kind: 'pending' }],
    ['is being copied', patched({ Lifecycle: 'TRANSFERRING' }), { kind: 'pending' }],
    ['failed', patched({ Lifecycle: 'FAILED', FailureDetails: { Message: 'no room' } }), { kind: 'failed' }],
    ['is in a new state', patched({ Lifecycle: 'NEW' }), { kind: 'failed' }],
    ['is of another file system', patched({ FileSystem: { FileSystemId: 'fs-1' } }), { kind: 'failed' }],
    ['lost our tag', patched({ Tags: [] }), { kind: 'failed' }],
    ['is an automatic one, which goes with it', patched({ Type: 'AUTOMATIC' }), { kind: 'failed' }],
    ['has no date', patched({ CreationTime: undefined }), { kind: 'failed' }],
    ['was deleted', (id) => aws.control.remove(HERE, 'windowsBackup', id), { kind: 'undone' }],
    ['is whole, and the file system failed', () => change({ Lifecycle: 'FAILED' }), { kind: 'undone' }],
  ])('it %s → it lets nothing go', async (_name, happens, is) => {
    add();
    const id = await made();
    happens(id);
    expect(await standing(id)).toMatchObject(is);
  });

  test('another backup of it is being made → it is told, and nothing happens', async () => {
    add();
    aws.control.addFault({ kind: 'error', operation: 'CreateBackup', code: 'BackupInProgress', status: 400 });
    expect(await begun()).toMatchObject({ kind: 'refused' });
    expect(backups()).toHaveLength(0);
  });
});

describe('A157 its deletion', () => {
  test('one backup stays, and the automatic ones go with it', async () => {
    add();
    await made();
    const automatic = { BackupId: 'backup-1', Type: 'AUTOMATIC' as const, FileSystem: { FileSystemId: ID } };
    aws.control.addWindowsBackups(HERE, [{ ...automatic, Lifecycle: 'AVAILABLE', CreationTime: CREATED }]);
    expect((await open().delete([await found()])).get(ID)).toMatchObject({ kind: 'accepted' });
    expect(requests('DeleteFileSystem')[0]?.input).toMatchObject({
      FileSystemId: ID,
      WindowsConfiguration: { SkipFinalBackup: true },
    });
    expect(backups().map(({ Type }) => Type)).toEqual(['USER_INITIATED']);
  });

  test.each<[string, object, string]>([
    ['is changed', { Lifecycle: 'UPDATING' }, 'its state is UPDATING'],
    ['is none for Windows', { FileSystemType: 'LUSTRE' }, 'its type is LUSTRE'],
  ])('it %s since it was judged → nothing is sent', async (_name, patch, why) => {
    add();
    const judged = await found();
    change(patch);
    expect((await open().delete([judged])).get(ID)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(why),
    });
    expect(requests('DeleteFileSystem')).toHaveLength(0);
  });
});

describe('A158 its way back', () => {
  async function gone(seed: Seed = {}): Promise<StoredDefinition> {
    add(seed);
    await made();
    const one = await found();
    expect((await open().delete([one])).get(ID)).toMatchObject({ kind: 'accepted' });
    return storedOf(one);
  }
  const plan = (stored: StoredDefinition) => open({ mayRestore: true }).restore?.(stored, undefined);

  test('one is made from its last backup with its settings, once, and only what exists is called restored', async () => {
    const stored = await gone({
      tags: { team: 'shop' },
      WindowsConfiguration: {
        DeploymentType: 'MULTI_AZ_1',
        PreferredSubnetId: 'subnet-1',
        ThroughputCapacity: 64,
        Aliases: [{ Name: 'files.corp.example.com', Lifecycle: 'AVAILABLE' }],
      },
    });
    const ready = await plan(stored);
    if (ready?.kind !== 'ready') throw new Error(JSON.stringify(ready));
    expect(ready.steps[0]?.says).toMatch(/under another id and another host.+d-0123456789.+files\.corp\.example\.com/);
    const done = await ready.run();
    expect(done).toMatchObject({ kind: 'begun', id: expect.stringMatching(/^fs-/) });
    expect(requests('CreateFileSystemFromBackup')[0]?.input).toMatchObject({
      BackupId: backups()[0]?.BackupId,
      ClientRequestToken: `holystone-again-${ID}`,
      Tags: expect.arrayContaining([
        { Key: 'team', Value: 'shop' },
        { Key: 'holystone:restored-from', Value: ARN },
      ]),
      WindowsConfiguration: {
        ActiveDirectoryId: 'd-0123456789',
        DeploymentType: 'MULTI_AZ_1',
        PreferredSubnetId: 'subnet-1',
        ThroughputCapacity: 64,
        Aliases: ['files.corp.example.com'],
      },
    });
    const again = await plan(stored);
    expect(again).toMatchObject({ kind: 'restored' });
    expect(requests('CreateFileSystemFromBackup')).toHaveLength(1);
    const id = aws.control.state(HERE).windowsFileSystems[0]?.FileSystemId ?? '';
    aws.control.update(HERE, 'windowsFileSystem', id, { Lifecycle: 'CREATING' });
    expect(await plan(stored)).toMatchObject({ kind: 'begun', id });
    aws.control.update(HERE, 'windowsFileSystem', id, { Lifecycle: 'FAILED' });
    expect(await plan(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining('is FAILED') });
  });

  const own = { DomainName: 'corp.example.com', DnsIps: ['10.0.0.2'], UserName: 'svc-fsx' };
  test('it was in a directory of people’s own, whose password AWS does not tell → a command for them', async () => {
    const SelfManagedActiveDirectoryConfiguration = own;
    const stored = await gone({
      WindowsConfiguration: { ActiveDirectoryId: undefined, SelfManagedActiveDirectoryConfiguration },
    });
    expect(await plan(stored)).toMatchObject({
      kind: 'byHand',
      why: expect.stringContaining('svc-fsx'),
      steps: [{ command: expect.stringContaining('"Password":"PASSWORD"') }],
    });
  });

  test('its account is in a secret → it is joined with that', async () => {
    const secret = 'arn:aws:secretsmanager:us-east-1:111111111111:secret:fsx';
    const SelfManagedActiveDirectoryConfiguration = { ...own, DomainJoinServiceAccountSecret: secret };
    const stored = await gone({
      WindowsConfiguration: { ActiveDirectoryId: undefined, SelfManagedActiveDirectoryConfiguration },
    });
    const ready = await plan(stored);
    expect(ready).toMatchObject({ kind: 'ready', steps: [{ command: expect.stringContaining(secret) }] });
  });

  test('its backup was deleted → refused, and nothing is sent', async () => {
    const stored = await gone();
    aws.control.remove(HERE, 'windowsBackup', backups()[0]?.BackupId ?? '');
    expect(await plan(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining('no last backup') });
  });
});
