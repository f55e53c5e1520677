/** The values of the options of `holystone sandbox`. Pure. */

/** The content of the accounts at the start. */
export type SeedChoice =
  | { readonly kind: 'main' | 'empty' }
  /** One account with this many images. */
  | { readonly kind: 'large'; readonly images: number };

const SEEDS = 'main, empty, large N (N images, such as large 20000)';
const MOST_IMAGES = 100_000;

/** @param words the values of `--seed` @returns `undefined` when they are invalid; see {@link ALLOWED} */
export function seedFrom([kind = '', count, ...more]: readonly string[]): SeedChoice | undefined {
  if (more.length > 0) return undefined;
  if (kind !== 'large') return (kind === 'main' || kind === 'empty') && count === undefined ? { kind } : undefined;
  const images = Number(count);
  return Number.isInteger(images) && images >= 1 && images <= MOST_IMAGES ? { kind, images } : undefined;
}

/** `50%` is 0.5. @returns `undefined` when it is invalid */
export function shareFrom(text: string): number | undefined {
  const share = /^\d+(\.\d+)?%$/.test(text) ? Number(text.slice(0, -1)) / 100 : Number.NaN;
  return share > 0 ? share : undefined;
}

/** @returns `undefined` when it is invalid */
export function portFrom(text: string): number | undefined {
  const port = Number(text);
  return /^\d+$/.test(text) && port <= 65_535 ? port : undefined;
}

/** 127.0.0.0/8: only processes on this machine reach it. */
export function isLoopback(address: string): boolean {
  return /^127(\.\d{1,3}){3}$/.test(address) && address.split('.').every((part) => Number(part) <= 255);
}

/** The valid values, by option, for messages. */
export const ALLOWED = {
  seed: SEEDS,
  rate: 'a share of the rates that AWS documents, such as 100%',
  port: '0 (any free port) to 65535',
  bind: 'an address of this machine that no other machine reaches, such as 127.0.0.1',
} as const;
