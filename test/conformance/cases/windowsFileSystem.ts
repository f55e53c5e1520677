/** No case of the account: moto says neither state nor owner of a file system of FSx, and leaves out an empty list of tags. */
import { CreateFileSystemCommand } from '@aws-sdk/client-fsx';
import type { TypeCases } from '../case.ts';
import type { World } from '../world.ts';

export const windowsFileSystem: TypeCases = {
  cases: [],
  one: { make: aFileSystem, nowhere: 'fs-0123456789abcdef0', identifiedInMoto: false },
  custodian: {
    policy: `resource: aws.fsx
    filters:
      - FileSystemType: WINDOWS
      - type: metrics
        name: DataReadBytes
        days: 32
        value: 0
        op: equal
        missing-value: 0`,
    nameOf: ({ FileSystemId }) => FileSystemId,
  },
  moto: { cannotRead: [] },
  shown: {
    many: 'FSx for Windows file systems',
    one: 'FSx for Windows file system',
    note: 'Custodian compares one metric at a time, takes a day without a value for one without a client, and makes a backup only with the deletion.',
  },
};

/** @returns its id */
async function aFileSystem({ fsx }: World, ClientRequestToken: string): Promise<string> {
  const made = await fsx.send(
    new CreateFileSystemCommand({
      ClientRequestToken,
      FileSystemType: 'WINDOWS',
      StorageCapacity: 32,
      SubnetIds: ['subnet-0123456789abcdef0'],
      WindowsConfiguration: { ActiveDirectoryId: 'd-0123456789', ThroughputCapacity: 32 },
    }),
  );
  return made.FileSystem?.FileSystemId ?? '';
}
