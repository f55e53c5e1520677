import * as module from '@aws-sdk/client-efs';
import { AwsError } from '../collections/errors.ts';
import { type FileSystemRow, fileSystems } from '../seeds/fileSystemSeeds.ts';
import { answered } from '../store/answers.ts';
import type { Call } from '../store/call.ts';
import { collection, listingsOf, numbered, plain } from '../store/listing.ts';
import { type Service, service } from '../wire/service.ts';

/** "MaxItems … 1–100; 100 unless given": https://docs.aws.amazon.com/efs/latest/ug/API_DescribeFileSystems.html */
const listing = listingsOf({
  size: 'MaxItems',
  token: 'Marker',
  next: 'NextMarker',
  badToken: 'BadRequest',
  limits: { min: 1, max: 100, otherwise: 100 },
  badSize: 'BadRequest',
});

const results = listingsOf({
  size: 'MaxResults',
  token: 'NextToken',
  badToken: 'BadRequest',
  limits: { min: 1, max: 100, otherwise: 100 },
  badSize: 'BadRequest',
});

/** https://docs.aws.amazon.com/efs/latest/ug/api-reference.html */
export function efs(): Service {
  return service(
    module,
    module.EFSClient,
  )({
    DescribeFileSystems: listing(
      collection<module.DescribeFileSystemsRequest, FileSystemRow, module.FileSystemDescription>(
        ({ here }, { FileSystemId, CreationToken: token }) => {
          const all = here.fileSystems.view();
          const found = all.filter(({ key }) => FileSystemId === undefined || key === FileSystemId);
          if (FileSystemId !== undefined && found.length === 0) throw missing(FileSystemId);
          return found.filter(({ value }) => token === undefined || value.fileSystem.CreationToken === token);
        },
        ({ fileSystem }) => fileSystem,
      ),
      { answer: 'FileSystems' },
    ),
    DescribeAccessPoints: results(
      plain<module.DescribeAccessPointsRequest, module.AccessPointDescription>((call, { FileSystemId }) => {
        const rows = FileSystemId === undefined ? call.here.fileSystems.values() : [existing(FileSystemId, call)];
        return numbered(rows.flatMap(({ accessPoints }) => accessPoints));
      }),
      { answer: 'AccessPoints' },
    ),
    /** Those that a test put in as source or as destination; there are none → an error. */
    DescribeReplicationConfigurations: results(
      {
        ...answered<module.DescribeReplicationConfigurationsRequest, module.ReplicationConfigurationDescription>(),
        rows(call, { FileSystemId: id = '' }) {
          existing(id, call);
          const all = call.here.answers.view().filter(({ value }) => value.operation === call.operation);
          const own = all.filter(({ value }) => JSON.stringify(value.item).includes(id));
          if (own.length > 0) return own;
          throw new AwsError('ReplicationNotFound', `No replication of ${id} was found.`, 404);
        },
      },
      { answer: 'Replications' },
    ),
    DescribeFileSystemPolicy({ FileSystemId = '' }, call) {
      const { policy: Policy } = existing(FileSystemId, call);
      if (Policy !== undefined) return { FileSystemId, Policy };
      throw new AwsError('PolicyNotFound', `File system ${FileSystemId} has no policy.`, 404);
    },
    DescribeLifecycleConfiguration: ({ FileSystemId = '' }, call) => ({
      LifecyclePolicies: [...(existing(FileSystemId, call).lifecycle ?? [])],
    }),
    DescribeBackupPolicy({ FileSystemId = '' }, call) {
      const { dailyBackups: Status } = existing(FileSystemId, call);
      if (Status) return { BackupPolicy: { Status } };
      throw new AwsError('PolicyNotFound', `File system ${FileSystemId} has no backup policy.`, 404);
    },

    /** "To tag a resource … or FileSystemAlreadyExists": its token is unique in the account. It is available at once. */
    CreateFileSystem({ CreationToken = '', Tags = [] }, call) {
      const taken = call.here.fileSystems.values().find(({ fileSystem }) => fileSystem.CreationToken === CreationToken);
      if (taken)
        throw new AwsError('FileSystemAlreadyExists', `File system with token ${CreationToken} exists already.`, 409);
      const tags = Object.fromEntries(Tags.map(({ Key = '', Value = '' }) => [Key, Value]));
      const row = fileSystems.make({ CreationToken, tags }, call);
      call.here.fileSystems.put(row.fileSystem.FileSystemId ?? '', row);
      return row.fileSystem;
    },

    ListTagsForResource: ({ ResourceId = '' }, call) => ({
      Tags: [...(existing(ResourceId, call).fileSystem.Tags ?? [])],
    }),
    TagResource({ ResourceId = '', Tags = [] }, call) {
      const { fileSystem } = existing(ResourceId, call);
      const others = (fileSystem.Tags ?? []).filter(({ Key }) => !Tags.some((tag) => tag.Key === Key));
      retag(ResourceId, [...others, ...Tags], call);
      return {};
    },
    UntagResource({ ResourceId = '', TagKeys = [] }, call) {
      const { fileSystem } = existing(ResourceId, call);
      const left = (fileSystem.Tags ?? []).filter(({ Key = '' }) => !TagKeys.includes(Key));
      retag(ResourceId, left, call);
      return {};
    },

    /**
     * "You cannot delete a file system that is in use. That is, if the file system has any mount targets", and "You cannot delete a
     * file system that is part of an EFS replication configuration"; its access points go with it.
     */
    DeleteFileSystem({ FileSystemId = '' }, call) {
      const { fileSystem } = existing(FileSystemId, call);
      if (fileSystem.NumberOfMountTargets !== 0)
        throw new AwsError('FileSystemInUse', `The file system '${FileSystemId}' has mount targets.`, 409);
      if (fileSystem.FileSystemProtection?.ReplicationOverwriteProtection === 'REPLICATING')
        throw new AwsError('FileSystemInUse', `The file system '${FileSystemId}' is in a replication.`, 409);
      call.here.fileSystems.remove(FileSystemId);
      return {};
    },
  });
}

function missing(id: string): AwsError {
  return new AwsError('FileSystemNotFound', `File system '${id}' does not exist.`, 404);
}

function existing(id: string, { here }: Call): FileSystemRow {
  const found = here.fileSystems.get(id);
  if (found) return found;
  throw missing(id);
}

function retag(id: string, Tags: module.Tag[], call: Call): void {
  const row = existing(id, call);
  call.here.fileSystems.put(id, { ...row, fileSystem: { ...row.fileSystem, Tags } });
}
