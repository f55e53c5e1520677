/** Selects the library's errors about an invalid text that help to correct it. */
import type { ErrorCode, LineCounter, YAMLError } from 'yaml';
import { yamlWords } from './yamlWords.ts';

/** A problem at an offset of the text. */
export interface SourceProblem {
  readonly offset: number;
  readonly message: string;
}

/** After one of these errors the library has lost its place: its later errors are only consequences. */
const LOST: ReadonlySet<ErrorCode> = new Set([
  'BAD_COLLECTION_TYPE',
  'BAD_INDENT',
  'BLOCK_AS_IMPLICIT_KEY',
  'BLOCK_IN_FLOW',
  'IMPOSSIBLE',
  'KEY_OVER_1024_CHARS',
  'MISSING_CHAR',
  'MULTILINE_IMPLICIT_KEY',
  'TAB_AS_INDENT',
  'UNEXPECTED_TOKEN',
]);

const UNQUOTED = `a variable within { … } or [ … ] must be in quotes: "$\{NAME}"`;
const TOO_FAR =
  'not valid YAML: this line is indented further than the one above, which already has a value; the keys of one mapping start at the same column';
const NO_DASH =
  'not valid YAML: this line is in the column of neither the list nor the keys above; an item of a list begins with "- ", and the keys of one mapping start at the same column';
const SECOND_COLON = 'not valid YAML: a second ": " in one line; text that contains ": " must be in quotes';

/** The faults in order: all independent ones, up to the first one after which the others are not reliable. */
export function faultsOf(errors: readonly YAMLError[], text: string, lines: LineCounter): SourceProblem[] {
  const unquoted = errors.filter(({ pos }) => text.startsWith('${', pos[0] - 1)).map(({ pos }) => pos[0] - 1);
  const inOrder = [...errors].sort((a, b) => a.pos[0] - b.pos[0]);
  const first = inOrder.find(({ code }) => LOST.has(code));
  // A variable without quotes causes errors of the library from the beginning of its line.
  const [variable] = unquoted.toSorted((a, b) => a - b);
  const isOfVariable = variable !== undefined && first && lineOf(lines, first.pos[0]) >= lineOf(lines, variable);
  const end = Math.min(first?.pos[0] ?? text.length + 1, variable ?? text.length + 1);
  return [
    ...unquoted.map((offset) => ({ offset, message: UNQUOTED })),
    ...inOrder
      .filter(({ pos, code }) => !LOST.has(code) && pos[0] < end)
      .map(({ pos, code, message }) => ({ offset: pos[0], message: yamlWords(code, message) })),
    ...(first && !isOfVariable ? [placed(first, errors, text)] : []),
  ];
}

function placed(
  { pos: [offset], code, message }: YAMLError,
  errors: readonly YAMLError[],
  text: string,
): SourceProblem {
  const isAlso = (other: ErrorCode) => errors.some((error) => error.pos[0] === offset && error.code === other);
  // For a line with wrong indentation, the library gives the offset of its beginning.
  const word = offset + (/^ */.exec(text.slice(offset))?.[0].length ?? 0);
  if (message.startsWith('Sequence item without')) return { offset: word, message: NO_DASH };
  if (code !== 'BLOCK_AS_IMPLICIT_KEY') return { offset: word, message: yamlWords(code, message) };
  if (!isAlso('MULTILINE_IMPLICIT_KEY')) return { offset, message: SECOND_COLON };
  // The value is valid; the line after it is not.
  const next = /\n[ \t]*(?=[^\s#])/.exec(text.slice(offset));
  return { offset: next ? offset + next.index + next[0].length : offset, message: TOO_FAR };
}

function lineOf(lines: LineCounter, offset: number): number {
  return lines.linePos(offset).line;
}
