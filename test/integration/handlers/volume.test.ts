import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ReadError } from '../../../src/core/errors.ts';
import type { DeleteOutcome } from '../../../src/core/resource.ts';
import { volume } from '../../../src/handlers/aws/volume/handler.ts';
import type { Io } from '../../../src/handlers/handler.ts';
import type { VolumeSeed } from '../../../src/sandbox/aws/index.ts';
import { collect, failureOf, HERE, openGate, scopeOf, startAws, type TestAws } from './fixture.ts';

const CREATED = '2024-01-02T03:04:05.000Z';
const scope = scopeOf(volume.parameters.parse({}));
let aws: TestAws;

beforeEach(async () => {
  aws = await startAws();
});
afterEach(() => aws.close());

const open = (io?: Partial<Io>) => volume.open(scope, aws.io(io));
const seed = (...volumes: VolumeSeed[]) => aws.control.addVolumes(HERE, volumes);
const many = (count: number) => seed(...Array.from({ length: count }, () => ({})));
const found = async (id: string) => {
  const read = (await open().get([id])).get(id);
  if (read?.kind !== 'found') throw new Error(`${id} was not found`);
  return read.resource;
};
const attachment = { InstanceId: 'i-00000000000000001', Device: '/dev/sdf' };

describe('list', () => {
  test('A6 2,500 volumes in pages of 1,000 → all seen, each page asked for once, managed ones too', async () => {
    const ids = many(2500);
    const listed = await collect(open().list());
    expect(listed.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted());
    const asked = aws.control.calls({ operation: 'DescribeVolumes' }).map(({ input }) => input);
    expect(asked.map(({ MaxResults, IncludeManagedResources }) => [MaxResults, IncludeManagedResources])).toEqual(
      Array.from({ length: 3 }, () => [1000, true]),
    );
  });

  test('gives what rules and safeguards look at', async () => {
    const [id] = seed({
      CreateTime: CREATED,
      Size: 100,
      VolumeType: 'io2',
      Iops: 5000,
      AvailabilityZone: 'us-east-1b',
      Encrypted: true,
      MultiAttachEnabled: true,
      SnapshotId: 'snap-1',
      Operator: { Managed: true, Principal: 'ecs.amazonaws.com' },
      tags: { Name: 'data', team: 'a' },
    });
    const [listed] = await collect(open().list());
    expect(listed).toEqual({
      id,
      identity: `${id}@${CREATED}`,
      name: 'data',
      tags: { Name: 'data', team: 'a' },
      aliases: [id],
      createdAt: new Date(CREATED),
      sizeBytes: 100 * 1024 ** 3,
      note: 'its data goes with it (100 GiB io2 in us-east-1b); snapshots of it stay',
      state: 'available',
      size: 100,
      volumeType: 'io2',
      iops: 5000,
      availabilityZone: 'us-east-1b',
      encrypted: true,
      multiAttachEnabled: true,
      snapshotId: 'snap-1',
      operator: 'ecs.amazonaws.com',
    });
  });

  test('A14 what AWS does not tell is absent, and an operator it does not name is one', async () => {
    const nothing = { CreateTime: undefined, Size: undefined, VolumeType: undefined, State: undefined };
    const [id] = seed({});
    aws.control.update(HERE, 'volume', id ?? '', {
      ...nothing,
      Operator: { Managed: true },
      MultiAttachEnabled: undefined,
    });
    const [listed] = await collect(open().list());
    expect(listed).toMatchObject({ id, identity: id, operator: 'an AWS service' });
    for (const key of ['createdAt', 'size', 'sizeBytes', 'volumeType', 'state', 'multiAttachEnabled']) {
      expect(listed).not.toHaveProperty(key);
    }
  });

  test.each([1, 2, 3])('A6 page %i of 3 fails → the listing throws and says what to do', async (page) => {
    many(2500);
    aws.control.addFault({ kind: 'deny', operation: 'DescribeVolumes', page });
    expect(await failureOf(collect(open().list()))).toMatchObject({
      problem: 'denied',
      permission: 'ec2:DescribeVolumes',
      message: expect.stringContaining(
        'listing volumes in test/us-east-1: ec2:DescribeVolumes is denied; allow it for',
      ),
    });
  });

  test('A6 a token that repeats is an error, not a loop', async () => {
    many(2500);
    aws.control.addFault({ kind: 'repeatToken', operation: 'DescribeVolumes' });
    expect(await failureOf(collect(open().list()))).toMatchObject({ problem: 'malformed' });
    expect(aws.control.calls({ operation: 'DescribeVolumes' })).toHaveLength(2);
  });

  test.each(['truncate', 'cutOff', 'blank', 'drop'] as const)(
    'A14 an answer that is not whole (%s) → error',
    async (kind) => {
      many(10);
      aws.control.addFault({ kind, operation: 'DescribeVolumes' });
      expect(await failureOf(collect(open().list()))).toBeInstanceOf(ReadError);
    },
  );
});

describe('get', () => {
  test('narrows a NotFound down: each id has its own answer', async () => {
    const [first = '', second = '', third = ''] = many(3);
    aws.control.remove(HERE, 'volume', second);
    const reads = await open().get([first, second, third]);
    expect([first, second, third].map((id) => reads.get(id)?.kind)).toEqual(['found', 'gone', 'found']);
  });

  test('the state deleted is gone; deleting is not', async () => {
    const [deleted = '', deleting = ''] = seed({ State: 'deleted' }, { State: 'deleting' });
    const reads = await open().get([deleted, deleting]);
    expect([reads.get(deleted)?.kind, reads.get(deleting)?.kind]).toEqual(['gone', 'found']);
  });

  test('Law 2 an id that AWS leaves out without saying NotFound is unknown', async () => {
    const [id = ''] = many(1);
    aws.control.addFault({ kind: 'empty', operation: 'DescribeVolumes' });
    expect((await open().get([id])).get(id)).toMatchObject({ kind: 'unknown' });
  });

  test('L56 an id that AWS refuses for a reason of its own is unknown, and the others have their answers', async () => {
    const ids = [...many(3), 'vol-Odd'];
    const reads = await open().get(ids);
    expect(ids.map((id) => reads.get(id)?.kind)).toEqual(['found', 'found', 'found', 'unknown']);
    expect(reads.get('vol-Odd')).toMatchObject({ why: expect.stringContaining('InvalidVolumeID.Malformed') });
  });

  test('the definition is the whole description, tags included; of a listed one there is none', async () => {
    const [id = ''] = seed({
      Size: 10,
      VolumeType: 'gp3',
      Iops: 4000,
      Throughput: 250,
      KmsKeyId: 'k',
      tags: { a: 'b' },
    });
    expect(volume.definition(await found(id))).toMatchObject({
      VolumeId: id,
      Size: 10,
      VolumeType: 'gp3',
      Iops: 4000,
      Throughput: 250,
      KmsKeyId: 'k',
      AvailabilityZone: 'us-east-1a',
      Tags: [{ Key: 'a', Value: 'b' }],
    });
    const [listed] = await collect(open().list());
    expect(() => listed && volume.definition(listed)).toThrow('was not read by id');
  });
});

describe('delete', () => {
  const remove = async (id: string, before?: () => void): Promise<DeleteOutcome | undefined> => {
    const resource = await found(id);
    before?.();
    return (await open({ permit: openGate() }).delete([resource])).get(id);
  };
  const deletes = () => aws.control.calls({ operation: 'DeleteVolume' });

  test('is accepted, with the request id, and gone when read by id', async () => {
    const [id = '', other] = many(2);
    expect(await remove(id)).toEqual({ kind: 'accepted', requestId: deletes()[0]?.requestId });
    expect(deletes()[0]?.input).toEqual({ VolumeId: id });
    expect((await open().get([id])).get(id)).toEqual({ kind: 'gone' });
    expect(aws.control.state(HERE).volumes.map(({ VolumeId }) => VolumeId)).toEqual([other]);
  });

  test('A10 attached since it was read → refused, and never detached (law 7)', async () => {
    const [id = ''] = many(1);
    const attach = () => aws.control.update(HERE, 'volume', id, { State: 'in-use', Attachments: [attachment] });
    expect(await remove(id, attach)).toEqual({
      kind: 'refused',
      reason: `in use: Volume ${id} is currently attached to i-00000000000000001`,
    });
    expect(aws.operations()).not.toContain('DetachVolume');
  });

  test('A10 in a state of its own since it was read → refused', async () => {
    const [id = ''] = many(1);
    const begin = () => aws.control.update(HERE, 'volume', id, { State: 'deleting' });
    expect(await remove(id, begin)).toEqual({ kind: 'refused', reason: `The volume '${id}' is not 'available'.` });
  });

  test('A10 gone since it was read → gone', async () => {
    const [id = ''] = many(1);
    expect(await remove(id, () => aws.control.remove(HERE, 'volume', id))).toEqual({ kind: 'gone' });
  });

  const error = (code: string, status = 400) => ({ kind: 'error' as const, operation: 'DeleteVolume', code, status });
  test.each([
    ['throttled', error('RequestLimitExceeded', 503), { kind: 'retry', afterMs: expect.any(Number) }],
    ['denied', error('UnauthorizedOperation', 403), { kind: 'refused' }],
    ['DependencyViolation', error('DependencyViolation'), { kind: 'refused' }],
    ['protection', error('OperationNotPermitted'), { kind: 'refused', reason: expect.stringContaining('protected') }],
    ['any other refusal', error('InvalidParameterValue'), { kind: 'refused' }],
  ])('A10 delete answers %s', async (_name, fault, outcome) => {
    const [id = ''] = many(1);
    aws.control.addFault(fault);
    expect(await remove(id)).toMatchObject(outcome);
    expect(deletes()).toHaveLength(1);
  });

  test.each(['dropAfter', 'drop', 'cutOff'] as const)(
    'a lost answer (%s) is left out, so that get decides',
    async (kind) => {
      const [id = ''] = many(1);
      aws.control.addFault({ kind, operation: 'DeleteVolume' });
      expect(await remove(id)).toBeUndefined();
      expect(deletes()).toHaveLength(1);
    },
  );

  test('without a permit nothing is sent', async () => {
    const [id = ''] = many(1);
    expect(await failureOf(open().delete([await found(id)]))).toMatchObject({ name: 'PermitError' });
    expect(deletes()).toEqual([]);
  });

  test('is paced by the bucket that AWS has for it', async () => {
    const [id = ''] = many(1);
    await remove(id);
    expect(aws.pacer.taken).toContainEqual(
      expect.objectContaining({ api: 'ec2:DeleteVolume', capacity: 100, refillPerSecond: 5 }),
    );
  });
});

describe('the rehearsal', () => {
  const rehearsed = async (id: string) => open().rehearse?.(await found(id));

  test('A8 is asked with DryRun, deletes nothing, and is remembered', async () => {
    const [id = ''] = many(1);
    await rehearsed(id);
    await rehearsed(id);
    expect(aws.control.calls({ operation: 'DeleteVolume' }).map(({ input }) => input)).toEqual([
      { VolumeId: id, DryRun: true },
    ]);
    expect(aws.control.state(HERE).volumes).toHaveLength(1);
  });

  test('A8 a missing permission is named before anything is begun', async () => {
    const [id = ''] = many(1);
    aws.control.deny({ account: HERE.account, action: 'ec2:DeleteVolume' });
    expect((await failureOf(rehearsed(id) as Promise<unknown>)).message).toContain('ec2:DeleteVolume is denied');
  });
});

test('L62 L64 the keep tag is written on the volume, and taken away again; a person’s stays', async () => {
  const [ours = '', theirs = ''] = seed({ tags: { team: 'a' } }, { tags: { 'holystone:keep': 'always' } });
  for (const id of [ours, theirs]) await open().protect?.(await found(id), 'forever');
  const kept = await found(ours);
  for (const id of [ours, theirs]) await open().protect?.(await found(id), undefined);
  expect([kept.tags, (await found(ours)).tags, (await found(theirs)).tags]).toEqual([
    { team: 'a', 'holystone:keep': 'always', 'holystone:keep-by': 'always' },
    { team: 'a' },
    { 'holystone:keep': 'always' },
  ]);
});
