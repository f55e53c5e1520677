/** The changes of a blocked pass in pages: one LIST per set, packed, so that a page reads no more than itself. */
import { messageOf } from '../../core/common/errors.ts';
import { inTurns } from '../../core/common/steps.ts';
import { sumsOf } from '../../core/policy/blockedSums.ts';
import { familiesIn } from '../../core/policy/families.ts';
import { type BlockedPass, type BlockedSet, hasStored, type PassRecord } from '../../core/policy/pass.ts';
import {
  type BlockedChange,
  type BlockedChanges,
  CHANGES_KEPT,
  CHANGES_PAGED,
  FAMILIES_KEPT,
} from '../../core/policy/pastPass.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { packRows, unpackedRows } from './packedRows.ts';

/** In an element of the LIST. */
const ROWS = 250;
const MOST_UNPACKED = 4 * 1024 * 1024;
/** A blocked pass comes again far sooner and renews it; nobody removes the set of one that is over. */
const KEPT_MS = 30 * 24 * 3_600_000;

type Deps = Pick<StateDeps, 'connection' | 'log'>;

/** Which set. */
export type SetOfRows = Pick<PassRecord, 'namespace'> & Pick<BlockedSet, 'digest'>;

/** In the form that `recordPass.lua` takes. @param all by id; absent = those of before */
export async function blockedValue(
  deps: Deps,
  record: PassRecord,
  all: readonly BlockedChange[] | undefined,
): Promise<string> {
  const set = hasStored(record) ? record.review : record.blocked;
  if (hasStored(record) && set === undefined) return '-';
  if (all === undefined || set === undefined) return '';
  const { namespace, endedAt: at } = record;
  const { passId = record.passId, digest, size }: Partial<BlockedPass> & BlockedSet = set;
  const sums = await inTurns(sumsOf(all, at));
  const families = await familiesToReview(set, all);
  const rows = all.map(({ identity: _, ...one }) => one);
  const paged = rows.length > CHANGES_KEPT ? await storeRows(deps, { namespace, digest }, rows) : 0;
  const own: BlockedChanges = { digest, size, passId, at, changes: rows.slice(0, CHANGES_KEPT), sums, ...families };
  return `${digest}|${JSON.stringify(paged > CHANGES_KEPT ? { ...own, paged } : own)}`;
}

/** Only of new marks, all of which are known; a survey that is in doubt is approved as a whole, or not at all. */
async function familiesToReview({ shrunk, size }: BlockedSet, all: readonly BlockedChange[]) {
  if (shrunk || all.length !== size || all.some(({ change }) => change !== 'mark')) return {};
  return { families: (await inTurns(familiesIn(all))).slice(0, FAMILIES_KEPT) };
}

/**
 * People read them, no decision does: a failure is a line of the log.
 * @returns how many can be read, the first by id
 */
async function storeRows(deps: Deps, set: SetOfRows, changes: readonly BlockedChange[]): Promise<number> {
  const key = keyOf(set);
  try {
    const packed: Buffer[] = [];
    const paged = Math.min(changes.length, CHANGES_PAGED);
    for (let from = 0; from < paged; from += ROWS) {
      const one = await packRows(changes.slice(from, Math.min(paged, from + ROWS)), MOST_UNPACKED);
      if (one === undefined) break;
      packed.push(one);
    }
    await deps.connection.command('storing the changes of a blocked pass', async (client) => {
      const all = client.multi().del(key);
      for (const one of packed) all.rpush(key, one);
      await all.pexpire(key, KEPT_MS).exec();
    });
    return Math.min(paged, packed.length * ROWS);
  } catch (error) {
    const { namespace } = set;
    deps.log.warn({ namespace, problem: messageOf(error) }, 'the changes of a blocked pass have no pages');
    return 0;
  }
}

/** `count` of them from `from` on; fewer where they end, or are forgotten. Rejects with StoreError. */
export async function readRows(
  deps: Deps,
  set: SetOfRows,
  from: number,
  count: number,
): Promise<readonly BlockedChange[]> {
  const first = Math.floor(from / ROWS);
  const packed = await deps.connection.command('reading the changes of a blocked pass', (client) =>
    client.lrangeBuffer(keyOf(set), first, Math.floor((from + count - 1) / ROWS)),
  );
  const rows: BlockedChange[] = [];
  for (const one of packed)
    for await (const some of unpackedRows(one, MOST_UNPACKED)) rows.push(...(some as readonly BlockedChange[]));
  return rows.slice(from - first * ROWS, from - first * ROWS + count);
}

function keyOf({ namespace, digest }: SetOfRows): string {
  return namespaceKeys(namespace).blockedRows(digest);
}
