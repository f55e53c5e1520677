/**
 * Patterns from the configuration. They run on RE2 (re2js), whose time is linear in the text, so that no pattern can
 * hang the process.
 */
import { RE2JS, RE2JSException } from 're2js';
import { z } from 'zod';
import { withoutUnseen, withoutUnseenEnds } from '../common/seen.ts';
import type { ValuePattern } from '../policy/condition.ts';
import { isOnlyPrefix, literalIn, literalPrefix } from './regexLiterals.ts';

/** A compiled pattern. `undefined` and `null` never match: missing data decides nothing. */
interface Pattern {
  matches(value: unknown): boolean;
}

/** The outcome of reading a pattern from the configuration. */
export type PatternResult =
  | { readonly kind: 'pattern'; readonly pattern: Pattern }
  /** `why` completes the sentence "found …:". */
  | { readonly kind: 'invalid'; readonly why: string };

/** No person writes a longer pattern, and each character costs memory. */
const MAX_LENGTH = 1000;

/**
 * - `/regex/` or `/regex/i`: RE2 syntax, matches anywhere in the text unless it is anchored (`/^golden-/`)
 * - `*`: any value that exists
 * - a number or boolean: by value, also when the resource has it as text (`5` and `"5"`)
 * - a day (`2026-10-28`): also each instant of it in UTC, as dates of resources are compared
 * - any other text: equality, case-sensitive
 *
 * Text that looks like a pattern but is none (`golden-*`, `/^golden-`) is invalid: as literal text it would silently
 * match nothing.
 */
export function compilePattern(source: ValuePattern): PatternResult {
  if (typeof source === 'number') {
    if (!Number.isFinite(source)) return invalid('a number must be finite');
    return pattern((value) => value === source || (isNumberText(value) && Number(value) === source));
  }
  if (typeof source === 'boolean') {
    return pattern((value) => value === source || (typeof value === 'string' && value.toLowerCase() === `${source}`));
  }
  if (source === '*') return pattern(() => true);
  if (source.length > MAX_LENGTH) return invalid(`longer than ${MAX_LENGTH} characters`);
  if (source.startsWith('/')) return compileRegex(source);
  if (source.includes('*')) {
    return invalid('"*" alone means any value; a part of a text is matched by a regex, such as "/^golden-/"');
  }
  const isDay = DAY.test(source);
  return pattern((value) => String(value) === source || (isDay && isInstantOf(source, value)));
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;

function isInstantOf(day: string, value: unknown): boolean {
  return typeof value === 'string' && value.startsWith(`${day}T`) && /^[\d.:]+Z$/.test(value.slice(day.length + 1));
}

/**
 * Does a pattern of a loaded configuration match? Compiled patterns are cached.
 * @throws Error for an invalid pattern: a loaded configuration has none
 */
export function matchesPattern(source: ValuePattern, value: unknown): boolean {
  return cached(source, patterns, compilePattern).matches(value);
}

/** Texts that have little in common: a regex that finds itself in all of them finds itself in any. */
const ODD_TEXTS = ['', '\n', 'a', 'Z-9 _/:.@', '\u{1f600}', 'x'.repeat(5000)] as const;
const ODD_NAMES = ODD_TEXTS.filter((text) => /./.test(text));

/** Does a pattern match every value that is there, as `*` and a regex of anything do? */
export function matchesAnything(source: ValuePattern): boolean {
  return matchesEach(source, ODD_TEXTS);
}

/** The same for texts of one line that are not empty, as all names and ids are: `/^.*$/` and `/.+/` match each of them. */
export function matchesAnyName(source: ValuePattern): boolean {
  return matchesEach(source, ODD_NAMES);
}

function matchesEach(source: ValuePattern, texts: readonly string[]): boolean {
  if (source === '*') return true;
  const result = typeof source === 'string' && source.startsWith('/') ? compilePattern(source) : undefined;
  return result?.kind === 'pattern' && texts.every((text) => result.pattern.matches(text));
}

/** `.*`, whole or anchored: it says that any text is meant. */
const SAYS_ANYTHING = /^\/\^?\(?(?:\.|\[\\s\\S\]|\[\\w\\W\])\*\??\)?\$?\/i?$/;

/**
 * Why a pattern of a file is a slip: a regex that finds itself in any text although it names some, as after the last alternative of
 * `/^dev-|^test-|/` was taken out, or where a variable in `/^${STAGE}/` had no value.
 */
export function slipIn(source: ValuePattern): string | undefined {
  if (typeof source !== 'string' || !source.startsWith('/') || SAYS_ANYTHING.test(source)) return undefined;
  return matchesAnything(source)
    ? 'the regex matches every text, the empty one too; write "*" if that is meant'
    : undefined;
}

/** For JSON Schemas: `*`, a text between slashes, or a text with neither an asterisk nor a slash at its beginning. */
const PATTERN_SHAPE = '^(?:\\*|/[\\s\\S]+/i?|(?!/)[^*]*)$';

/** A {@link ValuePattern} in a schema; an invalid pattern is a problem at its place in the file. */
export const valuePattern = z
  .union([z.string(), z.number(), z.boolean()], { error: 'a text, "/regex/", "*", a number or a boolean' })
  .superRefine((source, context) => {
    const result = compilePattern(source);
    const why = result.kind === 'invalid' ? result.why : slipIn(source);
    if (why !== undefined) context.addIssue({ code: 'custom', message: why });
  })
  .meta({ pattern: PATTERN_SHAPE, maxLength: MAX_LENGTH });

/**
 * A regex that must match the whole text, as cleanup policies of registries write it: without slashes, anchored and
 * grouped, so `a|b` means exactly `a` or `b`. RE2 syntax. What a person does not see of it counts for nothing: a block of YAML, and a
 * variable that was made from a file, end with a line break.
 */
function compileWhole(written: string): PatternResult {
  const source = withoutUnseenEnds(written.normalize('NFC'));
  if (source === '') return invalid('an empty regex');
  if (withoutUnseen(source) !== source) return invalid('a line break or an invisible character is in it');
  if (source.length > MAX_LENGTH) return invalid(`longer than ${MAX_LENGTH} characters`);
  try {
    const regex = RE2JS.compile(source);
    return pattern((value) => regex.matches(String(value)));
  } catch (error) {
    if (error instanceof RE2JSException) return invalid(`not a regex of RE2: ${error.message}`);
    throw error;
  }
}

/**
 * Does a regex of a loaded configuration match the whole text? Compiled regexes are cached.
 * @throws Error for an invalid regex: a loaded configuration has none
 */
export function matchesWhole(source: string, text: string): boolean {
  return cached(source, wholes, compileWhole).matches(text);
}

/** The schema of such a regex; an invalid one is a problem at its place in the file. */
export const wholeRegex = wholeRegexOr();

/** The same, of names that may go: where an invalid one must not stop the daemon, it stands for none. */
export const selectingRegex = wholeRegexOr('[^\\s\\S]');

/** The same, of names to keep: where an invalid one must not stop the daemon, it stands for all. */
export const keepingRegex = wholeRegexOr('[\\s\\S]*');

/** @param safe the harmless meaning of an invalid regex; `safeValueOf` reads it from the issue */
function wholeRegexOr(safe?: string) {
  return z
    .string({ error: 'a regex that matches the whole name, such as "v.*"' })
    .min(1, { error: 'a regex that is not empty' })
    .superRefine((source, context) => {
      const result = compileWhole(source);
      if (source === '' || result.kind !== 'invalid') return;
      context.addIssue({ code: 'custom', message: result.why, ...(safe === undefined ? {} : { params: { safe } }) });
    })
    .meta({ maxLength: MAX_LENGTH });
}

/** A meaning for the value of an issue with which its entry deletes nothing; `undefined`: nothing may. */
export function safeValueOf(issue: z.core.$ZodIssue): string | undefined {
  const { safe } = (issue.code === 'custom' ? (issue.params ?? {}) : {}) as { readonly safe?: string };
  return safe;
}

function compileRegex(source: string): PatternResult {
  const match = /^\/(.+)\/(i?)$/s.exec(source);
  if (!match)
    return invalid('a text that begins with "/" is a regex and ends with "/", such as "/^golden-/" or "/x/i"');
  const prefix = isOnlyPrefix(source) ? literalPrefix(source) : undefined;
  if (prefix !== undefined) return pattern((value) => String(value).startsWith(prefix));
  try {
    const regex = RE2JS.compile(match[1] as string, match[2] === 'i' ? RE2JS.CASE_INSENSITIVE : 0);
    const literal = literalIn(source);
    // Most texts lack it, and the regex takes fifty times as long.
    return pattern((value) => (literal === undefined || String(value).includes(literal)) && regex.test(String(value)));
  } catch (error) {
    if (error instanceof RE2JSException) return invalid(`not a regex of RE2: ${error.message}`);
    throw error;
  }
}

function pattern(matchesPresent: (value: string | number | boolean) => boolean): PatternResult {
  const matches = (value: unknown): boolean => {
    if (Array.isArray(value)) return value.some(matches);
    return isScalar(value) && matchesPresent(value);
  };
  return { kind: 'pattern', pattern: { matches } };
}

function invalid(why: string): PatternResult {
  return { kind: 'invalid', why };
}

function isScalar(value: unknown): value is string | number | boolean {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
}

/** `Number('')` and `Number(' ')` are 0. */
function isNumberText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '' && !Number.isNaN(Number(value));
}

const patterns = new Map<ValuePattern, Pattern>();
const wholes = new Map<string, Pattern>();
const CACHE_SIZE = 5000;

function cached<S extends ValuePattern>(source: S, cache: Map<S, Pattern>, compile: (source: S) => PatternResult) {
  const known = cache.get(source);
  if (known) return known;
  const result = compile(source);
  if (result.kind === 'invalid') throw new Error(`the pattern ${JSON.stringify(source)} cannot be used: ${result.why}`);
  if (cache.size >= CACHE_SIZE) cache.clear();
  cache.set(source, result.pattern);
  return result.pattern;
}
