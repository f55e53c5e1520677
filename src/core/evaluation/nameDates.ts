/**
 * Dates in names that have no order as numbers: the day or the month stands before the year, or may stand there. Pure.
 * Some forms are also those of versions; the other names of a place show which of both they are.
 */

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)(?![a-z])';
const YEAR = '(?:19|20)\\d\\d(?!\\d)';
const ANY_YEAR = `(?:${YEAR}|\\d\\d(?!\\d))`;
const DAY = '(?:0?[1-9]|[12]\\d|3[01])';
/** Behind a year they make it the first part of a date. */
const NO_DATE_FOLLOWS = '(?![-._]\\d\\d?[-._]\\d\\d?(?!\\d))';

/** Of every place and beside any names. */
const YEAR_LAST = new RegExp(
  [
    // 05022026
    `(?<!\\d)(?:0[1-9]|[12]\\d|3[01]){2}${YEAR}`,
    // 05-02-2026, 5_2_2026, 05.02.2026
    `(?<!\\d)${DAY}([-._])${DAY}\\1${YEAR}${NO_DATE_FOLLOWS}`,
    // 5.feb.2026, 5feb26, feb-5-2026
    `(?<!\\d)${DAY}[-._]?${MONTH}[-._]?${ANY_YEAR}`,
    `(?<![a-z])${MONTH}[-._]?${DAY}[-._]${ANY_YEAR}`,
    // q1-2026, kw05-26
    `(?<![a-z])(?:q|h|w|kw|cw|wk|week|quarter)[-._]?\\d\\d?[-._]?${ANY_YEAR}`,
    // 02-2026: a month, a week or a quarter
    `(?<!\\d|\\d[-._])\\d\\d?[-._]${YEAR}(?![-._]?\\d)`,
  ].join('|'),
  'g',
);

/** A form that is a date only if every name with it at one place can be one. */
interface Form {
  /** Its groups are numbers of two digits, the first without its zero perhaps. */
  readonly pattern: RegExp;
  /** @param found of one place: the numbers of each name */
  areDates(found: readonly Numbers[]): boolean;
}
type Numbers = readonly [string, string, string];

const HIDDEN = String.raw`\*[^*]*\*`;
/** Behind a day it is a time. */
const ALONE = String.raw`(?<!\d|\d[-._t])`;

const FORMS: readonly Form[] = [
  // 050226: the fifth of February, the second of May, or a number.
  {
    pattern: new RegExp(String.raw`${HIDDEN}|(?<!\d|\d\d[-_t])(\d\d)(\d\d)(\d\d)(?!\d)`, 'g'),
    areDates: (found) => found.every(([a, b, c]) => (isDay(a) && isDay(b)) || (isMonth(b) && isDay(c))),
  },
  // 05-02-26
  {
    pattern: new RegExp(String.raw`${HIDDEN}|${ALONE}(\d\d?)(?:-(\d\d?)-|_(\d\d?)_)(\d\d)(?!\d|[-._]\d)`, 'g'),
    areDates: (found) => found.every(([a, b, c]) => isDay(a) && isDay(b) && isLateYear(c)),
  },
  // 05.02.26: one of them begins as no part of a version does, or fewer of its years than of its days are different.
  {
    pattern: new RegExp(String.raw`${HIDDEN}|(?<!\d)(\d\d?)\.(\d\d?)\.(\d\d)(?![\d.])`, 'g'),
    areDates: (found) =>
      found.every(([a, b, c]) => isDay(a) && isDay(b) && isLateYear(c)) &&
      (found.some(([a, b]) => isPadded(a, b)) || changeLess(found)),
  },
  // 02-26, 31-12: where only one of both numbers differs, it is the order.
  {
    pattern: new RegExp(String.raw`${HIDDEN}|${ALONE}(\d\d)[-._](\d\d)(?!\d|[-._]\d)`, 'g'),
    areDates: (found) => found.every(([a]) => isDay(a)) && found.some(([a]) => isPadded(a)) && differInBoth(found),
  },
];

/** Docker is of this year: an earlier one of two digits is a day or a month. */
const FIRST_YEAR = 13;

/** The names with each such date between two stars. @param names in small letters, without stars */
export function withDatesHidden(names: readonly string[]): readonly string[] {
  return FORMS.reduce(
    hideForm,
    names.map((name) => name.replace(YEAR_LAST, hidden)),
  );
}

/** A part of a name that has no order. */
export function hidden(text: string): string {
  return `*${text}*`;
}

/** The text before a part of a name, whatever its numbers. */
export function placeOf(name: string, index: number): string {
  return name.slice(0, index).replace(/\d+/g, '#');
}

function hideForm(names: readonly string[], { pattern, areDates }: Form): readonly string[] {
  const places = new Map<string, Numbers[]>();
  for (const name of names) {
    for (const match of name.matchAll(pattern)) {
      if (match[1] === undefined) continue;
      const place = placeOf(name, match.index);
      const [a = '', b = '', c = ''] = match.slice(1).filter((digits) => digits !== undefined);
      const found = places.get(place);
      if (found) found.push([a, b, c]);
      else places.set(place, [[a, b, c]]);
    }
  }
  const dates = new Set([...places].filter(([, found]) => areDates(found)).map(([place]) => place));
  if (dates.size === 0) return names;
  return names.map((name) =>
    name.replace(pattern, (part: string, first: string | undefined, ...rest) => {
      const index = rest.find((one): one is number => typeof one === 'number') ?? 0;
      return first !== undefined && dates.has(placeOf(name, index)) ? hidden(part) : part;
    }),
  );
}

function isDay(digits: string): boolean {
  return Number(digits) >= 1 && Number(digits) <= 31;
}

function isMonth(digits: string): boolean {
  return Number(digits) >= 1 && Number(digits) <= 12;
}

function isLateYear(digits: string): boolean {
  return Number(digits) >= FIRST_YEAR;
}

/** Of a version the last part changes most. */
function changeLess(found: readonly Numbers[]): boolean {
  return new Set(found.map(([, , c]) => c)).size < new Set(found.map(([a, b]) => `${a}.${b}`)).size;
}

function isPadded(...parts: readonly string[]): boolean {
  return parts.some((part) => part.startsWith('0'));
}

function differInBoth(found: readonly Numbers[]): boolean {
  return new Set(found.map(([a]) => a)).size > 1 && new Set(found.map(([, b]) => b)).size > 1;
}
