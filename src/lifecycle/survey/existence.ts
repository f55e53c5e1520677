import { type KnownExistence, knownExistence } from '../../core/resource/absence.ts';
import { unobservedSpans } from '../../core/resource/unused.ts';
import type { SurveyDeps } from '../pass/deps.ts';
import type { Opened } from './opened.ts';

/**
 * For how long surveys saw the things that resources belong to gone. Surveys of the types that are deleted first count
 * too: a resource that such a user holds is not asked about before the user is marked, and one notice shall name both.
 * `undefined` where no source finds it.
 */
export async function loadExistence(
  { lastUsed, clock }: Pick<SurveyDeps, 'lastUsed' | 'clock'>,
  { wc, handler }: Opened,
): Promise<ReadonlyMap<string, KnownExistence> | undefined> {
  if (!handler.evidence.some(({ findsExistence }) => findsExistence)) return undefined;
  const now = clock.now();
  const records = [...new Set([wc.namespace, ...(wc.after ?? [])])].map(async (namespace) => {
    const [existence, surveys] = await Promise.all([lastUsed.existence(namespace), lastUsed.surveys(namespace)]);
    return { existence, unobserved: unobservedSpans(surveys, now) };
  });
  return knownExistence(await Promise.all(records), now);
}
