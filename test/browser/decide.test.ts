/** An owner with a mail: from the mailbox to the decision and back, as people and their machines go about it. */
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { PATIENCE_MS } from '../support/daemon.ts';
import { until } from '../support/until.ts';
import { FALLBACK, OWNER, Site } from './site.ts';
import { type Look, type Visit, WIDTHS } from './visit.ts';

jest.setTimeout(900_000);

const DAY_MS = 24 * 3_600_000;
const NAMES = [
  'web-frontend',
  'billing-import',
  'search-index',
  'ci-runner',
  'report-worker',
  'mail-relay',
  'old-proxy',
  'old-sandbox',
  'load-test',
  'data-loader',
];
/** A person who decides about a whole message. */
const OTHER = 'bob@example.com';
const OTHERS = ['edge-cache', 'edge-queue'];

let site: Site;

beforeAll(async () => {
  site = await Site.start({ [OWNER]: NAMES, [OTHER]: OTHERS });
});
afterEach(async () => {
  expect((await site?.closeVisits()) ?? []).toEqual([]);
});
afterAll(() => site?.stop());

/** The mailbox, the message, a link in it: as it is tapped. */
async function follow(link: string | RegExp, owner: string, look: Look): Promise<Visit & { readonly decision: Page }> {
  const opened = await site.visit(look);
  await opened.page.goto(site.stage.mail.pageUrl);
  await opened.page.getByRole('link').filter({ hasText: owner }).last().click();
  const inMail = opened.page.frameLocator('iframe').getByRole('link', { name: link });
  const [decision] = await Promise.all([opened.context.waitForEvent('page'), inMail.click()]);
  await decision.waitForLoadState();
  return { ...opened, decision };
}

const openFromMail = (name: string, look: Look = {}) => follow(`Keep it: ${name}`, OWNER, look);

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 }).textContent();

test('P7 the link in the mail shows the resources that it would keep, and opening it changes nothing', async () => {
  const { decision } = await openFromMail('web-frontend');
  expect(await headingOf(decision)).toBe('Keep web-frontend?');
  expect(await decision.locator('main').textContent()).toContain(site.idOf('web-frontend'));
  const { mark, optOut } = await site.stateOf('web-frontend');
  expect({ state: mark?.state, optOut }).toEqual({ state: 'noticed', optOut: undefined });
});

test('P9 on a phone the name, the date and every length of time are on the first screen', async () => {
  const { decision } = await openFromMail('web-frontend', { width: 'phone' });
  const shown = [
    decision.getByRole('heading', { level: 1 }),
    decision.getByText('Holystone will delete it'),
    ...(await decision.getByRole('button', { name: /^Keep for/ }).all()),
  ];
  const ends = await Promise.all(shown.map((one) => one.boundingBox()));
  expect(Math.max(...ends.map((box) => (box ? box.y + box.height : Infinity)))).toBeLessThan(WIDTHS.phone.height);
});

test('P2 "Details" in the mail leads to all that is known of it', async () => {
  const { decision } = await follow('Details: web-frontend', OWNER, {});
  expect(new URL(decision.url()).hash).toBe('#why');
  expect(await decision.locator(':target').textContent()).toContain('nothing uses it');
});

test.each([
  { name: 'billing-import', button: 'Keep for 7 days', days: 7, look: {} },
  { name: 'search-index', button: 'Keep for 30 days', days: 30, look: { width: 'phone' } },
  { name: 'ci-runner', button: 'Keep for 90 days', days: 90, look: { scheme: 'dark' } },
] as const)('P7 L62 "$button" keeps it for as long as it says', async ({ name, button, days, look }) => {
  const { decision } = await openFromMail(name, look);
  await decision.getByRole('button', { name: button }).click();
  expect(await headingOf(decision)).toBe('Kept');
  const { mark, optOut } = await site.stateOf(name);
  const keptUntil = optOut?.until === 'forever' ? Number.NaN : new Date(optOut?.until ?? 0).getTime();
  expect({ mark, days: Math.round((keptUntil - Date.now()) / DAY_MS) }).toEqual({ mark: null, days });
});

test('P7 L28 for ever, with a reason; taken back, it is marked anew', async () => {
  const name = 'report-worker';
  const { decision } = await openFromMail(name);
  await decision.getByLabel(/reason/i).fill('the <b>only</b> one that still boots');
  await decision.getByRole('button', { name: 'Keep forever' }).click();
  expect(await headingOf(decision)).toBe('Kept');
  expect((await site.stateOf(name)).optOut).toMatchObject({
    until: 'forever',
    actor: OWNER,
    reason: 'the <b>only</b> one that still boots',
  });
  await decision.getByRole('button', { name: 'Undo' }).click();
  expect(await headingOf(decision)).toBe('No longer kept');
  await site.untilState(name, ({ mark, optOut }) => mark !== null && optOut === undefined);
});

test('P9 with the keyboard alone, and it is always to be seen where it is', async () => {
  const name = 'mail-relay';
  const { decision } = await openFromMail(name);
  const stops: string[] = [];
  for (let presses = 0; presses < 20 && stops.at(-1) !== 'Keep for 30 days'; presses++) {
    await decision.keyboard.press('Tab');
    const { label, outline } = await decision.evaluate<{ label: string; outline: string }>(FOCUSED);
    expect({ label, outlined: outline !== '0px' }).toEqual({ label, outlined: true });
    stops.push(label);
  }
  expect(stops.at(-1)).toBe('Keep for 30 days');
  await decision.keyboard.press('Enter');
  await decision.getByRole('heading', { level: 1, name: 'Kept' }).waitFor();
  expect((await site.stateOf(name)).mark).toBeNull();
});

test('P9 with JavaScript switched off', async () => {
  const name = 'old-proxy';
  const { decision } = await openFromMail(name, { javaScript: false, width: 'phone' });
  await decision.getByRole('button', { name: 'Keep forever' }).click();
  expect(await headingOf(decision)).toBe('Kept');
  await decision.getByRole('button', { name: 'Undo' }).click();
  expect(await headingOf(decision)).toBe('No longer kept');
  await decision.getByRole('link', { name: /back/i }).click();
  await decision.getByRole('button', { name: 'Keep forever' }).waitFor();
});

test('P7 the owner has a resource deleted early, after one more question', async () => {
  const name = 'old-sandbox';
  const { decision } = await openFromMail(name, { width: 'phone' });
  await decision.getByLabel(/reason/i).fill('the project has ended');
  await decision.getByRole('button', { name: 'I no longer need it, delete it early' }).click();
  expect(await headingOf(decision)).toBe(`Delete ${name} early?`);
  expect((await site.stateOf(name)).mark?.state).toBe('noticed');
  await decision.getByRole('button', { name: 'Yes, delete it early' }).click();
  expect(await headingOf(decision)).toBe('It will be deleted early');
  await site.untilState(name, ({ mark }) => mark === null);
  expect(site.stage.deregistered()).toEqual([site.idOf(name)]);
  await decision.getByRole('link', { name: /back/i }).click();
  await decision.getByRole('heading', { level: 1, name: 'no longer exists' }).waitFor();
});

test('P7 "delete it early" is taken back while nothing is deleted, and its date holds', async () => {
  const name = 'load-test';
  await site.switchService('out');
  const { decision } = await openFromMail(name);
  await decision.getByRole('button', { name: 'I no longer need it, delete it early' }).click();
  await decision.getByRole('button', { name: 'Yes, delete it early' }).click();
  await decision.getByRole('button', { name: 'Undo' }).click();
  expect(await headingOf(decision)).toBe('It keeps its date');
  await site.switchService('in');
  const { mark } = await site.stateOf(name);
  expect(Date.parse(mark?.projectedDeletionAt ?? '')).toBeGreaterThan(Date.now() + 13 * DAY_MS);
});

test('P7 L50 after "not mine" Holystone notifies the fallback; after the undo it notifies the owner again', async () => {
  const name = 'data-loader';
  const { decision } = await openFromMail(name, { scheme: 'dark' });
  await decision.getByRole('button', { name: 'It is not mine' }).click();
  expect(await headingOf(decision)).toBe('You are not its owner');
  // The fallback has had mail about the early deletions that others asked for.
  const toFallback = () =>
    site.stage.mail.messages().filter(({ recipients, text }) => recipients.includes(FALLBACK) && text.includes(name));
  await until(`the fallback has mail about ${name}`, () => toFallback().length > 0, PATIENCE_MS);
  await decision.getByRole('button', { name: 'Undo' }).click();
  expect(await headingOf(decision)).toBe('You are its owner again');
  expect((await site.stateOf(name)).mark?.owner).toBe(OWNER);
});

test('P7 the preferences page changes nothing and has a link to each resource', async () => {
  const { decision } = await follow('Why do I get these messages?', OTHER, {});
  expect(await headingOf(decision)).toBe('Resources you get messages about');
  expect(await decision.getByRole('button').count()).toBe(0);
  await decision.getByRole('link', { name: 'edge-queue' }).click();
  expect(await headingOf(decision)).toBe('Keep edge-queue?');
});

test('P2 P7 all of a mail is kept at once on a phone, and all of it is taken back', async () => {
  const { decision } = await follow(/^Keep all/, OTHER, { width: 'phone' });
  expect(await headingOf(decision)).toBe('Keep both resources in this message?');
  const boxes = await decision.getByRole('checkbox').all();
  expect(await Promise.all(boxes.map((box) => box.isChecked()))).toEqual([true, true]);
  await decision.getByRole('button', { name: 'Keep the ticked ones' }).click();
  expect(await headingOf(decision)).toBe('Kept: all 2');
  const kept = await Promise.all(OTHERS.map((name) => site.stateOf(name)));
  expect(kept).toMatchObject(OTHERS.map(() => ({ mark: null, optOut: { actor: OTHER } })));
  await decision.getByRole('button', { name: 'Undo all' }).click();
  expect(await headingOf(decision)).toBe('Your decisions are withdrawn');
  for (const name of OTHERS) await site.untilState(name, ({ mark }) => mark !== null);
});

test('P8 a link that was altered says so, and changes nothing', async () => {
  const { decision } = await openFromMail('web-frontend');
  const { page } = await site.visit();
  const url = decision.url();
  const answer = await page.goto(`${url.slice(0, -3)}${url.endsWith('AAA') ? 'BBB' : 'AAA'}`);
  expect(answer?.status()).toBe(400);
  expect(await headingOf(page)).toBe('This link is not valid');
  expect(await page.getByRole('button').count()).toBe(0);
});

/** The focused element, and the width of the line around it. */
const FOCUSED = `(() => {
  const { activeElement } = document;
  const label = activeElement.innerText || activeElement.getAttribute('aria-label') || activeElement.name || activeElement.tagName;
  return { label, outline: getComputedStyle(activeElement).outlineWidth };
})()`;
