/** What an operator does on the pages with several marks, and what leads to them. */
import { beforeEach, expect, test } from '@jest/globals';
import { deferMark } from '../../../src/core/mark/hold.ts';
import type { AccessToken, OperatorDeps, Recalculated } from '../../../src/http/app/deps.ts';
import { passRecord } from '../../support/queue.ts';
import { stateForAll } from '../state/support.ts';
import { configurationOf, DAY, IMAGES, mark, NOW, siteForAll, startOperator } from './fixture.ts';

const OPERATOR: AccessToken = { name: 'olga', access: 'operator', secret: 'olga-secret' };
const READER: AccessToken = { name: 'rita', access: 'reader', secret: 'reader-secret' };
const IMAGE = configurationOf({ account: 'test', location: 'us-east-1', resourceType: 'image' });

const store = stateForAll();
const site = siteForAll(() =>
  startOperator(store, {
    tokens: [OPERATOR, READER],
    workConfigurations: () => [IMAGE],
    effective: () => ({ retention: '14d', keep: ['<b>all</b>'] }),
    recalculate: async (request) => {
      asked.push(request);
      return answer;
    },
  }),
);
let asked: Parameters<OperatorDeps['recalculate']>[0][] = [];
let answer: Recalculated;

beforeEach(async () => {
  asked = [];
  answer = { kind: 'recalculated', considered: 1, moved: 1 };
  await store.redis.flush();
});

const headers = (as: AccessToken) => ({ authorization: `Bearer ${as.secret}`, accept: 'text/html' });
const page = async (path: string) => (await fetch(`${site.url}/${path}`, { headers: headers(OPERATOR) })).text();
const selected = async (fields: Record<string, string>, as = OPERATOR) => {
  const body = new URLSearchParams({ pick: `${IMAGES} ami-1`, ...fields });
  const reply = await fetch(`${site.url}/marks`, { method: 'POST', headers: headers(as), body });
  return { status: reply.status, text: await reply.text() };
};
const FORWARD = { do: 'recalculate', days: '3' };

test('P10 an operator brings the dates of the selected marks forward; each has an answer', async () => {
  await mark(store, 'ami-1', { name: 'base', projectedDeletionAt: NOW + 3 * DAY });
  const { status, text } = await selected(FORWARD);
  expect(status).toBe(200);
  expect(asked).toEqual([{ namespace: IMAGES, seconds: 3 * 86_400, count: 1, ids: ['ami-1'], actor: 'olga' }]);
  expect(text).toContain('base: the date of its deletion is now 2026-06-04 12:00 UTC.');
});

test.each<[string, Recalculated, string]>([
  [
    'a notice that ends later',
    { kind: 'recalculated', considered: 1, moved: 0 },
    'the date of its deletion stays 2026-06-11',
  ],
  ['a mark that is gone', { kind: 'recalculated', considered: 0, moved: 0 }, 'it has no mark whose date could move'],
  ['a dry run', { kind: 'conflict', why: 'no date was changed: dryRun is on' }, 'no date was changed: dryRun is on'],
])('P10 the page says why a date did not move: %s', async (_name, given, words) => {
  await mark(store, 'ami-1');
  answer = given;
  expect((await selected(FORWARD)).text).toContain(words);
});

test.each([{}, { days: '' }, { days: '0' }, { days: '1.5' }, { days: '366' }, { days: '-1' }])(
  'P12 dates move by whole days from 1 to 365, and by no others: %j',
  async (fields) => {
    await mark(store, 'ami-1');
    const { status, text } = await selected({ do: 'recalculate', ...fields });
    expect([status, asked]).toEqual([400, []]);
    expect(text).toMatch(/Say in how many days[\s\S]*role="alert"|role="alert"[\s\S]*Say in how many days/);
    expect(text).toMatch(/value="[^"]*ami-1" checked/);
  },
);

test('P11 a reader who brings dates forward gets 403, and the refusal is an event', async () => {
  await mark(store, 'ami-1');
  expect((await selected(FORWARD, READER)).status).toBe(403);
  expect(asked).toEqual([]);
  const events = store.log.lines.filter(({ message }) => message === 'audit').map(({ fields }) => fields);
  expect(events).toContainEqual(expect.objectContaining({ event: 'changeRefused', actor: 'rita' }));
});

test('P13 the count of overdue marks leads to exactly these marks', async () => {
  await mark(store, 'ami-later', { projectedDeletionAt: NOW + DAY });
  const before = await mark(store, 'ami-late', { projectedDeletionAt: NOW - DAY });
  const after = deferMark(before, 'the provider refuses', NOW + DAY);
  const audit = { at: NOW, namespace: IMAGES, id: before.id, event: 'deferred', actor: 'holystone' } as const;
  await store.marks.apply(IMAGES, [{ id: before.id, before, after, audit }]);
  const overview = await page('');
  expect(overview).toContain('1 resource past its deletion date.');
  const [, link = ''] = /href="\.\/(marks\?namespace=[^"]*)"/.exec(overview) ?? [];
  const list = await page(link.replaceAll('&amp;', '&'));
  expect(list).toContain('ami-late');
  expect(list).not.toContain('ami-later');
});

test('P10 a namespace shows the counts of its passes, its evidence and its configuration, as text', async () => {
  const baseline = { listed: 304, findings: { 'instances@test/us-east-1': 12 } };
  const unread = [{ account: 'test', location: 'us-east-1', sources: ['snapshots'] }];
  const counts = { listed: 304, candidate: 4, unknown: 0 };
  await store.passes.record(passRecord({ namespace: IMAGES, passId: 'm', baseline, unread, counts, endedAt: NOW }));
  const text = await page(`namespaces/${encodeURIComponent(IMAGES)}`);
  expect(text).toContain('listed 304, candidate 4<');
  expect(text).toMatch(/instances@test\/us-east-1.*?12/s);
  expect(text).toMatch(/snapshots@test\/us-east-1.*?not read/s);
  expect(text).toContain('&quot;retention&quot;: &quot;14d&quot;');
  expect(text).toContain('&lt;b>all&lt;/b>');
});

test('P13 each row of the namespaces leads to its namespace', async () => {
  expect(await page('namespaces')).toContain(`href="./namespaces/${encodeURIComponent(IMAGES)}" data-row`);
});

test('P13 an event about a message leads to it, with its recipient and date; a person cannot write such a link', async () => {
  const reason = 'message <1@example.com> to ann@example.com, deletion on 2026-06-11T12:00:00.000Z';
  for (const [id, event, actor] of [
    ['ami-1', 'noticed', 'holystone'],
    ['ami-2', 'optedOut', 'eve'],
  ] as const) {
    const before = await mark(store, id);
    const audit = { at: NOW, namespace: IMAGES, id, event, actor, reason } as const;
    await store.marks.apply(IMAGES, [{ id, before, after: deferMark(before, 'x', NOW), audit }]);
  }
  const text = await page('activity');
  expect(text.match(/href="\.\/notices\/1%40example\.com"/g)).toHaveLength(1);
  expect(text).toContain('</a> to ann@example.com, deletion on 2026-06-11 12:00 UTC');
});

test.each([
  ['marks?account=shop', "holystone marks --namespace '*:shop:*:*'"],
  ['marks?type=image&location=eu-west-1', "holystone marks --namespace '*:*:eu-west-1:image'"],
  ['marks?account=Te:st*', "holystone marks --namespace '*:te%3ast%2a:*:*'"],
  [`marks?namespace=${IMAGES}`, `holystone marks --namespace ${IMAGES}`],
  ['marks', 'holystone marks'],
])('P13 the command at the foot asks for the place and the type of the filter: %s', async (path, command) => {
  expect(await page(path)).toContain(`<code>${command}</code>`);
});
