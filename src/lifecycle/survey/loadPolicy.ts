/** The policy of one evaluation: the configuration of a namespace, and what is stored about its resources. */
import { defined } from '../../core/common/defined.ts';
import type { Policy } from '../../core/evaluation/policy.ts';
import type { RegistryReading } from '../../core/owner/ownerRegistry.ts';
import { type KnownExistence, knownExistence } from '../../core/resource/absence.ts';
import { namespaceOf } from '../../core/resource/namespace.ts';
import { unobservedSpans } from '../../core/resource/unused.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import type { SurveyDeps } from '../pass/deps.ts';
import { decisionsOf } from './decisions.ts';
import { loadHolders } from './holders.ts';
import type { Opened } from './opened.ts';
import { datedOf, policyOf } from './policy.ts';

/** A survey accepts a recent read; a delete batch only a read after the batch was chosen. */
async function readRegistry(
  deps: SurveyDeps,
  { wc, io }: Opened,
  readSince: number | undefined,
): Promise<RegistryReading | undefined> {
  const { registry } = wc.owner;
  if (registry === undefined) return undefined;
  const now = deps.monotonic.monotonicMs();
  const bounds = {
    refreshBefore: readSince ?? now - registry.refresh,
    notBefore: readSince ?? now - registry.maxAge,
  };
  return deps.registry.read(registry, bounds, { ...deps, log: io.log, signal: io.signal });
}

/**
 * Opt-outs, last uses, first-seen times and owners are read at the beginning of an evaluation: one consistent moment.
 * @param how.readSince monotonic ms, where a deletion depends on it: then the registry of owners counts only if read since
 * @param how.isWholeListing the whole listing is evaluated, with the users that are of the same type
 */
export async function loadPolicy(
  deps: SurveyDeps,
  opened: Opened,
  { readSince, isWholeListing = false }: { readonly readSince?: number; readonly isWholeListing?: boolean } = {},
): Promise<Policy> {
  const { wc, handler } = opened;
  const [optOuts, lastUsed, surveys, firstSeen, existence, due, holders, registry] = await Promise.all([
    decisionsOf(deps, wc),
    deps.lastUsed.all(wc.namespace),
    deps.lastUsed.surveys(wc.namespace),
    needsFirstSeen(handler, wc.parameters) ? deps.lastUsed.allFirstSeen(wc.namespace) : new Map<string, number>(),
    loadExistence(deps, opened),
    usersPendingDeletion(deps, opened),
    loadHolders(deps, opened, isWholeListing),
    readRegistry(deps, opened, readSince),
  ]);
  const unobserved = unobservedSpans(surveys, deps.clock.now());
  const stored = {
    optOuts,
    now: deps.clock.now(),
    lastUsed,
    unobserved,
    firstSeen,
    ...defined({ existence, usesLostAt: surveys.lostAt, firstAt: surveys.firstAt }),
    usersPendingDeletion: due,
    ...defined({ holders }),
    ...(registry ? { registry } : {}),
  };
  return policyOf(handler, wc, stored);
}

/** Do its verdicts depend on when Holystone first saw a resource? */
export function needsFirstSeen(handler: Handler, parameters: unknown): boolean {
  return datedOf(handler, parameters) !== 'byProvider' || handler.firstSeenIsUse !== undefined;
}

/**
 * For how long surveys saw the things that resources belong to gone. Surveys of the types that are deleted first count
 * too: a resource that such a user holds is not asked about before the user is marked, and one notice shall name both.
 * `undefined` where no source finds it.
 */
async function loadExistence(
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

/**
 * Marked resources in the same place that may use resources of this type: id → its date of deletion (ms since the
 * epoch). Such a user keeps the resources it uses as long as it exists, and the reason shows how long that may be.
 */
async function usersPendingDeletion(
  { marks }: SurveyDeps,
  { wc, handler, scope }: Opened,
): Promise<ReadonlyMap<string, number>> {
  const due = new Map<string, number>();
  if (!marks) return due;
  const { provider, name: account } = scope.account;
  for (const resourceType of handler.usedByTypes ?? []) {
    const namespace = namespaceOf({ provider, account, location: wc.location, resourceType });
    for await (const page of marks.all(namespace)) {
      for (const { id, projectedDeletionAt } of page) due.set(id, projectedDeletionAt);
    }
  }
  return due;
}
