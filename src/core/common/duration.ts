import { pluralize } from './pluralize.ts';

/** A span of time from the configuration: exact, or counted in business days of the window. */
export type Duration = { readonly ms: number } | { readonly businessDays: number };

const SECOND = 1000;
const MINUTE = 60 * SECOND;
export const HOUR_MS = 60 * MINUTE;
export const DAY_MS = 24 * HOUR_MS;
const UNITS: Readonly<Record<string, number>> = { s: SECOND, m: MINUTE, h: HOUR_MS, d: DAY_MS, w: 7 * DAY_MS };

/**
 * Reads `90s`, `15m`, `36h`, `10d`, `2w` or `10bd` (business days).
 * Zero, a negative or fractional number and any other text give `undefined`, which never means "at once" or "no limit".
 */
export function parseDuration(text: string): Duration | undefined {
  const match = /^([1-9]\d{0,8})(s|m|h|d|w|bd)$/.exec(text.trim());
  if (!match) return undefined;
  const count = Number(match[1]);
  const unit = match[2] as string;
  if (unit === 'bd') return count <= 3650 ? { businessDays: count } : undefined;
  const ms = count * (UNITS[unit] as number);
  return ms <= 3650 * DAY_MS ? { ms } : undefined;
}

/** `10d`, `36h`, `90s`, `1.5s`: the largest unit that divides exactly, else seconds. */
export function formatMs(ms: number): string {
  for (const [unit, size] of [
    ['d', DAY_MS],
    ['h', HOUR_MS],
    ['m', MINUTE],
  ] as const) {
    if (ms >= size && ms % size === 0) return `${ms / size}${unit}`;
  }
  return `${ms / SECOND}s`;
}

/** Age for a sentence: whole days from two days up, else hours, minutes or seconds. */
export function formatAge(ms: number): string {
  if (ms >= 2 * DAY_MS) return `${Math.floor(ms / DAY_MS)} days`;
  if (ms >= 2 * HOUR_MS) return `${Math.floor(ms / HOUR_MS)} hours`;
  if (ms >= 2 * MINUTE) return `${Math.floor(ms / MINUTE)} minutes`;
  return pluralize(Math.max(0, Math.floor(ms / SECOND)), 'second');
}
