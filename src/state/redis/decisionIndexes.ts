/** The indexes of people's decisions in a namespace: the keep tags that are to be written, and the patterns. */
import type { Namespace } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { PATTERNS } from './optOutValue.ts';
import { loadScript } from './script.ts';

const REINDEX = loadScript('reindexDecisions', ['optOuts', 'pendingTags', 'tagIntents']);
/** Entries per read and per script. */
const CHUNK = 500;
const PATTERN = 'pattern:';

/**
 * Compares both with the decisions, and makes again what Redis lost of either: a keep tag would never be written, and no
 * permit would ask about a pattern.
 * @returns how many entries it put right
 */
export async function reindexDecisions(deps: StateDeps, namespace: Namespace): Promise<number> {
  const keys = namespaceKeys(namespace);
  const operation = `comparing the indexes of the decisions of ${namespace}`;
  const { connection, scripts } = deps;
  const wrong = [
    ...(await unlike(deps, operation, keys.tagIntents, keys.pendingTags)).map((id) => ({ id })),
    ...(await unlistedPatterns(deps, operation, keys.optOuts)).map((target) => ({ target })),
  ];
  for (let from = 0; from < wrong.length; from += CHUNK) {
    const some = wrong.slice(from, from + CHUNK);
    const ids = some.flatMap((one) => ('id' in one ? one.id : []));
    const targets = some.flatMap((one) => ('target' in one ? one.target : []));
    const now = await connection.command(operation, (client) => client.time());
    await scripts.read(REINDEX, { operation, keys, args: [Number(now[0]) * 1000, ids.length, ...ids, ...targets] });
  }
  return wrong.length;
}

/** Ids that only one of both has. */
async function unlike(
  { connection }: StateDeps,
  operation: string,
  intents: string,
  pending: string,
): Promise<readonly string[]> {
  const wrong: string[] = [];
  let cursor = '0';
  do {
    const [next, flat] = await connection.command(operation, (client) => client.hscan(intents, cursor, 'COUNT', CHUNK));
    cursor = next;
    const ids = flat.filter((_, at) => at % 2 === 0);
    if (ids.length === 0) continue;
    const scores = await connection.command(operation, (client) => client.zmscore(pending, ...ids));
    wrong.push(...ids.filter((_, at) => scores[at] === null));
  } while (cursor !== '0');
  for (let from = 0; ; from += CHUNK) {
    const ids = await connection.command(operation, (client) =>
      client.zrange(pending, String(from), String(from + CHUNK - 1)),
    );
    if (ids.length === 0) return wrong;
    const found = await connection.command(operation, (client) => client.hmget(intents, ...ids));
    wrong.push(...ids.filter((_, at) => found[at] === null));
  }
}

/** Targets of patterns that the list lacks, and those of the list that are no targets. */
async function unlistedPatterns(
  { connection }: StateDeps,
  operation: string,
  optOuts: string,
): Promise<readonly string[]> {
  const stored = new Set<string>();
  let cursor = '0';
  do {
    const [next, flat] = await connection.command(operation, (client) =>
      client.hscan(optOuts, cursor, 'MATCH', `${PATTERN}*`, 'COUNT', CHUNK),
    );
    cursor = next;
    for (let at = 0; at < flat.length; at += 2) stored.add(flat[at] ?? '');
  } while (cursor !== '0');
  const text = await connection.command(operation, (client) => client.hget(optOuts, PATTERNS));
  const listed = new Set((text ?? '').split('\n').flatMap((one) => (one === '' ? [] : `${PATTERN}${one}`)));
  return [...[...stored].filter((one) => !listed.has(one)), ...[...listed].filter((one) => !stored.has(one))];
}
