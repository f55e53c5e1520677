/** File systems of EFS with their access points, and what AWS Backup has of them. */
import type {
  DescribeBackupJobOutput,
  DescribeRecoveryPointOutput,
  RestoreJobsListMember,
} from '@aws-sdk/client-backup';
import type { AccessPointDescription, FileSystemDescription, LifecyclePolicy } from '@aws-sdk/client-efs';
import { type Kind, plainKind, shownInside } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import { asDate, type Seed, type Tags } from '../collections/seed.ts';

/** One, and what other calls than its description answer of it. */
export interface FileSystemRow {
  readonly fileSystem: FileSystemDescription;
  readonly accessPoints: readonly AccessPointDescription[];
  readonly policy?: string;
  readonly lifecycle?: readonly LifecyclePolicy[];
  readonly dailyBackups?: 'ENABLED' | 'DISABLED';
}

export interface FileSystemSeed extends Omit<Seed<FileSystemDescription>, 'Tags'> {
  readonly tags?: Tags;
  /** Each with the tags that it has. */
  readonly accessPoints?: readonly Partial<AccessPointDescription>[];
  readonly policy?: string;
  readonly lifecycle?: readonly LifecyclePolicy[];
  readonly dailyBackups?: 'ENABLED' | 'DISABLED';
}

/** https://docs.aws.amazon.com/efs/latest/ug/API_FileSystemDescription.html: without a mount target, unless the seed has some. */
export const fileSystems: Kind<'fileSystem', FileSystemSeed, FileSystemRow, FileSystemDescription> = {
  name: 'fileSystem',
  noun: 'EFS file system',
  make({ tags = {}, accessPoints = [], policy, lifecycle, dailyBackups, ...given }, { ids, account, region, now }) {
    const FileSystemId = given.FileSystemId ?? ids.next('fs');
    const arn = `arn:${partitionOf(region)}:elasticfilesystem:${region}:${account.id}`;
    const fileSystem: FileSystemDescription = {
      OwnerId: account.id,
      CreationToken: ids.uuid(),
      FileSystemArn: `${arn}:file-system/${FileSystemId}`,
      LifeCycleState: 'available',
      NumberOfMountTargets: 0,
      SizeInBytes: { Value: 6_144, ValueInStandard: 6_144, ValueInIA: 0, ValueInArchive: 0 },
      PerformanceMode: 'generalPurpose',
      ThroughputMode: 'elastic',
      Encrypted: true,
      FileSystemProtection: { ReplicationOverwriteProtection: 'ENABLED' },
      ...(given as Partial<FileSystemDescription>),
      FileSystemId,
      CreationTime: asDate(given.CreationTime, now),
      Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
    };
    const points = accessPoints.map((point) => {
      const AccessPointId = point.AccessPointId ?? ids.next('fsap');
      return {
        LifeCycleState: 'available' as const,
        Tags: [],
        AccessPointArn: `${arn}:access-point/${AccessPointId}`,
        RootDirectory: { Path: '/' },
        ...point,
        AccessPointId,
        FileSystemId,
        OwnerId: account.id,
      };
    });
    return {
      fileSystem,
      accessPoints: points,
      ...(policy !== undefined && { policy }),
      ...(lifecycle && { lifecycle }),
      ...(dailyBackups && { dailyBackups }),
    };
  },
  keyOf: ({ fileSystem }) => fileSystem.FileSystemId,
  ...shownInside<FileSystemRow, 'fileSystem'>('fileSystem'),
  reads: { api: 'EFS', operation: 'DescribeFileSystems', by: 'FileSystemId' },
  deletes: { api: 'EFS', operation: 'DeleteFileSystem', by: 'FileSystemId' },
};

export const backupJobs = plainKind<'backupJob', Seed<DescribeBackupJobOutput>, DescribeBackupJobOutput>('backupJob', {
  make: (given) => given as DescribeBackupJobOutput,
  keyOf: ({ BackupJobId }) => BackupJobId,
});

export const recoveryPoints = plainKind<
  'recoveryPoint',
  Seed<DescribeRecoveryPointOutput>,
  DescribeRecoveryPointOutput
>('recoveryPoint', {
  make: (given) => given as DescribeRecoveryPointOutput,
  keyOf: ({ RecoveryPointArn }) => RecoveryPointArn,
});

/** A job, and the token of the request that started it. */
export interface RestoreJobRow extends RestoreJobsListMember {
  readonly token?: string;
}

export const restoreJobs = plainKind<'restoreJob', Seed<RestoreJobRow>, RestoreJobRow>('restoreJob', {
  make: (given) => given as RestoreJobRow,
  keyOf: ({ RestoreJobId }) => RestoreJobId,
});
