/** A page in light and dark, on a desk and on a phone: looked at by axe, measured, photographed. */
import { expect } from '@jest/globals';
import type { Page } from 'playwright-core';
import { axeFindings, overflow } from './accessibility.ts';
import { takePicture } from './pictures.ts';
import { WIDTHS } from './visit.ts';

/** What a picture in the documentation may weigh. */
const MAX_PICTURE_BYTES = 220_000;
const LOOKS = {
  light: { scheme: 'light', width: 'desktop' },
  dark: { scheme: 'dark', width: 'desktop' },
  phone: { scheme: 'light', width: 'phone' },
  'phone-dark': { scheme: 'dark', width: 'phone' },
} as const;

/** axe finds nothing, it is not wider than the screen, and its picture is small. @param name of the picture */
export async function expectGoodLooks(page: Page, name: string): Promise<void> {
  for (const [look, { scheme, width }] of Object.entries(LOOKS)) {
    await page.emulateMedia({ colorScheme: scheme });
    await page.setViewportSize(WIDTHS[width]);
    const isSmall = (await takePicture(page, `${name}-${look}`)) < MAX_PICTURE_BYTES;
    const found = { axe: await axeFindings(page), overflow: await overflow(page), isSmall };
    expect({ look, ...found }).toEqual({ look, axe: [], overflow: 0, isSmall: true });
  }
}
