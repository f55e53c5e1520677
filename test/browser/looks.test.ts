/**
 * An operator at the console of a daemon; then how mail and pages look and read, in light and dark, on a desk and on a
 * phone; each is photographed.
 */
import { afterAll, afterEach, beforeAll, describe, expect, jest, test } from '@jest/globals';
import type { Page } from 'playwright-core';
import { IMAGES } from '../e2e/stage.ts';
import { axeFindings, operableNames, overflow, unclear } from './accessibility.ts';
import { expectGoodLooks } from './looks.ts';
import { OWNER, Site } from './site.ts';

jest.setTimeout(900_000);

const NAMES = ['web-frontend', 'billing-import', 'search-index'];
/** A hostile name: markup, a picture from elsewhere, a turned direction, no place to break. */
const HOSTILE = `<img src="http://elsewhere.example.com/x" onerror="throw 1"><script>throw 2</script>\u202Egpj.${'x'.repeat(3000)}`;
const STRANGER = 'eve@example.com';

let site: Site;

beforeAll(async () => {
  site = await Site.start({ [OWNER]: NAMES, [STRANGER]: [HOSTILE] });
});
afterAll(() => site?.stop());

/** By the name of the picture: how to get there. */
const PAGES: Readonly<Record<string, (page: Page) => Promise<void>>> = {
  // As a mail client shows it: without the message's own policies, address and frame.
  mail: (page) => page.setContent(message().html),
  decision: async (page) => open(page, await linkOf(page, 'web-frontend')),
  message: async (page) => open(page, await linkNamed(page, /^Keep all/)),
  preferences: async (page) => open(page, await linkNamed(page, 'Why do I get these messages?')),
  kept: async (page) => {
    await open(page, await linkOf(page, 'billing-import'));
    await page.getByRole('button', { name: 'Keep for 30 days' }).click();
  },
  early: async (page) => {
    await open(page, await linkOf(page, 'search-index'));
    await page.getByRole('button', { name: 'delete it early' }).click();
  },
  'not-mine': async (page) => {
    await open(page, await linkOf(page, 'search-index'));
    await page.getByRole('button', { name: 'It is not mine' }).click();
  },
  'no-link': async (page) => open(page, `${(await linkOf(page, 'web-frontend')).slice(0, -3)}AAA`),
  'no-page': (page) => open(page, `${site.daemon.publicUrl}/nothing`),
  overview: (page) => open(page, site.daemon.operatorUrl),
  resource: (page) =>
    open(page, `${site.daemon.operatorUrl}/resources/${encodeURIComponent(IMAGES)}/${site.idOf('web-frontend')}`),
};

/** Before the pages below decide anything. */
describe('an operator at the console of the daemon', () => {
  afterEach(async () => {
    expect((await site?.closeVisits()) ?? []).toEqual([]);
  });

  test('P13 the page of marks lists the marks, and can be narrowed to an owner, without JavaScript', async () => {
    const { page } = await site.visit({ javaScript: false });
    await page.goto(`${site.daemon.operatorUrl}/marks`);
    const marks = page.getByRole('region', { name: 'Marks' });
    expect(await marks.getByRole('link').allTextContents()).toEqual(expect.arrayContaining(NAMES));
    await page.getByRole('combobox', { name: 'Owner' }).fill('somebody.else@example.com');
    await page.getByRole('button', { name: 'Filter' }).click();
    await page.getByText('No marks here.').waitFor();
    expect(await marks.count()).toBe(0);
    await page.getByRole('combobox', { name: 'Owner' }).fill(OWNER);
    await page.keyboard.press('Enter');
    await marks.waitFor();
    expect(await marks.locator('tbody').getByRole('link').count()).toBe(NAMES.length);
  });

  test('P13 from the overview to the page of a resource, its history and a verdict of this moment', async () => {
    const { page } = await site.visit();
    await page.goto(site.daemon.operatorUrl);
    await page
      .getByRole('navigation')
      .getByRole('link', { name: /^Marks/ })
      .click();
    await page.getByRole('link', { name: 'web-frontend' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('web-frontend');
    const history = page.getByRole('list', { name: 'History' });
    expect(await history.locator('strong').allTextContents()).toEqual(['marked', 'notified', 'due']);
    await page.getByRole('link', { name: 'Evaluate it now' }).click();
    await page.getByText('candidate', { exact: true }).first().waitFor();
    await page.getByRole('link', { name: 'Holystone' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toMatch(/^Overview$| waiting/);
  });
});

describe.each(Object.keys(PAGES))('P9 %s, in light and dark, on a desk and on a phone', (name) => {
  let page: Page;

  beforeAll(async () => {
    ({ page } = await site.visit());
    await PAGES[name]?.(page);
  });
  afterAll(async () => {
    expect((await site?.closeVisits()) ?? []).toEqual([]);
  });

  test('axe finds nothing, it is not wider than the screen, and its picture is small', async () => {
    await expectGoodLooks(page, name, true);
  });

  test('a screen reader has a name of its own for everything that can be operated', async () => {
    expect(unclear(await operableNames(page))).toEqual([]);
  });
});

async function open(page: Page, url: string): Promise<void> {
  await page.goto(url);
}

test('P3 markup and length of a name break neither mail nor page, and nothing of it runs', async () => {
  const { page } = await site.visit({ width: 'phone' });
  await page.setContent(message(STRANGER).html);
  const found = { mail: { axe: await axeFindings(page), overflow: await overflow(page) } };
  const url = await page.getByRole('link', { name: /^Keep it: / }).getAttribute('href');
  await open(page, url ?? '');
  expect(await page.locator('main').textContent()).toContain('<script>throw 2</script>');
  expect(await page.locator('img, script').count()).toBe(0);
  expect({ ...found, page: { axe: await axeFindings(page), overflow: await overflow(page) } }).toEqual({
    mail: { axe: [], overflow: 0 },
    page: { axe: [], overflow: 0 },
  });
  expect(await site.closeVisits()).toEqual([]);
});

function message(owner = OWNER) {
  const first = site.stage.mail.messages().find(({ recipients }) => recipients.includes(owner));
  if (!first) throw new Error('there is no mail');
  return first;
}

/** Where the mail's link to keep it leads. */
const linkOf = (page: Page, name: string) => linkNamed(page, `Keep it: ${name}`);

async function linkNamed(page: Page, name: string | RegExp): Promise<string> {
  await page.setContent(message().html);
  const url = await page.getByRole('link', { name }).getAttribute('href');
  if (url === null) throw new Error(`the mail has no link ${name}`);
  return url;
}
