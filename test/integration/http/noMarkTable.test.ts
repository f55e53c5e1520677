/** The API and the console where the configuration switches the table of marks off. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { redisState } from '../../../src/state/redis/redisState.ts';
import { oneType } from '../../support/oneType.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { type Listening, mark, startOperator } from './fixture.ts';

let store: StateFixture;
let site: Listening;

beforeAll(async () => {
  const opened = await openState();
  const { connection, log } = opened;
  store = { ...opened, ...redisState(connection, { log, typesOf: oneType, keepsMarkTable: false }) };
  site = await startOperator(store);
  for (const id of ['a', 'b', 'c']) await mark(store, id);
});
afterAll(async () => {
  await site?.app.close();
  await store?.close();
});

test('no change of a mark is announced where the table is switched off', async () => {
  expect(await store.connection.client.keys('holystone:{marks}:*')).toEqual([]);
});

test('P12 an order of all marks without their table is refused with the setting that gives it', async () => {
  const answer = await fetch(`${site.url}/api/v1/marks?sort=cost`);
  const problem = (await answer.json()) as { errors: readonly { field: string; why: string }[] };
  expect([answer.status, problem.errors[0]?.field, problem.errors[0]?.why]).toEqual([
    400,
    'query.sort',
    expect.stringContaining('redis.markIndex'),
  ]);
});

test('P10 without the table a page says that there are at least as many marks as it shows', async () => {
  const answer = await fetch(`${site.url}/api/v1/marks?limit=2`);
  expect(await answer.json()).toMatchObject({ total: 2, totalIsAtLeast: true });
});

test('P11 the list of marks has no control for an order that it cannot show', async () => {
  const answer = await fetch(`${site.url}/marks`, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  expect([answer.status, html.includes('name="sort"'), html.includes('sort=')]).toEqual([200, false, false]);
});
