/** The changes of a blocked pass in pages: one LIST per set, packed, so that a page reads no more than itself. */
import { messageOf } from '../../core/common/errors.ts';
import { inTurns } from '../../core/common/steps.ts';
import { sumsOf } from '../../core/policy/blockedSums.ts';
import { type BlockedSet, hasStored, type PassRecord } from '../../core/policy/pass.ts';
import { type BlockedChange, type BlockedChanges, CHANGES_KEPT, CHANGES_PAGED } from '../../core/policy/pastPass.ts';
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
  if (hasStored(record)) return '-';
  if (all === undefined || record.blocked === undefined) return '';
  const { namespace, passId, endedAt: at } = record;
  const { digest, size } = record.blocked;
  const sums = await inTurns(sumsOf(all, at));
  const paged = all.length > CHANGES_KEPT ? await storeRows(deps, { namespace, digest }, all) : 0;
  const own: BlockedChanges = { digest, size, passId, at, changes: all.slice(0, CHANGES_KEPT), sums };
  return `${digest}|${JSON.stringify(paged > CHANGES_KEPT ? { ...own, paged } : own)}`;
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
