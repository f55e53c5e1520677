/** The attached list: every resource of the digest, for a spreadsheet or a script (RFC 4180). */

import { mapInSteps } from '../../core/common/steps.ts';
import type { MonthlyCost } from '../../core/resource/prices.ts';
import { csvLine } from '../../core/text/csv.ts';
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

/** Mail servers accept 10 MB by default (Postfix); this is less, in base64 and with the rest of the message. */
const MAX_BYTES = 6_500_000;

/** @param currency of the costs; absent when none has a figure */
export async function csvOf(items: readonly Item[], currency?: string): Promise<string> {
  const lines = await mapInSteps(items, (item) => csvLine(cellsOf(item, currency)));
  return [csvLine(COLUMNS), ...lines].join('');
}

/** The room of the attached list in one message. */
export function csvRoom(): { takes(item: Item): boolean } {
  let bytes = 0;
  return {
    takes(item) {
      bytes += Buffer.byteLength(csvLine(cellsOf(item, 'USD')));
      return bytes <= MAX_BYTES;
    },
  };
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
