/** The pages of the console before a fleet with very many marks: their reads and their answers have a bound. */
import { afterAll, beforeAll, describe, expect, jest, test } from '@jest/globals';
import { pageText } from '../../support/pageWords.ts';
import { stateForAll } from '../state/support.ts';
import { type Listening, siteForAll, startOperator } from './fixture.ts';
import { manyNamespaces } from './manyNamespaces.ts';
import { costOfSeed, seedMarks } from './seedMarks.ts';

const isExhaustive = process.env.HOLYSTONE_EXHAUSTIVE === 'true';
jest.setTimeout(isExhaustive ? 3_600_000 : 900_000);
const MANY = isExhaustive ? 1_000_000 : 50_000;
const PRICES = {
  currency: 'USD',
  date: '2026-05-01',
  source: '',
  staleAt: Number.MAX_SAFE_INTEGER,
  of: () => undefined,
};
const FLEET = manyNamespaces(isExhaustive ? 51_000 : 510).map((one) => ({ ...one, prices: PRICES }));
const NAMESPACES = FLEET.map(({ namespace }) => namespace);
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

const store = stateForAll({ currencyOf: () => 'USD' });
const site = siteForAll(() => startOperator(store));

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

describe(`with ${20 * NAMESPACES.length} marks in ${NAMESPACES.length} namespaces`, () => {
  let fleet: Listening;

  beforeAll(async () => {
    await store.redis.flush();
    await seedMarks(store, 0, 20 * NAMESPACES.length, NAMESPACES);
    fleet = await startOperator(store, { workConfigurations: () => FLEET });
  });
  afterAll(() => fleet?.app.close());

  const read = async (path: string) => {
    const answer = await fetch(`${fleet.url}/${path}`, { headers: { accept: 'text/html' } });
    return answer.text();
  };

  test('P14 a first page reads each namespace once, whatever its days are, and the pages after it share that read', async () => {
    const first = await commandsDuring(() => read(''));
    const later = await commandsDuring(async () => {
      for (const path of ['', 'marks', 'marks?sort=date', 'namespaces', 'stages']) await read(path);
    });
    // The commands of the scripts count, too.
    expect({ first: first < 6.5 * NAMESPACES.length + 500, later: later < 3_000 }).toEqual({
      first: true,
      later: true,
    });
  });

  test('P14 the days of the first page are those of all namespaces, and the money is that of all marks', async () => {
    const page = pageText(await read(''));
    const perDay = NAMESPACES.length;
    const [, past = '0', soon = ''] = /(?:([\d,]+) (?:is|are) past it, )?([\d,]+) go within 7 days/.exec(page) ?? [];
    const numberIn = (text: string) => Number(text.replaceAll(',', ''));
    expect(numberIn(past) + numberIn(soon)).toBe(7 * perDay);
    const cents = Array.from({ length: 20 * NAMESPACES.length }, (_, at) => Math.round(100 * costOfSeed(at)));
    const sum = cents.reduce((total, one) => total + one, 0) / 100;
    expect(page).toContain(sum.toLocaleString('en', { style: 'currency', currency: 'USD' }));
  });
});

async function commandsDuring(work: () => Promise<unknown>): Promise<number> {
  const commands = async () =>
    Number(/total_commands_processed:(\d+)/.exec(await store.connection.client.info('stats'))?.[1]);
  const before = await commands();
  await work();
  return (await commands()) - before;
}
