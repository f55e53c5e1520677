/**
 * A tag that somebody puts on an old image is new, whatever date its image has (aws/containers-roadmap 2746, DataBiosphere/azul
 * 6812): teams build once, and promote by another tag.
 */
import { expect, test } from '@jest/globals';
import { DAY, HERE, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const TAGS = namespaceOf('ecrTag');
const cleanup = (source: string) => ({
  cleanup: `[{ type: ecrTag, accounts: [test], live: true, nameRegexDelete: ".*", allowDeleteAll: true, olderThan: 30d, timestampSource: ${source} }]`,
});

const world = worldForAll();

function tag(name: string, daysAgo = 100): void {
  const pushedAt = new Date(world.clock.now() - daysAgo * DAY).toISOString();
  world.sandbox.control.addEcrTags(HERE, [{ tag: name, salt: 'built once', pushedAt }]);
}

async function marked(): Promise<readonly string[]> {
  await world.pass('mark', TAGS);
  return (await world.marks(TAGS)).map(({ id }) => id.replace('shop/web:', '')).toSorted();
}

test('R30 what was there before Holystone counts by its push, what came later from its first survey', async () => {
  await world.reset(cleanup('push'));
  tag('build-1');
  expect(await marked()).toEqual(['build-1']);
  await world.watched(5, TAGS);
  tag('production-1');
  expect(await marked()).toEqual(['build-1']);
  await world.watched(29, TAGS);
  expect(await marked()).toEqual(['build-1']);
  await world.watched(2, TAGS);
  expect(await marked()).toEqual(['build-1', 'production-1']);
});

test('R30 a tag that goes back to an older image is new, and the push counts where it is later', async () => {
  await world.reset(cleanup('push'));
  tag('stable', 200);
  await world.pass('mark', TAGS);
  world.sandbox.control.removeEcrImage(HERE, world.sandbox.control.state(HERE).ecrTags[0]?.digest ?? '');
  await world.watched(1, TAGS);
  world.sandbox.control.addEcrTags(HERE, [
    { tag: 'stable', salt: 'older', pushedAt: new Date(world.clock.now() - 300 * DAY).toISOString() },
    { tag: 'other', salt: 'other', pushedAt: new Date(world.clock.now() - 300 * DAY).toISOString() },
  ]);
  expect(await marked()).toEqual([]);
  await world.watched(31, TAGS);
  expect(await marked()).toEqual(['other', 'stable']);
});

const removeAll = () => {
  for (const { digest } of world.sandbox.control.state(HERE).ecrTags)
    world.sandbox.control.removeEcrImage(HERE, digest ?? '');
};

test('R30 it is so when the tags of the first survey are gone', async () => {
  await world.reset(cleanup('push'));
  tag('build-1');
  await world.pass('mark', TAGS);
  await world.watched(60, TAGS);
  removeAll();
  tag('production-1', 200);
  for (let day = 0; day < 5; day++) {
    expect(await marked()).toEqual([]);
    await world.watched(1, TAGS);
  }
});

test('R30 it is so after a first survey that saw no tag', async () => {
  await world.reset(cleanup('push'));
  tag('build-1');
  removeAll();
  await world.watched(60, TAGS);
  tag('production-1', 200);
  expect(await marked()).toEqual([]);
});

test('R30 it is so of one tag that is promoted again and again', async () => {
  await world.reset(cleanup('push'));
  tag('live', 10);
  await world.pass('mark', TAGS);
  for (const salt of ['older', 'oldest']) {
    await world.watched(5, TAGS);
    removeAll();
    const pushedAt = new Date(world.clock.now() - 200 * DAY).toISOString();
    world.sandbox.control.addEcrTags(HERE, [{ tag: 'live', salt, pushedAt }]);
    expect(await marked()).toEqual([]);
    await world.watched(1, TAGS);
    expect(await marked()).toEqual([]);
  }
});

test('R30 it is so where no survey was ever complete', async () => {
  await world.reset(cleanup('push'));
  tag('build-1');
  world.sandbox.control.addEcrTags(HERE, [
    { repository: 'shop/closed', tag: 'x', pushedAt: new Date(0).toISOString() },
  ]);
  world.sandbox.control.addFault({ kind: 'deny', operation: 'DescribeImages', containing: 'shop/closed' });
  const { outcome } = await world.pass('mark', TAGS);
  expect(outcome).toBe('incomplete');
  world.clock.advance(DAY);
  removeAll();
  tag('production-1', 200);
  await world.pass('mark', TAGS);
  world.clock.advance(DAY);
  expect(await marked()).toEqual([]);
});

test('R30 an owner is never told of a new tag of an old image before `olderThan` is over', async () => {
  await world.reset(cleanup('push'));
  tag('build-1');
  await world.pass('mark', TAGS);
  world.clock.advance(DAY);
  tag('production-1');
  await world.pass('mark', TAGS);
  await world.notify(TAGS);
  expect(
    world
      .messages()
      .map(({ text }) => text)
      .join(),
  ).toContain('build-1');
  expect(
    world
      .messages()
      .map(({ text }) => text)
      .join(),
  ).not.toMatch(/Id: *shop.web:production-1/);
});
