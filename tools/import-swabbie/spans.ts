import { DAY_MS, formatMs } from '../../src/core/common/duration.ts';
import type { Count } from './source.ts';

/** A duration in native form, with the changes of the conversion. */
export interface Span {
  readonly text: string;
  readonly says: readonly string[];
  /** Swabbie's duration was longer than the native maximum. */
  readonly shortened?: true;
}

const LONGEST_DAYS = 3650;

/** Whole days; zero and less become the shortest duration, because here zero never means "at once". */
export function days({ native, value }: Count): Span {
  if (value === undefined) return { text: `${native}d`, says: [] };
  if (value < 1) return { text: '1d', says: [`Swabbie's ${value} cannot be said: zero never means "at once" here.`] };
  if (value > LONGEST_DAYS) return { text: `${LONGEST_DAYS}d`, says: [], shortened: true };
  return { text: `${/^[+]/.test(native) ? value : native}d`, says: [] };
}

/** Milliseconds, rounded up to seconds; `none` for zero. */
export function spread(ms: number): string {
  if (ms <= 0) return 'none';
  return formatMs(Math.min(Math.ceil(ms / 1000) * 1000, LONGEST_DAYS * DAY_MS));
}
