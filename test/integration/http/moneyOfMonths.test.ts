/** The money of the last months, for operators and programs. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { PriceList } from '../../../src/core/resource/prices.ts';
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

test('P13 each figure of the chart reads as money: with its cents, or short from a thousand on', async () => {
  const answer = await fetch(site.url, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  const [figure = ''] = html.match(/<figure[^>]*money-usd-title.*?<\/figure>/s) ?? [];
  const figures = [...figure.matchAll(/<text class="value"[^>]*>([^<]*)</g)].map(([, text]) => text);
  expect(figures).toEqual(['$40.00', '$9.00', '$0.00', '$9.00', '$0.00', '$9.00', '$30.00', '$1.2K']);
});

test('a later month forgets what is older than two years, and the months of release 0.2 stay as they are', async () => {
  const { client } = store.connection;
  await store.months.storeWaiting(Date.parse('2028-03-15T00:00:00Z'), new Map([['USD', 7]]));
  const left = await client.hkeys(MONEY.months);
  expect(left.toSorted()).toEqual(['saved|2026-06|USD', 'waiting|2028-03|USD']);
  expect(Object.keys(await client.hgetall(MONEY.before))).toHaveLength(4);
});
