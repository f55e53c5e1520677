import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('elasticfilesystem');
const GONE = { notFound: ['FileSystemNotFound'] } as const;
/** A file system without such a setting has none, which is an error, too. */
const POLICY = { notFound: ['FileSystemNotFound', 'PolicyNotFound'] } as const;

/** Every call to EFS. No call reads or writes a file, and none deletes a mount target: AWS would cut a living mount (ADR 195). */
export const efs = table(
  {
    service: 'efs',
    load: async () => (await import('@aws-sdk/client-efs')).EFS,
    prefix: 'elasticfilesystem',
    reads: RATE,
    writes: RATE,
  },
  {
    /** Refused as long as there is a mount target: https://docs.aws.amazon.com/efs/latest/ug/API_DeleteFileSystem.html */
    deleteFileSystem: { effect: 'deletes', errors: { ...GONE, inUse: ['FileSystemInUse'] } },
    describeAccessPoints: {
      effect: 'reads',
      list: 'AccessPoints',
      token: 'NextToken',
      page: { MaxResults: 100 },
      errors: GONE,
    },
    describeBackupPolicy: { effect: 'reads', errors: POLICY },
    describeFileSystemPolicy: { effect: 'reads', errors: POLICY },
    describeFileSystems: {
      effect: 'reads',
      list: 'FileSystems',
      token: { sent: 'Marker', answered: 'NextMarker' },
      page: { MaxItems: 100 },
      errors: GONE,
    },
    describeLifecycleConfiguration: { effect: 'reads', list: 'LifecyclePolicies', errors: GONE },
    describeReplicationConfigurations: {
      effect: 'reads',
      list: 'Replications',
      token: 'NextToken',
      page: { MaxResults: 100 },
      errors: { notFound: ['FileSystemNotFound', 'ReplicationNotFound'] },
    },
    tagResource: { effect: 'protects', errors: GONE },
    untagResource: { effect: 'protects', errors: GONE },
  },
);
