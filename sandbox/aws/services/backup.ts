import * as module from '@aws-sdk/client-backup';
import { AwsError } from '../collections/errors.ts';
import { fileSystems } from '../seeds/fileSystemSeeds.ts';
import { answered, answersOf } from '../store/answers.ts';
import { listingsOf, plain } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** "Valid Range: Minimum value of 1. Maximum value of 1000." */
const listing = listingsOf({
  size: 'MaxResults',
  token: 'NextToken',
  badToken: 'InvalidParameterValueException',
  limits: { min: 1, max: 1000, otherwise: 1000 },
  badSize: 'InvalidParameterValueException',
});

/** https://docs.aws.amazon.com/aws-backup/latest/devguide/API_Operations.html; only file systems are saved. */
export function backup(): Service {
  return service(
    module,
    module.BackupClient,
  )({
    ListBackupPlans: listing(answered(), { answer: 'BackupPlansList' }),
    ListBackupSelections: listing(answered('BackupPlanId'), { answer: 'BackupSelectionsList' }),
    GetBackupSelection({ SelectionId }, call) {
      const all = answersOf<module.GetBackupSelectionCommandOutput>(call);
      const found = all.find((one) => one.SelectionId === SelectionId);
      if (found) return found;
      throw missing(SelectionId);
    },

    /**
     * "Retrying a successful request with the same idempotency token results in a success message with no action taken." The job is done
     * at once: the sandbox has no time of its own.
     */
    StartBackupJob({ BackupVaultName, ResourceArn = '', IamRoleArn, IdempotencyToken: token }, call) {
      const { here, now, ids } = call;
      const known = here.backupJobs.values().find(({ BackupOptions: { token: of } = {} }) => of === token);
      if (known && token !== undefined) return started(known);
      if (!here.fileSystems.get(ResourceArn.split('/').at(-1) ?? '')) throw missing(ResourceArn);
      const [, partition = '', , region = '', account = ''] = ResourceArn.split(':');
      const RecoveryPointArn = `arn:${partition}:backup:${region}:${account}:recovery-point:${ids.uuid()}`;
      const both = { BackupVaultName, ResourceArn, RecoveryPointArn, IamRoleArn, ResourceType: 'EFS' };
      const times = { CreationDate: now, CompletionDate: now };
      const job: module.DescribeBackupJobOutput = {
        ...both,
        ...times,
        BackupJobId: ids.uuid(),
        State: 'COMPLETED',
        ...(token !== undefined && { BackupOptions: { token } }),
      };
      here.backupJobs.put(job.BackupJobId ?? '', job);
      here.recoveryPoints.put(RecoveryPointArn, { ...both, ...times, Status: 'COMPLETED' });
      return started(job);
    },
    DescribeBackupJob({ BackupJobId = '' }, { here }) {
      const found = here.backupJobs.get(BackupJobId);
      if (found) return found;
      throw missing(BackupJobId);
    },
    DescribeRecoveryPoint({ RecoveryPointArn = '' }, { here }) {
      const found = here.recoveryPoints.get(RecoveryPointArn);
      if (found) return found;
      throw missing(RecoveryPointArn);
    },
    ListRecoveryPointsByResource: listing(
      plain(({ here }, { ResourceArn }: module.ListRecoveryPointsByResourceInput) =>
        here.recoveryPoints.view().filter(({ value }) => value.ResourceArn === ResourceArn),
      ),
      { answer: 'RecoveryPoints' },
    ),
    ListRestoreJobsByProtectedResource: listing(
      plain(({ here }, { ResourceArn }: module.ListRestoreJobsByProtectedResourceInput) =>
        here.restoreJobs.view().filter(({ value }) => value.SourceResourceArn === ResourceArn),
      ),
      { answer: 'RestoreJobs' },
    ),
    /** Done at once, and once for a token: https://docs.aws.amazon.com/aws-backup/latest/devguide/restoring-efs.html */
    StartRestoreJob({ RecoveryPointArn = '', Metadata = {}, IdempotencyToken: token }, call) {
      const { here, now, ids } = call;
      const point = here.recoveryPoints.get(RecoveryPointArn);
      if (!point) throw missing(RecoveryPointArn);
      const { CreationToken, newFileSystem, 'file-system-id': old } = Metadata;
      if (newFileSystem !== 'true' || !CreationToken || !old)
        throw new AwsError('InvalidParameterValueException', 'The metadata of the restore is not valid.');
      const known = here.restoreJobs.values().find((job) => token !== undefined && job.token === token);
      if (known) return { RestoreJobId: known.RestoreJobId };
      const { fileSystem, ...row } = fileSystems.make({ CreationToken }, call);
      here.fileSystems.put(fileSystem.FileSystemId ?? '', { fileSystem, ...row });
      const RestoreJobId = ids.uuid();
      here.restoreJobs.put(RestoreJobId, {
        ...{ RestoreJobId, RecoveryPointArn, SourceResourceArn: point.ResourceArn, Status: 'COMPLETED' },
        ...{ CreationDate: now, CompletionDate: now, CreatedResourceArn: fileSystem.FileSystemArn },
        ...(token !== undefined && { token }),
      });
      return { RestoreJobId };
    },
  });
}

function missing(what = 'nothing'): AwsError {
  return new AwsError('ResourceNotFoundException', `${what} was not found.`);
}

function started({ BackupJobId, RecoveryPointArn, CreationDate }: module.DescribeBackupJobOutput) {
  return { BackupJobId, RecoveryPointArn, CreationDate };
}
