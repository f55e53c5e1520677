/** The indexes of the marks of a namespace: what they must say, and how they get it again. */
import { UnreadableError } from '../../core/common/errors.ts';
import { lookAt, refusalsOf } from '../../core/mark/deletionOrder.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { decodeMark } from './markValue.ts';
import { loadScript } from './script.ts';

/** The indexes of marks: by date, by next attempt and by the number of refusals. */
export const INDEXES = ['schedule', 'retry', 'refused'] as const;
const REINDEX = loadScript('reindex', ['marks', ...INDEXES]);
/** Ids per read and per script. */
const CHUNK = 500;

/** The scores of a mark in the indexes, in the order of {@link INDEXES}; '' = it is not in it. */
export function scoresOf(mark: Mark): readonly (number | '')[] {
  return [lookAt(mark), mark.nextAttemptAt ?? '', refusalsOf(mark) || ''];
}

/** The id, the stored value that was read ('' = none), and its scores. */
type Entry = readonly [id: string, value: string, scores: readonly (number | '')[]];
const IN_NONE = INDEXES.map(() => '' as const);

/**
 * Compares the indexes with the marks, and puts right what Redis lost of them: a mark without a date would never be
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
    const stored = await storedScores(ids);
    wanted.forEach((entry, at) => {
      const [, , scores] = entry;
      if (!scores.every((score, index) => isScore(stored[index]?.[at], score))) wrong.push(entry);
    });
  } while (cursor !== '0');
  for (const index of INDEXES) {
    for (let from = 0; ; from += CHUNK) {
      const ids = await connection.command(operation, (client) =>
        client.zrange(keys[index], String(from), String(from + CHUNK - 1)),
      );
      if (ids.length === 0) break;
      const values = await connection.command(operation, (client) => client.hmget(keys.marks, ...ids));
      ids.forEach((id, at) => {
        if (values[at] === null) wrong.push([id, '', IN_NONE]);
      });
    }
  }
  let mended = 0;
  for (let from = 0; from < wrong.length; from += CHUNK) {
    const args = wrong.slice(from, from + CHUNK).flat(2);
    mended += Number(
      await scripts.read(REINDEX, { operation: `indexing the marks of ${namespace} again`, keys, args }),
    );
  }
  return mended;

  async function storedScores(ids: readonly string[]): Promise<readonly (readonly (string | null)[])[]> {
    if (ids.length === 0) return [];
    return Promise.all(
      INDEXES.map((index) => connection.command(operation, (client) => client.zmscore(keys[index], ...ids))),
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
      wanted.push([id, value, scoresOf(mark)]);
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
