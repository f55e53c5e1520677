/** One row of a digest as texts of a message; still data, which the renderer escapes. */

import { DAY_MS } from '../../core/common/duration.ts';
import type { Reason } from '../../core/common/reason.ts';
import { mapInSteps } from '../../core/common/steps.ts';
import { type Digest, type DigestRow, whyOf, withLast } from '../../core/notice/digest.ts';
import { toldRows } from '../../core/notice/toldRows.ts';
import { wordsIn } from '../../core/reason/english.ts';
import { endsOf } from '../../core/resource/ends.ts';
import { type CostTotal, totalOf } from '../../core/resource/prices.ts';
import { typeName } from '../../core/resource/typeName.ts';
import { unlinked, unlinkedId, unlinkedName } from '../../core/text/unlinked.ts';
import { shorten } from '../../core/text/visible.ts';
import type { Catalogue } from '../texts/common/catalogue.ts';
import { speaking } from '../texts/index.ts';
import { type OwnerDate, ownerDate } from './dates.ts';
import { fittingWords } from './fitting.ts';

/** A resource of a message in words of its language; every transport shows these. */
export interface Item {
  readonly name: string;
  readonly id: string;
  /** `Auto Scaling group` */
  readonly type: string;
  /** `test, us-east-1` */
  readonly place: string;
  readonly group?: string;
  /** `412 days old`, `age unknown` */
  readonly age: string;
  readonly ageDays?: number;
  readonly why: readonly string[];
  /** {@link why} for a transport with little room. */
  readonly shortWhy: string;
  readonly deletion: OwnerDate;
  /** The planned deletion, certain or not; without its time zone. */
  readonly deletionWords: string;
  /** The sentence of a reminder; absent without a reminder. */
  readonly reminded?: string;
  readonly row: DigestRow;
}

/** The total cost of an entry. */
export function costOf({ items }: Pick<Entry, 'items'>): CostTotal {
  return totalOf(items.map(({ row }) => row.monthlyCost));
}

/**
 * The first `count`: the costliest, if any has a figure, else the soonest deleted; in their original order.
 */
export function firstEntries(entries: readonly Entry[], count: number): readonly Entry[] {
  const sized = entries.map((entry) => ({ entry, size: sizeOf(entry) }));
  const first = sized.toSorted((a, b) => b.size - a.size).slice(0, count);
  const chosen = new Set(first.map(({ entry }) => entry));
  return entries.filter((entry) => chosen.has(entry));
}

/** A staying cost counts like one that ends; no figure sorts below every figure. */
function sizeOf(entry: Entry): number {
  const { amount, staying } = costOf(entry);
  return amount === undefined && staying === undefined ? -1 : (amount ?? 0) + (staying ?? 0);
}

/** One entry of a message: a resource, or those of a group. */
export interface Entry {
  /** Soonest deletion first. */
  readonly items: readonly [Item, ...Item[]];
  /** The name of the folded group. */
  readonly folded?: string;
}

/** The page of its first resource; for a folded group the page begins with the group. */
export function keepUrlOf({ items: [{ row }], folded }: Entry): string | undefined {
  if (row.keepUrl === undefined) return undefined;
  return folded === undefined ? row.keepUrl : `${row.keepUrl}?scope=group`;
}

/** Longer texts are cut: the page of the resource has the full text. */
const LENGTHS = { name: 200, id: 500, place: 200, why: 500 } as const;
/** The last reason says what goes with the resource, which nobody else tells its owner: room for all of it, as a rule. */
const LAST = { inMail: 4_000, short: 1_500 } as const;
const MAX_REASONS = 5;

/** One for each row that is told; in the order of their deletion, and of one date the costliest first. */
export function itemsOf(digest: Digest, catalogue: Catalogue): Promise<readonly Item[]> {
  return mapInSteps(toldRows(digest.rows).toSorted(byDeletion), (row) => itemOf(row, digest.preparedAt, catalogue));
}

/** Folds groups whose namespace configures it (`notice.per: group`); in the order of their first deletion. */
export function entriesOf(items: readonly Item[]): readonly Entry[] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const { namespace, id, group, perGroup, reminder = false, inUse } = item.row;
    const isFolded = perGroup && group !== undefined;
    const key = isFolded ? JSON.stringify([namespace, group, reminder, inUse]) : `${namespace} ${id}`;
    const known = groups.get(key);
    if (known) known.push(item);
    else groups.set(key, [item]);
  }
  return [...groups.values()].map((all) => {
    const { group } = all[0];
    return all.length > 1 && group !== undefined ? { items: all, folded: group } : { items: all };
  });
}

/** @param preparedAt of the message, ms since the epoch; ages are relative to it @param message in its language */
export function itemOf(row: DigestRow, preparedAt: number, message: Pick<Catalogue, 'language'>): Item {
  const catalogue = speaking(message, endsOf([row]));
  const ageMs = row.createdAt === undefined ? undefined : preparedAt - row.createdAt;
  const textOf = (reason: Reason, most: number) =>
    unlinked(fittingWords(reason, (one) => wordsIn(catalogue.reasons, one), most));
  const all = withLast(whyOf(row), MAX_REASONS);
  const others = [...quarantineOf(row, catalogue), ...all.slice(0, -1).map((reason) => textOf(reason, LENGTHS.why))];
  const last = all.slice(-1);
  const left = row.reasons.length - MAX_REASONS;
  const more = left > 0 ? [catalogue.moreReasons(left)] : [];
  const deletion = ownerDate(row.deletionAt, row.timeZone, catalogue);
  return {
    name: unlinkedName(shorten(row.name === '' ? row.id : row.name, LENGTHS.name)),
    id: unlinkedId(shorten(row.id, LENGTHS.id)),
    type: shorten(typeName(row, catalogue.language), LENGTHS.place),
    place: unlinked(`${shorten(row.account, LENGTHS.place)}, ${shorten(row.location, LENGTHS.place)}`),
    ...(row.group === undefined ? {} : { group: unlinked(shorten(row.group, LENGTHS.name)) }),
    age: catalogue.age(ageMs),
    ...(ageMs === undefined ? {} : { ageDays: Math.max(0, Math.floor(ageMs / DAY_MS)) }),
    why: [...others, ...last.map((reason) => textOf(reason, LAST.inMail)), ...more],
    shortWhy: [
      shorten([...others, ...more].join('; '), LENGTHS.why),
      ...last.map((reason) => textOf(reason, LAST.short)),
    ]
      .filter((part) => part !== '')
      .join('; '),
    deletion,
    ...(row.reminder ? { reminded: remindedOf(row, catalogue) } : {}),
    deletionWords: row.notifyOnly ? catalogue.notifyOnlyUntil(deletion.words) : deletion.words,
    row,
  };
}

function remindedOf({ inUse, timeZone }: DigestRow, catalogue: Catalogue): string {
  if (!inUse) return catalogue.reminded;
  return catalogue.stillInUse(ownerDate(inUse.since, timeZone, catalogue).words);
}

function quarantineOf(
  { quarantine, resourceType, timeZone, notifyOnly }: DigestRow,
  catalogue: Catalogue,
): readonly string[] {
  if (!quarantine) return [];
  const words = (at: number) => ownerDate(at, timeZone, catalogue).words;
  const since = quarantine.since === undefined ? undefined : words(quarantine.since);
  return [catalogue.quarantine(resourceType, since, words(quarantine.deletionAt), notifyOnly ?? false)];
}

/** Of one date the costliest first; unique fields break ties, so that the same digest always gives the same text. */
function byDeletion(a: DigestRow, b: DigestRow): number {
  const amount = ({ monthlyCost }: DigestRow) => monthlyCost?.amount ?? -1;
  return (
    a.deletionAt - b.deletionAt || amount(b) - amount(a) || compare(a.namespace, b.namespace) || compare(a.id, b.id)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
