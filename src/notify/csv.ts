/** The attached list: every resource of the digest, for a spreadsheet or a script (RFC 4180). */
import { visible } from '../core/visible.ts';
import type { Item } from './item.ts';

const COLUMNS = [
  'name',
  'id',
  'type',
  'account',
  'location',
  'group',
  'created_at',
  'age_days',
  'why',
  'deletion_at',
  'deletion_in_words',
  'keep_url',
] as const;

export function csvOf(items: readonly Item[]): string {
  return [[...COLUMNS], ...items.map(cellsOf)].map((cells) => `${cells.map(cell).join(',')}\r\n`).join('');
}

function cellsOf(item: Item): string[] {
  const { row, deletion } = item;
  return [
    row.name,
    row.id,
    row.resourceType,
    row.account,
    row.location,
    row.group ?? '',
    row.createdAt === undefined ? '' : new Date(row.createdAt).toISOString(),
    item.ageDays === undefined ? '' : String(item.ageDays),
    row.reasons.join('; '),
    deletion.iso,
    `${deletion.words} (${deletion.timeZone})`,
    row.keepUrl,
  ];
}

/** A cell that a spreadsheet would take for a formula starts with an apostrophe, as OWASP advises. */
function cell(text: string): string {
  const line = visible(text);
  const harmless = /^\s*[=+\-@]/.test(line) ? `'${line}` : line;
  return `"${harmless.replaceAll('"', '""')}"`;
}
