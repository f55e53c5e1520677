/** The series of a name and the numbers in it: what is compared, and what has no order. Pure. */
import { hidden, placeOf, withDatesHidden } from './nameDates.ts';

/** A name as an order sees it. */
export interface OrderedName {
  /** Names of different series have no order: they differ in more than numbers. */
  readonly series: string;
  /** Its numbers and its words without an order from left to right. */
  readonly steps: readonly Step[];
}

/** `opaque`: a hash, a random id, or a date of which it is not certain where its day stands. */
export type Step = { readonly opaque: string } | Version;

/** `1.2.0-rc.1`: the numbers 1, 2 and 0 before the release, by `rc` with the number 1. */
export interface Version {
  readonly numbers: readonly string[];
  readonly before?: { readonly word: string; readonly numbers: readonly string[] };
}

/** What comes before a release: the words that have an order among themselves come last, in it. */
export const BEFORE_RELEASE: readonly string[] = ['snapshot', 'preview', 'pre', 'alpha', 'beta', 'rc'];

const VERSION = '\\d+(?:\\.\\d+)*';
const OPAQUE = '\\*([^*]*)\\*';
const EARLY = `[-._]?(${BEFORE_RELEASE.join('|')})(?![a-z])[-._]?(${VERSION})?`;
const STEP = new RegExp(`${OPAQUE}|(${VERSION})(?:${EARLY})?`, 'g');
const WORD = new RegExp(`${OPAQUE}|[0-9a-z]+`, 'g');

/** A number between letters, as in a commit's hash or a random id; `v1`, `build5` and `1rc2` are none. */
const MIXED = /[a-z]\d+[a-z]|\d[a-z]+\d/;
const VERSION_WORD = new RegExp(`^[a-z]?\\d+(?:${BEFORE_RELEASE.join('|')})\\d*$`);
/** `20260102t101112z`, a part of `2026-01-02T10-11`, and the week `2026w05`. */
const TIME_WORD = /^\d{2,8}[tw]\d{2,6}z?$/;
/** Short and long hashes of a commit or an image, also as `git describe` writes them. */
const HASH = /^g?(?=.*\d)(?=.*[a-f])[0-9a-f]{6,64}$/;
const DIGITS = /^g?\d{6,64}$/;
/** What stands before a hash, of which one in thirty has digits only. */
const CALLED_HASH = /(?<![a-z])(?:sha(?:1|256)?|git|commit|hash)[-_.]?$/;

/** From the year to the day, the minute or the second. */
const DATE = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])?(?:[0-5]\d){0,2}$/;
const YEAR = /^(?:19|20)\d\d$/;
const MONTH_FOLLOWS = /^[-_]?(?:0?[1-9]|1[0-2])(?!\d)/;

/** Together, because the others of a place show whether digits there are a hash, a date or a number. */
export function orderedNames(names: readonly string[]): readonly OrderedName[] {
  const dated = withDatesHidden(names.map((name) => name.toLowerCase().replace(/[#*]/g, '_')));
  const hashes = new Set<string>();
  for (const name of dated) {
    for (const { 0: word, index } of name.matchAll(WORD)) if (HASH.test(word)) hashes.add(place(name, index, word));
  }
  return dated.map((name) => orderedName(name, hashes));
}

/** The place and the length of a word: hashes of one place are equally long. */
function place(name: string, index: number, word: string): string {
  return `${placeOf(name, index)} ${word.length}`;
}

function orderedName(name: string, hashes: ReadonlySet<string>): OrderedName {
  const text = name.replace(WORD, (word: string, _opaque, index: number) => {
    const isHash =
      HASH.test(word) ||
      (MIXED.test(word) && !VERSION_WORD.test(word) && !TIME_WORD.test(word)) ||
      (DIGITS.test(word) &&
        !DATE.test(word) &&
        (hashes.has(place(name, index, word)) || CALLED_HASH.test(name.slice(0, index))));
    return isHash && !word.startsWith('*') ? hidden(word) : word;
  });
  const steps: Step[] = [];
  const series = text.replace(STEP, (step: string, opaque, version, word, count, index: number) => {
    if (opaque !== undefined) {
      steps.push({ opaque });
      return '*';
    }
    const numbers = (version as string).split('.');
    steps.push({ numbers, ...(word === undefined ? {} : { before: { word, numbers: count?.split('.') ?? [] } }) });
    return `#${calendar(numbers, text.slice(index + step.length))}`;
  });
  return { series, steps };
}

/** A scheme of dates is another than one of numbers: neither is later. */
function calendar([first = '', second]: readonly string[], after: string): string {
  if (DATE.test(first)) return `date${first.length}`;
  return YEAR.test(first) && MONTH_FOLLOWS.test(second ?? after) ? 'year' : '';
}
