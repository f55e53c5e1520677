/** Images of an environment's repository: listing, reads by digest, indexes, deletion, marks of `cdk gc`, restore. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { imageIndexes } from '../../../src/handlers/aws/evidence/cdk/imageIndexes.ts';
import { assetParameters } from '../../../src/handlers/aws/resources/cdk/parameters.ts';
import { cdkEcrImage as handler } from '../../../src/handlers/aws/types/cdkEcrImage/handler.ts';
import type { AssetImage } from '../../../src/handlers/aws/types/cdkEcrImage/resource.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { bootstrap, type CdkEnvironment, hashOf } from '../../support/cdkEnvironment.ts';
import { collect, failureOf, HERE, openGate, REGION, scopeOf, startAws, type TestAws } from '../handlers/fixture.ts';

let aws: TestAws;
let here: CdkEnvironment;
beforeEach(async () => {
  aws = await startAws();
  here = bootstrap(aws.control, HERE);
});
afterEach(() => aws.close());

const TAG = hashOf('web');
const open = (settings: object = {}, io?: Partial<Io>) =>
  handler.open(scopeOf(assetParameters.parse(settings)), aws.io(io));
const list = (settings?: object) => collect(open(settings).list());
const remove = (batch: readonly AssetImage[]) => open({}, { permit: openGate() }).delete(batch);
const calls = (operation: string) => aws.control.calls({ operation });
const add = (...tags: readonly object[]) =>
  aws.control.addEcrTags(
    HERE,
    tags.map((one) => ({ repository: here.repository, ...one })),
  );
const digestOf = (tag: string) => aws.control.state(HERE).ecrTags.find((one) => one.tag === tag)?.digest ?? '';
/** An image without its only tag. */
const untag = (tag: string) => aws.control.remove(HERE, 'ecrTag', `${here.repository}:${tag}`);

async function found(digest: string, settings?: object): Promise<AssetImage> {
  const read = (await open(settings).get([digest])).get(digest);
  if (read?.kind !== 'found') throw new Error(`${digest}: ${JSON.stringify(read)}`);
  return read.resource;
}

describe('the listing', () => {
  test('K6 an image has its digest, its first tag as its name, and the names by which stacks and programs mean it', async () => {
    const pushedAt = '2026-01-02T03:04:05.000Z';
    add({ tag: TAG, pushedAt });
    const digest = digestOf(TAG);
    const host = `111111111111.dkr.ecr.${REGION}.amazonaws.com/${here.repository}`;
    const [image] = await list();
    expect(image).toMatchObject({ id: digest, name: TAG, createdAt: new Date(pushedAt), sizeBytes: 1_000_000 });
    expect(image?.aliases).toEqual(
      expect.arrayContaining([
        `assetHash/${TAG}`,
        `assetHash/hnb659fds/${TAG}`,
        `assetHash/${digest.slice('sha256:'.length)}`,
        `${host}@${digest}`,
        `${host}:${TAG}`,
        digest,
      ]),
    );
  });

  test('K13 images without tags are listed, too, and a page of only these does not end the listing', async () => {
    add({ tag: 'a', salt: 'a' }, { tag: 'b', salt: 'b' }, { tag: TAG });
    untag('a');
    untag('b');
    aws.control.setPageLimit(2);
    expect((await list()).map(({ name }) => name.slice(0, 7)).sort()).toEqual(
      ['sha256:', 'sha256:', TAG.slice(0, 7)].sort(),
    );
  });

  test('K6 an image with a tag that has no hash is kept; its mark is no tag of it', async () => {
    add({ tag: 'latest' }, { tag: TAG }, { tag: '3-aws-cdk.isolated-1767225600000', salt: TAG });
    const byName = new Map((await list()).map(({ name, byHand }) => [name, byHand]));
    expect([byName.get('latest'), byName.get(TAG)]).toEqual([expect.stringContaining('no hash'), undefined]);
  });

  test('K9 the mark of `cdk gc` is a tag, and counts only with `interop`', async () => {
    add({ tag: TAG }, { tag: '3-aws-cdk.isolated-1767225600000', salt: TAG });
    const marks = async (settings: object) => (await list(settings)).map(({ markedElsewhereAt }) => markedElsewhereAt);
    expect([await marks({ interop: 'cdk' }), await marks({})]).toEqual([[new Date('2026-01-01')], [undefined]]);
  });
});

describe('indexes', () => {
  const read = () =>
    imageIndexes.read({ account: 'test', location: REGION }, scopeOf(assetParameters.parse({})), [], aws.io());

  test('K13 an index uses the images that it names, and holds them until it is deleted', async () => {
    add({ tag: 'amd64' });
    add({ tag: TAG, children: [digestOf('amd64')] });
    const byId = digestOf(TAG);
    expect(await read()).toEqual([{ alias: digestOf('amd64'), says: 'used', by: `index ${byId}`, byId }]);
    expect(handler.after).toEqual(['cdkEcrImage']);
  });

  test('K13 an index that Holystone does not understand leaves everything open', async () => {
    add({ tag: TAG, mediaType: 'application/vnd.example.odd', manifest: '{"schemaVersion":9}' });
    expect(await failureOf(read())).toMatchObject({
      name: 'ReadError',
      message: expect.stringContaining('understood'),
    });
  });
});

describe('the deletion', () => {
  const left = () => aws.control.state(HERE).ecrTags.map(({ tag }) => tag);

  test('K12 100 images go in one request by digest, each with all its tags and its outcome', async () => {
    add(...Array.from({ length: 100 }, (_, index) => ({ tag: hashOf(String(index)) })));
    add({ tag: hashOf('second'), salt: hashOf('0') });
    const outcomes = await remove(await list());
    expect([...outcomes.values()].filter(({ kind }) => kind === 'deleted')).toHaveLength(100);
    expect([calls('BatchDeleteImage').length, left()]).toEqual([1, []]);
  });

  test('K12 K13 an image that an index names is refused alone; an image without tags goes', async () => {
    add({ tag: 'amd64' }, { tag: 'lost' });
    add({ tag: TAG, children: [digestOf('amd64')] });
    const [child, lost] = [await found(digestOf('amd64')), await found(digestOf('lost'))];
    untag('lost');
    const outcomes = await remove([child, lost]);
    expect([outcomes.get(child.id), outcomes.get(lost.id)?.kind]).toEqual([
      { kind: 'refused', isInUse: true, reason: expect.stringContaining('ImageReferencedByManifestList') },
      'deleted',
    ]);
  });

  test('K14 an image that is gone meanwhile is gone', async () => {
    add({ tag: TAG });
    const batch = await list();
    await remove(batch);
    expect([...(await remove(batch)).values()]).toEqual([{ kind: 'gone' }]);
    expect((await open().get([batch[0]?.id ?? ''])).get(batch[0]?.id ?? '')).toMatchObject({ kind: 'gone' });
  });

  test('K5 nothing is deleted while a stack is under review', async () => {
    add({ tag: TAG });
    aws.control.addStacks(HERE, [{ name: 'New', status: 'REVIEW_IN_PROGRESS' }]);
    expect([...(await remove(await list())).values()]).toMatchObject([{ kind: 'retry' }]);
    expect(left()).toEqual([TAG]);
  });
});

describe('marks of `cdk gc`', () => {
  const AT = Date.UTC(2026, 0, 1);
  const mark = async (at: number | undefined) =>
    open({ interop: 'cdk' }, { permit: openGate() }).markElsewhere?.(await list({ interop: 'cdk' }), at);
  const tags = () => aws.control.state(HERE).ecrTags.map(({ tag }) => tag);

  test('K9 each image gets a further tag with its own number, once', async () => {
    add({ tag: TAG }, { tag: hashOf('api') });
    await mark(AT);
    await mark(AT + 1000);
    const marks = tags().filter((tag) => tag.includes('isolated'));
    expect(marks.sort()).toEqual([`0-aws-cdk.isolated-${AT}`, `1-aws-cdk.isolated-${AT}`]);
  });

  test('K9 Holystone removes no mark of an image: only the request that deletes images could', async () => {
    add({ tag: TAG }, { tag: '3-aws-cdk.isolated-1767225600000', salt: TAG });
    await mark(undefined);
    expect([tags().length, calls('BatchDeleteImage').length]).toEqual([2, 0]);
  });
});

test('K12 an image is restored under each of its tags while its layers live, without the marks', async () => {
  add({ tag: TAG }, { tag: hashOf('second'), salt: TAG }, { tag: '3-aws-cdk.isolated-1767225600000', salt: TAG });
  const image = await found(digestOf(TAG));
  const definition = handler.definition(image);
  await remove([image]);
  const stored = { id: image.id, definition } as StoredDefinition;
  const plan = await open({}, { mayRestore: true }).restore?.(stored, undefined);
  if (plan?.kind !== 'ready') throw new Error(JSON.stringify(plan));
  expect(plan.steps).toHaveLength(2);
  expect(await plan.run()).toMatchObject({ kind: 'restored', id: image.id });
  const tags = aws.control.state(HERE).ecrTags.map(({ tag }) => tag);
  expect(tags.sort()).toEqual([TAG, hashOf('second')].sort());
});

test.each(['before the plan', 'after it'])(
  'K12 a tag of the image means another one since, %s → restore leaves it there',
  async (when) => {
    aws.control.update(HERE, 'ecrRepository', here.repository, { imageTagMutability: 'MUTABLE' });
    add({ tag: TAG, salt: 'old' });
    const image = await found(digestOf(TAG));
    const stored = { id: image.id, definition: handler.definition(image) } as StoredDefinition;
    await remove([image]);
    const again = () => add({ tag: TAG, salt: 'new' });
    if (when === 'before the plan') again();
    const plan = await open({}, { mayRestore: true }).restore?.(stored, undefined);
    if (when === 'after it') again();
    const digest = digestOf(TAG);
    const done = plan?.kind === 'ready' ? await plan.run() : plan;
    expect([done?.kind, digestOf(TAG)]).toEqual(['refused', digest]);
  },
);

test.each([
  ['repository', { repository: 'another-repository' }],
  ['image', { digest: `sha256:${hashOf('another')}` }],
])('K12 a definition of another %s restores nothing', async (_what, other) => {
  add({ tag: TAG });
  const image = await found(digestOf(TAG));
  const definition = { ...(handler.definition(image) as object), ...other };
  await remove([image]);
  const stored = { id: image.id, definition } as StoredDefinition;
  expect(await open({}, { mayRestore: true }).restore?.(stored, undefined)).toMatchObject({ kind: 'refused' });
});
