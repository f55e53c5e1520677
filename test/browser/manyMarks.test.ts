/** The console before few, many and very many marks, in real Chromium: usable, bounded, and in both languages. */
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { IMAGES, type Listening, startOperator } from '../integration/http/fixture.ts';
import { seedMarks } from '../integration/http/seedMarks.ts';
import { openState, type StateFixture } from '../integration/state/support.ts';
import { axeFindings, overflow } from './accessibility.ts';
import { type RunningBrowser, startBrowser } from './chromium.ts';
import { type Look, type Visit, visit } from './visit.ts';

jest.setTimeout(900_000);

const isExhaustive = process.env.HOLYSTONE_EXHAUSTIVE === 'true';
/** The last is seeded in the nightly run only. */
const COUNTS = isExhaustive ? [55, 5_000, 1_000_000] : [55, 5_000];
const WIDTHS = [390, 768, 1280, 1920];
/** By the language of the browser. Each scheme is seen once; the nightly run sees both in both languages. */
const SCHEMES = {
  'en-GB': isExhaustive ? (['light', 'dark'] as const) : (['light'] as const),
  'de-DE': isExhaustive ? (['light', 'dark'] as const) : (['dark'] as const),
} as const;
const LOCALES = ['en-GB', 'de-DE'] as const;
/** Of one page: a hundred rows have about twenty each. */
const MOST_ELEMENTS = 6_000;
const PER_PAGE = 100;

const PAGES: Readonly<Record<string, string>> = {
  overview: '',
  marks: 'marks',
  owners: 'owners',
  resource: `resources/${encodeURIComponent(IMAGES)}/r-1`,
};

let store: StateFixture;
let site: Listening;
let running: RunningBrowser;
let visits: Visit[] = [];

beforeAll(async () => {
  [store, running] = await Promise.all([openState(), startBrowser()]);
  site = await startOperator(store);
});
afterEach(async () => {
  const complaints = visits.flatMap((one) => one.complaints);
  await Promise.all(visits.map((one) => one.close()));
  visits = [];
  expect(complaints).toEqual([]);
});
afterAll(async () => {
  await running?.close();
  await site?.app.close();
  await store?.close();
});

async function open(path: string, look: Look = {}): Promise<Page> {
  const one = await visit(running.browser, look);
  visits.push(one);
  await one.page.goto(`${site.url}/${path}`);
  return one.page;
}

const elements = (page: Page) => page.evaluate<number>('document.querySelectorAll("*").length');

describe.each(COUNTS)('P14 with %d marks', (count) => {
  beforeAll(async () => {
    await store.redis.flush();
    await seedMarks(store, 0, count);
  });

  describe.each(LOCALES)('%s', (locale) => {
    test.each(Object.entries(PAGES))(
      '%s fits each screen, axe finds nothing, and its size has a bound',
      async (_, path) => {
        const page = await open(path, { locale });
        expect(await page.locator('html').getAttribute('lang')).toBe(locale.slice(0, 2));
        expect(await elements(page)).toBeLessThan(MOST_ELEMENTS);
        for (const scheme of SCHEMES[locale]) {
          await page.emulateMedia({ colorScheme: scheme });
          for (const width of WIDTHS) {
            await page.setViewportSize({ width, height: 900 });
            expect({ scheme, width, overflow: await overflow(page) }).toEqual({ scheme, width, overflow: 0 });
          }
          expect({ scheme, axe: await axeFindings(page) }).toEqual({ scheme, axe: [] });
        }
      },
    );
  });

  test('the first rows are there, a filter finds one mark, and the next page has others', async () => {
    const page = await open('marks');
    const rows = page.locator('tbody tr');
    expect(await rows.count()).toBe(Math.min(count, PER_PAGE));
    const first = await page.locator('tbody [data-row]').first().textContent();
    const next = page.locator('a[rel=next]');
    expect(await next.count()).toBe(count > PER_PAGE ? 1 : 0);
    if (count > PER_PAGE) {
      await next.click();
      expect(await rows.count()).toBe(PER_PAGE);
      expect(await page.locator('tbody [data-row]').first().textContent()).not.toBe(first);
    }
    await page.locator('#q').fill(first ?? '');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page
      .getByRole('link', { name: first ?? '', exact: true })
      .first()
      .waitFor();
    expect(await rows.count()).toBeLessThan(PER_PAGE);
  });

  test('two selected marks are kept, and all the others stay', async () => {
    const page = await open('marks');
    const before = await store.marks.count(IMAGES, 0);
    await page.getByRole('checkbox').nth(0).check();
    await page.getByRole('checkbox').nth(1).check();
    await page.getByLabel('Why (kept with the decision)').fill('the release needs them');
    await page.getByRole('button', { name: 'Keep selected 30 days' }).click();
    await page.getByRole('heading', { name: 'Selected marks' }).waitFor();
    expect((await store.marks.count(IMAGES, 0)).marked).toBe(before.marked - 2);
  });
});
