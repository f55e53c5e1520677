/** A table of applications and their owners as CSV (RFC 4180), with `,` or `;` between its cells. Pure. */
import type { RegistrySettings } from '../core/policy/ownerSettings.ts';

/**
 * Rows by the names in the first row.
 * @throws Error if a column is missing, or a row has another number of cells
 */
export function rowsIn(
  text: string,
  { app, owner }: RegistrySettings['keys'],
): readonly Readonly<Record<string, string>>[] {
  const [first = ''] = text.replace(/^\uFEFF/, '').split(/\r?\n/, 1);
  const separator = first.includes(';') && !first.includes(',') ? ';' : ',';
  const [head = [], ...rows] = cellsIn(text.replace(/^\uFEFF/, ''), separator);
  const names = head.map((name) => name.trim());
  for (const key of [app, owner]) {
    if (!names.includes(key)) throw new Error(`its first row has no column ${JSON.stringify(key)}`);
  }
  return rows.map((cells, index) => {
    if (cells.length !== names.length)
      throw new Error(`row ${index + 2} has ${cells.length} cells, the first has ${names.length}`);
    return Object.fromEntries(names.map((name, column) => [name, cells[column] ?? '']));
  });
}

/** Quotes may hold separators, line ends and doubled quotes; empty lines are none. */
function cellsIn(text: string, separator: string): readonly (readonly string[])[] {
  const rows: string[][] = [];
  let row: string[] = [];
  const piece = new RegExp(`(?:"((?:[^"]|"")*)"|([^"${separator}\\r\\n]*))(${separator}|\\r?\\n|$)`, 'y');
  while (piece.lastIndex < text.length) {
    const found = piece.exec(text);
    if (!found) throw new Error(`row ${rows.length + 1} has a quote that does not end`);
    const [, quoted, bare = '', end] = found;
    row.push(quoted?.replaceAll('""', '"') ?? bare);
    if (end === separator && piece.lastIndex < text.length) continue;
    if (end === separator) row.push('');
    if (row.some((cell) => cell !== '') || row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
}
