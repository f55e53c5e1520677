import type { Html } from '../../core/text/html.ts';
import { ownerDate } from '../../notify/message/dates.ts';
import { numbersOf } from '../../notify/texts/common/numbers.ts';
import { catalogueOf } from '../../notify/texts/index.ts';

const ENGLISH = catalogueOf('en');
const NUMBERS = numbersOf('en');

/** The date as in the mail, with the zone: `Thursday 3 December 2026, 10:00 (America/Los_Angeles)`. */
export function inWords(at: number, timeZone: string, catalogue = ENGLISH): string {
  const date = ownerDate(at, timeZone, catalogue);
  return `${date.words} (${date.timeZone})`;
}

/** {@link inWords} in English, UTC. */
export function utcWords(at: number): string {
  return inWords(at, 'UTC');
}

/** UTC, without milliseconds: a page does not need them. */
function iso(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** In words, in the time zone; the instant itself is in `datetime`. @param at ms since the epoch */
export function timeTag(at: number, timeZone = 'UTC', catalogue = ENGLISH): Html {
  return <time datetime={iso(at)}>{inWords(at, timeZone, catalogue)}</time>;
}

/** UTC, for tables: `2025-03-03 18:00`. */
export function shortTime(at: number): Html {
  return (
    <time class="short" datetime={iso(at)}>
      {shortWords(iso(at))}
    </time>
  );
}

/** @param instant `2025-03-03T18:00:00Z` @returns the same as the tables show it */
export function shortWords(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ');
}

/** `in 3 days`, `5 hours ago`. */
export function relative(at: number, now: number): string {
  return NUMBERS.relative(at - now);
}
