/** The indexes of the marks of a namespace, by date and by next attempt: what they must say, and how they get it again. */
import { UnreadableError } from '../../core/common/errors.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { decodeMark } from './markValue.ts';
import { loadScript } from './script.ts';

const REINDEX = loadScript('reindex', ['marks', 'schedule', 'retry']);
/** Ids per read and per script. */
const CHUNK = 500;

/**
 * When a pass must look at the mark, ms: on its date or, once its deletion has begun, at once. The check of a begun
 * deletion does not wait for a date that a bounce has put off since.
 */
export function lookAt({ state, projectedDeletionAt, intent }: Mark): number {
  return state === 'deleting' ? Math.min(projectedDeletionAt, intent?.at ?? 0) : projectedDeletionAt;
}

/**
 * Time of the next attempt, ms; '' = at once. The score of a mark that the cloud refused is half a millisecond lower,
 * so that the scripts can recognise it and take marks that were never refused first.
 */
export function retryScore({ nextAttemptAt, refusals, inUse }: Mark): number | '' {
  if (refusals === undefined && inUse === undefined) return nextAttemptAt ?? '';
  return Math.floor(nextAttemptAt ?? 1) - 0.5;
}

/** The id, the stored value that was read ('' = none), and the scores that it asks for. */
type Entry = readonly [id: string, value: string, date: number | '', attempt: number | ''];

/**
 * Compares both indexes with the marks, and puts right what Redis lost of either: a mark without a date would never be
 * looked at again, a date without a mark would count for ever. An entry of an unreadable mark stays as it is.
 * @returns how many ids were put right
 */
export async function reindexMarks(deps: StateDeps, namespace: Namespace): Promise<number> {
  const keys = namespaceKeys(namespace);
  const { connection, scripts, seal } = deps;
  const operation = `comparing the indexes of the marks of ${namespace}`;
  const wrong: Entry[] = [];
  let cursor = '0';
  do {
    const [next, flat] = await connection.command(operation, (client) =>
      client.hscan(keys.marks, cursor, 'COUNT', CHUNK),
    );
    cursor = next;
    const wanted = wantedBy(namespace, flat, seal);
    const ids = wanted.map(([id]) => id);
    const [dates = [], attempts = []] = await scoresOf(ids);
    wanted.forEach((entry, index) => {
      const [, , date, attempt] = entry;
      if (!isScore(dates[index], date) || !isScore(attempts[index], attempt)) wrong.push(entry);
    });
  } while (cursor !== '0');
  for (const key of [keys.schedule, keys.retry]) {
    for (let from = 0; ; from += CHUNK) {
      const ids = await connection.command(operation, (client) =>
        client.zrange(key, String(from), String(from + CHUNK - 1)),
      );
      if (ids.length === 0) break;
      const values = await connection.command(operation, (client) => client.hmget(keys.marks, ...ids));
      ids.forEach((id, index) => {
        if (values[index] === null) wrong.push([id, '', '', '']);
      });
    }
  }
  let mended = 0;
  for (let from = 0; from < wrong.length; from += CHUNK) {
    const args = wrong.slice(from, from + CHUNK).flat();
    mended += Number(
      await scripts.read(REINDEX, { operation: `indexing the marks of ${namespace} again`, keys, args }),
    );
  }
  return mended;

  async function scoresOf(ids: readonly string[]): Promise<readonly (readonly (string | null)[])[]> {
    if (ids.length === 0) return [[], []];
    return Promise.all(
      [keys.schedule, keys.retry].map((key) => connection.command(operation, (client) => client.zmscore(key, ...ids))),
    );
  }
}

/** Of pairs of an id and its stored value; without the unreadable ones. */
function wantedBy(namespace: Namespace, flat: readonly string[], seal: StateDeps['seal']): readonly Entry[] {
  const wanted: Entry[] = [];
  for (let at = 0; at + 1 < flat.length; at += 2) {
    const [id = '', value = ''] = [flat[at], flat[at + 1]];
    try {
      const mark = decodeMark(namespace, id, value, seal);
      wanted.push([id, value, lookAt(mark), retryScore(mark)]);
    } catch (error) {
      if (!(error instanceof UnreadableError)) throw error;
    }
  }
  return wanted;
}

function isScore(stored: string | null | undefined, wanted: number | ''): boolean {
  if (stored === null || stored === undefined) return wanted === '';
  return wanted !== '' && Number(stored) === wanted;
}
