/** Writes the native file of an import: a head, accounts, entries, and the table of what was not carried over. */
import { basename } from 'node:path';
import { loadConfiguration } from '../../src/config/load/loader.ts';
import { ConfigurationError } from '../../src/core/common/errors.ts';
import type { Handler } from '../../src/handlers/contract/handler.ts';
import { inline, item, type Line, line, list, type Mapping, mapping, type Piece, row } from './commented.ts';
import { render } from './render.ts';
import type { Plain, Row } from './sourceFile.ts';

export interface ImportedFile {
  /** The native file. */
  readonly text: string;
  /** What was not carried over, or selects less than it did. */
  readonly rows: readonly Row[];
  readonly entries: number;
  /** Environment variables that the file needs and that have no default. */
  readonly variables: readonly string[];
}

/** A part of the native file. In its texts `${` is a text, not a variable. */
export type Entry = Plain;

export interface Native {
  /** The program whose file it is, as in "Custodian's". */
  readonly of: string;
  readonly source: string;
  readonly file: string;
  /** What holds for the whole file, one paragraph each. */
  readonly says: readonly string[];
  /** Written as they are: `${NAME}` in them is a variable. */
  readonly accounts: readonly Plain[];
  readonly defaults?: Plain;
  readonly entries: readonly Entry[];
  readonly rows: readonly Row[];
}

/**
 * @throws ConfigurationError where no entry is left: a file that selects nothing is no import
 * @throws Error where the written file does not load
 */
export function writeNative(native: Native, handlers: readonly Handler[]): ImportedFile {
  const { of, source, file, entries, rows } = native;
  if (entries.length === 0) throw nothingLeft(native);
  const accounts = native.accounts.map((one) => item(blockOf(one, String)));
  const lines = [
    line('dryRun', true),
    line('accounts', list(...accounts)),
    ...(native.defaults ? [line('defaults', flowOf(native.defaults, String) as Mapping)] : []),
    line('cleanup', list(...entries.map((entry) => item(blockOf(entry, escaped))))),
  ];
  const head = [
    `Imported from ${of}'s ${basename(file)} by \`holystone import ${source}\`. Before anything else:`,
    '  holystone validate --config THIS_FILE   # its namespaces',
    '  holystone plan --config THIS_FILE       # resources that it would mark, and why; writes nothing',
    'What was not carried over is in the table at the end.',
    ...native.says,
  ];
  const text = render(mapping(...lines), head, tableOf(rows));
  const variables = variablesIn(native);
  const problem = problemIn(text, variables, handlers);
  if (problem) throw new Error(`the imported file would not validate: ${problem}`);
  return { text, rows, entries: entries.length, variables };
}

/** Why Holystone refuses an entry beside these accounts; `undefined`: it does not. */
export function whyRefused(entry: Entry, native: Pick<Native, 'accounts'>, handlers: readonly Handler[]) {
  const lines = [
    line('accounts', list(...native.accounts.map((one) => item(blockOf(one, String))))),
    line('cleanup', list(item(blockOf(entry, escaped)))),
  ];
  return problemIn(render(mapping(...lines), [], []), variablesIn(native), handlers);
}

function problemIn(text: string, variables: readonly string[], handlers: readonly Handler[]): string | undefined {
  const env = Object.fromEntries(variables.map((name) => [name, STAND_INS[name] ?? 'stand-in']));
  try {
    loadConfiguration({ text, file: 'imported' }, { env, handlers });
    return undefined;
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error;
    return error.problems[0]?.message ?? 'it does not load';
  }
}

const STAND_INS: Readonly<Record<string, string>> = {
  AWS_ACCOUNT_ID: '123456789012',
  AWS_REGION: 'us-east-1',
  REGISTRY_URL: 'https://registry.example.com',
};

function variablesIn({ accounts }: Pick<Native, 'accounts'>): readonly string[] {
  return [...new Set([...JSON.stringify(accounts).matchAll(/\$\{([A-Z_]+)\}/g)].map(([, name = '']) => name))];
}

function nothingLeft({ file, rows }: Native): ConfigurationError {
  const [first = { file, line: 1, column: 1, message: 'there is nothing in it that Holystone could take over' }] = rows;
  const problem = { file: first.file, line: first.line, column: first.column };
  const others = rows.map(({ message, line: at }) => `line ${at}: ${message}`).join('; ');
  return new ConfigurationError([
    { ...problem, message: rows.length === 0 ? first.message : `nothing of it can be carried over: ${others}` },
  ]);
}

/** The table at the end of a file, a line each. A text cannot end a comment. */
export function tableOf(rows: readonly Row[]): readonly string[] {
  if (rows.length === 0) return ['Everything was carried over.'];
  const cells = rows.map(
    ({ line: at, carried, message }) =>
      `| ${at} | ${carried} | ${message.replace(/\p{Cc}+/gu, ' ').replaceAll('|', '\\|')} |`,
  );
  return ['  | line | carried over | what and why |', '  | --- | --- | --- |', ...cells.map((cell) => `  ${cell}`)];
}

type Text = (text: string) => string;

function escaped(text: string): string {
  return text.replaceAll('${', () => '$${');
}

function blockOf(value: Plain, text: Text): Mapping {
  return mapping(
    ...linesOf(value, (one) => (Array.isArray(one) && one.some(isDeep) ? listOf(one, text) : flowOf(one, text))),
  );
}

function linesOf(value: Plain, piece: (one: unknown) => Piece): readonly Line[] {
  return Object.entries(value).flatMap(([key, one]) => (one === undefined ? [] : [line(key, piece(one))]));
}

function isDeep(value: unknown): boolean {
  return typeof value === 'object';
}

function listOf(values: readonly unknown[], text: Text): Piece {
  return list(...values.map((one) => item(flowOf(one, text))));
}

function flowOf(value: unknown, text: Text): Piece {
  if (Array.isArray(value)) return row(...value.map((one) => flowOf(one, text)));
  if (typeof value === 'object' && value !== null) {
    return inline(
      Object.fromEntries(linesOf(value as Plain, (one) => flowOf(one, text)).map(({ key, value: one }) => [key, one])),
    );
  }
  return typeof value === 'string' ? text(value) : (value as number | boolean);
}
