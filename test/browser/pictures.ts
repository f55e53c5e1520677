/** Pictures go to `pictures/`; with `RENEW_PICTURES=true` those that the documentation shows are renewed as well. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const FOLDER = join(ROOT, 'pictures');
const SHOWN = join(ROOT, 'docs', 'images');

/** The page, as far as it scrolls; answers the size of the file in bytes. */
export async function takePicture(page: Page, name: string): Promise<number> {
  // What stays in sight would cover the middle of a whole page: such a page is shown as a screen has it.
  const fullPage = (await page.locator('.decide').count()) === 0;
  const picture = await page.screenshot({ fullPage, caret: 'hide' });
  mkdirSync(FOLDER, { recursive: true });
  writeFileSync(join(FOLDER, `${name}.png`), picture);
  const shown = join(SHOWN, `${name}.png`);
  if (process.env.RENEW_PICTURES === 'true' && existsSync(shown)) writeFileSync(shown, picture);
  return picture.length;
}
