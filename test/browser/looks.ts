/** A page in light and dark, on a desk and on a phone: axe checks it, its width is measured, its picture is taken. */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeFindings, overflow } from './accessibility.ts';
import { takePicture } from './pictures.ts';
import { WIDTHS } from './visit.ts';

/** The largest size of a picture in the documentation. */
const MAX_PICTURE_BYTES = 220_000;
const LOOKS = {
  light: { scheme: 'light', width: 'desktop' },
  dark: { scheme: 'dark', width: 'desktop' },
  phone: { scheme: 'light', width: 'phone' },
  'phone-dark': { scheme: 'dark', width: 'phone' },
} as const;
/** The nightly run looks at all four and takes pictures; otherwise each scheme and each width is seen once. */
const isExhaustive = process.env.HOLYSTONE_EXHAUSTIVE === 'true' || process.env.RENEW_PICTURES === 'true';
const SEEN: readonly (keyof typeof LOOKS)[] = isExhaustive
  ? ['light', 'dark', 'phone', 'phone-dark']
  : ['light', 'phone-dark'];

/** axe finds nothing, it is not wider than the screen, and its picture is small. @param name of the picture */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  for (const look of SEEN) {
    const { scheme, width } = LOOKS[look];
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize(WIDTHS[width]);
    const isSmall = !isExhaustive || (await takePicture(page, `${name}-${look}`)) < MAX_PICTURE_BYTES;
    const found = { axe: await axeFindings(page), overflow: await overflow(page), isSmall };
    expect({ look, ...found }).toEqual({ look, axe: [], overflow: 0, isSmall: true });
  }
}
