/** The findings of axe, and the names that a screen reader says, on a page. */
import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** One line per finding of axe, any rule, on the page as it stands. */
export async function axeFindings(page: Page): Promise<readonly string[]> {
  // Not as a script element, which the pages' own policy would rightly refuse.
  if (!(await page.evaluate('"axe" in globalThis'))) await page.evaluate(axe.source);
  const { violations } = await page.evaluate<axe.AxeResults>("axe.run({ resultTypes: ['violations'] })");
  return violations.flatMap(({ id, help, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${help}\n  ${html}\n  ${failureSummary}`),
  );
}

/** Roles that a screen reader lists on their own, out of context. */
const LISTED = ['button', 'link', 'checkbox', 'radio', 'textbox', 'combobox'];

/** The accessible names of everything that can be operated, as the browser computes them: `button "Keep forever"`. */
export async function operableNames(page: Page): Promise<readonly string[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes
    .filter(({ ignored, role }) => !ignored && LISTED.includes(String(role?.value).toLowerCase()))
    .map(({ role, name }) => `${role?.value} ${JSON.stringify(name?.value ?? '')}`)
    .filter((name) => !OF_THE_BROWSER.test(name));
}

/** Chromium's own button within each date field, which has the same name in all of them. */
const OF_THE_BROWSER = /^button "Show date picker/;

/** Those of the names that say nothing, or that two things share. */
export function unclear(names: readonly string[]): readonly string[] {
  return names.filter((name, index) => / "\s*"$/.test(name) || names.indexOf(name) !== index);
}

/** By how many CSS pixels the page is wider than its window. */
export function overflow(page: Page): Promise<number> {
  return page.evaluate<number>('document.documentElement.scrollWidth - document.documentElement.clientWidth');
}
