/** R6: an owner keeps by a pattern, from the page of a link. */
import { beforeEach, expect, test } from '@jest/globals';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { stateForAll } from '../state/support.ts';
import { askedWhileRedisStands, DAY, IMAGES, link, mark, NOW, post, siteForAll, startPublic } from './fixture.ts';

const store = stateForAll();
const site = siteForAll(() => startPublic(store));
beforeEach(() => store.redis.flush());

/** As tags of ECR: the id begins with its group. */
const GROUP = 'shop/web';
const at = (id: string) => site.url + link(id, { group: GROUP });
const optOuts = async (namespace: Namespace = IMAGES) => [...(await store.optOuts.all(namespace)).values()];
const patterns = async () => (await optOuts()).map(({ target }) => target.value);
const asking = { scope: 'pattern', pattern: 'release-*', keep: '30d' };

test('R6 the page of a link offers a pattern only where it cannot keep resources of others', async () => {
  expect(await (await fetch(at('shop/web:dev-1'))).text()).toContain('name="pattern"');
  expect(await (await fetch(at('ami-1'))).text()).not.toContain('name="pattern"');
  expect(await (await fetch(site.url + link('shop/web:dev-1'))).text()).not.toContain('name="pattern"');
  expect((await post(at('ami-1'), { ...asking, sure: 'yes' })).status).toBe(400);
  expect(await optOuts()).toEqual([]);
});

test('R6 first it shows the marks that match and stores nothing, then it keeps them and future ones of the group', async () => {
  for (const id of ['shop/web:release-1', 'shop/web:dev-1', 'shop/cart:release-1']) await mark(store, id);
  const shown = await (await post(at('shop/web:dev-1'), { ...asking, reason: 'audit <b>' })).text();
  expect(shown).toContain('It matches 1 of 3 planned deletions.');
  expect(shown).toContain('<li>name of shop/web:release-1 (shop/web:release-1)</li>');
  expect(shown).not.toContain('<b>');
  expect(await optOuts()).toEqual([]);

  const kept = await (await post(at('shop/web:dev-1'), { ...asking, reason: 'audit', sure: 'yes' })).text();
  expect(kept).toContain('<h1>Kept</h1>');
  expect(await optOuts()).toMatchObject([
    { target: { kind: 'pattern', value: 'shop/web:release-*' }, until: NOW + 30 * DAY, reason: 'audit' },
  ]);
  expect(await store.marks.get(IMAGES, 'shop/web:release-1')).toBeUndefined();
  expect(await store.marks.get(IMAGES, 'shop/cart:release-1')).toBeDefined();
  await expect(mark(store, 'shop/web:release-2')).rejects.toThrow('optedOut');

  const page = await (await fetch(at('shop/web:release-2'))).text();
  expect(page).toContain('Everything with an id or a name like shop/web:release-* is kept');
  expect(page).toContain('Undo for this pattern');
});

test('R6 the reader undoes their pattern, also from the link of a resource that it does not keep; others cannot', async () => {
  await post(at('shop/web:dev-1'), { ...asking, sure: 'yes' });
  const undo = { scope: 'pattern', pattern: 'shop/web:release-*' };
  const bob = site.url + link('shop/web:release-1', { group: GROUP, owner: 'bob@example.com' });
  expect((await post(`${bob}/undo`, undo)).status).toBe(409);
  expect(await patterns()).toEqual(['shop/web:release-*']);
  expect((await post(`${at('shop/web:dev-1')}/undo`, undo)).status).toBe(200);
  expect(await patterns()).toEqual([]);
});

test.each([
  ['*', 'would keep everything'],
  ['', 'Write a pattern'],
  ['release-1', 'no asterisk'],
  [`${'x'.repeat(195)}*`, 'too long'],
])('R6 the page says why %j is no pattern, and stores nothing', async (pattern, words) => {
  const answer = await post(at('shop/web:dev-1'), { ...asking, pattern, sure: 'yes' });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(words);
  expect(await optOuts()).toEqual([]);
});

test('R6 L62 a pattern that the store does not confirm is not reported as kept', async () => {
  const status = await askedWhileRedisStands(store, startPublic, async (url) => {
    const answer = await post(url + link('shop/web:dev-1', { group: GROUP }), { ...asking, sure: 'yes' });
    return answer.status;
  });
  expect(status).toBe(503);
});

test('R6 of two owners at once who want the last place of a pattern, one reads that nothing is stored', async () => {
  const before = { until: 'forever', actor: 'ann@example.com', at: NOW } as const;
  for (let i = 0; i < 99; i++)
    await store.optOuts.optOut(IMAGES, { ...before, target: { kind: 'pattern', value: `v${i}-*` } });
  const answers = await Promise.all(
    ['release-*', 'hotfix-*'].map((pattern) => post(at('shop/web:dev-1'), { ...asking, pattern, sure: 'yes' })),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const refused = await answers.find(({ status }) => status === 409)?.text();
  expect(refused).toContain('too many patterns here');
  expect(await patterns()).toHaveLength(100);
});

test('L101 P7 an owner keeps one resource until a day, the whole of it in UTC; a day that is over keeps nothing', async () => {
  expect(await (await fetch(at('shop/web:dev-1'))).text()).toMatch(
    /or until the end of <input type="date" name="until"/,
  );
  const over = await post(at('shop/web:dev-1'), { keep: 'day', until: '2026-05-01' });
  expect([over.status, await over.text(), await optOuts()]).toEqual([
    400,
    expect.stringContaining('no day of the future'),
    [],
  ]);
  const kept = await post(at('shop/web:dev-1'), { keep: 'day', until: '2027-01-31', reason: 'audit' });
  expect(await kept.text()).toContain('kept until Monday 1 February 2027, 00:00 (UTC)');
  expect(await optOuts()).toMatchObject([
    { target: { kind: 'id', value: 'shop/web:dev-1' }, until: Date.parse('2027-02-01'), reason: 'audit' },
  ]);
});

test('L101 R6 an owner keeps by a pattern until a day: the second page has the day, and stores it', async () => {
  const form = { scope: 'pattern', pattern: 'release-*', keep: 'day', until: '2027-01-31' };
  const shown = await (await post(at('shop/web:dev-1'), form)).text();
  expect(shown).toContain('<input type="hidden" name="until" value="2027-01-31"/>');
  expect(shown).toContain('Keep all of them: Keep until Monday 1 February 2027, 00:00 (UTC)');
  await post(at('shop/web:dev-1'), { ...form, sure: 'yes' });
  expect(await optOuts()).toMatchObject([{ target: { value: 'shop/web:release-*' }, until: Date.parse('2027-02-01') }]);
});
