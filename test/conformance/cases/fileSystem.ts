/** No case of the account: moto knows no replication, and answers its question with an error. */
import { CreateFileSystemCommand } from '@aws-sdk/client-efs';
import type { TypeCases } from '../case.ts';
import type { World } from '../world.ts';

export const fileSystem: TypeCases = {
  cases: [],
  // moto does not say whether one is the destination of a replication, so it is kept there.
  one: { make: aFileSystem, nowhere: 'fs-0123456789abcdef0', deletedInMoto: false },
  custodian: {
    policy: `resource: aws.efs
    filters:
      - type: metrics
        name: ClientConnections
        days: 32
        value: 0
        op: equal
        missing-value: 0`,
    nameOf: ({ FileSystemId }) => FileSystemId,
  },
  moto: { cannotRead: [] },
  shown: {
    many: 'EFS file systems',
    one: 'EFS file system',
    note: 'Custodian takes a day without a value for one without a client, deletes the mount targets itself, and makes no backup.',
  },
};

/** @returns its id */
async function aFileSystem({ efs }: World, CreationToken: string): Promise<string> {
  const made = await efs.send(new CreateFileSystemCommand({ CreationToken }));
  return made.FileSystemId ?? '';
}
