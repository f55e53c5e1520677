import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { ReadError } from '../../../src/core/errors.ts';
import type { DeleteOutcome } from '../../../src/core/resource.ts';
import { image } from '../../../src/handlers/aws/image/handler.ts';
import type { Io } from '../../../src/handlers/handler.ts';
import { collect, failureOf, HERE, openGate, scopeOf, startAws, type TestAws, THERE } from './fixture.ts';

const CREATED = '2024-01-02T03:04:05.000Z';
const scope = scopeOf(image.parameters.parse({}));
let aws: TestAws;

beforeEach(async () => {
  aws = await startAws();
});
afterEach(() => aws.close());

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
  test('A6 2,500 images in pages of 1,000 → all seen, each page asked for once', async () => {
    const ids = seed(2500);
    const listed = await collect(open().list());
    expect(listed.map(({ id }) => id).toSorted()).toEqual([...ids].toSorted());
    expect(aws.control.calls({ operation: 'DescribeImages' }).map(({ input }) => input.MaxResults)).toEqual([
      1000, 1000, 1000,
    ]);
  });

  test('gives what rules and safeguards look at, and neither date where AWS gives none', async () => {
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
      aliases: [id],
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

  test.each([1, 2, 3])('A6 page %i of 3 fails → the listing throws and says what to do', async (page) => {
    seed(2500);
    aws.control.addFault({ kind: 'deny', operation: 'DescribeImages', page });
    const error = await failureOf(collect(open().list()));
    expect(error).toMatchObject({ name: 'ReadError', problem: 'denied', permission: 'ec2:DescribeImages' });
    expect(error.message).toBe(
      'listing images in test/us-east-1: ec2:DescribeImages is denied; allow it for the role arn:aws:iam::111111111111:role/reader (readRole of account test)',
    );
  });

  test('A6 a token that repeats is an error, not a loop', async () => {
    seed(2500);
    aws.control.addFault({ kind: 'repeatToken', operation: 'DescribeImages' });
    const error = await failureOf(collect(open().list()));
    expect(error).toMatchObject({ problem: 'malformed', message: expect.stringContaining('same NextToken twice') });
    expect(aws.control.calls({ operation: 'DescribeImages' })).toHaveLength(2);
  });

  test.each(['truncate', 'cutOff', 'blank', 'drop'] as const)(
    'A14 an answer that is not whole (%s) → error',
    async (kind) => {
      seed(10);
      aws.control.addFault({ kind, operation: 'DescribeImages' });
      expect(await failureOf(collect(open().list()))).toBeInstanceOf(ReadError);
    },
  );

  test('stops between two pages when the pass is told to', async () => {
    seed(2500);
    const stop = new AbortController();
    const pages = open({ signal: stop.signal }).list()[Symbol.asyncIterator]();
    await pages.next();
    stop.abort(new Error('the pass ends'));
    await expect(pages.next()).rejects.toThrow('the pass ends');
    expect(aws.control.calls({ operation: 'DescribeImages' })).toHaveLength(1);
  });
});

describe('get', () => {
  test('narrows a NotFound down: each id has its own answer', async () => {
    const [first = '', second = '', third = ''] = seed(3);
    aws.control.remove(HERE, 'image', second);
    const reads = await open().get([first, second, third]);
    expect([first, second, third].map((id) => reads.get(id)?.kind)).toEqual(['found', 'gone', 'found']);
  });

  test('an id that AWS leaves out without saying NotFound is unknown', async () => {
    const [id = ''] = seed(1);
    aws.control.addFault({ kind: 'empty', operation: 'DescribeImages' });
    expect((await open().get([id])).get(id)).toMatchObject({ kind: 'unknown' });
  });

  test('the state deregistered is gone', async () => {
    const [id = ''] = aws.control.addImages(HERE, [{ State: 'deregistered' }]);
    expect((await open().get([id])).get(id)).toEqual({ kind: 'gone' });
  });

  test('another failure is an error, and gone for nobody', async () => {
    const [id = ''] = seed(1);
    aws.control.addFault({ kind: 'error', operation: 'DescribeImages' });
    expect(await failureOf(open().get([id]))).toMatchObject({ problem: 'failed' });
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

  test.each([
    ['deny', undefined, 'denied'],
    ['throttle', undefined, 'throttled'],
    ['error', 'ExpiredToken', 'credentials'],
    ['error', 'InternalError', 'failed'],
  ] as const)(
    'L30 %s %s is about the call, not about an id → thrown, and not asked again',
    async (kind, code, problem) => {
      const ids = seed(5);
      const status = code === 'InternalError' ? 500 : 400;
      aws.control.addFault({ kind, operation: 'DescribeImages', ...(code === undefined ? {} : { code, status }) });
      expect(await failureOf(open().get(ids))).toMatchObject({ problem });
      expect(aws.control.calls({ operation: 'DescribeImages' })).toHaveLength(1);
    },
  );
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
    ['DependencyViolation', error('DependencyViolation'), { kind: 'refused' }],
    ['InUse', error('InvalidAMIID.InUse'), { kind: 'refused' }],
    ['ResourceInUse', error('ResourceInUse'), { kind: 'refused' }],
    ['throttled', error('RequestLimitExceeded', 503), { kind: 'retry', afterMs: expect.any(Number) }],
    ['denied', error('UnauthorizedOperation', 403), { kind: 'refused' }],
    ['any other refusal', error('InvalidParameterValue'), { kind: 'refused' }],
  ])('A10 delete answers %s', async (_name, fault, outcome) => {
    const [id = ''] = seed(1);
    aws.control.addFault(fault);
    expect(await remove(id)).toMatchObject(outcome);
  });

  test('A10 deregistration protection → refused, and the protection stays on', async () => {
    const [id = ''] = aws.control.addImages(HERE, [{ DeregistrationProtection: 'enabled-without-cooldown' }]);
    expect(await remove(id)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('protection') });
    expect(aws.operations()).not.toContain('DisableImageDeregistrationProtection');
  });

  test('a denied delete names the permission and the role', async () => {
    const [id = ''] = seed(1);
    aws.control.deny({ account: HERE.account, action: 'ec2:DeregisterImage' });
    expect(await remove(id)).toEqual({
      kind: 'refused',
      reason:
        'ec2:DeregisterImage is denied; allow it for the role arn:aws:iam::111111111111:role/deleter (deleteRole of account test)',
    });
  });

  test.each(['dropAfter', 'drop', 'cutOff', 'blank'] as const)(
    'a lost answer (%s) is left out, so that get decides',
    async (kind) => {
      const [id = ''] = seed(1);
      aws.control.addFault({ kind, operation: 'DeregisterImage' });
      expect(await remove(id)).toBeUndefined();
      expect(aws.control.calls({ operation: 'DeregisterImage' })).toHaveLength(1);
    },
  );

  test('an account that is declared without its id: nothing leaves', async () => {
    const [id = ''] = seed(1);
    const resource = await found(id);
    const { id: _id, ...nameless } = scope.account;
    const session = image.open({ ...scope, account: nameless }, aws.io({ permit: openGate() }));
    expect(await failureOf(session.delete([resource]))).toMatchObject({ name: 'PermitError' });
    expect(aws.operations()).not.toContain('DeregisterImage');
  });

  test('a delete role of another account: nothing leaves', async () => {
    const [id = ''] = seed(1);
    const resource = await found(id);
    const settings = { ...scope.account.settings, deleteRole: 'arn:aws:iam::222222222222:role/deleter' };
    const wrong = { ...scope.account, settings };
    const session = image.open({ ...scope, account: wrong }, aws.io({ permit: openGate() }));
    expect(await failureOf(session.delete([resource]))).toMatchObject({ problem: 'wrongAccount' });
    expect(aws.operations()).not.toContain('DeregisterImage');
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

  test('L62 writes the keep tag and that it is ours, without a permit, for ever or until a date', async () => {
    const [ever = '', dated = ''] = seed(2);
    await protect(ever, 'forever');
    await protect(dated, until);
    expect([tagsOf(ever), tagsOf(dated)]).toEqual([
      ['holystone:keep=always', 'holystone:keep-by=always'],
      [`holystone:keep=${UNTIL}`, `holystone:keep-by=${UNTIL}`],
    ]);
  });

  test('L64 taken back, only what we wrote goes; a later opt-out takes the place of ours', async () => {
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

  test('L64 what a person wrote over ours is hers', async () => {
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
