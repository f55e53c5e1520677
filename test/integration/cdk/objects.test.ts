/** Objects of a staging bucket: listing, reads by key, deletion, marks of `cdk gc`, restore. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { assetParameters } from '../../../src/handlers/aws/resources/cdk/parameters.ts';
import { cdkS3Asset as handler } from '../../../src/handlers/aws/types/cdkS3Asset/handler.ts';
import type { AssetObject } from '../../../src/handlers/aws/types/cdkS3Asset/resource.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { bootstrap, type CdkEnvironment, hashOf } from '../../support/cdkEnvironment.ts';
import { collect, failureOf, HERE, openGate, scopeOf, startAws, type TestAws, THERE } from '../handlers/fixture.ts';

let aws: TestAws;
let here: CdkEnvironment;
beforeEach(async () => {
  aws = await startAws();
  here = bootstrap(aws.control, HERE);
});
afterEach(() => aws.close());

const KEY = `${hashOf('web')}.zip`;
const open = (settings: object = {}, io?: Partial<Io>) =>
  handler.open(scopeOf(assetParameters.parse(settings)), aws.io(io));
const list = (settings?: object) => collect(open(settings).list());
const remove = (batch: readonly AssetObject[]) => open({}, { permit: openGate() }).delete(batch);
const calls = (operation: string) => aws.control.calls({ operation });

async function found(key: string, settings?: object): Promise<AssetObject> {
  const read = (await open(settings).get([key])).get(key);
  if (read?.kind !== 'found') throw new Error(`${key}: ${JSON.stringify(read)}`);
  return read.resource;
}

describe('the listing', () => {
  test('K1 an object has its key, its date, its bytes, its bucket as the group, and the names by which stacks mean it', async () => {
    const lastModified = '2026-01-02T03:04:05.000Z';
    aws.control.addObjects(here.bucket, [{ key: KEY, lastModified, size: 1234 }]);
    expect(await list()).toMatchObject([
      {
        id: KEY,
        name: KEY,
        group: `bucket/${here.bucket}`,
        createdAt: new Date(lastModified),
        sizeBytes: 1234,
        aliases: [`assetHash/${hashOf('web')}`, `assetHash/hnb659fds/${hashOf('web')}`],
      },
    ]);
  });

  test('K14 1,001 objects cost two requests, and none for their tags', async () => {
    aws.control.addObjects(
      here.bucket,
      Array.from({ length: 1001 }, (_, index) => ({ key: `${hashOf(String(index))}.zip`, tags: { team: 'web' } })),
    );
    expect(await list()).toHaveLength(1001);
    expect([calls('ListObjectsV2').length, calls('GetObjectTagging').length]).toEqual([2, 0]);
  });

  test('a place that nobody has bootstrapped has no assets; an empty bucket has none either', async () => {
    expect(await list()).toEqual([]);
    aws.control.remove(HERE, 'stack', 'CDKToolkit');
    expect(await list()).toEqual([]);
  });

  test('a bootstrap stack of another name, with another qualifier and bucket, is found by its outputs', async () => {
    const other = bootstrap(aws.control, HERE, { stackName: 'TeamToolkit', qualifier: 'team1' });
    aws.control.addObjects(other.bucket, [{ key: KEY }]);
    const [asset] = await list({ bootstrap: { stackName: 'TeamToolkit' } });
    expect(asset?.aliases).toEqual([`assetHash/${hashOf('web')}`, `assetHash/team1/${hashOf('web')}`]);
  });

  test('where the entry names another bucket than the bootstrap stack, nothing is listed', async () => {
    const failure = await failureOf(list({ bootstrap: { bucket: 'acme-assets' } }));
    expect(failure.message).toMatch(/names cdk-hnb659fds-assets-111111111111-us-east-1, the entry acme-assets/);
  });

  test('an empty answer about the bootstrap stack is no proof that nobody has bootstrapped the place', async () => {
    aws.control.addFault({ kind: 'empty', operation: 'DescribeStacks' });
    expect(await failureOf(list())).toMatchObject({ name: 'ReadError', problem: 'malformed' });
  });

  test.each([
    ['a stack that somebody named and that does not exist', { bootstrap: { stackName: 'Absent' } }, /no stack Absent/],
    ['a stack without a qualifier', { bootstrap: { stackName: 'Plain' } }, /no bootstrap stack of CDK/],
    ['a bootstrap stack without the output', { bootstrap: { stackName: 'Old' } }, /no output BucketName/],
  ])('%s is an error that says what to do', async (_what, settings, message) => {
    aws.control.addStacks(HERE, [{ name: 'Plain' }, { name: 'Old', parameters: { Qualifier: 'old' } }]);
    const failure = await failureOf(list(settings));
    expect(failure).toMatchObject({ name: 'ReadError', message: expect.stringMatching(message) });
  });

  test('a bucket of the expected name that belongs to another account is refused, and nothing of it is listed', async () => {
    const bucket = 'cdk-squat-assets';
    aws.control.addBucket(THERE, bucket);
    aws.control.addObjects(bucket, [{ key: KEY }]);
    const outputs = { BucketName: bucket };
    aws.control.addStacks(HERE, [{ name: 'Squat', parameters: { Qualifier: 'squat' }, outputs }]);
    expect(await failureOf(list({ bootstrap: { stackName: 'Squat' } }))).toMatchObject({ problem: 'denied' });
    expect(calls('ListObjectsV2')[0]?.input).toMatchObject({ ExpectedBucketOwner: HERE.account });
  });
});

describe('reads by key', () => {
  test('K9 an object that is read by its key has its tags, and the mark of `cdk gc` only with `interop`', async () => {
    const at = Date.UTC(2026, 0, 1);
    aws.control.addObjects(here.bucket, [
      { key: KEY, size: 1234, tags: { team: 'web', 'aws-cdk:isolated': String(at) } },
    ]);
    const marked = await found(KEY, { interop: 'cdk' });
    expect([marked.tags, marked.markedElsewhereAt]).toEqual([
      { team: 'web', 'aws-cdk:isolated': String(at) },
      new Date(at),
    ]);
    expect(marked).toMatchObject({ sizeBytes: 1234 });
    expect((await found(KEY)).markedElsewhereAt).toBeUndefined();
  });

  test('K10 an unreadable mark counts for nothing, and the owner is notified', async () => {
    aws.control.addObjects(here.bucket, [{ key: KEY, tags: { 'aws-cdk:isolated': 'yesterday' } }]);
    const read = await found(KEY, { interop: 'cdk' });
    expect([read.markedElsewhereAt, read.note?.values]).toEqual([
      undefined,
      { words: expect.stringContaining('marked anew') },
    ]);
  });

  test('K14 only an object that S3 neither has nor lists is gone', async () => {
    aws.control.addObjects(here.bucket, [{ key: `${KEY}.more` }, { key: KEY }]);
    const absent = hashOf('absent');
    expect((await open().get([absent])).get(absent)).toEqual({ kind: 'gone', place: `@${here.bucket}` });
    aws.control.addFault({ kind: 'error', operation: 'HeadObject', code: 'NotFound', status: 404 });
    expect((await open().get([KEY])).get(KEY)).toMatchObject({ kind: 'unknown' });
  });

  test('a read that is denied fails, and names the permission as IAM does', async () => {
    aws.control.addObjects(here.bucket, [{ key: KEY }]);
    aws.control.deny({ account: HERE.account, action: 's3:GetObject' });
    expect(await failureOf(open().get([KEY]))).toMatchObject({ problem: 'denied', permission: 's3:GetObject' });
  });
});

describe('the deletion', () => {
  const keysOf = () => Object.keys(aws.control.objects(here.bucket));

  test('K12 1,000 objects go in one request, each with its ETag and its outcome', async () => {
    aws.control.addObjects(
      here.bucket,
      Array.from({ length: 1000 }, (_, index) => ({ key: `${hashOf(String(index))}.zip` })),
    );
    const batch = await list();
    const outcomes = await remove(batch);
    expect([...outcomes.values()].filter(({ kind }) => kind === 'deleted')).toHaveLength(1000);
    expect([calls('DeleteObjects').length, keysOf()]).toEqual([1, []]);
  });

  test.each(['old', 'new'])(
    'K12 an object that a deployment writes again after its read (%s bytes) stays; the others of the request go',
    async (body) => {
      aws.control.addObjects(here.bucket, [{ key: KEY, body: 'old', lastModified: '2026-01-02T03:04:05.000Z' }]);
      aws.control.addObjects(here.bucket, [{ key: 'other' }]);
      const batch = await list();
      aws.control.addObjects(here.bucket, [{ key: KEY, body }]);
      const outcomes = await remove(batch);
      const reason = 'not sent: it was written again since its read';
      expect(outcomes.get(KEY)).toMatchObject({ kind: 'retry', request: 'unsent', reason });
      expect([outcomes.get('other')?.kind, keysOf()]).toEqual(['deleted', [KEY]]);
    },
  );

  test('K12 an object that a deployment writes again at the moment of the request stays by its ETag', async () => {
    aws.control.addObjects(here.bucket, [{ key: KEY, body: 'old' }, { key: 'other' }]);
    const batch = await list();
    const permit = { denies: () => void aws.control.addObjects(here.bucket, [{ key: KEY, body: 'new' }]) };
    const outcomes = await open({}, { permit }).delete(batch);
    expect(outcomes.get(KEY)).toEqual({ kind: 'refused', reason: 'it was written again just now' });
    expect([outcomes.get('other')?.kind, keysOf()]).toEqual(['deleted', [KEY]]);
  });

  test('K12 a request for more than 100 objects reads none of them again, and compares the ETag alone', async () => {
    const keys = Array.from({ length: 101 }, (_, index) => `${hashOf(String(index))}.zip`);
    aws.control.addObjects(
      here.bucket,
      keys.map((key) => ({ key, body: 'old' })),
    );
    const batch = await list();
    aws.control.addObjects(here.bucket, [{ key: keys[0] ?? '', body: 'new' }]);
    const outcomes = await remove(batch);
    expect([calls('HeadObject').length, outcomes.get(keys[0] ?? '')?.kind, keysOf()]).toEqual([
      0,
      'refused',
      [keys[0]],
    ]);
  });

  test('K12 an object that cannot be read again stays; the others of the request go', async () => {
    aws.control.addObjects(here.bucket, [{ key: KEY }, { key: 'other' }]);
    const batch = await list();
    aws.control.addFault({ kind: 'error', operation: 'HeadObject', code: 'AccessDenied', status: 403, times: 1 });
    const outcomes = await remove(batch);
    expect([...outcomes.values()].map(({ kind }) => kind).sort()).toEqual(['deleted', 'retry']);
    expect(keysOf()).toHaveLength(1);
  });

  test('K14 an object that is gone meanwhile is gone', async () => {
    aws.control.addObjects(here.bucket, [{ key: KEY }]);
    const batch = await list();
    aws.control.setObject(here.bucket, KEY, null);
    expect((await remove(batch)).get(KEY)).toEqual({ kind: 'gone' });
  });

  test('K5 nothing is deleted while a stack is under review', async () => {
    aws.control.addObjects(here.bucket, [{ key: KEY }]);
    aws.control.addStacks(HERE, [{ name: 'New', status: 'REVIEW_IN_PROGRESS' }]);
    expect((await remove(await list())).get(KEY)).toMatchObject({
      kind: 'retry',
      request: 'unsent',
      reason: expect.stringContaining('not sent: the stack New is in REVIEW_IN_PROGRESS'),
    });
    expect([calls('DeleteObjects').length, keysOf()]).toEqual([0, [KEY]]);
  });

  test('K5 nothing is deleted where nobody can say whether a stack is under review', async () => {
    aws.control.addObjects(here.bucket, [{ key: KEY }]);
    const batch = await list();
    const session = open({}, { permit: openGate() });
    await session.get([KEY]);
    aws.control.deny({ account: HERE.account, action: 'cloudformation:DescribeStacks' });
    expect((await session.delete(batch)).get(KEY)).toMatchObject({
      kind: 'retry',
      reason: expect.stringMatching(/^not sent: reading the stacks/),
    });
    expect([calls('DeleteObjects').length, keysOf()]).toEqual([0, [KEY]]);
  });

  test('without a permit no request leaves', async () => {
    aws.control.addObjects(here.bucket, [{ key: KEY }]);
    const batch = await list();
    expect(await failureOf(open().delete(batch))).toMatchObject({ name: 'PermitError' });
    expect(keysOf()).toEqual([KEY]);
  });
});

describe('marks of `cdk gc`', () => {
  const AT = Date.UTC(2026, 0, 1);
  const tagsOf = () => aws.control.objects(here.bucket)[KEY]?.tags;
  const mark = async (at: number | undefined) =>
    open({ interop: 'cdk' }, { permit: openGate() }).markElsewhere?.(await list(), at);

  test('K9 a mark is written beside the other tags, stays as it is at the next survey, and is removed alone', async () => {
    aws.control.addObjects(here.bucket, [{ key: KEY, tags: { team: 'web' } }]);
    await mark(AT);
    await mark(AT + 1000);
    expect(tagsOf()).toEqual({ team: 'web', 'aws-cdk:isolated': String(AT) });
    await mark(undefined);
    expect(tagsOf()).toEqual({ team: 'web' });
  });

  test('K10 an unreadable mark is replaced', async () => {
    aws.control.addObjects(here.bucket, [{ key: KEY, tags: { 'aws-cdk:isolated': 'soon' } }]);
    await mark(AT);
    expect(tagsOf()).toEqual({ 'aws-cdk:isolated': String(AT) });
  });

  test('K9 without `interop` Holystone writes no tag', () => {
    expect(open().markElsewhere).toBeUndefined();
  });
});

describe('the restore', () => {
  const restoring = async (definition: unknown) => {
    const stored = { id: KEY, definition } as StoredDefinition;
    const session = open({}, { mayRestore: true });
    return session.restore?.(stored, undefined);
  };

  test('K12 a bucket with versions keeps the object behind a delete marker, and restore removes the marker', async () => {
    aws.control.addObjects(here.bucket, [{ key: KEY, body: 'zip' }]);
    const asset = await found(KEY);
    await remove([asset]);
    expect(await open().restorable?.(KEY)).toEqual({ says: expect.stringContaining('behind a delete marker') });
    const plan = await restoring(handler.definition(asset));
    if (plan?.kind !== 'ready') throw new Error(JSON.stringify(plan));
    expect(await plan.run()).toMatchObject({ kind: 'restored', id: KEY });
    expect(aws.control.objects(here.bucket)[KEY]?.body).toBe('zip');
  });

  /** @returns the plan of its restore, after its deletion and whatever came then */
  const planAfter = async (act: () => void | Promise<void>) => {
    aws.control.addObjects(here.bucket, [{ key: KEY, body: 'zip' }]);
    const asset = await found(KEY);
    await remove([asset]);
    await act();
    return restoring(handler.definition(asset));
  };
  const body = () => aws.control.objects(here.bucket)[KEY]?.body;

  test('K12 of two files that were deleted under the key, restore brings back no other than its own', async () => {
    const plan = await planAfter(async () => {
      aws.control.addObjects(here.bucket, [{ key: KEY, body: 'another zip' }]);
      await remove([await found(KEY)]);
    });
    expect(plan).toMatchObject({ kind: 'refused', why: expect.stringContaining('another object') });
    expect(body()).toBeUndefined();
  });

  test('K12 a file that somebody else wrote since the plan is not called restored', async () => {
    const plan = await planAfter(() => {});
    if (plan?.kind !== 'ready') throw new Error(JSON.stringify(plan));
    aws.control.addObjects(here.bucket, [{ key: KEY, body: 'another zip' }]);
    expect(await plan.run()).toMatchObject({ kind: 'refused', why: expect.stringContaining('another object') });
  });

  test.each([
    ['file', { key: 'another.zip' }],
    ['bucket', { bucket: 'another-bucket' }],
  ])('K12 a definition of another %s restores nothing', async (_what, other) => {
    aws.control.addObjects(here.bucket, [{ key: KEY, body: 'zip' }]);
    const asset = await found(KEY);
    await remove([asset]);
    const plan = await restoring({ ...(handler.definition(asset) as object), ...other });
    expect(plan).toMatchObject({ kind: 'refused' });
  });

  test('K12 without versions the object is gone for ever, and Holystone says so', async () => {
    const plain = bootstrap(aws.control, HERE, { stackName: 'Plain', qualifier: 'plain', isVersioned: false });
    aws.control.addObjects(plain.bucket, [{ key: KEY }]);
    const settings = { bootstrap: { stackName: 'Plain' } };
    const asset = await found(KEY, settings);
    await open(settings, { permit: openGate() }).delete([asset]);
    const session = open(settings, { mayRestore: true });
    expect(await session.restorable?.(KEY)).toEqual({ says: expect.stringContaining('nothing brings it back') });
    const stored = { id: KEY, definition: handler.definition(asset) } as StoredDefinition;
    expect(await session.restore?.(stored, undefined)).toMatchObject({ kind: 'expired' });
  });
});
