/** File systems of EFS: what identifies and keeps one, the backup before its deletion, and the way back. */
import { describe, expect, test } from '@jest/globals';
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { fileSystemConnections } from '../../../src/handlers/aws/evidence/fileSystems/connections.ts';
import { fileSystemUses } from '../../../src/handlers/aws/evidence/fileSystems/uses.ts';
import type { FileSystemResource } from '../../../src/handlers/aws/resources/fileSystem.ts';
import { fileSystem } from '../../../src/handlers/aws/types/fileSystem/handler.ts';
import { account, awsForEach, failureOf, HERE, ID as OWNER, scopeOf } from './fixture.ts';
import { oneOf } from './oneOf.ts';

type Seed = Parameters<SandboxControl['addFileSystems']>[1][number];

const ID = 'fs-0123456789abcdef0';
const POINT = 'fsap-0123456789abcdef0';
const ARN = `arn:aws:elasticfilesystem:${HERE.region}:${account.id}:file-system/${ID}`;
const CREATED = new Date('2026-01-02T03:04:05.000Z');

const aws = awsForEach();
const { open, readOf, found, begun, standing, made, keptBecause, storedOf } = oneOf<FileSystemResource>(
  aws,
  fileSystem,
  ID,
);

const add = (seed: Seed = {}) =>
  aws.control.addFileSystems(HERE, [{ FileSystemId: ID, CreationTime: CREATED, ...seed }]);
const change = (patch: object) => aws.control.update(HERE, 'fileSystem', ID, { ...patch });
const requests = (operation: string) => aws.control.calls({ operation });
const points = () => aws.control.state(HERE).recoveryPoints;

describe('A84 what it is', () => {
  test('its id is no later one’s; its access points are named by what names them, and go with it', async () => {
    add({ accessPoints: [{ AccessPointId: POINT }] });
    const { identity, aliases, note, keptAs } = await found();
    expect([identity, note, keptAs]).toEqual([ARN, { code: 'objectsGo', values: { names: [POINT] } }, [POINT]]);
    expect(aliases).toEqual(expect.arrayContaining([ID, POINT, `${ID}.efs.${HERE.region}.amazonaws.com`]));
  });

  test.each<[string, Seed, readonly string[]]>([
    ['has none of it', {}, []],
    [
      'has mount targets',
      { NumberOfMountTargets: 2 },
      ['it has 2 mount targets, through which something may reach it: it stays until people have deleted them'],
    ],
    ['is changed', { LifeCycleState: 'updating' }, ['its state is updating']],
    [
      'is a replica',
      { FileSystemProtection: { ReplicationOverwriteProtection: 'REPLICATING' } },
      ['it is the destination of a replication'],
    ],
    [
      'says nothing of that',
      { FileSystemProtection: {} },
      ['it is not known whether it is the destination of a replication (AWS does not say)'],
    ],
    [
      'has an access point that somebody keeps',
      { accessPoints: [{ AccessPointId: POINT, Tags: [{ Key: 'holystone:keep', Value: 'always' }] }] },
      [`the file system has not these tags of its access points: holystone:keep=always of ${POINT}`],
    ],
    ['belongs to a driver of Kubernetes', { tags: { 'efs.csi.aws.com/cluster': 'true' } }, ['managed-by:efs-csi']],
    // The console switches them on by itself: nobody manages it.
    ['is saved each day', { tags: { 'aws:elasticfilesystem:default-backup': 'enabled' } }, []],
  ])('one that %s', async (_name, seed, why) => {
    add(seed);
    expect(keptBecause(await found())).toEqual(why);
  });

  test('the number of its mount targets is not answered → it stays', async () => {
    add({ NumberOfMountTargets: undefined });
    expect(keptBecause(await found())).toEqual(['it is not known how many mount targets it has']);
  });
});

describe('A85 its use', () => {
  const place = { account: account.name, location: HERE.region };
  const measured = async (one: Partial<FileSystemResource>) => {
    const all = [{ ...(await found()), ...one }];
    const read = await fileSystemConnections.read(place, scopeOf({}), all, aws.io());
    return read.map(({ says }) => says);
  };
  const old = { CreationTime: new Date(Date.now() - 100 * 86_400_000) };

  test('silence is none without a mount target, on each day on which its size was measured, and else no proof', async () => {
    add(old);
    expect(await measured({})).toEqual(['quiet']);
    expect(await measured({ numberOfMountTargets: 1 })).toEqual(['unknown']);
    // CloudWatch knows no series of that id: silence and a wrong question look the same.
    expect(await measured({ id: 'fs-0fedcba9876543210' })).toEqual(['unknown']);
  });
});

describe('A100 who needs it without mounting it', () => {
  const place = { account: account.name, location: HERE.region };
  const uses = async () => {
    const read = await fileSystemUses.read(place, scopeOf({}), [await found()], aws.io());
    return read.map(({ says, by }) => `${says}: ${by}`);
  };
  const statement = (more: object) => JSON.stringify({ Statement: [{ Effect: 'Allow', Action: '*', ...more }] });
  const secure = { Condition: { Bool: { 'aws:SecureTransport': 'false' } } };

  test.each<[string, Seed, readonly string[]]>([
    ['no policy', {}, []],
    ['its own account', { policy: statement({ Principal: { AWS: `arn:aws:iam::${OWNER}:role/web` } }) }, []],
    [
      'another account',
      { policy: statement({ Principal: { AWS: ['arn:aws:iam::999999999999:root'] } }) },
      ['used: account 999999999999, which its policy lets in'],
    ],
    ['everybody who may', { policy: statement({ Principal: { AWS: '*' } }) }, []],
    [
      'nobody, to delete it',
      { policy: statement({ Effect: 'Deny', Principal: '*', Action: 'elasticfilesystem:Delete*' }) },
      ['used: its policy, which forbids its deletion'],
    ],
    ['nobody without a secure transport', { policy: statement({ Effect: 'Deny', Principal: '*', ...secure }) }, []],
    ['nobody can say whom', { policy: 'x' }, ['unknown: its policy is no JSON']],
  ])('its policy lets in %s', async (_name, seed, says) => {
    add(seed);
    expect(await uses()).toEqual(says);
  });

  test('its replications cannot be read → nothing is known of it', async () => {
    add();
    aws.control.addFault({ kind: 'deny', operation: 'DescribeReplicationConfigurations' });
    const read = fileSystemUses.read(place, scopeOf({}), [await found()], aws.io());
    expect((await failureOf(read)).message).toContain(`reading replications of ${ID}`);
  });
});

describe('A101 its backup', () => {
  test('is ordered into the vault and with the role of the account, with no end, and is in effect once both are there', async () => {
    add();
    const backupRole = `arn:aws:iam::${account.id}:role/saver`;
    const outcome = await begun({ backupVault: 'Last', backupRole });
    expect(requests('StartBackupJob')[0]?.input).toMatchObject({
      BackupVaultName: 'Last',
      IamRoleArn: backupRole,
      ResourceArn: ARN,
      IdempotencyToken: expect.stringMatching(new RegExp(`^holystone-last-${ID}-\\d{4}-\\d\\d-\\d\\d$`)),
      RecoveryPointTags: { 'holystone:last-of': ARN },
    });
    expect(requests('StartBackupJob')[0]?.input).not.toHaveProperty('Lifecycle');
    if (outcome?.kind !== 'done') throw new Error(JSON.stringify(outcome));
    expect(await standing(outcome.made)).toEqual({ kind: 'inEffect' });
    expect(Object.keys((await found()).tags)).toEqual(['holystone:quarantine']);
  });

  test('without these settings it is ordered where AWS Backup saves by itself', async () => {
    add();
    await made();
    expect(requests('StartBackupJob')[0]?.input).toMatchObject({
      BackupVaultName: 'Default',
      IamRoleArn: `arn:aws:iam::${account.id}:role/service-role/AWSBackupDefaultServiceRole`,
    });
  });

  test('its answer is lost → the same token finds the same job', async () => {
    add();
    aws.control.addFault({ kind: 'dropAfter', operation: 'StartBackupJob', times: 1 });
    await begun();
    await made();
    expect(points()).toHaveLength(1);
  });

  const job = (patch: object) => (id: string) => aws.control.update(HERE, 'backupJob', id, { ...patch });
  const point = (patch: object) => () =>
    aws.control.update(HERE, 'recoveryPoint', points()[0]?.RecoveryPointArn ?? '', { ...patch });
  const other = `${ARN.slice(0, -1)}f`;
  test.each<[string, (id: string) => unknown, object]>([
    ['runs', job({ State: 'RUNNING' }), { kind: 'pending' }],
    ['failed', job({ State: 'FAILED', StatusMessage: 'no role' }), { kind: 'failed' }],
    ['expired', job({ State: 'EXPIRED' }), { kind: 'failed' }],
    ['saved a part', job({ State: 'PARTIAL' }), { kind: 'failed' }],
    ['is in a new state', job({ State: 'NEW' }), { kind: 'failed' }],
    ['is of another file system', job({ ResourceArn: other }), { kind: 'failed' }],
    ['is forgotten', (id) => aws.control.remove(HERE, 'backupJob', id), { kind: 'undone' }],
    [
      'is over, and nothing is there',
      () => aws.control.remove(HERE, 'recoveryPoint', points()[0]?.RecoveryPointArn ?? ''),
      { kind: 'undone' },
    ],
    ['is over, and what it made is deleted', point({ Status: 'DELETING' }), { kind: 'undone' }],
    ['is over, and what it made is a part', point({ Status: 'PARTIAL' }), { kind: 'failed' }],
    ['is over, and what it made is of another', point({ ResourceArn: other }), { kind: 'failed' }],
    [
      'is over, and AWS Backup deletes that on a day',
      point({ CalculatedLifecycle: { DeleteAt: new Date('2027-01-01') } }),
      { kind: 'failed' },
    ],
    ['is over, and the file system is changed', () => change({ LifeCycleState: 'updating' }), { kind: 'undone' }],
  ])('its job %s → it lets nothing go', async (_name, happens, is) => {
    add();
    const id = await made();
    happens(id);
    expect(await standing(id)).toMatchObject(is);
  });

  test('the role may not be passed on, or there is no vault → it is told, and nothing happens', async () => {
    add();
    aws.control.addFault({
      kind: 'error',
      operation: 'StartBackupJob',
      code: 'InvalidParameterValueException',
      status: 400,
    });
    expect(await begun()).toMatchObject({ kind: 'refused' });
    expect(points()).toHaveLength(0);
  });
});

describe('A102 its deletion', () => {
  test.each<[string, object, string]>([
    ['got a mount target', { NumberOfMountTargets: 1 }, 'it has 1 mount target'],
    ['became a replica', { FileSystemProtection: { ReplicationOverwriteProtection: 'REPLICATING' } }, 'replication'],
    ['is changed', { LifeCycleState: 'updating' }, 'its state is updating'],
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

  test('a mount target that comes at the last moment → AWS refuses, and no mount target is ever deleted', async () => {
    add();
    aws.control.addFault({ kind: 'error', operation: 'DeleteFileSystem', code: 'FileSystemInUse', status: 409 });
    expect((await open().delete([await found()])).get(ID)).toMatchObject({ kind: 'refused' });
    expect(aws.control.state(HERE).fileSystems).toHaveLength(1);
    expect(fileSystem.permissions.delete).not.toContain('elasticfilesystem:DeleteMountTarget');
  });

  test('what a restore needs cannot be read → it has no definition, so it is not deleted', async () => {
    add();
    aws.control.addFault({ kind: 'deny', operation: 'DescribeLifecycleConfiguration' });
    expect(await readOf()).toMatchObject({ kind: 'unknown' });
  });
});

describe('A103 its way back', () => {
  async function gone(seed: Seed = {}): Promise<StoredDefinition> {
    add(seed);
    await made();
    const one = await found();
    expect((await open().delete([one])).get(ID)).toMatchObject({ kind: 'accepted' });
    return storedOf(one);
  }
  const plan = (stored: StoredDefinition) => open({ mayRestore: true }).restore?.(stored, undefined);

  test('one is made from its newest backup with its settings, once; what the job cannot say is a command each', async () => {
    const stored = await gone({
      tags: { team: 'shop' },
      accessPoints: [{ AccessPointId: POINT, RootDirectory: { Path: '/web' } }],
      policy: JSON.stringify({
        Statement: [{ Effect: 'Deny', Resource: ARN, Action: 'elasticfilesystem:ClientRootAccess' }],
      }),
      lifecycle: [{ TransitionToIA: 'AFTER_30_DAYS' }],
      dailyBackups: 'ENABLED',
      KmsKeyId: 'arn:aws:kms:us-east-1:111111111111:key/k',
    });
    const ready = await plan(stored);
    if (ready?.kind !== 'ready') throw new Error(JSON.stringify(ready));
    expect(await ready.run()).toMatchObject({
      kind: 'begun',
      says: expect.stringMatching(/^restore job .+ was started$/),
    });
    expect(requests('StartRestoreJob')[0]?.input).toMatchObject({
      RecoveryPointArn: points()[0]?.RecoveryPointArn,
      Metadata: {
        'file-system-id': ID,
        newFileSystem: 'true',
        Encrypted: 'true',
        KmsKeyId: expect.stringContaining('key/k'),
      },
    });
    const again = await plan(stored);
    if (again?.kind !== 'restored') throw new Error(JSON.stringify(again));
    expect(again.id).toBe(aws.control.state(HERE).fileSystems[0]?.FileSystemId);
    const commands = again.afterwards.map(({ command }) => command);
    expect(commands.map((command) => command.split(' ')[2])).toEqual([
      'tag-resource',
      'update-file-system',
      'put-lifecycle-configuration',
      'put-file-system-policy',
      'put-backup-policy',
      'create-access-point',
    ]);
    // The tag alone says of which it was made.
    expect(commands.slice(1).join('\n')).not.toContain(`${ID}"`);
    expect(requests('StartRestoreJob')).toHaveLength(1);
  });

  test('no whole backup of it is there → nothing is sent; it is still there → nothing is to be done', async () => {
    const stored = await gone();
    aws.control.update(HERE, 'recoveryPoint', points()[0]?.RecoveryPointArn ?? '', { Status: 'PARTIAL' });
    expect(await plan(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining('no whole backup') });
    add();
    expect(await plan(stored)).toMatchObject({ kind: 'restored', id: ID });
    expect(requests('StartRestoreJob')).toHaveLength(0);
  });

  const startedOf = async (stored: StoredDefinition) => {
    const ready = await plan(stored);
    if (ready?.kind !== 'ready') throw new Error(JSON.stringify(ready));
    return ready.run();
  };
  const newOne = () => aws.control.state(HERE).fileSystems[0]?.FileSystemId ?? '';
  const restoreJob = (patch: object) => {
    const { RestoreJobId = '' } = aws.control.state(HERE).restoreJobs.at(-1) ?? {};
    aws.control.update(HERE, 'restoreJob', RestoreJobId, { ...patch });
  };
  const tokens = () =>
    requests('StartRestoreJob').map(({ input }) => (input as { IdempotencyToken?: string }).IdempotencyToken);

  test('A148 its job made nothing, or what it made was deleted → another restore starts another job, with the same creation token', async () => {
    const stored = await gone();
    await startedOf(stored);
    aws.control.remove(HERE, 'fileSystem', newOne());
    restoreJob({ Status: 'FAILED', StatusMessage: 'the role may not use the key' });
    const again = await plan(stored);
    expect(again).toMatchObject({
      kind: 'ready',
      steps: [{ says: expect.stringContaining('is FAILED: the role may not use the key') }],
    });
    await startedOf(stored);
    expect(new Set(tokens()).size).toBe(2);
    expect(await plan(stored)).toMatchObject({ kind: 'restored', id: newOne() });
  });

  test('A148 the answer that starts its job is lost → the same token, and one job', async () => {
    const stored = await gone();
    aws.control.addFault({ kind: 'dropAfter', operation: 'StartRestoreJob', times: 1 });
    await startedOf(stored);
    expect(aws.control.state(HERE).restoreJobs).toHaveLength(1);
  });

  test('A148 its job runs → it is being restored, and nothing is sent', async () => {
    const stored = await gone();
    await startedOf(stored);
    restoreJob({ Status: 'RUNNING' });
    const id = newOne();
    expect(await plan(stored)).toMatchObject({ kind: 'begun', id, says: expect.stringContaining('is RUNNING') });
    aws.control.remove(HERE, 'fileSystem', id);
    expect(await plan(stored)).not.toHaveProperty('id');
    expect(requests('StartRestoreJob')).toHaveLength(1);
  });

  test.each([
    [{ Status: 'ABORTED' }, 'a part of its files'],
    [{ Status: 'FAILED', CreatedResourceArn: undefined }, 'a part of its files'],
  ])('A148 its job ended with %j and left a file system → it is not called restored', async (patch, why) => {
    const stored = await gone();
    await startedOf(stored);
    restoreJob(patch);
    expect(await plan(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining(why) });
  });

  test('A148 a test of restores by AWS Backup is none', async () => {
    const stored = await gone();
    await startedOf(stored);
    restoreJob({ Status: 'RUNNING', CreatedBy: { RestoreTestingPlanArn: 'arn:plan' } });
    expect(await plan(stored)).toMatchObject({ kind: 'restored', id: newOne() });
  });

  test('A148 what was restored is being deleted → nothing is sent', async () => {
    const stored = await gone();
    await startedOf(stored);
    aws.control.update(HERE, 'fileSystem', newOne(), { LifeCycleState: 'deleting' });
    expect(await plan(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining('is being deleted') });
  });
});
