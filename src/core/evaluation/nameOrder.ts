/**
 * Which of two names has the later number, version or date in it, where that is certain. Pure. Names are compared within
 * one series only: they differ in numbers, and in nothing else. A hash has no order, and a number no order to a date.
 */

/** A name as the order sees it. */
export interface OrderedName {
  /** Names of different series have no order. */
  readonly series: string;
  /** Its numbers and hashes from left to right. */
  readonly steps: readonly Step[];
}

type Step = { readonly hash: string } | Version;

/** `1.2.0-rc.1`: the numbers 1, 2 and 0 before the release, by `rc` with the number 1. */
interface Version {
  readonly numbers: readonly string[];
  readonly before?: { readonly word: string; readonly numbers: readonly string[] };
}

/** What comes before a release: the words that have an order among themselves come last, in it. */
const BEFORE_RELEASE = ['snapshot', 'preview', 'pre', 'alpha', 'beta', 'rc'];
const FIRST_IN_ORDER = BEFORE_RELEASE.indexOf('alpha');

const VERSION = '\\d+(?:\\.\\d+)*';
const STEP = new RegExp(`\\*|(${VERSION})(?:[-._]?(${BEFORE_RELEASE.join('|')})(?![a-z])[-._]?(${VERSION})?)?`, 'g');
const WORD = /[0-9a-z]+/g;
/** A number between letters, as in a commit's hash or a random id; `v1`, `build5` and `1rc2` are none. */
const MIXED = /[a-z]\d+[a-z]|\d[a-z]+\d/;
const VERSION_WORD = new RegExp(`^[a-z]?\\d+(?:${BEFORE_RELEASE.join('|')})\\d*$`);
/** `20260102t101112z`, a part of `2026-01-02T10-11`, and the week `2026w05`. */
const TIME_WORD = /^\d{2,8}[tw]\d{2,6}z?$/;
/** Short and long hashes of a commit or an image, also as `git describe` writes them. */
const HASH = /^g?(?=.*\d)(?=.*[a-f])[0-9a-f]{6,64}$/;
const DIGITS = /^g?\d{6,64}$/;
/** From the year to the day, the minute or the second. */
const DATE = /^(?:19|20)\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:[01]\d|2[0-3])?(?:[0-5]\d){0,2}$/;
const YEAR = /^(?:19|20)\d\d$/;
const MONTH_FOLLOWS = /^[-_]?(?:0?[1-9]|1[0-2])(?!\d)/;

/** The later one first; names of one series only. A total order in which {@link isLater} holds from left to right. */
export function laterFirst(a: OrderedName, b: OrderedName): number {
  return Math.sign(difference(b, a));
}

/** Is `a` certainly later than `b`? It has no circles: one of any names is later than no other. */
export function isLater(a: OrderedName, b: OrderedName): boolean {
  return a.series === b.series && difference(a, b) === CERTAIN;
}

/** Together, because a hash may have digits only: the other names show where hashes stand. */
export function orderedNames(names: readonly string[]): readonly OrderedName[] {
  const hashPlaces = new Set<string>();
  const lower = names.map((name) => name.toLowerCase().replace(/[#*]/g, '_'));
  for (const name of lower) {
    for (const { 0: word, index } of name.matchAll(WORD)) if (HASH.test(word)) hashPlaces.add(place(name, index, word));
  }
  return lower.map((name) => orderedName(name, hashPlaces));
}

/** The text before a word, whatever its numbers, and the length of the word. */
function place(name: string, index: number, word: string): string {
  return `${name.slice(0, index).replace(/\d+/g, '#')} ${word.length}`;
}

function orderedName(name: string, hashPlaces: ReadonlySet<string>): OrderedName {
  const hashes: string[] = [];
  const text = name.replace(WORD, (word: string, index: number) => {
    const isHash =
      HASH.test(word) ||
      (MIXED.test(word) && !VERSION_WORD.test(word) && !TIME_WORD.test(word)) ||
      (DIGITS.test(word) && !DATE.test(word) && hashPlaces.has(place(name, index, word)));
    if (!isHash) return word;
    hashes.push(word);
    return '*';
  });
  const steps: Step[] = [];
  const series = text.replace(STEP, (step: string, version, word, count, index: number) => {
    if (step === '*') {
      steps.push({ hash: hashes.shift() ?? '' });
      return step;
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

/** Above 0: `a` is later; as much as this: certainly. */
const CERTAIN = 2;
const UNSURE = 1;

function difference(a: OrderedName, b: OrderedName): number {
  for (const [index, step] of a.steps.entries()) {
    const other = b.steps[index];
    const sign = other === undefined ? UNSURE : differenceOfSteps(step, other);
    if (sign !== 0) return sign;
  }
  return 0;
}

function differenceOfSteps(a: Step, b: Step): number {
  if ('hash' in a || 'hash' in b) {
    const [first, second] = ['hash' in a ? a.hash : '', 'hash' in b ? b.hash : ''];
    return first === second ? 0 : first > second ? UNSURE : -UNSURE;
  }
  return differenceOfNumbers(a.numbers, b.numbers) || differenceBefore(a.before, b.before);
}

/** `1.2` may be a name that moves with `1.2.3`: neither is certainly later. */
function differenceOfNumbers(a: readonly string[], b: readonly string[]): number {
  for (const [index, digits] of a.entries()) {
    const other = b[index];
    if (other === undefined) return UNSURE;
    const sign = differenceOfDigits(digits.replace(/^0+/, ''), other.replace(/^0+/, ''));
    if (sign !== 0) return sign;
  }
  return a.length < b.length ? -UNSURE : 0;
}

/** So many digits more, and the numbers count other things: builds before, seconds since. */
const OTHER_SCALE = 4;

function differenceOfDigits(a: string, b: string): number {
  if (a.length !== b.length) {
    const size = Math.abs(a.length - b.length) >= OTHER_SCALE ? UNSURE : CERTAIN;
    return a.length > b.length ? size : -size;
  }
  return a === b ? 0 : a > b ? CERTAIN : -CERTAIN;
}

function differenceBefore(a: Version['before'], b: Version['before']): number {
  if (!a || !b) return a ? -CERTAIN : b ? CERTAIN : 0;
  const [first, second] = [BEFORE_RELEASE.indexOf(a.word), BEFORE_RELEASE.indexOf(b.word)];
  if (first === second) return differenceOfNumbers(a.numbers, b.numbers);
  const size = Math.min(first, second) >= FIRST_IN_ORDER ? CERTAIN : UNSURE;
  return first > second ? size : -size;
}
