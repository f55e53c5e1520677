import { formatAge } from '../../core/common/duration.ts';
import type { Html } from '../../core/text/html.ts';
import { ownerDate } from '../../notify/message/dates.ts';
import { catalogueOf } from '../../notify/texts/index.ts';

const ENGLISH = catalogueOf('en');

/** The date as in the mail, with the zone: `Thursday 3 December 2026, 10:00 (America/Los_Angeles)`. */
export function inWords(at: number, timeZone: string, catalogue = ENGLISH): string {
  const date = ownerDate(at, timeZone, catalogue);
  return `${date.words} (${date.timeZone})`;
}

/** UTC, without milliseconds: a page does not need them. */
function iso(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

export function timeTag(at: number, timeZone = 'UTC', catalogue = ENGLISH): Html {
  return <time datetime={iso(at)}>{inWords(at, timeZone, catalogue)}</time>;
}

/** `2025-03-03 18:00`, UTC, for tables. */
export function shortTime(at: number): Html {
  return (
    <time class="short" datetime={iso(at)}>
      {iso(at).slice(0, 16).replace('T', ' ')}
    </time>
  );
}

/** `in 3 days`, `5 hours ago`. */
export function relative(at: number, now: number): string {
  return at >= now ? `in ${formatAge(at - now)}` : `${formatAge(now - at)} ago`;
}
