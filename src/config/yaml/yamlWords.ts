import type { ErrorCode } from 'yaml';

/**
 * Our own words where the library would repeat text of the file: a password that begins with `*`, `!` or `"` is a
 * syntax error, and an error must not print it. The line and the column show the place.
 */
const WORDS: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'an alias (`*name`) without an anchor before it; text that begins with "*" must be in quotes',
  BAD_DIRECTIVE: 'an unknown directive (`%…`); text that begins with "%" must be in quotes',
  BAD_DQ_ESCAPE: 'an unknown escape sequence; in double quotes write \\\\ for a backslash',
  BAD_SCALAR_START: 'text that begins with a reserved character must be in quotes',
  TAG_RESOLVE_FAILED:
    'an unknown tag (`!name`); allowed: plain YAML without tags; text that begins with "!" must be in quotes',
  UNEXPECTED_TOKEN: 'unexpected text; check quotes, brackets and indentation here and in the line before',
};

/** The library's texts that need its vocabulary (flow map, implicit key), by their beginning. */
const BY_TEXT: readonly (readonly [start: string, words: string])[] = [
  ['Implicit keys need', 'a key without its colon; write `key: value`'],
  ['Flow map in block collection', 'a "{" is not closed: its "}" is missing before this place'],
  ['Flow sequence in block collection', 'a "[" is not closed: its "]" is missing before this place'],
  ['Missing closing "quote', 'a text that begins with a double quote has no closing quote'],
  ["Missing closing 'quote", 'a text that begins with a single quote has no closing quote'],
  ['All mapping items must', 'the keys of one mapping start at the same column'],
  ['Tabs are not allowed', 'indentation with a tab; use spaces'],
];

/** Valid YAML that Holystone does not allow. */
const NOT_ALLOWED: Partial<Record<ErrorCode, string>> = {
  MULTIPLE_DOCS: 'allowed: one document per file',
  NON_STRING_KEY: 'a key must be a plain text',
};

/** Codes with a fixed message in the library: it describes the problem and repeats no text of the file. */
const FIXED: ReadonlySet<ErrorCode> = new Set([
  'ALIAS_PROPS',
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'BLOCK_IN_FLOW',
  'DUPLICATE_KEY',
  'KEY_OVER_1024_CHARS',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'MULTIPLE_ANCHORS',
  'MULTIPLE_TAGS',
  'TAB_AS_INDENT',
]);

/** The problem of the YAML, in one line without any text of the file. */
export function yamlWords(code: ErrorCode, message: string): string {
  const fixed = FIXED.has(code) ? message.split('\n', 1)[0] : undefined;
  const words = WORDS[code] ?? BY_TEXT.find(([start]) => fixed?.startsWith(start))?.[1] ?? fixed;
  return NOT_ALLOWED[code] ?? (words === undefined ? 'not valid YAML' : `not valid YAML: ${words}`);
}
