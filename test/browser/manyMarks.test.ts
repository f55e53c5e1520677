/** The console before few, many and very many marks, in real Chromium: usable and bounded. */
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { namespaceKeys } from '../../src/state/redis/keys.ts';
import { IMAGES, type Listening, startOperator } from '../integration/http/fixture.ts';
import { manyNamespaces } from '../integration/http/manyNamespaces.ts';
import { seedMarks } from '../integration/http/seedMarks.ts';
import { openState, type StateFixture } from '../integration/state/support.ts';
import { axeFindings, overflow } from './accessibility.ts';
import { type RunningBrowser, startBrowser } from './chromium.ts';
import { type Look, type Visit, visit } from './visit.ts';

const isExhaustive = process.env.HOLYSTONE_EXHAUSTIVE === 'true';
// A million marks take minutes where the machine has other work.
jest.setTimeout(isExhaustive ? 2_400_000 : 900_000);

/** Marks, and the namespaces that have them. A million are seeded in the nightly run only. */
const FLEETS: [number, number][] = [
  [55, 1],
  [5_000, 1],
  ...(isExhaustive
    ? ([
        [1_000_000, 1],
        [1_000_000, 51_000],
      ] as [number, number][])
    : ([[6_000, 300]] as [number, number][])),
];
const WIDTHS = [390, 768, 1280, 1920];
const SCHEMES = ['light', 'dark'] as const;
/** Of one page: a hundred rows have about twenty each. */
const MOST_ELEMENTS = 6_000;
const PER_PAGE = 100;
/** Of one page, however many marks there are: Overview and Owners read up to 5,000 of them, and no more. */
const MOST_COMMANDS = 6_500;
/** The state of many namespaces, which pages share for 15 seconds. */
const COMMANDS_PER_NAMESPACE = 7;

const PAGES: Readonly<Record<string, string>> = {
  overview: '',
  marks: 'marks',
  'marks by cost': 'marks?sort=cost&order=desc',
  owners: 'owners',
  namespaces: 'namespaces',
  resource: `resources/${encodeURIComponent(IMAGES)}/r-0`,
};

let store: StateFixture;
let site: Listening;
let running: RunningBrowser;
let visits: Visit[] = [];

beforeAll(async () => {
  [store, running] = await Promise.all([openState({ currencyOf: () => 'USD' }), startBrowser()]);
});
afterEach(async () => {
  const complaints = visits.flatMap((one) => one.complaints);
  await Promise.all(visits.map((one) => one.close()));
  visits = [];
  expect(complaints).toEqual([]);
});
afterAll(async () => {
  await running?.close();
  await store?.close();
});

async function open(path: string, look: Look = {}): Promise<Page> {
  const one = await visit(running.browser, look);
  visits.push(one);
  await one.page.goto(`${site.url}/${path}`);
  return one.page;
}

const elements = (page: Page) => page.evaluate<number>('document.querySelectorAll("*").length');

/** The commands of Redis since it started, those of scripts included. */
async function commands(): Promise<number> {
  return Number(/total_commands_processed:(\d+)/.exec(await store.connection.client.info('stats'))?.[1]);
}

describe.each(FLEETS)('P14 with %d marks in %d namespaces', (count, namespaces) => {
  const fleet = manyNamespaces(namespaces);

  beforeAll(async () => {
    await store.redis.flush();
    await seedMarks(
      store,
      0,
      count,
      fleet.map(({ namespace }) => namespace),
    );
    site = await startOperator(store, { workConfigurations: () => fleet });
  });
  afterAll(() => site?.app.close());

  test.each(Object.entries(PAGES))(
    '%s fits each screen, axe finds nothing, and its size has a bound',
    async (_, path) => {
      const before = await commands();
      const page = await open(path);
      expect((await commands()) - before).toBeLessThan(MOST_COMMANDS + COMMANDS_PER_NAMESPACE * namespaces);
      expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);
      for (const scheme of SCHEMES) {
        await page.emulateMedia({ colorScheme: scheme });
        for (const width of WIDTHS) {
          await page.setViewportSize({ width, height: 900 });
          expect({ scheme, width, overflow: await overflow(page) }).toEqual({ scheme, width, overflow: 0 });
        }
        expect({ scheme, axe: await axeFindings(page) }).toEqual({ scheme, axe: [] });
      }
    },
  );

  test('the first rows are there, the next page has others, and a filter finds a mark', async () => {
    const page = await open('marks');
    const rows = page.locator('tbody tr');
    expect(await rows.count()).toBe(Math.min(count, PER_PAGE));
    const first = await page.locator('tbody [data-row]').first().textContent();
    const next = page.locator('a[rel=next]');
    expect(await next.count()).toBe(count > PER_PAGE ? 1 : 0);
    if (count > PER_PAGE) {
      const address = page.url();
      await next.click();
      // A page begins to show while the rest of it still arrives.
      await page.waitForURL((url) => url.href !== address);
      expect(await rows.count()).toBe(PER_PAGE);
      expect(await page.locator('tbody [data-row]').first().textContent()).not.toBe(first);
    }
    await page.locator('#q').fill(first ?? '');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page
      .getByRole('link', { name: first ?? '', exact: true })
      .first()
      .waitFor();
    // `r-1` is a part of many.
    const found = await page.locator('tbody [data-row]').allTextContents();
    expect(found).toContain(first);
    expect(found.filter((name) => !name.includes(first ?? ''))).toEqual([]);
  });

  test('two selected marks are kept, and all the others stay', async () => {
    const page = await open('marks');
    const count = async () =>
      (
        await Promise.all(fleet.map(({ namespace }) => store.connection.client.hlen(namespaceKeys(namespace).marks)))
      ).reduce((sum, one) => sum + one);
    const before = await count();
    await page.locator('tbody').getByRole('checkbox').nth(0).check();
    await page.locator('tbody').getByRole('checkbox').nth(1).check();
    await page.getByLabel('Why (kept with the decision)').fill('the release needs them');
    await page.getByRole('button', { name: 'Keep 30 days' }).click();
    await page.getByRole('heading', { name: 'Selected marks' }).waitFor();
    expect(await count()).toBe(before - 2);
  });
});
