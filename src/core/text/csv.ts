/** Lines of comma-separated values (RFC 4180) that no spreadsheet takes for a formula. Pure. */
import { shorten, visible } from './visible.ts';

/** A spreadsheet takes at most 32,767 characters in a cell; no real id or name is that long. */
const MAX_CELL = 5000;

/** Every cell is quoted, has at most 5,000 characters, and begins no formula; the line ends with CRLF (RFC 4180). */
export function csvLine(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

/**
 * The start of a formula (OWASP, "CSV Injection"), in ASCII and in full width, at the start of a cell or after a
 * character at which a spreadsheet may split: in many languages that is the semicolon, even inside quotes.
 */
const FORMULA = /(^|[;,|\t\r\n])(\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** A quoted cell; an apostrophe precedes each character that would begin a formula. */
function cell(text: string): string {
  const shown = visible(shorten(text, MAX_CELL));
  return `"${shown.replace(FORMULA, "$1'$2").replaceAll('"', '""')}"`;
}
