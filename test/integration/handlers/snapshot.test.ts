import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { DeleteOutcome } from '../../../src/core/resource.ts';
import { snapshot } from '../../../src/handlers/aws/snapshot/handler.ts';
import type { Io } from '../../../src/handlers/handler.ts';
import { collect, failureOf, HERE, openGate, scopeOf, startAws, type TestAws, THERE } from './fixture.ts';

const scope = scopeOf(snapshot.parameters.parse({}));
const MADE = '2024-01-02T03:04:05.000Z';
const GONE = 'snap-00000000000000099';
let aws: TestAws;

beforeEach(async () => {
  aws = await startAws();
});
afterEach(() => aws.close());

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
const callsOf = (operation: string) => aws.control.calls({ operation });

describe('list', () => {
  test('A6 3,500 snapshots in pages of 1,000 → all seen, each page asked for once', async () => {
    const ids = seed(3500);
    const listed = await collect(open().list());
    expect(listed.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted());
    expect(callsOf('DescribeSnapshots').map(({ input }) => [input.OwnerIds, input.MaxResults])).toEqual(
      Array.from({ length: 4 }, () => [['self'], 1000]),
    );
  });

  test('gives what rules and safeguards look at, and nothing that AWS did not say', async () => {
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
      aliases: [id],
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

  test('lists those of the account only', async () => {
    aws.control.addSnapshots(THERE, [{ createVolumePermissions: [{ Group: 'all' }] }]);
    expect(await collect(open().list())).toEqual([]);
  });

  test.each([1, 2])('A6 page %i of 2 fails → the listing throws and says what to do', async (page) => {
    seed(1500);
    aws.control.addFault({ kind: 'deny', operation: 'DescribeSnapshots', page });
    expect(await failureOf(collect(open().list()))).toMatchObject({
      problem: 'denied',
      permission: 'ec2:DescribeSnapshots',
      message: expect.stringContaining(
        'listing snapshots in test/us-east-1: ec2:DescribeSnapshots is denied; allow it',
      ),
    });
  });

  test('A6 a token that repeats is an error, not a loop', async () => {
    seed(1500);
    aws.control.addFault({ kind: 'repeatToken', operation: 'DescribeSnapshots' });
    expect(await failureOf(collect(open().list()))).toMatchObject({ problem: 'malformed' });
    expect(callsOf('DescribeSnapshots')).toHaveLength(2);
  });
});

describe('get', () => {
  test('narrows a NotFound down: each id has its own answer', async () => {
    const [first = '', second = ''] = seed(2);
    const reads = await open().get([first, GONE, second]);
    expect([...reads].map(([id, { kind }]) => [id, kind]).toSorted()).toEqual(
      [
        [first, 'found'],
        [GONE, 'gone'],
        [second, 'found'],
      ].toSorted(),
    );
  });

  test('reads whom it is shared with, which a restored one does not have any more', async () => {
    const createVolumePermissions = [{ UserId: '999999999999' }];
    const [id = ''] = aws.control.addSnapshots(HERE, [{ createVolumePermissions, Description: 'x' }]);
    expect(snapshot.definition(await found(id))).toMatchObject({
      snapshot: { SnapshotId: id, Description: 'x', VolumeSize: 8 },
      createVolumePermissions,
    });
  });

  test('has no definition of one that was only listed', async () => {
    seed(1);
    const [listed] = await collect(open().list());
    if (!listed) throw new Error('nothing was listed');
    expect(() => snapshot.definition(listed)).toThrow('was not read by id');
  });

  test('A14 one that vanishes between its description and the rest is gone; one that may not be read is unknown', async () => {
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
  const permit = () => openGate();
  const remove = async (id: string): Promise<DeleteOutcome | undefined> =>
    (await open({ permit: permit() }).delete([await found(id)])).get(id);

  test('A11 deletes it, and tells the request', async () => {
    const [id = '', other] = seed(2);
    expect(await remove(id)).toMatchObject({ kind: 'deleted', requestId: expect.stringMatching(/^.+$/) });
    expect(aws.control.state(HERE).snapshots.map(({ SnapshotId }) => SnapshotId)).toEqual([other]);
  });

  test('A10 one that an image is made of stays: AWS refuses', async () => {
    aws.control.addImages(HERE, [{ State: 'disabled' }]);
    const [listed] = await collect(open().list());
    expect(await remove(listed?.id ?? '')).toMatchObject({
      kind: 'refused',
      reason: expect.stringMatching(/^in use: .* is currently in use by ami-/),
    });
  });

  test('A10 one that is locked stays: AWS refuses', async () => {
    const [id = ''] = aws.control.addSnapshots(HERE, [{ lock: { LockState: 'compliance' } }]);
    expect(await remove(id)).toMatchObject({ kind: 'refused', reason: expect.stringMatching(/^protected: .*locked/) });
  });

  test('A10 one that is gone meanwhile → gone; throttled → retry; an answer that was lost → nobody knows', async () => {
    const [first = '', second = '', third = ''] = seed(3);
    const gone = await found(first);
    aws.control.remove(HERE, 'snapshot', first);
    expect((await open({ permit: permit() }).delete([gone])).get(first)).toEqual({ kind: 'gone' });
    aws.control.addFault({ kind: 'throttle', operation: 'DeleteSnapshot', times: 1 });
    expect(await remove(second)).toMatchObject({ kind: 'retry' });
    aws.control.addFault({ kind: 'dropAfter', operation: 'DeleteSnapshot', times: 1 });
    expect(await remove(third)).toBeUndefined();
  });

  test('A8 its DryRun is asked and deletes nothing; what is denied is named', async () => {
    const [id = ''] = seed(1);
    await open({ permit: permit() }).rehearse?.(await found(id));
    expect(callsOf('DeleteSnapshot').map(({ dryRun }) => dryRun)).toEqual([true]);
    expect(aws.control.state(HERE).snapshots).toHaveLength(1);
    aws.control.deny({ account: HERE.account, action: 'ec2:DeleteSnapshot' });
    const later = { now: () => Date.now() + 7 * 3_600_000 };
    const session = open({ permit: permit(), clock: later });
    expect(await failureOf(session.rehearse?.(await found(id)) ?? Promise.resolve())).toMatchObject({
      permission: 'ec2:DeleteSnapshot',
    });
  });

  test('nothing leaves without a permit', async () => {
    const [id = ''] = seed(1);
    await failureOf(open().delete([await found(id)]));
    expect(callsOf('DeleteSnapshot')).toEqual([]);
  });

  test('an opt-out is written on it', async () => {
    const [id = ''] = seed(1);
    await open().protect?.(await found(id), 'forever');
    expect((await found(id)).tags).toMatchObject({ 'holystone:keep': 'always' });
  });
});
