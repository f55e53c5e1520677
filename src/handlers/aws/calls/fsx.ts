import { table } from './call.ts';
import { cautious } from './rates.ts';

const RATE = cautious('fsx');
const GONE = { notFound: ['FileSystemNotFound'] } as const;
const TAGS = { notFound: ['ResourceNotFound'] } as const;

/** Every call to FSx. No call deletes a backup, a volume or a virtual machine, or changes a file system. */
export const fsx = table(
  {
    service: 'fsx',
    load: async () => (await import('@aws-sdk/client-fsx')).FSx,
    prefix: 'fsx',
    reads: RATE,
    writes: RATE,
  },
  {
    /** "If a backup with the specified client request token exists and the parameters match, this operation returns" it: API_CreateBackup. */
    createBackup: { effect: 'quarantines', errors: GONE },
    /** The same holds of its token: API_CreateFileSystemFromBackup. */
    createFileSystemFromBackup: { effect: 'restores', errors: { notFound: ['BackupNotFound'] } },
    deleteFileSystem: { effect: 'deletes', errors: GONE },
    describeBackups: {
      effect: 'reads',
      list: 'Backups',
      token: 'NextToken',
      page: { MaxResults: 100 },
      errors: { notFound: ['BackupNotFound'] },
    },
    describeFileSystems: {
      effect: 'reads',
      list: 'FileSystems',
      token: 'NextToken',
      page: { MaxResults: 100 },
      errors: GONE,
    },
    tagResource: { effect: 'protects', errors: TAGS },
    untagResource: { effect: 'protects', errors: TAGS },
  },
);
