import { DAY_MS, HOUR_MS } from '../common/duration.ts';
import { pluralize } from '../common/pluralize.ts';
import type { Span } from '../common/reason.ts';

const UNITS = [
  ['day', DAY_MS],
  ['hour', HOUR_MS],
  ['minute', 60_000],
] as const;

/** An age for a sentence: whole days from two days up, else hours, minutes or seconds. */
export function ageOf(ms: number): Span {
  const [unit, size] = UNITS.find(([, length]) => ms >= 2 * length) ?? ['second', 1_000];
  return { count: Math.max(0, Math.floor(ms / size)), unit };
}

/** A span of the configuration: the largest unit that divides it exactly, else seconds. */
export function spanOf(ms: number): Span {
  const [unit, size] = UNITS.find(([, length]) => ms >= length && ms % length === 0) ?? ['second', 1_000];
  return { count: ms / size, unit };
}

/** `412 days` */
export function spanWords({ count, unit }: Span): string {
  return pluralize(count, unit);
}

/** `90d` */
export function shortSpan({ count, unit }: Span): string {
  return `${count}${unit.slice(0, 1)}`;
}
