/** The API and the console where the configuration switches the index of marks off. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { redisState } from '../../../src/state/redis/redisState.ts';
import { oneType } from '../../support/oneType.ts';
import { openState, type StateFixture } from '../state/support.ts';
import { IMAGES, type Listening, mark, startOperator } from './fixture.ts';

let store: StateFixture;
let site: Listening;

beforeAll(async () => {
  const opened = await openState();
  const { connection, log } = opened;
  store = { ...opened, ...redisState(connection, { log, typesOf: oneType, keepsMarkIndex: false }) };
  site = await startOperator(store);
  for (const id of ['a', 'b', 'c']) await mark(store, id);
  store.markIndex.repair(IMAGES);
  await store.markIndex.settled();
});
afterAll(async () => {
  await site?.app.close();
  await store?.close();
});

test('no change of a mark writes an index that is switched off', async () => {
  expect(await store.connection.client.keys('holystone:{marks}:*')).toEqual([]);
});

test('P12 an order of all marks without their index is refused with the setting that gives it', async () => {
  const answer = await fetch(`${site.url}/api/v1/marks?sort=cost`);
  const problem = (await answer.json()) as { errors: readonly { field: string; why: string }[] };
  expect([answer.status, problem.errors[0]?.field, problem.errors[0]?.why]).toEqual([
    400,
    'query.sort',
    expect.stringContaining('redis.markIndex'),
  ]);
});

test('P10 without the index a page says that there are at least as many marks as it shows', async () => {
  const answer = await fetch(`${site.url}/api/v1/marks?limit=2`);
  expect(await answer.json()).toMatchObject({ total: 2, totalIsAtLeast: true });
});

test('P11 the list of marks has no control for an order that it cannot show', async () => {
  const answer = await fetch(`${site.url}/marks`, { headers: { accept: 'text/html' } });
  const html = await answer.text();
  expect([answer.status, html.includes('name="sort"'), html.includes('sort=')]).toEqual([200, false, false]);
});

test('a namespace has to be read again after its index was switched off for a while', async () => {
  const { connection, log } = store;
  const on = redisState(connection, { log, typesOf: oneType }).markIndex;
  await on.missing([IMAGES]);
  await on.settled();
  expect(await on.count({ of: 'all' })).toBe(3);
  store.markIndex.repair(IMAGES);
  await store.markIndex.settled();
  await mark(store, 'd');
  const again = redisState(connection, { log, typesOf: oneType }).markIndex;
  expect(await again.missing([IMAGES])).toBe(1);
  await again.settled();
  expect(await again.count({ of: 'all' })).toBe(4);
});
