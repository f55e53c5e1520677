import * as module from '@aws-sdk/client-fsx';
import { AwsError } from '../collections/errors.ts';
import {
  type WindowsBackupRow,
  type WindowsFileSystemRow,
  windowsFileSystems,
} from '../seeds/windowsFileSystemSeeds.ts';
import type { Call } from '../store/call.ts';
import { collection, listingsOf } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** "Minimum value of 1": https://docs.aws.amazon.com/fsx/latest/APIReference/API_DescribeFileSystems.html */
const listing = listingsOf({
  size: 'MaxResults',
  token: 'NextToken',
  badToken: 'BadRequest',
  limits: { min: 1, max: 2_147_483_647, otherwise: 100 },
  badSize: 'BadRequest',
});

/** https://docs.aws.amazon.com/fsx/latest/APIReference/API_Operations.html */
export function fsx(): Service {
  return service(
    module,
    module.FSxClient,
  )({
    DescribeFileSystems: listing(
      collection<module.DescribeFileSystemsRequest, WindowsFileSystemRow, module.FileSystem>(
        ({ here }, { FileSystemIds: ids }) => {
          const gone = ids?.find((id) => !here.windowsFileSystems.get(id));
          if (gone !== undefined) throw missing(gone);
          return here.windowsFileSystems.view().filter(({ key }) => ids === undefined || ids.includes(key));
        },
        ({ token: _token, ...fileSystem }) => fileSystem,
      ),
      { answer: 'FileSystems' },
    ),
    DescribeBackups: listing(
      collection<module.DescribeBackupsRequest, WindowsBackupRow, module.Backup>(
        ({ here }, { BackupIds: ids }) => {
          const gone = ids?.find((id) => !here.windowsBackups.get(id));
          if (gone !== undefined) throw new AwsError('BackupNotFound', `Backup '${gone}' does not exist.`);
          return here.windowsBackups.view().filter(({ key }) => ids === undefined || ids.includes(key));
        },
        ({ token: _token, ...backup }) => backup,
      ),
      { answer: 'Backups', special: { 'backup-type': ({ Type }) => Type } },
    ),

    /** "If a backup with the specified client request token exists and the parameters match, this operation returns" it. It is done at once. */
    CreateBackup({ FileSystemId = '', ClientRequestToken: token, Tags = [] }, call) {
      const { here, ids, now } = call;
      const FileSystem = existing(FileSystemId, call);
      const known = here.windowsBackups.values().find((one) => token !== undefined && one.token === token);
      if (known) return { Backup: known };
      const BackupId = ids.next('backup');
      const made: module.Backup = {
        BackupId,
        Lifecycle: 'AVAILABLE',
        Type: 'USER_INITIATED',
        CreationTime: now,
        ResourceARN: FileSystem.ResourceARN?.replace(/file-system\/.*/, `backup/${BackupId}`),
        FileSystem,
        Tags,
      };
      here.windowsBackups.put(BackupId, { ...made, ...(token !== undefined && { token }) });
      return { Backup: made };
    },

    /** It is made at once. */
    CreateFileSystem({ FileSystemType, StorageCapacity, Tags = [] }, call) {
      const tags = Object.fromEntries(Tags.map(({ Key = '', Value = '' }) => [Key, Value]));
      const made = windowsFileSystems.make({ FileSystemType, StorageCapacity, tags }, call);
      call.here.windowsFileSystems.put(made.FileSystemId ?? '', made);
      return { FileSystem: made };
    },

    /** One for a token, as long as that exists; it is made at once. */
    CreateFileSystemFromBackup({ BackupId = '', ClientRequestToken: token, Tags = [], ...given }, call) {
      const { here } = call;
      const backup = here.windowsBackups.get(BackupId);
      if (!backup) throw new AwsError('BackupNotFound', `Backup '${BackupId}' does not exist.`);
      const known = here.windowsFileSystems.values().find((one) => token !== undefined && one.token === token);
      if (known) return { FileSystem: known };
      const { WindowsConfiguration } = given;
      if (!WindowsConfiguration) throw new AwsError('MissingFileSystemConfiguration', 'It needs a configuration.');
      const { Aliases = [], SelfManagedActiveDirectoryConfiguration, ...windows } = WindowsConfiguration;
      if (!windows.ActiveDirectoryId && !SelfManagedActiveDirectoryConfiguration)
        throw new AwsError('MissingFileSystemConfiguration', 'A file system for Windows needs an Active Directory.');
      const made = windowsFileSystems.make(
        {
          ...(token !== undefined && { token }),
          tags: Object.fromEntries(Tags.map(({ Key = '', Value = '' }) => [Key, Value])),
          WindowsConfiguration: {
            ...(windows as module.WindowsFileSystemConfiguration),
            Aliases: Aliases.map((Name) => ({ Name, Lifecycle: 'AVAILABLE' as const })),
          },
        },
        call,
      );
      here.windowsFileSystems.put(made.FileSystemId ?? '', made);
      return { FileSystem: { ...made, Lifecycle: 'CREATING' } };
    },

    TagResource({ ResourceARN = '', Tags = [] }, call) {
      retag(ResourceARN, call, (tags) => [...tags.filter(({ Key }) => !Tags.some((tag) => tag.Key === Key)), ...Tags]);
      return {};
    },
    UntagResource({ ResourceARN = '', TagKeys = [] }, call) {
      retag(ResourceARN, call, (tags) => tags.filter(({ Key = '' }) => !TagKeys.includes(Key)));
      return {};
    },

    /**
     * "WindowsConfiguration cannot be applied to delete a OPENZFS file system." (https://github.com/cloud-custodian/cloud-custodian/issues/10390);
     * "any existing automatic backups are also deleted", and a final one is made unless the request skips it.
     */
    DeleteFileSystem({ FileSystemId = '', WindowsConfiguration: windows }, call) {
      const { here, ids, now } = call;
      const FileSystem = existing(FileSystemId, call);
      const { FileSystemType: type } = FileSystem;
      if (windows && type !== 'WINDOWS')
        throw new AwsError('BadRequest', `WindowsConfiguration cannot be applied to delete a ${type} file system.`);
      for (const { key, value } of here.windowsBackups.view())
        if (value.Type === 'AUTOMATIC' && value.FileSystem?.FileSystemId === FileSystemId)
          here.windowsBackups.remove(key);
      if (type === 'WINDOWS' && windows?.SkipFinalBackup !== true) {
        const BackupId = ids.next('backup');
        const Tags = windows?.FinalBackupTags ?? [];
        const kinds = { Lifecycle: 'AVAILABLE' as const, Type: 'USER_INITIATED' as const };
        here.windowsBackups.put(BackupId, { BackupId, ...kinds, CreationTime: now, FileSystem, Tags });
      }
      here.windowsFileSystems.remove(FileSystemId);
      return { FileSystemId, Lifecycle: 'DELETING' };
    },
  });
}

function missing(id: string): AwsError {
  return new AwsError('FileSystemNotFound', `File system '${id}' does not exist.`);
}

function existing(id: string, { here }: Call): module.FileSystem {
  const found = here.windowsFileSystems.get(id);
  if (found) return found;
  throw missing(id);
}

function retag(arn: string, { here }: Call, changed: (tags: readonly module.Tag[]) => module.Tag[]): void {
  const found = here.windowsFileSystems.values().find(({ ResourceARN }) => ResourceARN === arn);
  if (!found) throw new AwsError('ResourceNotFound', `'${arn}' does not exist.`);
  here.windowsFileSystems.put(found.FileSystemId ?? '', { ...found, Tags: changed(found.Tags ?? []) });
}
