/** Converts a value of an exclusion or an attribute to native patterns. */
import { compilePattern } from '../../src/core/evaluation/pattern.ts';
import { translateRegex } from './javaRegex.ts';
import type { Source } from './source.ts';

/** Texts in native form, including variables. */
export type Pattern = string | number | boolean;

export type Patterns =
  /** `says` has the notes for a reader. */
  | { readonly kind: 'patterns'; readonly patterns: readonly Pattern[]; readonly says: readonly string[] }
  | { readonly kind: 'untranslatable'; readonly why: string };

/**
 * - `wide`: at least everything that Swabbie matched; for keeping rules.
 * - `parts`: like `wide`, for a text that may contain commas: Swabbie also compared each part between them.
 * - `narrow`: nothing that Swabbie did not match; for allowlists and rules.
 */
export type Reach = 'wide' | 'parts' | 'narrow';

const PATTERN = 'pattern:';

/** Reads one value. In a list of its own, `\*` means everything, and the caller handles it. */
export function readValue(value: Source, reach: Reach): Patterns {
  const { data } = value;
  if (typeof data === 'number' || typeof data === 'boolean') return patterns([data]);
  const text = typeof data === 'string' ? value.text('text') : undefined;
  if (text === undefined) return untranslatable('it is no single value');
  if (text.lossy !== undefined) return untranslatable(text.lossy);
  const plain = text.plain ?? text.native.replaceAll(/\$\{[^}]*\}/g, 'x');
  if (plain.startsWith(PATTERN)) {
    const regex = plain.slice(PATTERN.length);
    return text.variable ? regexWithVariables(text.native, regex) : regexes(regex, reach);
  }
  if (text.variable) {
    const sayable = isLiteral(plain) && reach !== 'parts';
    return sayable ? patterns([text.native]) : untranslatable('a variable in such a value');
  }
  return literals(plain, reach);
}

/** It is uncertain whether Swabbie split the value or the compared text: keeping rules use both. */
function literals(plain: string, reach: Reach): Patterns {
  const tokens = reach !== 'narrow' && plain.includes(',') ? plain.split(',').map((token) => token.trim()) : [];
  const all = [...new Set([plain, ...tokens.filter((token) => token !== '')])];
  return allOf([...all.map(literalPattern), ...(reach === 'parts' ? all.map(partPattern) : [])]);
}

/** A text that matches only itself. */
function literalPattern(text: string): Patterns {
  if (isLiteral(text)) return patterns([escapeVariables(text)]);
  return compiled(`/^${quoted(text)}$/`);
}

function partPattern(text: string): Patterns {
  return compiled(`/(^|,)\\s*${quoted(text.trim())}\\s*(,|$)/`);
}

/** The text as a regex that matches it. */
export function quoted(text: string): string {
  return text.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&');
}

function compiled(pattern: string): Patterns {
  const result = compilePattern(pattern);
  return result.kind === 'pattern' ? patterns([escapeVariables(pattern)]) : untranslatable(result.why);
}

/** The pattern in native form, without any variable. */
function escapeVariables(text: string): string {
  return text.replaceAll('${', () => '$${');
}

/** The value is compared literally, not as a regex or `*`. */
function isLiteral(text: string): boolean {
  return !text.startsWith('/') && !text.includes('*') && compiles(text);
}

function compiles(pattern: string): boolean {
  return compilePattern(pattern).kind === 'pattern';
}

/** Swabbie used the part after the last colon, even if more was meant. */
function regexes(meant: string, reach: Reach): Patterns {
  const taken = meant.slice(meant.lastIndexOf(':') + 1);
  if (meant === taken) return regexPattern(taken);
  const says = [`Swabbie took only the text after the last colon, "${taken}"`];
  const invalid = translateRegex(taken).kind === 'invalid';
  if (reach === 'narrow') return invalid ? untranslatable(says[0] as string) : saying(regexPattern(taken), says);
  if (invalid) return saying(regexPattern(meant), says);
  // The intended pattern is kept too, if possible: a reader of the old file expects it.
  const both = [taken, meant].map(regexPattern).filter((one, index) => index === 0 || one.kind === 'patterns');
  return saying(allOf(both), says);
}

function regexPattern(regex: string): Patterns {
  const translation = translateRegex(regex);
  if (translation.kind !== 'same') return untranslatable(translation.why);
  if (regex === '') return patterns(['*']);
  return compiled(`/${regex}/`);
}

function regexWithVariables(native: string, regex: string): Patterns {
  if (regex.includes(':') || !native.startsWith(PATTERN)) return untranslatable('a variable in such a value');
  const checked = regexPattern(regex);
  return checked.kind === 'patterns' ? patterns([`/${native.slice(PATTERN.length)}/`]) : checked;
}

function allOf(all: readonly Patterns[]): Patterns {
  const lost = all.find((one) => one.kind === 'untranslatable');
  return lost ?? patterns(all.flatMap((one) => (one.kind === 'patterns' ? one.patterns : [])));
}

function saying(one: Patterns, says: readonly string[]): Patterns {
  return one.kind === 'patterns' ? { ...one, says } : one;
}

function patterns(all: readonly Pattern[]): Patterns {
  return { kind: 'patterns', patterns: all, says: [] };
}

function untranslatable(why: string): Patterns {
  return { kind: 'untranslatable', why };
}
