/**
 * Which of two names has the later number, version or date in it, where that is certain. Pure. Names are compared within
 * one series only: they differ in numbers, and in nothing else.
 */
import { BEFORE_RELEASE, type OrderedName, type Step, type Version } from './nameSeries.ts';

/** The sign says which is later, as far as can be told; this much says that it is certain. */
const CERTAIN = 2;
const UNSURE = 1;

/** The later one first; names of one series only. A total order that never contradicts {@link isLater}. */
export function laterFirst(a: OrderedName, b: OrderedName): number {
  return Math.sign(difference(b, a));
}

/** Is `a` certainly later than `b`? It has no circles: of any names at least one is not earlier than another. */
export function isLater(a: OrderedName, b: OrderedName): boolean {
  return a.series === b.series && difference(a, b) === CERTAIN;
}

function difference(a: OrderedName, b: OrderedName): number {
  for (const [index, step] of a.steps.entries()) {
    const sign = differenceOfSteps(step, b.steps[index] as Step);
    if (sign !== 0) return sign;
  }
  return 0;
}

function differenceOfSteps(a: Step, b: Step): number {
  if ('opaque' in a || 'opaque' in b) {
    const [first, second] = ['opaque' in a ? a.opaque : '', 'opaque' in b ? b.opaque : ''];
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
/** Of so many digits it is a time already: in seconds, and with three digits more in milliseconds. */
const SECONDS = 9;
const OTHER_UNIT = 3;

function differenceOfDigits(a: string, b: string): number {
  if (a.length !== b.length) {
    const isTime = Math.min(a.length, b.length) >= SECONDS;
    const size = Math.abs(a.length - b.length) >= (isTime ? OTHER_UNIT : OTHER_SCALE) ? UNSURE : CERTAIN;
    return a.length > b.length ? size : -size;
  }
  return a === b ? 0 : a > b ? CERTAIN : -CERTAIN;
}

/** Without such a word it is the release itself. */
function differenceBefore(a: Version['before'], b: Version['before']): number {
  if (!a || !b) return a ? -CERTAIN : b ? CERTAIN : 0;
  const [first, second] = [BEFORE_RELEASE.indexOf(a.word), BEFORE_RELEASE.indexOf(b.word)];
  if (first === second) return differenceOfNumbers(a.numbers, b.numbers);
  const size = Math.min(first, second) >= BEFORE_RELEASE.indexOf('alpha') ? CERTAIN : UNSURE;
  return first > second ? size : -size;
}
