/** What a configuration names and nobody has: nothing found looks like nothing to do. */

import { messageOf, ReadError } from '../../core/common/errors.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import { type LookedFor, notFoundIn } from '../../core/resource/lookedFor.ts';
import { type Namespace, typeOf } from '../../core/resource/namespace.ts';
import type { Session } from '../../handlers/contract/handler.ts';
import type { Seeing } from './cannotSee.ts';
import { KeepWatch } from './keepWatch.ts';
import type { KeptNothing, NamespacePlan } from './planDocument.ts';

/** The names of the entry, after a whole listing; a read that fails is told as a name that was not found. */
export async function lookedForIn(session: Session, signal: AbortSignal): Promise<readonly LookedFor[]> {
  try {
    return (await session.lookedFor?.()) ?? [];
  } catch (error) {
    if (signal.aborted || !(error instanceof ReadError)) throw error;
    return [{ what: messageOf(error), isFound: false }];
  }
}

/** So many names of one survey are kept in its record. */
const MOST_NAMES = 200;

/**
 * The names for the record of a mark pass: those that are missing, and those that another place may miss. `undefined`:
 * this type looks for none.
 */
export async function namesToTell(session: Session, signal: AbortSignal): Promise<readonly LookedFor[] | undefined> {
  if (!session.lookedFor) return undefined;
  const names = await lookedForIn(session, signal);
  return names.filter(({ isFound, mayBeElsewhere }) => isFound === false || mayBeElsewhere).slice(0, MOST_NAMES);
}

/** Why no request would leave now, for a plan with something to delete; a read that fails says why. */
export async function heldBackIn(session: Session, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const why = await session.heldBackBecause?.();
    return why === undefined ? [] : [why];
  } catch (error) {
    if (signal.aborted || !(error instanceof ReadError)) throw error;
    return [messageOf(error)];
  }
}

/**
 * The plans of the document, each with what was not found there as a problem.
 * @param unplanned the rest of the configuration: it may have what these lack
 */
export function withNotFound(
  plans: readonly NamespacePlan[],
  unplanned: readonly WorkConfiguration[],
): readonly NamespacePlan[] {
  const planned = plans.map(({ namespace, looked }) => ({ namespace, names: looked?.names ?? null }));
  const missing = notFoundIn([...planned, ...unplanned.map(({ namespace }) => ({ namespace, names: null }))]);
  return plans.map(({ looked: _, ...plan }) => {
    const names = missing.get(plan.namespace) ?? [];
    const answer = withProblems(
      plan,
      names.map(({ what }) => what),
    );
    const isIncomplete = plan.status === 'complete' && names.some(({ isUsualName }) => !isUsualName);
    return isIncomplete ? { ...answer, status: 'incomplete' } : answer;
  });
}

/** The same with more problems, behind those that it has. */
export function withProblems<P extends Pick<NamespacePlan, 'problem' | 'explanation'>>(
  plan: P,
  words: readonly string[],
): P {
  if (words.length === 0) return plan;
  const added = (before: string | null) => [...(before === null ? [] : [before]), ...words].join('; ');
  return { ...plan, problem: added(plan.problem), explanation: added(plan.explanation) };
}

/**
 * The entries of `keep` and of other keys that keep, which kept nothing in any namespace that has them; none while that is
 * not known of one of them, or while there was nothing to keep.
 */
export function keptNothing(
  plans: readonly NamespacePlan[],
  unplanned: readonly WorkConfiguration[],
  handlerOf: Seeing = () => undefined,
): readonly KeptNothing[] {
  const rest = unplanned.map((wc) => ({
    ...{ namespace: wc.namespace, listed: 0 },
    keep: new KeepWatch(wc, handlerOf(typeOf(wc.namespace))).entries(false),
  }));
  const planned = plans.map(({ namespace, looked, counts: { listed } }) => ({
    ...{ namespace, listed },
    keep: looked?.keep ?? [],
  }));
  const entries = new Map<
    string,
    KeptNothing & { isSilent: boolean; listed: number; readonly namespaces: Namespace[] }
  >();
  for (const { namespace, keep, listed } of [...planned, ...rest]) {
    for (const { key, entry, keeps } of keep) {
      const one = `${key} ${entry}`;
      const known = entries.get(one) ?? { key, entry, isSilent: true, listed: 0, namespaces: [] };
      known.isSilent &&= keeps === false;
      known.listed += listed;
      known.namespaces.push(namespace);
      entries.set(one, known);
    }
  }
  return [...entries.values()].flatMap(({ key, entry, isSilent, listed, namespaces }) =>
    isSilent && listed > 0 ? [{ key, entry, namespaces }] : [],
  );
}
