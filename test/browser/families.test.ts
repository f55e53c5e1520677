/** The families of a review, on a phone and on a desk. */
import { afterAll, beforeAll, expect, jest, test } from '@jest/globals';
import type { BlockedChange } from '../../src/core/policy/pastPass.ts';
import { IMAGES, type Listening, NOW, startOperator } from '../integration/http/fixture.ts';
import { openState, type StateFixture } from '../integration/state/support.ts';
import { passRecord, workConfiguration } from '../support/queue.ts';
import { axeFindings } from './accessibility.ts';
import { type RunningBrowser, startBrowser } from './chromium.ts';
import { visit } from './visit.ts';

jest.setTimeout(900_000);

const FAMILIES = ['nightly', 'jenkins-agent-with-a-rather-long-name-that-takes-two-lines', 'web', 'cmd'];

let running: RunningBrowser;
let store: StateFixture;
let site: Listening;
beforeAll(async () => {
  running = await startBrowser();
  store = await openState();
  const configuration = workConfiguration({ startStage: 'notify' });
  site = await startOperator(store, { workConfigurations: () => [configuration] });
  const changes = Array.from({ length: 80 }, (_, n): BlockedChange => {
    return { change: 'mark', id: `ami-${n}`, name: `${FAMILIES[n % FAMILIES.length]}-${n}`, owner: 'ann@example.com' };
  });
  const blocked = { digest: 'd', size: changes.length };
  const record = { passId: 'stopped', outcome: 'blocked', blocked, endedAt: NOW - 60_000, namespace: IMAGES } as const;
  await store.passes.record(passRecord(record), undefined, changes);
});
afterAll(async () => {
  await running?.close();
  await site?.app.close();
  await store?.close();
});

/** By how many CSS pixels the middle of each box is off the middle of the first line of its text. */
const OFF = `[...document.querySelectorAll('form.families label')].map((label) => {
  const box = label.querySelector('input').getBoundingClientRect();
  const text = document.createRange();
  text.selectNodeContents(label.querySelector('.grow'));
  const [line] = text.getClientRects();
  return Math.round(Math.abs(box.top + box.height / 2 - line.top - line.height / 2));
})`;

test.each([
  { width: 'phone', size: { width: 390, height: 844 } },
  { width: 'desktop', size: { width: 1440, height: 900 } },
] as const)('P13 each box is in the middle of the first line of its family, on a $width', async ({ width, size }) => {
  const { page, complaints, close } = await visit(running.browser, { width });
  await page.setViewportSize(size);
  await page.goto(`${site.url}/blocked/${encodeURIComponent(IMAGES)}/stopped`);
  expect(await page.evaluate(OFF)).toEqual(FAMILIES.map(() => 0));
  expect(await axeFindings(page)).toEqual([]);
  await close();
  expect(complaints).toEqual([]);
});
