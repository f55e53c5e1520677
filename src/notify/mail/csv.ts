/** The attached list: every resource of the digest, for a spreadsheet or a script (RFC 4180). */

import { mapInSteps } from '../../core/common/steps.ts';
import type { MonthlyCost } from '../../core/resource/prices.ts';
import { shorten, visible } from '../../core/text/visible.ts';
import { dated } from '../message/dates.ts';
import type { Item } from '../message/item.ts';

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
  'monthly_cost',
  'monthly_cost_is',
  'currency',
  'frees_bytes',
] as const;

/** A spreadsheet takes at most 32,767 characters in a cell; no real id or name is that long. */
const MAX_CELL = 5000;

/** Mail servers accept 10 MB by default (Postfix); this is less, in base64 and with the rest of the message. */
const MAX_BYTES = 6_500_000;

/** @param currency of the costs; absent when none has a figure */
export async function csvOf(items: readonly Item[], currency?: string): Promise<string> {
  const lines = await mapInSteps(items, (item) => line(cellsOf(item, currency)));
  return [line(COLUMNS), ...lines].join('');
}

/** The room of the attached list in one message. */
export function csvRoom(): { takes(item: Item): boolean } {
  let bytes = 0;
  return {
    takes(item) {
      bytes += Buffer.byteLength(line(cellsOf(item, 'USD')));
      return bytes <= MAX_BYTES;
    },
  };
}

function line(cells: readonly string[]): string {
  return `${cells.map(cell).join(',')}\r\n`;
}

function cellsOf(item: Item, currency: string | undefined): string[] {
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
    dated(item.deletionWords, deletion),
    row.keepUrl ?? '',
    ...costCells(row.monthlyCost, currency),
    row.freesBytes === undefined ? '' : String(row.freesBytes),
  ];
}

/** A number that a spreadsheet can add, and its kind. */
function costCells(cost: MonthlyCost | undefined, currency: string | undefined): string[] {
  if (cost === undefined || currency === undefined) return ['', '', ''];
  return [String(cost.amount), cost.stays ? 'at most, in snapshots that stay' : cost.upTo ? 'at most' : '', currency];
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
