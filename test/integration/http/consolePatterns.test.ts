/** R6: an operator keeps by a pattern, on a page of the console. */
import { beforeEach, expect, test } from '@jest/globals';
import type { AccessToken } from '../../../src/http/app/deps.ts';
import { type StateFixture, stateForAll } from '../state/support.ts';
import { askedWhileRedisStands, DAY, IMAGES, mark, NOW, siteForAll, startOperator } from './fixture.ts';

const OPERATOR: AccessToken = { name: 'olga', access: 'operator', secret: 'olga-secret' };
const READER: AccessToken = { name: 'rita', access: 'reader', secret: 'reader-secret' };
const OTHER: AccessToken = { name: 'otto', access: 'operator', secret: 'otto-secret', accounts: ['prod-*'] };

const store = stateForAll();
const site = siteForAll(() => start(store));
const start = (on: StateFixture) => startOperator(on, { tokens: [OPERATOR, READER, OTHER] });
beforeEach(() => store.redis.flush());

const PAGE = `patterns/${encodeURIComponent(IMAGES)}`;
const headersOf = ({ secret }: AccessToken) => ({ authorization: `Bearer ${secret}`, accept: 'text/html' });
const get = async (path = PAGE, as = OPERATOR) => {
  const answer = await fetch(`${site.url}/${path}`, { headers: headersOf(as) });
  return { status: answer.status, text: await answer.text() };
};
const post = async (path: string, fields: Record<string, string>, as = OPERATOR, url = site.url) => {
  const answer = await fetch(`${url}/${path}`, {
    method: 'POST',
    headers: headersOf(as),
    body: new URLSearchParams(fields),
  });
  return { status: answer.status, text: await answer.text() };
};
const asking = (pattern: string) => `${PAGE}?pattern=${encodeURIComponent(pattern)}`;
const WISH = { pattern: 'release-*', until: '90d', reason: 'the audit needs them' };
const patterns = async () => (await store.optOuts.patterns(IMAGES)).map(({ target }) => target.value);
const seeded = async () => {
  for (const id of ['release-1', 'release-2', 'dev-1']) await mark(store, id);
};

test('R6 first the page shows how many marks match and which, and stores nothing', async () => {
  await seeded();
  const { status, text } = await get(asking('release-*'));
  expect(status).toBe(200);
  expect(text).toContain('It matches 2 of 3 marks.');
  for (const id of ['release-1', 'release-2']) expect(text).toContain(`/${id}">name of ${id} (${id})</a>`);
  expect(text).not.toContain('>dev-1<');
  expect(text).toContain('also keeps matching resources without a mark, and future ones');
  expect(await patterns()).toEqual([]);
});

test('R6 of many matching marks the page names twenty, and counts the others', async () => {
  for (let i = 10; i < 35; i++) await mark(store, `release-${i}`);
  const { text } = await get(asking('release-*'));
  expect(text).toContain('It matches 25 of 25 marks.');
  expect(text).toContain('and 5 more');
  expect([text.includes('(release-29)<'), text.includes('(release-30)<')]).toEqual([true, false]);
});

test('R6 then it keeps them and future ones, with end, reason and person, in the list, the events and the audit log', async () => {
  await seeded();
  const { status, text } = await post(PAGE, WISH);
  expect([status, text.includes('<h1>Kept</h1>')]).toEqual([200, true]);
  expect(text).toContain('Everything like release-* is kept until ');
  expect(await store.optOuts.patterns(IMAGES)).toMatchObject([
    { target: { kind: 'pattern', value: 'release-*' }, until: NOW + 90 * DAY, actor: 'olga', reason: WISH.reason },
  ]);
  expect(await store.marks.get(IMAGES, 'release-1')).toBeUndefined();
  expect(await store.marks.get(IMAGES, 'dev-1')).toBeDefined();
  await expect(mark(store, 'release-3')).rejects.toThrow('optedOut');

  const list = (await get()).text;
  for (const shown of ['1 of at most 100 patterns', 'release-*', '2026-08-30', 'olga', WISH.reason])
    expect(list).toContain(shown);
  const { events } = await store.events.before(undefined, 10);
  const optedOut = events.map(({ entry }) => entry).filter(({ event }) => event === 'optedOut');
  expect(optedOut).toMatchObject([{ actor: 'olga', namespace: IMAGES }]);
  expect(JSON.stringify(store.log.lines)).toContain('the audit needs them');
});

test('R6 each decision has its undo: that of another person stays in force', async () => {
  await post(PAGE, WISH);
  const target = { kind: 'pattern', value: 'release-*' } as const;
  await store.optOuts.optOut(IMAGES, { target, until: 'forever', actor: 'ann@example.com', at: NOW });
  const decision = (await get()).text.match(/name="decision" value="([^"]*)"[^>]*><button[^>]*of olga/)?.[1] ?? '';
  const undone = await post(`${PAGE}/undo`, { decision });
  expect(undone.text).toContain('olga no longer keeps everything like release-*.');
  expect(undone.text).toContain(`href="../../${PAGE}"`);
  expect(await store.optOuts.patterns(IMAGES)).toMatchObject([{ actor: 'ann@example.com' }]);
  expect((await post(`${PAGE}/undo`, { decision })).status).toBe(404);
  const { events } = await store.events.before(undefined, 1);
  expect(events[0]?.entry).toMatchObject({ event: 'optOutUndone', actor: 'olga' });
});

test('R6 undo reaches a person whose name has invisible characters, and no decision that a page never showed', async () => {
  const target = { kind: 'pattern', value: 'release-*' } as const;
  await store.optOuts.optOut(IMAGES, { target, until: 'forever', actor: 'ann\u200b\u202e', at: NOW });
  const decision = (await get()).text.match(/name="decision" value="([^"]*)"/)?.[1] ?? '';
  expect((await post(`${PAGE}/undo`, { decision: 'nonsense' })).status).toBe(400);
  expect((await post(`${PAGE}/undo`, { decision })).status).toBe(200);
  expect(await patterns()).toEqual([]);
});

test('R6 a longer decision of another person about the same pattern is shown', async () => {
  const target = { kind: 'pattern', value: 'release-*' } as const;
  await store.optOuts.optOut(IMAGES, { target, until: 'forever', actor: 'ann@example.com', at: NOW });
  expect((await post(PAGE, WISH)).text).toContain('ann@example.com keeps them longer, forever');
});

test('R6 a pattern that is over is in the list as over', async () => {
  const target = { kind: 'pattern', value: 'old-*' } as const;
  await store.optOuts.optOut(IMAGES, { target, until: NOW - DAY, actor: 'ann@example.com', at: NOW - 2 * DAY });
  expect((await get()).text).toMatch(/old-\*.*>over</s);
});

test.each([
  ['*', 'would keep everything'],
  ['', 'is empty'],
  ['release-1', 'has no *'],
  [`${'x'.repeat(200)}*`, 'is longer than 200 characters'],
  ['a\u2028*', 'has a line break'],
  ['a\u200b*', 'another invisible character'],
])('R6 the page says why %j is no pattern, and stores nothing', async (pattern, words) => {
  const shown = await get(asking(pattern));
  expect([shown.status, shown.text.includes(words)]).toEqual([400, true]);
  const stored = await post(PAGE, { ...WISH, pattern });
  expect([stored.status, stored.text.includes(words)]).toEqual([400, true]);
  expect(await patterns()).toEqual([]);
});

test.each([
  [{ ...WISH, reason: ' ' }, 'say why'],
  [{ ...WISH, until: '-1d' }, 'until'],
])('R6 the form needs a reason and an end that it offers: %j', async (fields, words) => {
  const answer = await post(PAGE, fields);
  expect([answer.status, answer.text.includes(words)]).toEqual([400, true]);
  expect(await patterns()).toEqual([]);
});

test('R6 in a full namespace the page says so at both steps, and stores nothing', async () => {
  const before = { until: 'forever', actor: 'ann@example.com', at: NOW } as const;
  for (let i = 0; i < 100; i++)
    await store.optOuts.optOut(IMAGES, { ...before, target: { kind: 'pattern', value: `v${i}-*` } });
  for (const { status, text } of [await get(asking('release-*')), await post(PAGE, WISH)]) {
    expect(status).toBe(409);
    expect(text).toContain('is one too many: withdraw another one first');
  }
  expect(await patterns()).not.toContain('release-*');
});

test('R6 P11 a reader sees the patterns and the preview without any form that changes something', async () => {
  await seeded();
  await post(PAGE, WISH);
  for (const as of [READER, OTHER]) {
    const { status, text } = await get(asking('dev-*'), as);
    expect(status).toBe(200);
    expect(text).toContain('It matches 1 of 1 mark.');
    expect(text).toContain('release-*');
    expect(text).not.toMatch(/<form[^>]*method="post"[^>]*patterns/);
  }
});

test('R6 L62 a pattern that the store does not confirm is not reported as kept', async () => {
  const { status, text } = await askedWhileRedisStands(store, start, (url) => post(PAGE, WISH, OPERATOR, url));
  expect([status, text.includes('<h1>Kept</h1>')]).toEqual([503, false]);
});

test('R6 the pages of a namespace and of a resource lead to it', async () => {
  await mark(store, 'release-1');
  for (const from of [
    `namespaces/${encodeURIComponent(IMAGES)}`,
    `resources/${encodeURIComponent(IMAGES)}/release-1`,
  ]) {
    const link = (await get(from)).text.match(/href="([^"]*patterns[^"]*)"/)?.[1] ?? '';
    expect(new URL(link, `${site.url}/${from}`).pathname).toBe(`/${PAGE}`);
  }
});
