/** The money of the last months, for operators and programs. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { MonthlyCost, PriceList } from '../../../src/core/resource/prices.ts';
import { MONEY } from '../../../src/state/redis/keys.ts';
import { ManualClock, workConfiguration } from '../../support/queue.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { DAY, IMAGES, type Listening, mark, NOW, startOperator } from './fixture.ts';

let store: StateFixture;
let site: Listening;

beforeAll(async () => {
  store = await openState({ currencyOf: () => 'USD', clock: new ManualClock(NOW) });
  const prices: PriceList = {
    currency: 'USD',
    date: '2026-05-01',
    source: '',
    staleAt: NOW + DAY,
    of: () => undefined,
  };
  const priced = [workConfiguration({ prices })];
  site = await startOperator(store, { workConfigurations: () => priced });
  const { client } = store.connection;
  // As release 0.2 left it.
  await client.hset(MONEY.before, { 'saved|2026-03|USD': 40_000_000, 'waiting|2026-03|USD': 9_000_000 });
  await client.hset(MONEY.before, { 'saved|2024-06|USD': 1, 'waiting|2024-06|USD': 1 });
  await mark(store, 'ami-1', { monthlyCost: { amount: 1200.5 } });
  const before = await mark(store, 'ami-2', { monthlyCost: { amount: 30 } });
  const { generation } = before;
  const audit = { at: NOW, namespace: IMAGES, id: 'ami-2', event: 'deleted', actor: 'holystone', generation } as const;
  await store.marks.apply(IMAGES, [{ id: 'ami-2', before, after: undefined, audit }]);
  await store.months.settled();
});
afterAll(async () => {
  await site?.app.close();
  await store?.close();
});

test('P10 costs have the months without gaps, at most 24 of them, and each deletion in its month', async () => {
  const answer = await fetch(`${site.url}/api/v1/costs`);
  const { months } = (await answer.json()) as { months: unknown };
  const month = (name: string, saved: number, waiting: number) => ({ month: name, currency: 'USD', saved, waiting });
  expect(months).toEqual([
    month('2026-03', 40, 9),
    month('2026-04', 0, 9),
    month('2026-05', 0, 9),
    month('2026-06', 30, 1200.5),
  ]);
});

test('P13 the overview draws them, with a table that has every month', async () => {
  const answer = await fetch(site.url, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  const [figure = ''] = html.match(/<figure[^>]*money-usd-title.*?<\/figure>/s) ?? [];
  expect(figure.match(/<rect/g)).toHaveLength(8);
  expect(
    [...figure.matchAll(/<td>(\d{4}-\d\d)<\/td><td[^>]*>([^<]*)<\/td><td[^>]*>([^<]*)</g)].map(([, ...cells]) => cells),
  ).toEqual([
    ['2026-06', '$30.00', '$1,200.50'],
    ['2026-05', '$0.00', '$9.00'],
    ['2026-04', '$0.00', '$9.00'],
    ['2026-03', '$40.00', '$9.00'],
  ]);
  expect(figure).toContain('$1.2K');
});

test('P13 each figure of the chart reads as money: with its cents, or short from a thousand on; nothing has none', async () => {
  const answer = await fetch(site.url, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  const [figure = ''] = html.match(/<figure[^>]*money-usd-title.*?<\/figure>/s) ?? [];
  const figures = [...figure.matchAll(/<text class="value"[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(figures).toEqual(['$40.00', '$9.00', '$9.00', '$9.00', '$30.00', '$1.2K']);
});

test('a later month forgets what is older than two years, and the months of release 0.2 stay as they are', async () => {
  const { client } = store.connection;
  await store.months.storeWaiting(Date.parse('2028-03-15T00:00:00Z'), new Map([['USD', 7]]));
  const left = await client.hkeys(MONEY.months);
  expect(left.toSorted()).toEqual(['saved|2026-06|USD', 'waiting|2028-03|USD']);
  expect(Object.keys(await client.hgetall(MONEY.before))).toHaveLength(4);
});

test('P13 the first page and Savings begin with the money of the month, and say since when it is known by team', async () => {
  const [first, savings] = await Promise.all(
    ['', '/savings'].map(async (path) => (await fetch(site.url + path, { headers: { accept: 'text/html' } })).text()),
  );
  for (const page of [first, savings]) expect(page).toContain('<h1>$30.00 a month saved in June, $1,201 waiting</h1>');
  expect(savings).toMatch(/ann.*@example\.com/s);
  expect(savings).toContain('By team and type since 2026-06-01');
});

test('P10 a deletion adds to its team and type, in its month; without a figure it is counted and adds no amount', async () => {
  const gone = async (id: string, monthlyCost?: MonthlyCost) => {
    const before = await mark(store, id, { owner: 'Ann@example.com', ...(monthlyCost ? { monthlyCost } : {}) });
    const entry = { at: NOW, namespace: IMAGES, id, event: 'deleted', actor: 'holystone' } as const;
    await store.marks.apply(IMAGES, [{ id, before, after: undefined, audit: entry }]);
  };
  await gone('ami-3', { amount: 2 });
  await gone('ami-4', { amount: 3, upTo: true });
  await gone('ami-5');
  await gone('ami-6', { amount: 0 });
  await gone('ami-7', { amount: 9, stays: true });
  await store.months.settled();
  const answer = (await (await fetch(`${site.url}/api/v1/savings?month=2026-06`)).json()) as {
    items: { team: string }[];
  };
  const own = { month: '2026-06', team: 'ann@example.com', type: 'image' };
  expect(answer.items.filter(({ team }) => team === own.team)).toEqual([
    { ...own, currency: 'USD', saved: 35 },
    { ...own, unpriced: 1 },
  ]);
  const csv = await (await fetch(`${site.url}/savings.csv?month=2026-06`)).text();
  expect(csv).toContain('"2026-06","ann@example.com","image","USD","35.00",""\r\n');
  expect(csv).toContain('"2026-06","ann@example.com","image","","","1"\r\n');
  expect(await (await fetch(`${site.url}/api/v1/savings?month=2026-05`)).json()).toMatchObject({ items: [] });
  expect((await fetch(`${site.url}/api/v1/savings?month=May`)).status).toBe(400);
});

test('L84 a deletion adds to the team that its mark has, and the mark keeps it', async () => {
  const team = 'platform|a&b';
  const before = await mark(store, 'ami-8', { team, monthlyCost: { amount: 4 } });
  expect((await store.marks.get(IMAGES, 'ami-8'))?.resource.team).toBe(team);
  const entry = { at: NOW, namespace: IMAGES, id: 'ami-8', event: 'deleted', actor: 'holystone' } as const;
  await store.marks.apply(IMAGES, [{ id: 'ami-8', before, after: undefined, audit: entry }]);
  await store.months.settled();
  const { items } = (await (await fetch(`${site.url}/api/v1/savings`)).json()) as { items: { team: string }[] };
  expect(items.filter((one) => one.team === team)).toMatchObject([{ saved: 4, type: 'image' }]);
  const page = await (await fetch(`${site.url}/savings`, { headers: { accept: 'text/html' } })).text();
  expect(page).toContain('platform|a&amp;b');
});

test('P13 the first page says whose dates have passed, the most first, each with a link to them', async () => {
  for (const [id, owner] of [
    ['late-1', 'bob@example.com'],
    ['late-2', 'bob@example.com'],
    ['late-3', 'carol@example.com'],
  ] as const)
    await mark(store, id, { owner, projectedDeletionAt: NOW - DAY });
  await store.markTable.settled();
  const html = await (await fetch(site.url, { headers: { accept: 'text/html' } })).text();
  const [card = ''] = html.match(/<section[^>]*overdue-title.*?<\/section>/s) ?? [];
  expect(card.replace(/<wbr\/?>/g, '').match(/>(bob|carol)@example\.com|class="num">\d+/g)).toEqual([
    '>bob@example.com',
    'class="num">2',
    '>carol@example.com',
    'class="num">1',
  ]);
  expect(card).toContain('marks?owner=bob%40example.com&amp;dueBefore=2026-06-01T12%3A00%3A00.000Z');
});
