import { describe, expect, test } from '@jest/globals';
import type { DeleteOutcome } from '../../../src/core/resource/resource.ts';
import { nameAlias } from '../../../src/handlers/aws/resources/nameAlias.ts';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { awsForEach, collect, failureOf, HERE, openGate, scopeOf, THERE } from './fixture.ts';

const CREATED = '2024-01-02T03:04:05.000Z';
const scope = scopeOf(image.parameters.parse({}));
const aws = awsForEach();

const open = (io?: Partial<Io>) => image.open(scope, aws.io(io));
const seed = (count: number) =>
  aws.control.addImages(
    HERE,
    Array.from({ length: count }, () => ({})),
  );
const found = async (id: string) => {
  const read = (await open().get([id])).get(id);
  if (read?.kind !== 'found') throw new Error(`${id} was not found`);
  return read.resource;
};

describe('list', () => {
  test('a listed image has the attributes of rules and safeguards, and no date where AWS gives none', async () => {
    const [id] = aws.control.addImages(HERE, [
      {
        Name: 'web-1.2',
        CreationDate: CREATED,
        LastLaunchedTime: '2024-02-03T04:05:06Z',
        DeregistrationProtection: 'enabled-with-cooldown',
        tags: { team: 'a' },
      },
    ]);
    const [listed] = await collect(open().list());
    expect(listed).toMatchObject({
      id,
      identity: `${id}@${CREATED}`,
      name: 'web-1.2',
      tags: { team: 'a' },
      aliases: [
        id,
        ...['image/tag:*', 'image/tag:team=*', 'image/tag:team=a'],
        nameAlias('web-1.2'),
        ...['image/name=*', 'image/name=web-1.2', 'image/name=web-*', 'image/name=web-1.*'],
      ],
      createdAt: new Date(CREATED),
      lastUsedAt: new Date('2024-02-03T04:05:06Z'),
      state: 'available',
      deregistrationProtection: 'enabled-with-cooldown',
    });
    aws.control.update(HERE, 'image', id ?? '', { CreationDate: 'long ago', LastLaunchedTime: undefined });
    const [dateless] = await collect(open().list());
    expect([dateless?.createdAt, dateless?.lastUsedAt]).toEqual([undefined, undefined]);
  });

  test.each([
    ['2017-05-01T00:00:00.000Z', '2017-05-01T00:00:00.000Z'],
    ['2024-01-02T03:04:05.000Z', '2024-01-02T03:04:05.000Z'],
    ['2017-04-30T23:59:59.000Z', undefined],
    ['2015-01-01T00:00:00.000Z', undefined],
  ])(
    'L34 made at %s and never launched as far as AWS says → last used %s: AWS records launches since April 2017',
    async (CreationDate, used) => {
      aws.control.addImages(HERE, [{ CreationDate }]);
      const [listed] = await collect(open().list());
      expect(listed?.lastUsedAt?.toISOString()).toBe(used);
    },
  );

  test('lists disabled and deprecated images, and not those that others share with the account', async () => {
    const [disabled, deprecated] = aws.control.addImages(HERE, [
      { State: 'disabled' },
      { DeprecationTime: '2020-01-01T00:00:00.000Z' },
    ]);
    aws.control.addImages(THERE, [{ launchPermissions: [{ Group: 'all' }] }]);
    const listed = await collect(open().list());
    expect(listed.map(({ id }) => id).toSorted()).toEqual([disabled, deprecated].toSorted());
  });
});

describe('get', () => {
  test('the state deregistered is gone', async () => {
    const [id = ''] = aws.control.addImages(HERE, [{ State: 'deregistered' }]);
    expect((await open().get([id])).get(id)).toEqual({ kind: 'gone' });
  });

  test('the definition holds the description, tags and launch permissions', async () => {
    const launchPermissions = [{ UserId: '222222222222' }];
    const [id = ''] = aws.control.addImages(HERE, [{ Name: 'web', tags: { a: 'b' }, launchPermissions }]);
    expect(image.definition(await found(id))).toMatchObject({
      image: { ImageId: id, Name: 'web', Tags: [{ Key: 'a', Value: 'b' }], BlockDeviceMappings: [expect.anything()] },
      launchPermissions,
    });
  });

  test('without its launch permissions the definition would not be whole: unknown', async () => {
    const [id = ''] = seed(1);
    aws.control.deny({ account: HERE.account, action: 'ec2:DescribeImageAttribute' });
    const read = (await open().get([id])).get(id);
    expect(read).toMatchObject({
      kind: 'unknown',
      why: expect.stringContaining('ec2:DescribeImageAttribute is denied'),
    });
  });
});

describe('get, where AWS refuses one id for a reason of its own', () => {
  test('L56 → that one is unknown, and the others have their answers', async () => {
    const ids = seed(5);
    const [odd = '', gone = ''] = ids;
    aws.control.remove(HERE, 'image', gone);
    const code = 'InvalidAMIID.Unavailable';
    aws.control.addFault({ kind: 'error', operation: 'DescribeImages', code, status: 400, containing: odd });
    const reads = await open().get(ids);
    expect(ids.map((id) => reads.get(id)?.kind)).toEqual(['unknown', 'gone', 'found', 'found', 'found']);
    expect(reads.get(odd)).toMatchObject({ why: expect.stringContaining(code) });
  });

  test('L30 the credentials expire → the read of all ids fails, and the handler does not ask for each id alone', async () => {
    const ids = seed(5);
    aws.control.addFault({ kind: 'error', operation: 'DescribeImages', code: 'ExpiredToken', status: 400 });
    expect(await failureOf(open().get(ids))).toMatchObject({ problem: 'credentials' });
    expect(aws.control.calls({ operation: 'DescribeImages' })).toHaveLength(1);
  });
});

describe('delete', () => {
  const remove = async (id: string): Promise<DeleteOutcome | undefined> => {
    const resource = await found(id);
    return (await open({ permit: openGate() }).delete([resource])).get(id);
  };

  test('A9 deregisters, never asks for the snapshots to go, and reports the request id', async () => {
    const snapshots = aws.control.addSnapshots(HERE, [{}]);
    const mapping = { DeviceName: '/dev/xvda', Ebs: { SnapshotId: snapshots[0] ?? '' } };
    const [id = ''] = aws.control.addImages(HERE, [{ BlockDeviceMappings: [mapping] }]);
    const outcome = await remove(id);
    const [call] = aws.control.calls({ operation: 'DeregisterImage' });
    expect(outcome).toEqual({ kind: 'deleted', requestId: call?.requestId });
    expect(call?.input).toEqual({ ImageId: id });
    expect(aws.control.state(HERE).snapshots.map(({ SnapshotId }) => SnapshotId)).toEqual(snapshots);
  });

  const error = (code: string, status = 400) => ({
    kind: 'error' as const,
    operation: 'DeregisterImage',
    code,
    status,
  });
  test.each([
    ['NotFound', error('InvalidAMIID.NotFound'), { kind: 'gone' }],
    ['InUse', error('InvalidAMIID.InUse'), { kind: 'refused' }],
    ['ResourceInUse', error('ResourceInUse'), { kind: 'refused' }],
  ])('A10 delete answers %s', async (_name, fault, outcome) => {
    const [id = ''] = seed(1);
    aws.control.addFault(fault);
    expect(await remove(id)).toMatchObject(outcome);
  });

  test('A10 an image has deregistration protection → AWS refuses the deletion, and the protection stays on', async () => {
    const [id = ''] = aws.control.addImages(HERE, [{ DeregistrationProtection: 'enabled-without-cooldown' }]);
    expect(await remove(id)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('protection') });
    expect(aws.operations()).not.toContain('DisableImageDeregistrationProtection');
  });

  test('an answer without a word is left out, so that get decides', async () => {
    const [id = ''] = seed(1);
    aws.control.addFault({ kind: 'blank', operation: 'DeregisterImage' });
    expect(await remove(id)).toBeUndefined();
    expect(aws.control.calls({ operation: 'DeregisterImage' })).toHaveLength(1);
  });
});

describe('protect', () => {
  const tagsOf = (id: string) =>
    aws.control
      .state(HERE)
      .images.find(({ ImageId }) => ImageId === id)
      ?.Tags?.map(({ Key, Value }) => `${Key}=${Value}`);
  const tagged = (...all: readonly Record<string, string>[]) =>
    aws.control.addImages(
      HERE,
      all.map((tags) => ({ tags })),
    );
  const protect = async (id: string, to: number | 'forever' | undefined) => open().protect?.(await found(id), to);
  const UNTIL = '2030-01-01T00:00:00.000Z';
  const until = Date.parse(UNTIL);

  test('L62 writes the keep tag and its origin, without a permit, forever or until a date', async () => {
    const [ever = '', dated = ''] = seed(2);
    await protect(ever, 'forever');
    await protect(dated, until);
    expect([tagsOf(ever), tagsOf(dated)]).toEqual([
      ['holystone:keep=always', 'holystone:keep-by=always'],
      [`holystone:keep=${UNTIL}`, `holystone:keep-by=${UNTIL}`],
    ]);
  });

  test('L64 a withdrawal removes only our tag; a later opt-out replaces it', async () => {
    const [ours = ''] = tagged({ team: 'a' });
    await protect(ours, 'forever');
    await protect(ours, until);
    expect(tagsOf(ours)).toEqual(['team=a', `holystone:keep=${UNTIL}`, `holystone:keep-by=${UNTIL}`]);
    await protect(ours, undefined);
    expect(tagsOf(ours)).toEqual(['team=a']);
  });

  test.each([['always'], ['ask Jo first'], ['2030-01-01'], ['2031-05-05']])(
    'L64 a person’s %s lasts at least as long: it is neither written over nor removed',
    async (value) => {
      const [id = '', spelled = ''] = tagged({ 'holystone:keep': value }, { 'Holystone:Keep': value });
      await protect(id, until);
      await protect(id, undefined);
      await protect(spelled, until);
      expect([tagsOf(id), tagsOf(spelled)]).toEqual([[`holystone:keep=${value}`], [`Holystone:Keep=${value}`]]);
    },
  );

  test('L64 a tag that a person wrote over ours belongs to that person', async () => {
    const [id = ''] = seed(1);
    await protect(id, until);
    await aws.control.update(HERE, 'image', id, {
      Tags: [
        { Key: 'holystone:keep', Value: 'always' },
        { Key: 'holystone:keep-by', Value: UNTIL },
      ],
    });
    await protect(id, until);
    expect(tagsOf(id)).toEqual(['holystone:keep=always']);
  });

  test.each([['2020-01-01'], ['2029-12-31']])(
    'L62 L64 a person’s date that ends earlier (%s) gives way, and comes back',
    async (value) => {
      const [id = ''] = tagged({ 'holystone:keep': value });
      await protect(id, 'forever');
      await protect(id, until + 86_400_000);
      expect(tagsOf(id)).toEqual([
        'holystone:keep=2030-01-02T00:00:00.000Z',
        `holystone:keep-by=2030-01-02T00:00:00.000Z was ${value}`,
      ]);
      await protect(id, undefined);
      expect(tagsOf(id)).toEqual([`holystone:keep=${value}`]);
    },
  );

  test('L62 a failed tag write is thrown, so that it is tried again; one of a gone image is done', async () => {
    const [id = ''] = seed(1);
    const resource = await found(id);
    aws.control.addFault({ kind: 'deny', operation: 'CreateTags', times: 1 });
    expect((await failureOf(open().protect?.(resource, 'forever') as Promise<unknown>)).message).toContain(
      'ec2:CreateTags is denied',
    );
    aws.control.remove(HERE, 'image', id);
    await expect(open().protect?.(resource, 'forever')).resolves.toEqual({ did: 'gone' });
  });
});
