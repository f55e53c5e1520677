/** Reads about the patterns by which persons keep resources; optOuts.ts stores them. */
import { TooManyPatternsError, UnreadableError } from '../../core/common/errors.ts';
import { isOneTooMany, MAX_KEEP_PATTERNS } from '../../core/owner/keepPattern.ts';
import { type Keepable, type OptOut, targetKey } from '../../core/owner/optOut.ts';
import { type PatternPreview, previewOf } from '../../core/owner/patternPreview.ts';
import type { MarkStore } from '../../core/ports/ports.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { decodeOptOutsOr, keptByUnreadable, PATTERNS } from './optOutValue.ts';

/** The person waits for the answer. */
const MARKS = 20_000;

/** The opt-outs of all persons by patterns, also those that are over; an unreadable one keeps for ever. */
export async function readPatterns(deps: StateDeps, namespace: Namespace): Promise<readonly OptOut[]> {
  const { optOuts } = namespaceKeys(namespace);
  return deps.connection.command(`reading the patterns of opt-outs in ${namespace}`, async (client) => {
    const patterns = ((await client.hget(optOuts, PATTERNS)) ?? '').split('\n').filter((one) => one !== '');
    if (patterns.length === 0) return [];
    const targets = patterns.map((value) => targetKey({ kind: 'pattern', value }));
    const values = await client.hmget(optOuts, ...targets);
    return targets.flatMap((target, i) =>
      typeof values[i] === 'string' ? decodeOptOutsOr(keptByUnreadable, namespace, target, values[i], deps.seal) : [],
    );
  });
}

/** The marks of the namespace that a pattern would keep. @throws TooManyPatternsError */
export async function previewPattern(
  deps: StateDeps,
  marks: Pick<MarkStore, 'all'>,
  namespace: Namespace,
  pattern: string,
): Promise<PatternPreview> {
  if (isOneTooMany(await readPatterns(deps, namespace), pattern))
    throw new TooManyPatternsError(namespace, pattern, MAX_KEEP_PATTERNS);
  const seen = new Map<string, Keepable>();
  try {
    for await (const page of marks.all(namespace)) {
      for (const { id, resource } of page) seen.set(id, { ...resource, id });
      if (seen.size >= MARKS) return previewOf(pattern, [...seen.values()], true);
    }
  } catch (error) {
    // An unreadable mark must not stand in the way of a decision to keep.
    if (!(error instanceof UnreadableError)) throw error;
    return previewOf(pattern, [...seen.values()], true);
  }
  return previewOf(pattern, [...seen.values()], false);
}
