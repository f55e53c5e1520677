import type { RestoreJobsListMember, StartRestoreJobInput } from '@aws-sdk/client-backup';
import type { FileSystemDescription } from '@aws-sdk/client-efs';
import { defined } from '../../../../core/common/defined.ts';
import { QUARANTINE_TAG } from '../../../../core/mark/quarantine.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import { backup } from '../../calls/backup.ts';
import { efs } from '../../calls/efs.ts';
import type { DescribedFileSystem, FileSystemResource } from '../../resources/fileSystem.ts';
import { backupPlaceOf } from '../../session/backupPlace.ts';
import { awsJsonCommand } from '../../session/commandLine.ts';
import { RESTORED_TAG } from '../../session/restoredTag.ts';
import { isThere, refused, restoreBy, type Wanted } from '../../session/restoring.ts';
import { fromTags, toTags } from '../../session/tags.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages, readList } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { readRecoveryPoints } from './backups.ts';

/**
 * Makes one with the files of its newest backup, under another id. Its creation token finds it again, and makes no second
 * one; a job that has ended does not stop a later one.
 */
export async function restoreFileSystem(
  { restorer, stored }: Wanted,
  now: Read<FileSystemResource> | undefined,
): Promise<Restoring> {
  const { id, identity } = stored;
  if (now?.kind === 'found')
    return now.resource.lifeCycleState === 'deleting'
      ? refused(`${id} is still being deleted: try it again later`)
      : isThere(id);
  if (now?.kind !== 'gone') return refused(`it is not known whether ${id} is gone: ${now?.why ?? 'AWS did not say'}`);
  const CreationToken = `holystone-again-${id}`;
  const what = `looking for what was restored of ${id}`;
  const [made] = await unlessGone(readList(restorer, efs.describeFileSystems, what, { CreationToken }), []);
  const jobs = await readRestoreJobs(restorer, identity);
  const old = stored.definition as DescribedFileSystem;
  const running = jobs.find(({ Status = 'RUNNING' }) => UNDER_WAY.has(Status));
  if (running) return { kind: 'begun', says: stateOf(running), ...defined({ id: made?.FileSystemId }) };
  if (made?.FileSystemId) return asMade(made, jobs) ?? already(restorer, old, identity, made.FileSystemId);
  const [point] = await readRecoveryPoints(restorer, identity);
  const { RecoveryPointArn } = point ?? {};
  if (!RecoveryPointArn) return refused(`AWS Backup has no whole backup of ${id} (${identity})`);
  const {
    Encrypted = false,
    KmsKeyId,
    PerformanceMode = 'generalPurpose',
    AvailabilityZoneName: zone,
  } = old.fileSystem;
  const [last] = jobs;
  const input: StartRestoreJobInput = {
    RecoveryPointArn,
    IamRoleArn: backupPlaceOf(restorer).role,
    // With the token of an earlier job AWS answers with success, and starts nothing.
    IdempotencyToken: last ? `${CreationToken}-${last.RestoreJobId}` : CreationToken,
    ResourceType: 'EFS',
    // https://docs.aws.amazon.com/aws-backup/latest/devguide/restoring-efs.html
    Metadata: {
      'file-system-id': id,
      newFileSystem: 'true',
      CreationToken,
      PerformanceMode,
      Encrypted: String(Encrypted),
      ...(Encrypted && KmsKeyId && { KmsKeyId }),
      // Without these it is one of all zones, at another price.
      ...(zone && { singleAzFilesystem: 'true', availabilityZoneName: zone }),
    },
  };
  const before = last ? `; the one before, ${stateOf(last)}` : '';
  return {
    kind: 'ready',
    steps: [
      {
        says: `starts a job that makes a file system from ${RecoveryPointArn}, its newest backup, under another id; its files are in a folder aws-backup-restore_… of it, and the job takes minutes to days${before}`,
        command: awsJsonCommand(restorer, 'backup start-restore-job', input),
      },
    ],
    afterwards: leftOver(restorer, old, identity, '$ID'),
    async run() {
      let job = '';
      const done = await restoreBy(restorer, backup.startRestoreJob.api, `restoring ${id}`, async () => {
        const answer = await send(restorer, backup.startRestoreJob, input);
        job = answer.RestoreJobId ?? '';
        return requestIdOf(answer);
      });
      return 'kind' in done ? done : { kind: 'begun', says: `restore job ${job} was started`, ...done };
    },
  };
}

function already(target: CallScope, old: DescribedFileSystem, identity: string, id: string): Restoring {
  return { kind: 'restored', id, afterwards: leftOver(target, old, identity, id) };
}

/** Why that one is not the restored file system; `undefined`: nothing says so. AWS forgets jobs. */
function asMade(made: FileSystemDescription, jobs: readonly RestoreJobsListMember[]): Restoring | undefined {
  const { FileSystemId, FileSystemArn, LifeCycleState } = made;
  if (LifeCycleState === 'deleting' || LifeCycleState === 'deleted')
    return refused(`${FileSystemId}, which was restored of it, is being deleted: try it again later`);
  const job = jobs.find(({ CreatedResourceArn }) => CreatedResourceArn === FileSystemArn) ?? jobs[0];
  if (job === undefined || job.Status === 'COMPLETED') return undefined;
  return refused(
    `${FileSystemId} may have a part of its files only, because ${stateOf(job)}: look at it, and delete it before another restore`,
  );
}

/** What that job cannot say. It had no mount target when it went. @param FileSystemId of the new one */
function leftOver(
  target: CallScope,
  { fileSystem, accessPoints, policy, lifecycle = [], dailyBackups }: DescribedFileSystem,
  identity: string,
  FileSystemId: string,
): readonly RestoreStep[] {
  const { FileSystemId: old = '', ThroughputMode, ProvisionedThroughputInMibps } = fileSystem;
  const tags = ownTags(fileSystem.Tags, { [RESTORED_TAG]: identity });
  const steps: (readonly [says: string, command: string, input: object])[] = [
    ['writes its tags', 'tag-resource', { ResourceId: FileSystemId, Tags: fromTags(tags) }],
  ];
  if (ThroughputMode && ThroughputMode !== 'bursting')
    steps.push([
      'sets its throughput',
      'update-file-system',
      { FileSystemId, ThroughputMode, ...defined({ ProvisionedThroughputInMibps }) },
    ]);
  if (lifecycle.length > 0)
    steps.push([
      'sets when its files move to cheaper storage',
      'put-lifecycle-configuration',
      { FileSystemId, LifecyclePolicies: lifecycle },
    ]);
  if (policy !== undefined)
    steps.push([
      'writes its policy',
      'put-file-system-policy',
      { FileSystemId, Policy: policy.replaceAll(old, FileSystemId) },
    ]);
  if (dailyBackups === 'ENABLED')
    steps.push([
      'lets AWS Backup save it each day',
      'put-backup-policy',
      { FileSystemId, BackupPolicy: { Status: 'ENABLED' } },
    ]);
  for (const { AccessPointId = 'one without id', PosixUser, RootDirectory, Tags } of accessPoints) {
    const own = fromTags(ownTags(Tags));
    // Of an access point that is gone again, the same token makes no other one.
    const ClientToken = `holystone-${AccessPointId}-${FileSystemId}`;
    steps.push([
      `makes an access point like ${AccessPointId}; its folder is in aws-backup-restore_… until somebody moves it`,
      'create-access-point',
      { FileSystemId, ClientToken, ...defined({ PosixUser, RootDirectory }), ...(own.length > 0 && { Tags: own }) },
    ]);
  }
  return steps.map(([says, command, input]) => ({
    says: `${says}, once it is available`,
    command: awsJsonCommand(target, `efs ${command}`, input),
  }));
}

function ownTags(tags: Parameters<typeof toTags>[0], more: Readonly<Record<string, string>> = {}) {
  const { [QUARANTINE_TAG]: _over, ...all } = toTags(tags);
  return { ...Object.fromEntries(Object.entries(all).filter(([key]) => !key.startsWith('aws:'))), ...more };
}

/** States of a job that has not ended: https://docs.aws.amazon.com/aws-backup/latest/devguide/API_DescribeRestoreJob.html */
const UNDER_WAY: ReadonlySet<string> = new Set(['PENDING', 'RUNNING']);

/** Whoever started them, the newest first, without those of restore tests, whose results AWS deletes. @throws ReadError */
async function readRestoreJobs(target: CallScope, ResourceArn: string): Promise<readonly RestoreJobsListMember[]> {
  const listing = pages(target, backup.listRestoreJobsByProtectedResource, `reading restores of ${ResourceArn}`, {
    ResourceArn,
  });
  const all = await unlessGone(allOf(listing), []);
  return all
    .filter(({ CreatedBy }) => CreatedBy?.RestoreTestingPlanArn === undefined)
    .toSorted((a, b) => Number(b.CreationDate ?? 0) - Number(a.CreationDate ?? 0));
}

/** `restore job 1 is FAILED: no role`. */
function stateOf({ RestoreJobId = '', Status, StatusMessage }: RestoreJobsListMember): string {
  const why = StatusMessage ? `: ${StatusMessage}` : '';
  return `restore job ${RestoreJobId} is ${Status ?? 'in no known state'}${why}`;
}
