/** A page in light and dark, on a desk and on phones: axe checks it, its width is measured, its picture is taken. */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeFindings, overflow } from './accessibility.ts';
import { isRenewed, isShown, takePicture } from './pictures.ts';
import { type Scheme, WIDTHS, type Width } from './visit.ts';

/** The largest size of a picture in the documentation. */
const MAX_PICTURE_BYTES = 160_000;
const LOOKS = Object.keys(WIDTHS).flatMap((width) =>
  (['light', 'dark'] as const).map((scheme) => ({ width: width as Width, scheme })),
);
/** The nightly run looks at all of them and takes pictures; otherwise each scheme and each width is seen once. */
const isLookedAt = process.env.HOLYSTONE_EXHAUSTIVE === 'true' || isRenewed;
const SEEN: readonly { readonly width: Width; readonly scheme: Scheme }[] = isLookedAt
  ? LOOKS
  : [
      { width: 'desktop', scheme: 'light' },
      { width: 'phone', scheme: 'dark' },
      { width: 'narrow', scheme: 'light' },
    ];

/**
 * axe finds nothing, it is not wider than the screen, and its picture is small.
 * @param name of the picture @param isOfPage the documentation shows it, on a desk and on a phone: each page, but not each state of one
 */
export async function expectGoodLooks(page: Page, name: string, isOfPage: boolean): Promise<void> {
  for (const { width, scheme } of SEEN) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize(WIDTHS[width]);
    const picture = `${name}-${width}-${scheme}`;
    const isPictured = width !== 'narrow';
    const isTaken = isLookedAt && isPictured;
    const isSmall = !isTaken || (await takePicture(page, picture, isOfPage)) < MAX_PICTURE_BYTES;
    const found = {
      ...{ axe: await axeFindings(page), overflow: await overflow(page), isSmall },
      isShown: !isOfPage || !isPictured || isShown(picture),
    };
    expect({ width, scheme, ...found }).toEqual({ width, scheme, axe: [], overflow: 0, isSmall: true, isShown: true });
  }
}
