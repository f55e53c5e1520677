/** Several entries judge one place, from the survey to the request: the entry that judges at the deletion is found anew. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
beforeEach(() => world.reset());

const entry = (own: string) =>
  `{ type: image, accounts: [test], live: true, when: [{ rule: unused }], keepNewest: off${own} }`;
const PROD = entry(', match: { tag: { env: prod } }, minimumAge: 3650d');
const DEV = entry(', match: { tag: { env: dev } }');
const REST = entry('');

const cleanup = (...entries: readonly string[]) => ({ cleanup: `[${entries.join(', ')}]` });

/** An image that is marked, noticed and due under these entries. */
async function due(...entries: readonly string[]): Promise<string> {
  await world.reset(cleanup(...entries));
  const [id = ''] = world.addImages(1, { tags: { owner: 'ann@example.com', env: 'dev' } });
  await world.untilDue();
  return id;
}

function retag(id: string, env: string): void {
  const tags = { owner: 'ann@example.com', env };
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  world.sandbox.control.update(HERE, 'image', id, { Tags });
}

test('L73 the entry that judges at the deletion is the one that marked it → Holystone deletes it', async () => {
  const id = await due(PROD, DEV, REST);
  expect(await world.markOf(id)).toMatchObject({ entry: 'tag env=dev' });
  await world.pass('delete');
  expect(world.deregistered()).toEqual([id]);
});

test('L73 a resource that moved to a stricter entry since it was marked → Holystone keeps it', async () => {
  const id = await due(PROD, DEV, REST);
  retag(id, 'prod');
  await world.pass('delete');
  expect([world.deregistered(), await world.marks()]).toEqual([[], []]);
});

test('L73 a resource that moved to another entry, which selects it too → Holystone unmarks it, and the next survey marks it anew', async () => {
  const id = await due(PROD, DEV, REST);
  retag(id, 'old');
  await world.pass('delete');
  expect([world.deregistered(), await world.marks()]).toEqual([[], []]);
  expect(world.audit.findLast(({ event }) => event === 'unmarked')?.reason).toBe(
    'the entry without match judges it now, no longer the entry tag env=dev: the next survey marks it anew',
  );
  await world.pass('mark');
  await world.pass('delete');
  const mark = await world.markOf(id);
  expect([world.deregistered(), mark?.entry, mark?.notice]).toEqual([[], undefined, undefined]);
});

test('L73 nobody judges a resource any more, or nobody knows who does → Holystone keeps it', async () => {
  const id = await due(DEV);
  retag(id, 'test');
  await world.pass('delete');
  const other = await due(DEV);
  retag(other, 'dev\u200b');
  await world.pass('delete');
  expect([id !== other, world.deregistered(), await world.marks()]).toEqual([true, [], []]);
});

test('L73 the file has other entries than when it was marked → Holystone deletes nothing of the former ones', async () => {
  const id = await due(DEV, REST);
  await world.configure(cleanup(PROD, REST));
  await world.pass('delete');
  expect([id === '', world.deregistered(), await world.marks()]).toEqual([false, [], []]);
});

describe('L72 entries of one region with repositories of their own', () => {
  const TAGS = namespaceOf('ecrTag');
  const ecr = (own: string) => `{ type: ecrTag, accounts: [test], live: true, nameRegexDelete: ".*"${own} }`;
  const SHOP = ecr(', repositories: ["shop/*"], keepN: 1');
  const SHOP_AND_INFRA = ecr(', repositories: ["shop/*", "infra/*"], keepN: 3');

  async function marked(...entries: readonly string[]) {
    await world.reset(cleanup(...entries));
    for (const repository of ['shop/web', 'infra/base', 'other']) {
      for (const n of [1, 2, 3, 4]) {
        const pushedAt = new Date(world.clock.now() - (400 - n) * DAY).toISOString();
        world.sandbox.control.addEcrTags(HERE, [{ repository, tag: `v${n}`, pushedAt }]);
      }
    }
    await world.pass('mark', TAGS);
    return (await world.marks(TAGS)).map(({ id, entry }) => `${id} ${entry ?? ''}`).toSorted();
  }

  test('each is judged by the first that names its repository, and others are not touched', async () => {
    expect(await marked(SHOP, SHOP_AND_INFRA)).toEqual([
      'infra/base:v1 repositories shop/*, infra/*',
      'shop/web:v1 repositories shop/*',
      'shop/web:v2 repositories shop/*',
      'shop/web:v3 repositories shop/*',
    ]);
  });

  test('another order is another judgement', async () => {
    expect(await marked(ecr(', repositories: ["shop/web", "infra/*"], keepN: 3'), ecr(', keepN: 4'))).toEqual([
      'infra/base:v1 repositories shop/web, infra/*',
      'shop/web:v1 repositories shop/web, infra/*',
    ]);
  });

  test('a repository that no entry names any more: Holystone deletes nothing of it', async () => {
    await marked(SHOP, SHOP_AND_INFRA);
    await world.notify(TAGS);
    world.clock.advance(10 * DAY + HOUR);
    await world.configure(
      cleanup(ecr(', repositories: ["infra/*"], keepN: 1'), ecr(', repositories: ["other"], keepN: 1')),
    );
    await world.pass('delete', TAGS);
    expect(world.sandbox.control.calls({ operation: 'BatchDeleteImage' })).toEqual([]);
  });
});
