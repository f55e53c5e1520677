/**
 * Comparisons of the configuration (`{ above: 100, not: prod }`) with the values of a resource. An answer is three-valued:
 * what a resource lacks, and what does not read as the kind that the operand has, is `undefined` = unknown. Pure.
 */
import { HOUR_MS, parseDuration } from '../common/duration.ts';
import { readWrittenDate } from '../common/writtenDate.ts';
import type { Comparison, Condition, ValuePattern } from '../policy/condition.ts';
import { readBytes } from '../text/size.ts';
import { matchesPattern } from './pattern.ts';

/** `undefined`: not known. */
export type Answer = boolean | undefined;

/** Does a condition compare, other than a plain pattern? */
export function isComparison(condition: Condition): condition is Comparison {
  return typeof condition === 'object';
}

/** All must hold: one `false` decides, else one unknown. */
export function allOf(answers: readonly Answer[]): Answer {
  if (answers.includes(false)) return false;
  return answers.includes(undefined) ? undefined : true;
}

/** One must hold: one `true` decides, else one unknown. */
function anyOf(answers: readonly Answer[]): Answer {
  if (answers.includes(true)) return true;
  return answers.includes(undefined) ? undefined : false;
}

/** The values of one attribute of a resource, and how several of them count. */
export interface Compared {
  readonly values: readonly unknown[];
  /** Of several values (tags whose keys differ in case) `all` or `any` has to fit. */
  readonly of: 'all' | 'any';
  /** Would a person take the value for that of the pattern? Counts where that keeps; absent: it has to match. */
  readonly resembles?: ((pattern: ValuePattern, value: unknown) => boolean) | undefined;
  /** Business time, ms since the epoch. */
  readonly now: number;
}

/** `absent` needs a known absence; every other key is unknown without a value. */
export function compare(comparison: Comparison, { values: given, of, resembles, now }: Compared): Answer {
  const { absent, ...others } = comparison;
  const values = given.filter((value) => value !== undefined && value !== null);
  const presence = absent === undefined ? [] : [absent === (values.length === 0)];
  if (Object.keys(others).length === 0) return allOf(presence);
  if (values.length === 0) return allOf([...presence, undefined]);
  const equals = { is: of === 'any' ? resembles : undefined, not: of === 'all' ? resembles : undefined };
  const each = values.map((value) => compareOne(others, value, equals, now));
  return allOf([...presence, of === 'all' ? allOf(each) : anyOf(each)]);
}

function compareOne(
  { is, not, matches, above, below, olderThan }: Comparison,
  value: unknown,
  equals: { readonly is: Compared['resembles']; readonly not: Compared['resembles'] },
  now: number,
): Answer {
  return allOf([
    ...(is === undefined ? [] : [listed(is, value, equals.is)]),
    ...(not === undefined ? [] : [!listed(not, value, equals.not)]),
    ...(matches === undefined ? [] : [matchesPattern(matches, value)]),
    ...(above === undefined ? [] : [isAbove(value, above)]),
    ...(below === undefined ? [] : [isBelow(value, below)]),
    ...(olderThan === undefined ? [] : [isOlder(value, olderThan, now)]),
  ]);
}

function listed(
  patterns: ValuePattern | readonly ValuePattern[],
  value: unknown,
  equals: Compared['resembles'] = matchesPattern,
): boolean {
  return ([patterns].flat() as readonly ValuePattern[]).some((pattern) => equals(pattern, value));
}

/** From its first to its last point: a day has many instants, a number is one point. */
interface Range {
  readonly unit: 'number' | 'bytes' | 'time';
  readonly first: number;
  readonly last: number;
}

function isAbove(value: unknown, limit: number | string): Answer {
  const [one, other] = [rangeOf(value), rangeOf(limit)];
  if (!one || one.unit !== other?.unit) return undefined;
  if (one.first > other.last) return true;
  return one.last <= other.last ? false : undefined;
}

function isBelow(value: unknown, limit: number | string): Answer {
  const [one, other] = [rangeOf(value), rangeOf(limit)];
  if (!one || one.unit !== other?.unit) return undefined;
  if (one.last < other.first) return true;
  return one.first >= other.first ? false : undefined;
}

function isOlder(value: unknown, olderThan: string, now: number): Answer {
  const range = rangeOf(value);
  const span = parseDuration(olderThan);
  if (range?.unit !== 'time' || !span || !('ms' in span)) return undefined;
  return now - range.last > span.ms;
}

/** The operands of `above` and `below`, in words. */
export const LIMIT = 'a number, a size such as 100GiB, a day such as 2026-10-28, or an instant';

/** A number, a size with its unit, a day or an instant; `undefined`: none of them. */
export function rangeOf(value: unknown): Range | undefined {
  const number = typeof value === 'number' ? value : numberIn(value);
  if (number !== undefined) return { unit: 'number', first: number, last: number };
  if (typeof value !== 'string') return undefined;
  const bytes = readBytes(value);
  if (bytes !== undefined) return { unit: 'bytes', first: bytes, last: bytes };
  const written = readWrittenDate(value);
  if (written === undefined) return undefined;
  return { unit: 'time', first: written.at, last: written.isWholeDay ? written.at + 24 * HOUR_MS - 1 : written.at };
}

/** Decimal digits only: `Number` also reads `0x1F`, `1e9` and blanks. */
function numberIn(value: unknown): number | undefined {
  return typeof value === 'string' && /^\s*-?\d{1,15}(\.\d{1,9})?\s*$/.test(value) ? Number(value) : undefined;
}

/** A condition for people: `above 100, not prod`; a pattern as it is written. */
export function conditionWords(condition: Condition): string {
  if (!isComparison(condition)) return String(condition);
  return Object.entries(condition)
    .map(([key, value]) => {
      if (key === 'absent') return value === true ? 'absent' : 'present';
      return `${KEY_WORDS[key] ?? key} ${[value].flat().join(' or ')}`;
    })
    .join(', ');
}

const KEY_WORDS: Readonly<Record<string, string>> = { olderThan: 'older than' };
