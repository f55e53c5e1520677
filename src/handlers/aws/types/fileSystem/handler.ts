import { DAY_MS } from '../../../../core/common/duration.ts';
import { backup } from '../../calls/backup.ts';
import { permissionsOf } from '../../calls/call.ts';
import { efs } from '../../calls/efs.ts';
import { fileSystemConnections } from '../../evidence/fileSystems/connections.ts';
import { fileSystemUses } from '../../evidence/fileSystems/uses.ts';
import { METRICS_KEPT_MS } from '../../evidence/measured/metricData.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { recordSets } from '../../evidence/references/recordSets.ts';
import { type DescribedFileSystem, toFileSystem } from '../../resources/fileSystem.ts';
import { managedParameters, reasonToTheEnd } from '../../resources/managedBy.ts';
import { fileSystemTags } from '../../session/fileSystemTags.ts';
import { resourceType } from '../resourceType.ts';
import { quarantineFileSystems } from './backups.ts';
import { FILE_SYSTEM_DESCRIBES, FILE_SYSTEM_READS, whole } from './reading.ts';
import { restoreFileSystem } from './restore.ts';
import { fileSystemSafeguards } from './safeguards.ts';

export const fileSystem = resourceType({
  resourceType: 'fileSystem',
  called: { en: 'EFS file system', de: 'EFS-Dateisystem' },
  alsoCalled: ['efs', 'elastic file system', 'nfs'],
  summary:
    'File systems of EFS, with their access points, that have no mount target any more. Idle: no client and nothing written on each day of `unusedFor`, 32 days by default. AWS Backup saves one some days before its deletion. Holystone deletes no mount target; those of FSx are of another type.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    sizeBytes: 'bytes',
    arn: 'text',
    lifeCycleState: 'text',
    performanceMode: 'text',
    throughputMode: 'text',
    encrypted: 'boolean',
    availabilityZoneName: 'text',
    numberOfMountTargets: 'number',
    accessPoints: 'texts',
    accessPointTags: 'texts',
    overwriteProtection: 'text',
    ownerId: 'text',
    isOfAnother: 'internal',
  },
  noun: 'file system',
  arns: ['elasticfilesystem:*:*:file-system/*', 'backup:*:*:backup-vault:*'],
  parameters: managedParameters,
  evidence: [fileSystemConnections, fileSystemUses, recordSets, ...mentionedBy('fileSystem')],
  unlistedUsers:
    'programs that make a mount target before they need it, or that mount it less often than once in `unusedFor`, and mounts of machines outside of AWS, whose configuration nothing reads',
  safeguards: fileSystemSafeguards,
  quarantine: {
    summary:
      'AWS Backup saves the file system, which stays as it is, into the vault and with the role of its account (`backupVault`, `backupRole`). A client of it, a mount target, or the end of that backup keeps the file system. The backup stays, whatever happens: people delete it.',
    alwaysForMs: 7 * DAY_MS,
    permissions: permissionsOf(backup.startBackupJob),
    reads: permissionsOf(backup.describeBackupJob, backup.describeRecoveryPoint),
  },
  // Longer than a month: a job at the end of each month counts.
  measured: { knownForMs: METRICS_KEPT_MS, unusedForMs: 32 * DAY_MS },
  // The prices of its storage classes are not in the price list of this program.
  monthlyCost: () => undefined,
  tagging: fileSystemTags,
  mostIds: 1,
  reads: efs.describeFileSystems,
  readsWith: FILE_SYSTEM_READS,
  idOf: ({ fileSystem: one }: DescribedFileSystem) => one.FileSystemId,
  toResource: (one, { accountId }) => toFileSystem(one, accountId),
  isGone: ({ fileSystem: one }) => one.LifeCycleState === 'deleted',
  describeCalls: FILE_SYSTEM_DESCRIBES,
  describe: whole,
  deletes: efs.deleteFileSystem,
  deleteInput: (FileSystemId) => ({ FileSystemId }),
  // AWS refuses one with a mount target, and knows nothing of the rest.
  isReadAgain: true,
  userOf: blockedBy,
  ends: 'accepted',
  quarantining: quarantineFileSystems,
  restore: {
    calls: [backup.listRecoveryPointsByResource, backup.listRestoreJobsByProtectedResource, backup.startRestoreJob],
    plan: restoreFileSystem,
  },
});

/** Facts that AWS does not refuse: read directly before the request. */
function blockedBy(one: DescribedFileSystem): string | undefined {
  const resource = toFileSystem(one, undefined);
  return resource && reasonToTheEnd(fileSystemSafeguards, resource);
}
