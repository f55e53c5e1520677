/** Sizes in words, for all texts to people. */
import type { Language } from '../common/language.ts';

const UNITS = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte', 'petabyte'] as const;
const STEP = 1000;

/** `143.1 MB` in the language's format: a megabyte is a million bytes. */
export function bytesWords(bytes: number, language: Language = 'en'): string {
  const power = Math.min(UNITS.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(bytes, 1)) / 3)));
  const unit = UNITS[power];
  const maximumFractionDigits = power === 0 ? 0 : 1;
  return new Intl.NumberFormat(language, { style: 'unit', unit, maximumFractionDigits }).format(bytes / STEP ** power);
}

/** `undefined`: no size is known. */
export function sumOfBytes(sizes: Iterable<number | undefined>): number | undefined {
  let sum: number | undefined;
  for (const size of sizes) if (size !== undefined) sum = (sum ?? 0) + size;
  return sum;
}
