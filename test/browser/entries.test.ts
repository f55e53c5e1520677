/** Several entries for one place: an operator finds the marks of one of them, and reads which one judged a resource. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, jest, test } from '@jest/globals';
import type { Verdict } from '../../src/core/evaluation/verdict.ts';
import type { EntryRules } from '../../src/core/policy/workConfiguration.ts';
import { IMAGES, type Listening, mark, startOperator } from '../integration/http/fixture.ts';
import { openState, type StateFixture } from '../integration/state/support.ts';
import { workConfiguration } from '../support/queue.ts';
import { type RunningBrowser, startBrowser } from './chromium.ts';
import { expectGoodLooks } from './looks.ts';
import { type Visit, visit } from './visit.ts';

jest.setTimeout(300_000);

const PRS = 'name=/^pr-/';
const TESTS = 'tag env=<test> & "more"';
const rules = ({ when, keep, minimumAgeMs, parameters } = workConfiguration()): EntryRules => ({
  ...{ when, keep, minimumAgeMs, parameters },
});
const configuration = workConfiguration({
  entries: [{ ...rules(), label: PRS }, { ...rules(), label: TESTS }, rules()],
});

let running: RunningBrowser;
let store: StateFixture;
let site: Listening;
let opened: Visit;

beforeAll(async () => {
  running = await startBrowser();
  store = await openState();
  const verdict: Verdict = {
    ...{ id: 'ami-3', kind: 'keep', decidedBy: 'use', reasons: ['used by instance i-1'], usedBy: [], entry: TESTS },
    trace: [
      { step: 'exclusion', says: 'pass', reasons: [`the entry ${TESTS} judges it`] },
      { step: 'use', says: 'keep', reasons: ['used by instance i-1'] },
    ],
    ...{ unread: [], waivedEvidence: [] },
  };
  const resource = { id: 'ami-3', identity: 'ami-3', name: 'used', tags: {}, aliases: ['ami-3'] };
  site = await startOperator(store, {
    workConfigurations: () => [configuration],
    check: async () => ({ kind: 'verdict', resource, verdict, owner: { via: 'nothing', unowned: true, invalid: [] } }),
  });
  const judged = (entry: string) => ({ entry, reasons: ['nothing uses it', `the entry ${entry} judges it`] });
  await mark(store, 'ami-1', { name: 'pr-17', ...judged(PRS) });
  await mark(store, 'ami-2', { name: 'nightly', ...judged(TESTS) });
  await mark(store, 'ami-3', { name: 'release' });
});
beforeEach(async () => {
  opened = await visit(running.browser);
  opened.context.setDefaultTimeout(60_000);
});
afterEach(async () => {
  await opened.close();
  expect(opened.complaints).toEqual([]);
});
afterAll(async () => {
  await running?.close();
  await site?.app.close();
  await store?.close();
});

test('P10 the marks of one entry are found by its words, and the filter is dropped again', async () => {
  const { page } = opened;
  await page.goto(`${site.url}/marks`);
  await page.getByText('More', { exact: true }).click();
  await page.getByLabel('Entry').selectOption(TESTS);
  await page.getByRole('button', { name: 'Filter' }).click();
  expect(await page.locator('[data-row]').allTextContents()).toEqual(['nightly']);
  expect(await page.locator('main').textContent()).toContain(`the entry ${TESTS} judges it`);
  await expectGoodLooks(page, 'console-marks-of-an-entry', false);
  await page.getByRole('link', { name: `Drop the filter Entry: ${TESTS}` }).click();
  expect((await page.locator('[data-row]').allTextContents()).toSorted()).toEqual(['nightly', 'pr-17', 'release']);
});

test('P10 the page of a resource names the entry of its mark, and on demand the one that judges it now', async () => {
  const { page } = opened;
  await page.goto(`${site.url}/resources/${encodeURIComponent(IMAGES)}/ami-1`);
  const fact = (name: string) => page.locator('dt', { hasText: name }).locator('xpath=following-sibling::dd[1]');
  expect(await fact('Entry').textContent()).toBe(PRS);
  await expectGoodLooks(page, 'console-mark-of-an-entry', false);
  await page.goto(`${site.url}/resources/${encodeURIComponent(IMAGES)}/ami-3`);
  expect(await page.getByText('Entry', { exact: true }).count()).toBe(0);
  await page.getByRole('link', { name: 'Evaluate it now' }).click();
  expect(await fact('Entry').textContent()).toBe(TESTS);
});
