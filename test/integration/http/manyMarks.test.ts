/** The pages of the console before a fleet with very many marks: their reads and their answers have a bound. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { openState, type StateFixture } from '../state/support.ts';
import { type Listening, startOperator } from './fixture.ts';
import { seedMarks } from './seedMarks.ts';

jest.setTimeout(900_000);

const MANY = process.env.HOLYSTONE_EXHAUSTIVE === 'true' ? 1_000_000 : 50_000;
const PAGES = [
  '',
  'marks',
  'marks?sort=cost&by=owner',
  'marks?sort=name&order=desc&q=r-49',
  'marks?q=r-49',
  'owners',
  'namespaces',
  'stages',
  'activity',
];

let store: StateFixture;
let site: Listening;

beforeAll(async () => {
  store = await openState();
  site = await startOperator(store);
});
afterAll(async () => {
  await site?.app.close();
  await store?.close();
});

async function bytesOfRedis(): Promise<number> {
  const stats = await store.connection.client.info('stats');
  return Number(/total_net_output_bytes:(\d+)/.exec(stats)?.[1]);
}

describe.each([5_000, MANY])('with %d marks', (count) => {
  beforeAll(async () => seedMarks(store, count === MANY ? 5_000 : 0, count));

  test.each(PAGES)('P14 the page /%s reads and sends a bounded part of them', async (path) => {
    const before = await bytesOfRedis();
    const answer = await fetch(`${site.url}/${path}`, { headers: { accept: 'text/html' } });
    const text = await answer.text();
    const read = (await bytesOfRedis()) - before;
    expect({ status: answer.status, isBounded: read < 2_000_000 && text.length < 200_000 }).toEqual({
      status: 200,
      isBounded: true,
    });
  });
});

test('P14 a page whose part of many marks has no match leads on, and says so', async () => {
  const answer = await fetch(`${site.url}/marks?q=no-such-name`, { headers: { accept: 'text/html' } });
  expect(await answer.text()).toMatch(/No marks in this part; the next page continues the search\..*rel="next"/s);
});
