/** The money of the last months, for operators and programs. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { MARK_INDEX } from '../../../src/state/redis/keys.ts';
import { ManualClock } from '../../support/queue.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { IMAGES, type Listening, mark, NOW, startOperator } from './fixture.ts';

let store: StateFixture;
let site: Listening;

beforeAll(async () => {
  store = await openState({ currencyOf: () => 'USD', clock: new ManualClock(NOW) });
  site = await startOperator(store);
  const { client } = store.connection;
  await client.hset(MARK_INDEX.months, { 'saved|2026-03|USD': 40_000_000, 'waiting|2026-03|USD': 9_000_000 });
  await client.hset(MARK_INDEX.months, { 'saved|2024-06|USD': 1, 'waiting|2024-06|USD': 1 });
  await mark(store, 'ami-1', { monthlyCost: { amount: 1200.5 } });
  const before = await mark(store, 'ami-2', { monthlyCost: { amount: 30 } });
  await store.markIndex.settled();
  const { generation } = before;
  const audit = { at: NOW, namespace: IMAGES, id: 'ami-2', event: 'deleted', actor: 'holystone', generation } as const;
  await store.marks.apply(IMAGES, [{ id: 'ami-2', before, after: undefined, audit }]);
  await store.markIndex.settled();
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
