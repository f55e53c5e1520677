/** The attached list: every resource of the digest, for a spreadsheet or a script (RFC 4180). */

import { mapInSteps } from '../../core/common/steps.ts';
import type { MonthlyCost } from '../../core/resource/prices.ts';
import { shorten, visible } from '../../core/text/visible.ts';
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
] as const;

/** A spreadsheet takes at most 32,767 characters in a cell; no true id or name comes near. */
const MAX_CELL = 5000;

/** Mail servers take 10 MB as they come (Postfix); this is less in base64, with the message around it. */
const MAX_BYTES = 6_500_000;

/** @param currency of the costs; absent where none has a figure */
export async function csvOf(items: readonly Item[], currency?: string): Promise<string> {
  const lines = await mapInSteps(items, (item) => line(cellsOf(item, currency)));
  return [line(COLUMNS), ...lines].join('');
}

/** The room that the attached list of one message has. */
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
    `${item.deletionWords} (${deletion.timeZone})`,
    row.keepUrl ?? '',
    ...costCells(row.monthlyCost, currency),
  ];
}

/** A number that a spreadsheet adds up, and what kind of number it is. */
function costCells(cost: MonthlyCost | undefined, currency: string | undefined): string[] {
  if (cost === undefined || currency === undefined) return ['', '', ''];
  return [String(cost.amount), cost.stays ? 'at most, in snapshots that stay' : cost.upTo ? 'at most' : '', currency];
}

/**
 * What begins a formula (OWASP, "CSV Injection"), in ASCII and in full width, at the start of a cell or behind a
 * character at which a spreadsheet may split: in many languages that is the semicolon, whatever the quotes say.
 */
const FORMULA = /(^|[;,|\t\r\n])(\s*)(?=[=+\-@\uFF1D\uFF0B\uFF0D\uFF20])/g;

/** A cell in quotes; an apostrophe stands before each character that would begin a formula. */
function cell(text: string): string {
  const shown = visible(shorten(text, MAX_CELL));
  return `"${shown.replace(FORMULA, "$1'$2").replaceAll('"', '""')}"`;
}
