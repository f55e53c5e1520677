/** Pictures go to `pictures/`, and with `RENEW_PICTURES=true` to the documentation, which shows each page in each look. */
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SHOWN = join(ROOT, 'docs', 'images', 'pages');
const FOLDER = join(ROOT, 'pictures');
/** The pictures of the documentation are made anew. */
export const isRenewed = process.env.RENEW_PICTURES === 'true';
/** Of WebP, of 100: letters stay sharp. */
const QUALITY = 40;
/** The tallest part of a page that a picture shows, in pixels. */
const TALLEST = 2000;

/** The page, as far as it scrolls. @param isOfPage the documentation shows it @returns the size of the file in bytes */
export async function takePicture(page: Page, name: string, isOfPage: boolean): Promise<number> {
  // What stays in sight would cover the middle of a whole page: such a page is shown as a screen has it.
  const isWhole = (await page.locator('.decide').count()) === 0;
  const devTools = await page.context().newCDPSession(page);
  const { cssContentSize, cssLayoutViewport } = await devTools.send('Page.getLayoutMetrics');
  const height = isWhole ? Math.min(cssContentSize.height, TALLEST) : cssLayoutViewport.clientHeight;
  const { data } = await devTools.send('Page.captureScreenshot', {
    format: 'webp',
    quality: QUALITY,
    captureBeyondViewport: isWhole,
    clip: { x: 0, y: 0, width: cssLayoutViewport.clientWidth, height, scale: 1 },
  });
  await devTools.detach();
  const picture = Buffer.from(data, 'base64');
  const folder = isOfPage && isRenewed ? SHOWN : FOLDER;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.webp`), picture);
  return picture.length;
}

/** Whether the documentation has a picture of this name. */
export const isShown = (name: string): boolean => existsSync(join(SHOWN, `${name}.webp`));
