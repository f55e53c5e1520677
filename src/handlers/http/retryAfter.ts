/** The header `Retry-After` (RFC 9110, 10.2.3). Pure. */
import type { WireAnswer } from './exchange.ts';
import { httpDate } from './httpDate.ts';

/** As long as six digits of seconds. */
const LONGEST_MS = 999_999_000;

/** The time that a busy server asks to wait; `undefined` = it does not say. */
export function retryAfterMs({ headers }: Pick<WireAnswer, 'headers'>): number | undefined {
  const header = headers['retry-after'];
  if (/^\d{1,6}$/.test(header ?? '')) return Number(header) * 1000;
  // A date is compared with the server's own: clocks differ.
  const [at, now] = [httpDate(header), httpDate(headers.date)];
  if (at === undefined || now === undefined) return undefined;
  return Math.min(Math.max(0, at - now), LONGEST_MS);
}
