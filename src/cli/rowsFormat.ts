/** The format of commands that print rows: a table for people, JSON for programs. */
import { Option } from 'commander';
import type { CliContext } from './context.ts';

export interface RowsFormat {
  readonly format?: 'json' | 'table';
}

export function rowsFormatOption(): Option {
  return new Option('-f, --format <format>', 'default: table on a terminal, else json').choices(['json', 'table']);
}

/** The chosen format; without a choice the reader decides. */
export function rowsFormatOf({ format }: RowsFormat, { stdout }: Pick<CliContext, 'stdout'>): 'json' | 'table' {
  return format ?? (stdout.isTTY ? 'table' : 'json');
}
