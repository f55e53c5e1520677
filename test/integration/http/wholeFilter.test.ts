/** A person decides about all marks that match a filter, as they were counted, and about no others. */
import { beforeEach, expect, test } from '@jest/globals';
import { stateForAll } from '../state/support.ts';
import { IMAGES, mark, siteForAll, startOperator } from './fixture.ts';

const store = stateForAll();
const site = siteForAll(() =>
  startOperator(store, { tokens: [{ name: 'olga', access: 'operator', secret: 'olga-secret' }] }),
);
beforeEach(async () => {
  await store.redis.flush();
  for (let n = 0; n < 120; n++) await mark(store, `ami-${n}`, { name: `jenkins-${n}`, owner: 'team-a@example.com' });
  await mark(store, 'ami-other', { name: 'golden', owner: 'joann@example.com' });
  await store.markTable.settled();
});

const headers = { authorization: 'Bearer olga-secret', accept: 'text/html' };
const page = async (path: string) => (await fetch(`${site.url}/${path}`, { headers })).text();
const field = (html: string, name: string) =>
  new RegExp(`name="${name}" value="([^"]*)"`).exec(html)?.[1]?.replaceAll('&amp;', '&') ?? '';
async function decide(html: string, more: Record<string, string>) {
  const fields = Object.fromEntries(['query', 'set', 'counted'].map((name) => [name, field(html, name)]));
  const body = new URLSearchParams({ ...fields, whole: '1', ...more });
  const answer = await fetch(`${site.url}/marks`, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}
const keptIds = async () => (await store.optOuts.list(IMAGES)).map(({ target }) => target.value);

test('P14 all marks of a filter, more than a page has, are kept, and each has its answer', async () => {
  const html = await page('marks?q=jenkins-*&limit=50');
  expect(html).toContain('All 120 that match, on all pages');
  const { status, text } = await decide(html, { do: '30d', reason: 'team A moves' });
  expect(status).toBe(200);
  expect(text.match(/: kept until /g)).toHaveLength(120);
  expect(text).toContain('120 of 120 are done');
  expect(await keptIds()).toHaveLength(120);
  expect(await keptIds()).not.toContain('ami-other');
});

test('P14 a mark that came after the count stops the decision, and the page comes back with what was typed', async () => {
  const html = await page('marks?q=jenkins-*&limit=50');
  await mark(store, 'ami-new', { name: 'jenkins-new' });
  await store.markTable.settled();
  const { status, text } = await decide(html, { do: 'forever', reason: 'for the release' });
  expect(status).toBe(409);
  expect(text).toContain('the 120 that were counted are not the ones that match now');
  expect(text).toContain('value="for the release"');
  expect(text).toContain('All 121 that match');
  expect(await keptIds()).toEqual([]);
});

test('P14 a set of a page with other filters is no set of these, and a set that nobody counted is none', async () => {
  const html = await page('marks?q=jenkins-*');
  expect((await decide(html, { do: 'forever', query: '' })).status).toBe(409);
  expect((await decide(html, { do: 'forever', set: '' })).status).toBe(409);
  expect((await decide(html, { do: 'forever', query: 'limit=none' })).status).toBe(400);
  expect(await keptIds()).toEqual([]);
});

test.each([
  ['q=JENKINS-1*9', 3],
  ['q=kins-11', 11],
  ['owner=TEAM-A', 120],
  ['owner=ann@example.com', 0],
  ['owner=ann', 1],
])('P13 a pattern is of the whole name or id, a text a part; an address is one owner: %s', async (query, count) => {
  const html = await page(`marks?${query}`);
  expect(html).toMatch(new RegExp(`<h1>${count} resources? match`));
});
