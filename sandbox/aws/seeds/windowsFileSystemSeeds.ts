/** File systems of FSx, and their backups. https://docs.aws.amazon.com/fsx/latest/APIReference/API_FileSystem.html */
import type { Backup, FileSystem } from '@aws-sdk/client-fsx';
import { type Kind, plainKind } from '../collections/kind.ts';
import { partitionOf } from '../collections/regions.ts';
import { asDate, type Seed, type Tags } from '../collections/seed.ts';

/** One, and the token of the request that made it. */
export interface WindowsFileSystemRow extends FileSystem {
  readonly token?: string;
}

export interface WindowsFileSystemSeed extends Omit<Seed<WindowsFileSystemRow>, 'Tags'> {
  readonly tags?: Tags;
}

/** For Windows, in one zone, in a directory of AWS, with automatic backups of a month, unless the seed is otherwise. */
export const windowsFileSystems: Kind<
  'windowsFileSystem',
  WindowsFileSystemSeed,
  WindowsFileSystemRow,
  WindowsFileSystemRow
> = plainKind('windowsFileSystem', {
  noun: 'FSx for Windows file system',
  make({ tags = {}, ...given }, { ids, account, region, now }): WindowsFileSystemRow {
    const FileSystemId = given.FileSystemId ?? ids.next('fs');
    const host = `amznfsx${FileSystemId.slice(-8)}.corp.example.com`;
    const { WindowsConfiguration, ...others } = given as Partial<WindowsFileSystemRow>;
    return {
      OwnerId: account.id,
      FileSystemType: 'WINDOWS',
      Lifecycle: 'AVAILABLE',
      StorageCapacity: 300,
      StorageType: 'SSD',
      VpcId: 'vpc-0123456789abcdef0',
      SubnetIds: ['subnet-0123456789abcdef0'],
      NetworkInterfaceIds: [],
      DNSName: host,
      KmsKeyId: `arn:${partitionOf(region)}:kms:${region}:${account.id}:key/fsx`,
      ResourceARN: `arn:${partitionOf(region)}:fsx:${region}:${account.id}:file-system/${FileSystemId}`,
      AdministrativeActions: [],
      ...others,
      ...((others.FileSystemType ?? 'WINDOWS') === 'WINDOWS' && {
        WindowsConfiguration: {
          ActiveDirectoryId: 'd-0123456789',
          DeploymentType: 'SINGLE_AZ_2',
          RemoteAdministrationEndpoint: host,
          ThroughputCapacity: 32,
          AutomaticBackupRetentionDays: 30,
          Aliases: [],
          ...WindowsConfiguration,
        },
      }),
      FileSystemId,
      CreationTime: asDate(given.CreationTime, now),
      Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
    };
  },
  keyOf: ({ FileSystemId }) => FileSystemId,
  reads: { api: 'FSx', operation: 'DescribeFileSystems', by: 'FileSystemIds' },
  deletes: { api: 'FSx', operation: 'DeleteFileSystem', by: 'FileSystemId' },
});

/** A backup, and the token of the request that made it. */
export interface WindowsBackupRow extends Backup {
  readonly token?: string;
}

export const windowsBackups = plainKind<'windowsBackup', Seed<WindowsBackupRow>, WindowsBackupRow>('windowsBackup', {
  make: (given) => given as WindowsBackupRow,
  keyOf: ({ BackupId }) => BackupId,
});
