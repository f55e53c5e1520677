import type { WireAnswer } from '../../http/exchange.ts';
import { httpDate } from '../../http/httpDate.ts';

/** As long as six digits of seconds. */
const LONGEST_MS = 999_999_000;

/** How long a busy registry asks to wait; `undefined` = it does not say. */
export function retryAfterMs({ headers }: Pick<WireAnswer, 'headers'>): number | undefined {
  const said = headers['retry-after'];
  if (/^\d{1,6}$/.test(said ?? '')) return Number(said) * 1000;
  // A date is compared with the registry's own: clocks differ.
  const [at, now] = [httpDate(said), httpDate(headers.date)];
  if (at === undefined || now === undefined) return undefined;
  return Math.min(Math.max(0, at - now), LONGEST_MS);
}
