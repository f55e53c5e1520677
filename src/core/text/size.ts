/** Sizes as people write them in a configuration or a tag. */

const SIZE = /^\s*(\d{1,12}(?:\.\d{1,6})?)\s*(?:([kmgtp])(i?)b|([kmgtp])i|b)\s*$/i;
const POWERS = 'kmgtp';

/** The bytes of `100GiB` or `100Gi` (powers of 1024), `1.5TB` (powers of 1000), `512B`; `undefined` for any other text. */
export function readBytes(text: string): number | undefined {
  const [, number, decimal, i, binary] = SIZE.exec(text) ?? [];
  if (number === undefined) return undefined;
  const letter = (decimal ?? binary ?? '').toLowerCase();
  const power = letter === '' ? 0 : POWERS.indexOf(letter) + 1;
  const bytes = Number(number) * (i || binary ? 1024 : 1000) ** power;
  return Number.isFinite(bytes) ? bytes : undefined;
}
