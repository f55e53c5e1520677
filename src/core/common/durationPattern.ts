import { DAY_MS } from './duration.ts';

const LONGEST_DAYS = 3650;
const SIZES_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: DAY_MS, w: 7 * DAY_MS } as const;

interface Allowed {
  /** The longest span, ms; default: the longest that `parseDuration` reads. */
  readonly maximumMs?: number;
  readonly businessDays?: boolean;
  /** A word that means no span. */
  readonly word?: string;
}

/** A regular expression for the spans of time that `parseDuration` reads, for the JSON Schema of the configuration. */
export function durationPattern({ maximumMs = LONGEST_DAYS * DAY_MS, businessDays, word }: Allowed = {}): string {
  const exact = Object.entries(SIZES_MS).map(([unit, size]) => ({ unit, most: Math.floor(maximumMs / size) }));
  const all = businessDays ? [...exact, { unit: 'bd', most: LONGEST_DAYS }] : exact;
  const spans = all.filter(({ most }) => most > 0).map(({ unit, most }) => `(?:${upTo(most)})${unit}`);
  const padded = `\\s*(?:${spans.join('|')})\\s*`;
  return word === undefined ? `^${padded}$` : `^(?:${word}|${padded})$`;
}

/** The whole numbers from 1 to `most`, without leading zeros. */
function upTo(most: number): string {
  const digits = String(most);
  const shorter = digits.length > 1 ? [`[1-9]${anyDigits(digits.length - 2)}`] : [];
  const smaller = [...digits].flatMap((digit, index) => {
    const low = index === 0 ? 1 : 0;
    const high = Number(digit) - 1;
    if (high < low) return [];
    return [`${digits.slice(0, index)}[${low}-${high}]${anyDigits(digits.length - index - 1, true)}`];
  });
  return [...shorter, ...smaller, digits].join('|');
}

function anyDigits(count: number, exactly = false): string {
  if (count === 0) return '';
  return `\\d{${exactly ? count : `0,${count}`}}`;
}
