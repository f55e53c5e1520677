/** The report of a first look, as a person opens it from a disk: without a server, without a script. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { report } from '../../src/cli/look/report.tsx';
import { lookOf } from '../support/lookOf.ts';
import { type RunningBrowser, startBrowser } from './chromium.ts';
import { expectGoodLooks } from './looks.ts';
import { isRenewed } from './pictures.ts';
import { type Visit, visit } from './visit.ts';

jest.setTimeout(900_000);

const HOSTILE = isRenewed
  ? 'reports-0'
  : `<img src="http://elsewhere.example.com/x" onerror="throw 1">\u202Egpj.${'x'.repeat(300)}`;
const LOOK = lookOf(
  12,
  { name: HOSTILE, owner: 'eve@example.com' },
  {
    unknown: 44,
    unread: [
      {
        why: `ec2:DescribeLaunchTemplates is denied to the role reader ${isRenewed ? '' : 'y'.repeat(300)}`,
        unknown: 44,
        places: 4,
      },
    ],
    missingRights: ['ec2:DescribeLaunchTemplates'],
  },
);

let running: RunningBrowser;
beforeAll(async () => {
  running = await startBrowser();
});
afterAll(() => running?.close());

let visited: Visit;
let page: Page;
beforeEach(async () => {
  visited = await visit(running.browser, { javaScript: true });
  ({ page } = visited);
  await page.setContent(report(LOOK, 'look.json'));
});
afterEach(async () => {
  await visited.close();
  expect(visited.complaints).toEqual([]);
});

const shown = () => page.locator('.row').filter({ visible: true }).count();

test('P20 the report reads well in light and dark, on a desk and on a phone, also with a row open', async () => {
  await page.locator('.row').nth(1).locator('summary').click();
  await expectGoodLooks(page, 'look', true);
});

test('P20 a choice of the owner hides the rows of others, and a row opens to its steps', async () => {
  expect(await shown()).toBe(12);
  await page.getByRole('radio', { name: 'web@acme.example' }).check({ force: true });
  expect(await shown()).toBe(4);
  await page.getByRole('radio', { name: 'all' }).first().check({ force: true });
  await page.locator('.row').nth(2).locator('summary').click();
  expect(await page.locator('.steps').filter({ visible: true }).count()).toBe(1);
});

test('P20 on paper nothing is cut off, choices are left out, and 312 rows take about a dozen pages', async () => {
  await page.setContent(report(lookOf(312), 'look.json'));
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 690, height: 1000 });
  for (const left of ['.pick', '.places']) expect(await page.locator(left).filter({ visible: true }).count()).toBe(0);
  const sizes = await page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    return { scrollWidth, clientWidth };
  });
  expect(sizes.scrollWidth).toBe(sizes.clientWidth);
  const pages = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type \/Page\b(?!s)/g) ?? [];
  expect(pages.length).toBeGreaterThan(5);
  expect(pages.length).toBeLessThan(16);
});
