import { describe, expect, test } from '@jest/globals';
import type { DeleteOutcome } from '../../../src/core/resource/resource.ts';
import { tagAliases } from '../../../src/handlers/aws/resources/tagAliases.ts';
import { snapshot } from '../../../src/handlers/aws/types/snapshot/handler.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { awsForEach, collect, HERE, openGate, scopeOf, THERE } from './fixture.ts';

const scope = scopeOf(snapshot.parameters.parse({}));
const MADE = '2024-01-02T03:04:05.000Z';
const aws = awsForEach();

const open = (io?: Partial<Io>) => snapshot.open(scope, aws.io(io));
const seed = (count: number) =>
  aws.control.addSnapshots(
    HERE,
    Array.from({ length: count }, () => ({})),
  );
const found = async (id: string) => {
  const read = (await open().get([id])).get(id);
  if (read?.kind !== 'found') throw new Error(`${id} was not found`);
  return read.resource;
};

describe('list', () => {
  test('a listed snapshot has the attributes of rules and safeguards, and only those that AWS returned', async () => {
    const [id] = aws.control.addSnapshots(HERE, [
      {
        StartTime: MADE,
        VolumeId: 'vol-0123456789abcdef0',
        VolumeSize: 100,
        FullSnapshotSizeInBytes: 12_345,
        Description: 'before the update',
        tags: { Name: 'db', team: 'a' },
      },
    ]);
    const [listed] = await collect(open().list());
    expect(listed).toEqual({
      id,
      identity: `${id}@${MADE}`,
      name: 'db',
      tags: { Name: 'db', team: 'a' },
      aliases: [id, 'volumeOf/vol-0123456789abcdef0', ...tagAliases('snapshot', { Name: 'db', team: 'a' })],
      createdAt: new Date(MADE),
      sizeBytes: 12_345,
      fullSnapshotSizeInBytes: 12_345,
      state: 'completed',
      storageTier: 'standard',
      volumeId: 'vol-0123456789abcdef0',
      volumeSize: 100,
      encrypted: false,
      description: 'before the update',
    });
  });

  test("lists the account's own snapshots only", async () => {
    aws.control.addSnapshots(THERE, [{ createVolumePermissions: [{ Group: 'all' }] }]);
    expect(await collect(open().list())).toEqual([]);
  });
});

describe('get', () => {
  test('reads whom it is shared with, which a restored one does not have any more', async () => {
    const createVolumePermissions = [{ UserId: '999999999999' }];
    const [id = ''] = aws.control.addSnapshots(HERE, [{ createVolumePermissions, Description: 'x' }]);
    expect(snapshot.definition(await found(id))).toMatchObject({
      snapshot: { SnapshotId: id, Description: 'x', VolumeSize: 8 },
      createVolumePermissions,
    });
  });

  test('a snapshot that was only listed has no definition', async () => {
    seed(1);
    const [listed] = await collect(open().list());
    if (!listed) throw new Error('nothing was listed');
    expect(() => snapshot.definition(listed)).toThrow('was not read by id');
  });

  test('A14 a snapshot that vanishes between its description and the rest is gone; an unreadable one is unknown', async () => {
    const [first = '', second = ''] = seed(2);
    const operation = 'DescribeSnapshotAttribute';
    aws.control.addFault({ kind: 'error', operation, code: 'InvalidSnapshot.NotFound', status: 400, times: 1 });
    expect((await open().get([first])).get(first)).toEqual({ kind: 'gone' });
    aws.control.addFault({ kind: 'deny', operation, times: 1 });
    expect((await open().get([second])).get(second)).toMatchObject({
      kind: 'unknown',
      why: expect.stringContaining('ec2:DescribeSnapshotAttribute is denied; allow it'),
    });
  });
});

describe('delete', () => {
  const remove = async (id: string): Promise<DeleteOutcome | undefined> =>
    (await open({ permit: openGate() }).delete([await found(id)])).get(id);

  test('A10 AWS refuses to delete a snapshot of an image, so it stays', async () => {
    aws.control.addImages(HERE, [{ State: 'disabled' }]);
    const [listed] = await collect(open().list());
    expect(await remove(listed?.id ?? '')).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^in use: .* is currently in use by ami-/),
    });
  });

  test('A10 AWS refuses to delete a locked snapshot, so it stays', async () => {
    const [id = ''] = aws.control.addSnapshots(HERE, [{ lock: { LockState: 'compliance' } }]);
    expect(await remove(id)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/^protected: .*locked/) });
  });
});
