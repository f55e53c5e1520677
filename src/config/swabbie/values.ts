/** What a value of an exclusion or an attribute matches, as native patterns. */
import { compilePattern } from '../../core/pattern.ts';
import { translateRegex } from './javaRegex.ts';
import type { Source } from './source.ts';

/** Texts as they are written in a native file, variables included. */
export type Pattern = string | number | boolean;

export type Patterns =
  /** `says` is what a reader must know about them. */
  | { readonly kind: 'patterns'; readonly patterns: readonly Pattern[]; readonly says: readonly string[] }
  | { readonly kind: 'untranslatable'; readonly why: string };

/**
 * - `wide`: at least everything that Swabbie matched; for what keeps.
 * - `narrow`: nothing that Swabbie did not match; for allowlists and rules.
 */
export type Reach = 'wide' | 'narrow';

const PATTERN = 'pattern:';

/** Reads one value. In a list of its own, `\*` stands for everything and is the caller's matter. */
export function readValue(value: Source, reach: Reach): Patterns {
  const { data } = value;
  if (typeof data === 'number' || typeof data === 'boolean') return patterns([data]);
  const text = value.text('text');
  if (text === undefined) return untranslatable('it is no single value');
  if (text.lossy !== undefined) return untranslatable(text.lossy);
  const plain = text.plain ?? text.native.replaceAll(/\$\{[^}]*\}/g, 'x');
  if (plain.startsWith(PATTERN)) {
    const regex = plain.slice(PATTERN.length);
    return text.variable ? regexWithVariables(text.native, regex) : regexes(regex, reach);
  }
  if (text.variable) return isLiteral(plain) ? patterns([text.native]) : untranslatable('a variable in such a value');
  const tokens = reach === 'wide' && plain.includes(',') ? plain.split(',').map((token) => token.trim()) : [];
  return allOf([...new Set([plain, ...tokens.filter((token) => token !== '')])].map(literalPattern));
}

/** A text that matches only itself. */
export function literalPattern(text: string): Patterns {
  if (isLiteral(text)) return patterns([escapeVariables(text)]);
  const quoted = `/^${text.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&')}$/`;
  return compiles(quoted) ? patterns([escapeVariables(quoted)]) : untranslatable('it is too long');
}

/** The same pattern as a native file writes it where no variable is meant. */
function escapeVariables(text: string): string {
  return text.replaceAll('${', () => '$${');
}

/** A value is taken by its letters, and not as regex or `*`. */
function isLiteral(text: string): boolean {
  return !text.startsWith('/') && !text.includes('*') && compiles(text);
}

function compiles(pattern: string): boolean {
  return compilePattern(pattern).kind === 'pattern';
}

/** Swabbie took what follows the last colon, whatever was meant. */
function regexes(meant: string, reach: Reach): Patterns {
  const taken = meant.slice(meant.lastIndexOf(':') + 1);
  if (meant === taken) return regexPattern(taken);
  const says = [`Swabbie took only what follows the last colon, "${taken}"`];
  const invalid = translateRegex(taken).kind === 'invalid';
  if (reach === 'narrow') return invalid ? untranslatable(says[0] as string) : saying(regexPattern(taken), says);
  if (invalid) return saying(regexPattern(meant), says);
  // What was meant is kept as well, where it can be: it is what a reader of the old file expects.
  const both = [taken, meant].map(regexPattern).filter((one, index) => index === 0 || one.kind === 'patterns');
  return saying(allOf(both), says);
}

function regexPattern(regex: string): Patterns {
  const translation = translateRegex(regex);
  if (translation.kind !== 'same') return untranslatable(translation.why);
  if (regex === '') return patterns(['*']);
  const pattern = `/${regex}/`;
  const compiled = compilePattern(pattern);
  return compiled.kind === 'pattern' ? patterns([escapeVariables(pattern)]) : untranslatable(compiled.why);
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
