/** An operator at the console: the marks, narrowed down, and one resource with a fresh verdict. */
import { afterAll, afterEach, beforeAll, expect, jest, test } from '@jest/globals';
import { OWNER, Site } from './site.ts';

jest.setTimeout(400_000);

let site: Site;

beforeAll(async () => {
  site = await Site.start({ [OWNER]: ['web-frontend', 'billing-import'] });
});
afterEach(async () => {
  expect((await site?.closeVisits()) ?? []).toEqual([]);
});
afterAll(() => site?.stop());

test('P13 the page of marks lists the marks, and can be narrowed to an owner, without JavaScript', async () => {
  const { page } = await site.visit({ javaScript: false });
  await page.goto(`${site.daemon.operatorUrl}/marks`);
  const marks = page.getByRole('region', { name: 'Marks' });
  expect(await marks.getByRole('link').allTextContents()).toEqual(
    expect.arrayContaining(['web-frontend', 'billing-import']),
  );
  await page.getByRole('textbox', { name: 'Owner' }).fill('somebody.else@example.com');
  await page.getByRole('button', { name: 'Filter' }).click();
  await page.getByText('No marks here.').waitFor();
  expect(await marks.count()).toBe(0);
  await page.getByRole('textbox', { name: 'Owner' }).fill(OWNER);
  await page.keyboard.press('Enter');
  await marks.waitFor();
  expect(await marks.getByRole('link').count()).toBe(2);
});

test('P13 from the overview to the page of a resource, its history and a verdict of this moment', async () => {
  const { page } = await site.visit();
  await page.goto(site.daemon.operatorUrl);
  await page.getByRole('link', { name: 'Marks', exact: true }).click();
  await page.getByRole('link', { name: 'web-frontend' }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('web-frontend');
  const history = page.getByRole('list', { name: 'History' });
  expect(await history.locator('strong').allTextContents()).toEqual(['marked', 'notified', 'due']);
  await page.getByRole('link', { name: 'Evaluate it now' }).click();
  await page.getByText('candidate', { exact: true }).first().waitFor();
  await page.getByRole('link', { name: 'Holystone' }).click();
  expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Overview');
});
