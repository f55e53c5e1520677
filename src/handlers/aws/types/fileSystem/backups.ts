/** The backups by AWS Backup before the deletion of a file system. They stay: only people delete them. */
import type {
  DescribeBackupJobOutput,
  DescribeRecoveryPointOutput,
  RecoveryPointByResource,
} from '@aws-sdk/client-backup';
import type { QuarantineStanding } from '../../../../core/mark/quarantine.ts';
import type { Quarantining } from '../../../contract/quarantining.ts';
import { backup } from '../../calls/backup.ts';
import type { FileSystemResource } from '../../resources/fileSystem.ts';
import { backupPlaceOf } from '../../session/backupPlace.ts';
import { fileSystemTags } from '../../session/fileSystemTags.ts';
import { LAST_OF_TAG } from '../../session/restoredTag.ts';
import type { CallScopes } from '../../session/session.ts';
import { requestIdOf, send } from '../../wire/client.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';
import { type BackupWay, backupFirst } from '../backupFirst.ts';

/** A job of AWS Backup, and the recovery point that it made: neither alone is a proof. */
interface Saved {
  readonly job: DescribeBackupJobOutput;
  /** Absent: AWS does not know one. */
  readonly point?: DescribeRecoveryPointOutput;
}

/** States of a job that has not ended. */
const UNDER_WAY: ReadonlySet<string | undefined> = new Set(['CREATED', 'PENDING', 'RUNNING']);

const BACKUP: BackupWay<FileSystemResource, Saved> = {
  api: backup.startBackupJob.api,
  called: 'backup',
  tagging: fileSystemTags,
  stateOf: ({ lifeCycleState }) => lifeCycleState,
  ready: 'available',
  nameOf: ({ id }, at) => `holystone-last-${id}-${new Date(at).toISOString().slice(0, 10)}`,
  // Its token finds it: a second request of that day starts nothing, and answers with the same job.
  find: async () => [],
  async make(deleter, { arn: ResourceArn, identity }, IdempotencyToken) {
    const { vault: BackupVaultName, role: IamRoleArn } = backupPlaceOf(deleter);
    const where = { BackupVaultName, IamRoleArn };
    const RecoveryPointTags = { [LAST_OF_TAG]: identity };
    const answer = await send(deleter, backup.startBackupJob, {
      ...where,
      ResourceArn,
      IdempotencyToken,
      RecoveryPointTags,
    });
    const { BackupJobId: id } = answer;
    return { ...(id && { id }), requestId: requestIdOf(answer) };
  },
  async read(reader, BackupJobId) {
    const job = await unlessGone(
      read(reader, backup.describeBackupJob, `reading backup job ${BackupJobId}`, { BackupJobId }),
    );
    const { BackupVaultName, RecoveryPointArn } = job ?? {};
    if (job?.State !== 'COMPLETED' || !BackupVaultName || !RecoveryPointArn) return job && { job };
    const what = `reading ${RecoveryPointArn}`;
    const point = await unlessGone(
      read(reader, backup.describeRecoveryPoint, what, { BackupVaultName, RecoveryPointArn }),
    );
    return { job, ...(point && { point }) };
  },
  proof({ job, point }, made, { arn }) {
    const { State = 'not known', StatusMessage, ResourceArn } = job;
    if (ResourceArn !== arn) return { kind: 'failed', why: `backup job ${made} is of another file system` };
    if (UNDER_WAY.has(State)) return { kind: 'pending', why: `the state of backup job ${made} is ${State}` };
    if (State === 'COMPLETED') return point === undefined ? 'deleted' : proven(point, arn);
    return { kind: 'failed', why: `backup job ${made} is ${State}${StatusMessage ? `: ${StatusMessage}` : ''}` };
  },
};

function proven(point: DescribeRecoveryPointOutput, arn: string): QuarantineStanding | 'deleted' {
  const { RecoveryPointArn: name = 'its recovery point', Status = 'not known', CalculatedLifecycle } = point;
  if (point.ResourceArn !== arn) return { kind: 'failed', why: `${name} is of another file system` };
  if (Status === 'DELETING' || Status === 'EXPIRED') return 'deleted';
  if (Status !== 'COMPLETED') return { kind: 'failed', why: `the state of ${name} is ${Status}` };
  const end = CalculatedLifecycle?.DeleteAt;
  return end === undefined
    ? { kind: 'inEffect' }
    : { kind: 'failed', why: `AWS Backup deletes ${name} at ${end.toISOString()}` };
}

/** Who mounts it meanwhile uses it: its connections show that. */
export function quarantineFileSystems(scopes: CallScopes): Quarantining<FileSystemResource> {
  return backupFirst(BACKUP, scopes);
}

/** What AWS Backup has of a file system, whoever let it save that, the newest whole one first. @throws ReadError */
export async function readRecoveryPoints(
  target: CallScope,
  ResourceArn: string,
): Promise<readonly RecoveryPointByResource[]> {
  const listing = pages(target, backup.listRecoveryPointsByResource, `reading backups of ${ResourceArn}`, {
    ResourceArn,
  });
  const all = await unlessGone(allOf(listing), []);
  return all
    .filter(({ Status, RecoveryPointArn }) => Status === 'COMPLETED' && RecoveryPointArn)
    .toSorted((a, b) => Number(b.CreationDate ?? 0) - Number(a.CreationDate ?? 0));
}
