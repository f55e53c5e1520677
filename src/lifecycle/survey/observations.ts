/** The records that surveys leave, in dry run too (law 5): last uses, first-seen times, and the time of the survey. */
import { isFromFuture } from '../../core/common/clock.ts';
import { pluralize } from '../../core/common/pluralize.ts';
import { endedUseKey } from '../../core/evaluation/holders.ts';
import type { Policy } from '../../core/evaluation/policy.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { SeenExistence } from '../../core/resource/absence.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { firstSeenKey, type Resource } from '../../core/resource/resource.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { MarkDeps } from '../pass/deps.ts';
import { needsFirstSeen } from './loadPolicy.ts';
import { OPT_OUT_KEPT_MS, Outlived } from './outlived.ts';
import type { Survey } from './survey.ts';

type Listed = Extract<Survey, { kind: 'listed' }>;

/** A first-seen key of no resource: a record with it is of a version that notes the names of what is measured. */
const NAMES_NOTED = 'names';

/** Sees every resource of a survey, and keeps only the data that the record needs; for most types that is nothing. */
export class Observed {
  readonly #isNeeded: boolean;
  readonly outlived: Outlived;
  readonly firstSeenKeys: string[] = [];
  readonly aliases: string[] = [];

  /** @param now ms since the epoch, the earlier one where clocks differ */
  constructor(handler: Handler, parameters: unknown, now: number) {
    this.#isNeeded = needsFirstSeen(handler, parameters);
    this.outlived = new Outlived(now);
    if (this.#isNeeded && handler.measured) this.firstSeenKeys.push(NAMES_NOTED);
  }

  see(resource: Resource, policy: Policy): void {
    this.outlived.see(resource, policy);
    if (!this.#isNeeded) return;
    const { aliases } = resource;
    this.firstSeenKeys.push(firstSeenKey(resource));
    this.aliases.push(...aliases, ...(policy.holders ? aliases.map(endedUseKey) : []));
  }
}

/** Never seen, or first seen at a time that a wrong clock wrote. */
function isUnseen(at: number | undefined, now: number): boolean {
  return at === undefined || isFromFuture(at, now);
}

/** The date of a use in the future is unknown, but the use is a fact: it counts as now, the latest possible time. */
async function clearFutureUses(
  deps: Pick<MarkDeps, 'lastUsed' | 'log'>,
  namespace: Namespace,
  lastUsed: ReadonlyMap<string, number>,
  now: number,
): Promise<void> {
  const aliases = [...lastUsed].filter(([, at]) => isFromFuture(at, now)).map(([alias]) => alias);
  if (aliases.length === 0) return;
  const problem = `${pluralize(aliases.length, 'last use')} in the future: a clock was wrong; each counts as now`;
  deps.log.warn({ namespace, problem }, 'a stored time lies in the future');
  await deps.lastUsed.correct(namespace, aliases, now);
}

/** A listed resource was seen: that fact stays, even if the rest of the survey fails. */
export async function recordObservations(
  deps: MarkDeps,
  { namespace }: WorkConfiguration,
  { evaluation, policy }: Listed,
  { firstSeenKeys }: Observed,
): Promise<void> {
  // A waiting time starts at the later of this process's time and the store's.
  const now = deps.watch.latest();
  await clearFutureUses(deps, namespace, policy.lastUsed, now);
  const { existing } = evaluation.existence;
  const known = policy.firstSeenUses ?? policy.firstSeen;
  const unknown = firstSeenKeys.filter((key) => isUnseen(known.get(key), now));
  // At once: the store writes them together.
  await Promise.all([
    ...[...evaluation.uses].map(([at, aliases]) => deps.lastUsed.seen(namespace, aliases, at)),
    deps.lastUsed.existing(namespace, [...existing], now),
    deps.lastUsed.firstSeen(namespace, unknown, now, firstSeenKeys.includes(NAMES_NOTED)),
  ]);
}

/**
 * The time before the survey then counts as watched. Not where another account could not be read, or suspiciously few
 * resources were seen: uses in that time are unknown (law 1).
 */
export async function recordSurvey(
  deps: MarkDeps,
  { namespace }: WorkConfiguration,
  { evaluation, policy }: Listed,
  observed: Observed,
): Promise<void> {
  if (evaluation.accountScopedGaps.length > 0) return;
  await deps.lastUsed.surveyed(namespace, deps.clock.now());
  await recordAbsences(deps, namespace, evaluation.existence, policy);
  const outlived = observed.outlived.left(policy);
  if (outlived.aliases.size > 0) {
    await deps.lastUsed.forget(namespace, { aliases: [...outlived.aliases], firstSeenKeys: [] });
  }
  if (outlived.targets.size > 0) {
    await deps.endedOptOuts.forget(namespace, [...outlived.targets], OPT_OUT_KEPT_MS, deps.watch.earliest());
  }
  // Records of resources that come and go would stay for ever. To forget when a resource was first seen only delays: a resource that
  // comes back – restored, say – is seen for the first time again.
  const { firstSeenUses, firstSeen, lastUsed } = policy;
  const firstSeenKeys = absent(firstSeenUses ?? firstSeen, observed.firstSeenKeys);
  const aliases = firstSeenUses === undefined ? [] : absent(lastUsed, observed.aliases);
  if (firstSeenKeys.length + aliases.length > 0) await deps.lastUsed.forget(namespace, { aliases, firstSeenKeys });
}

/** Gone things keep the instant of the first survey that saw them gone; all others start over. */
async function recordAbsences(
  { lastUsed, watch }: MarkDeps,
  namespace: Namespace,
  { gone }: SeenExistence,
  { existence }: Policy,
): Promise<void> {
  const back = [...(existence?.keys() ?? [])].filter((alias) => !gone.has(alias));
  if (back.length > 0) await lastUsed.notGone(namespace, back);
  if (gone.size > 0) await lastUsed.gone(namespace, [...gone], watch.latest());
}

function absent(recorded: ReadonlyMap<string, number>, seen: readonly string[]): readonly string[] {
  const present = new Set(seen);
  return [...recorded.keys()].filter((key) => !present.has(key));
}
