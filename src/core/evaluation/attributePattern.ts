import type { Comparison, Condition, ValuePattern } from '../policy/condition.ts';
import { type Attributes, attributeNames, kindAt, type ValueKind } from '../resource/attribute.ts';
import { readBytes } from '../text/size.ts';
import { isComparison, LIMIT, rangeOf } from './comparison.ts';

/** Why a condition about an attribute fits no resource of a type, whatever its values are. */
export type Mismatch =
  /** The type has no such attribute; `names`: those it has. */
  | { readonly kind: 'unknown'; readonly names: readonly string[] }
  /** It compares with values of another kind. `key`: of a comparison; `why`: what is right, in words. */
  | { readonly kind: 'value'; readonly key?: string; readonly why: string };

/** Checks a condition about an attribute in `keep`, `only`, `match` or a rule; empty: it may match. */
export function mismatchesOf(attributes: Attributes, path: string, condition: unknown): readonly Mismatch[] {
  const kind = kindAt(attributes, path);
  if (kind === undefined) return [{ kind: 'unknown', names: attributeNames(attributes) }];
  if (typeof condition !== 'object') return misfit(kind, condition);
  if (condition === null || Array.isArray(condition)) return [];
  return Object.entries(condition).flatMap(([key, operand]) => misfitOf(kind, path, key as keyof Comparison, operand));
}

function misfit(kind: ValueKind, pattern: unknown, key?: string): readonly Mismatch[] {
  const allowed = patternsOf(kind);
  if (allowed === undefined || isOfAnyKind(pattern) || allowed.fits(pattern as ValuePattern)) return [];
  return [{ kind: 'value', ...(key === undefined ? {} : { key }), why: `allowed: ${allowed.words}` }];
}

/** The keys that compare with values of each kind; those of any other key are an error of the schema. */
const KEYS: Readonly<Record<string, readonly (keyof Comparison)[]>> = {
  text: ['is', 'not', 'matches'],
  texts: ['is', 'not', 'matches'],
  boolean: ['is', 'not'],
  number: ['is', 'not', 'above', 'below'],
  bytes: ['is', 'not', 'above', 'below'],
  gibibytes: ['is', 'not', 'above', 'below'],
  date: ['is', 'not', 'above', 'below', 'olderThan'],
  untyped: ['is', 'not', 'above', 'below', 'olderThan', 'matches'],
};

function misfitOf(kind: ValueKind, path: string, key: keyof Comparison, operand: unknown): readonly Mismatch[] {
  if (key === 'is' || key === 'not') return [operand].flat().flatMap((pattern) => misfit(kind, pattern, key));
  const keys = KEYS[String(kind)] ?? [];
  const sentence = `${path} is ${KIND_WORDS[String(kind)]}`;
  if (key === 'absent') {
    if (path.startsWith('tag:')) return [];
    // A listing may leave out what the resource has: only of tags is it known that there is none.
    return [{ kind: 'value', key, why: `${sentence}: only of a tag it is known that it is absent ("tag:KEY")` }];
  }
  if (!keys.includes(key)) {
    const isKnown = Object.values(KEYS).some((all) => all.includes(key));
    return isKnown ? [{ kind: 'value', key, why: `${sentence}; allowed: ${keys.join(', ')}` }] : [];
  }
  if (typeof operand !== 'number' && typeof operand !== 'string') return [];
  const limits = LIMITS[String(kind)];
  if ((key !== 'above' && key !== 'below') || !limits || limits.fits(operand)) return [];
  return [{ kind: 'value', key, why: `${sentence}; allowed: ${limits.words}` }];
}

const KIND_WORDS: Readonly<Record<string, string>> = {
  text: 'a text',
  texts: 'a list of texts',
  boolean: 'true or false',
  number: 'a number',
  bytes: 'a number of bytes',
  gibibytes: 'a number of GiB',
  date: 'a date',
  untyped: 'a text',
};

/** A regex and `*` fit every value; what is no pattern at all is another problem. */
function isOfAnyKind(pattern: unknown): boolean {
  if (typeof pattern === 'string') return pattern === '*' || pattern.startsWith('/');
  return typeof pattern !== 'number' && typeof pattern !== 'boolean';
}

interface Values {
  readonly words: string;
  fits(pattern: ValuePattern): boolean;
}

const isNumber = (one: ValuePattern) => String(Number(one)) === String(one);
const isSize = (one: ValuePattern) => isNumber(one) || (typeof one === 'string' && readBytes(one) !== undefined);

const GENERAL = '"/regex/" or "*"';
const NUMBER: Values = { words: `a number, ${GENERAL}`, fits: isNumber };
const SIZE: Values = { words: `a number, a size such as 100GiB, ${GENERAL}`, fits: isSize };
const BOOLEAN: Values = { words: `true, false, ${GENERAL}`, fits: (one) => /^(true|false)$/.test(String(one)) };
const DATE: Values = { words: `"2026-10-28", "2026-10-28T00:00:00.000Z", ${GENERAL}`, fits: isDate };

/** `undefined`: any pattern fits. */
function patternsOf(kind: ValueKind): Values | undefined {
  if (kind === 'number') return NUMBER;
  if (kind === 'bytes' || kind === 'gibibytes') return SIZE;
  if (kind === 'boolean') return BOOLEAN;
  return kind === 'date' ? DATE : undefined;
}

const SIZE_LIMIT: Values = { words: 'a number, or a size such as 100GiB', fits: isSize };
const LIMITS: Readonly<Record<string, Values>> = {
  number: { words: 'a number', fits: isNumber },
  bytes: SIZE_LIMIT,
  gibibytes: SIZE_LIMIT,
  date: { words: '"2026-10-28", or an instant', fits: (one) => rangeOf(one)?.unit === 'time' },
  untyped: { words: LIMIT, fits: (one) => rangeOf(one) !== undefined },
};

function isDate(pattern: ValuePattern): boolean {
  const date = new Date(typeof pattern === 'string' ? pattern : Number.NaN);
  if (Number.isNaN(date.getTime())) return false;
  const written = date.toISOString();
  return pattern === written || pattern === written.slice(0, 'YYYY-MM-DD'.length);
}

const GIB = 1024 ** 3;

/** The condition with its sizes (`100GiB`) as numbers in the unit of the attribute, as resources have them. */
export function inUnit(attributes: Attributes, path: string, condition: Condition): Condition {
  const kind = kindAt(attributes, path);
  if (kind !== 'bytes' && kind !== 'gibibytes') return condition;
  const number = <T>(value: T): T | number => {
    const bytes = typeof value === 'string' ? readBytes(value) : undefined;
    return bytes === undefined ? value : bytes / (kind === 'bytes' ? 1 : GIB);
  };
  if (!isComparison(condition)) return number(condition);
  const inNumbers = Object.entries(condition).map(([key, value]) => [key, mapped(value, number)]);
  return Object.fromEntries(inNumbers) as Comparison;
}

function mapped(value: unknown, change: (one: unknown) => unknown): unknown {
  return Array.isArray(value) ? value.map(change) : change(value);
}
