/** The pages of the console before a fleet with very many marks: their reads and their answers have a bound. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { encodeMark } from '../../../src/state/redis/markValue.ts';
import { markOf, openState, type StateFixture } from '../state/support.ts';
import { DAY, IMAGES, type Listening, NOW, startOperator } from './fixture.ts';

jest.setTimeout(600_000);

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
const AT_ONCE = 5_000;

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

/** Writes marks as a survey stores them, without its scripts. */
async function seed(from: number, until: number): Promise<void> {
  const { marks, schedule } = namespaceKeys(IMAGES);
  const { client } = store.connection;
  for (let start = from; start < until; start += AT_ONCE) {
    const values: string[] = [];
    const dates: string[] = [];
    for (let at = start; at < Math.min(start + AT_ONCE, until); at++) {
      const date = NOW + (at % 20) * DAY;
      const mark = { ...markOf(`r-${at}`, { at: date, owner: `owner-${at % 500}@example.com` }), namespace: IMAGES };
      values.push(mark.id, encodeMark(mark));
      dates.push(String(date), mark.id);
    }
    await Promise.all([client.hset(marks, ...values), client.zadd(schedule, ...dates)]);
  }
}

async function bytesOfRedis(): Promise<number> {
  const stats = await store.connection.client.info('stats');
  return Number(/total_net_output_bytes:(\d+)/.exec(stats)?.[1]);
}

describe.each([5_000, MANY])('with %d marks', (count) => {
  beforeAll(async () => {
    await seed(count === MANY ? 5_000 : 0, count);
    store.markIndex.repair(IMAGES);
    await store.markIndex.settled();
  });

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
