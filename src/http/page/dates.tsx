import type { Language } from '../../core/common/language.ts';
import type { Html } from '../../core/text/html.ts';
import { ownerDate } from '../../notify/message/dates.ts';
import { catalogueOf } from '../../notify/texts/index.ts';
import { numbersOf } from '../../notify/texts/pages/numbers.ts';

const ENGLISH = catalogueOf('en');
const NUMBERS = { en: numbersOf('en'), de: numbersOf('de') };

/** The date as in the mail, with the zone: `Thursday 3 December 2026, 10:00 (America/Los_Angeles)`. */
export function inWords(at: number, timeZone: string, catalogue = ENGLISH): string {
  const date = ownerDate(at, timeZone, catalogue);
  return `${date.words} (${date.timeZone})`;
}

/** {@link inWords} in a language, UTC. */
export function utcWords(at: number, language: Language): string {
  return inWords(at, 'UTC', catalogueOf(language));
}

/** UTC, without milliseconds: a page does not need them. */
function iso(at: number): string {
  return new Date(at).toISOString().replace(/\.\d{3}Z$/, 'Z');
}

/** In words, in the time zone; the instant itself is in `datetime`. @param at ms since the epoch */
export function timeTag(at: number, timeZone = 'UTC', catalogue = ENGLISH): Html {
  return <time datetime={iso(at)}>{inWords(at, timeZone, catalogue)}</time>;
}

/** UTC, for tables: `2025-03-03 18:00`, in German `03.03.2025 18:00`. */
export function shortTime(at: number, language: Language = 'en'): Html {
  return (
    <time class="short" datetime={iso(at)}>
      {shortWords(iso(at), language)}
    </time>
  );
}

/** @param instant `2025-03-03T18:00:00Z` @returns the same as the tables show it */
export function shortWords(instant: string, language: Language): string {
  const [day = '', time = ''] = instant.slice(0, 16).split('T');
  return `${language === 'de' ? day.split('-').toReversed().join('.') : day} ${time}`;
}

/** `in 3 days`, `5 hours ago`. */
export function relative(at: number, now: number, language: Language = 'en'): string {
  return NUMBERS[language].relative(at - now);
}
