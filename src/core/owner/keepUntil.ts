/** The end of a decision to keep, as a person writes it in a command, a request or a form. Pure. */
import { parseDuration } from '../common/duration.ts';
import { readWrittenDate } from '../common/writtenDate.ts';
import { addDuration, type Window } from '../policy/window.ts';
import { keepTagEnd } from './optOut.ts';

const ALLOWED =
  '"forever", a duration like 30d, a last day like 2027-01-31, or a date and time with a zone, in the future';

/**
 * A last day includes that whole day in UTC, as in the tag `holystone:keep`.
 * @param now ms since the epoch @returns `why`: the text is no end, or one that is over; `must be …` without full stop
 */
export function readKeepUntil(
  text: string,
  now: number,
  window: Window | undefined,
): { readonly until: number | 'forever' } | { readonly why: string } {
  if (text === 'forever') return { until: text };
  const duration = parseDuration(text);
  const written = readWrittenDate(text);
  const isDate = written !== undefined && (written.isWholeDay || written.hasZone);
  const until = duration ? addDuration(now, duration, window) : isDate ? keepTagEnd(text) : 0;
  return until !== 'forever' && until > now ? { until } : { why: `must be ${ALLOWED}` };
}
