/** The facts for rules beside the resource itself, above all: since when it is unused, as far as is known. Pure. */
import { formatAge, formatMs } from '../common/duration.ts';
import type { SourcedFinding } from '../common/finding.ts';
import { absencesIn } from '../resource/absence.ts';
import { firstSeenKey, type Resource } from '../resource/resource.ts';
import { unobservedMs } from '../resource/unused.ts';
import { endedUseKey } from './holders.ts';
import type { Policy } from './policy.ts';
import type { Facts, LastUse } from './rule.ts';

/** What is known before the findings are looked through. */
type Known = Pick<Facts, 'now' | 'isFirstLook' | 'isUnread' | 'isHeld' | 'heldBy'>;

/**
 * `createdAt` is the provider's date, else the first-seen time, or the later of both ({@link Policy.watchedSince}); a use without a readable date counts as a use now.
 * @param findings those about the subject only
 */
export function factsOf<R extends Resource>(
  subject: R,
  findings: readonly SourcedFinding[],
  policy: Policy<R>,
  { now, isFirstLook = false, isUnread = false, isHeld = false, heldBy }: Known,
): Facts {
  const createdAt = createdAtOf(subject, policy, now);
  const uses = usesOf(subject, findings, policy, { now, isHeld });
  if (policy.isMeasured) {
    // Whoever renamed it used it then, and what was measured under the name before may be another one's.
    const isOlder = createdAt !== validTime(subject.createdAt);
    const firstSeenOf = isOlder ? { firstSeenOf: seenWords(subject) } : {};
    uses.push({ at: createdAt ?? now, unobservedMs: 0, isCreation: true, ...firstSeenOf });
  }
  const absences = absencesIn(findings, policy.existence);
  let lastUsedAt: number | undefined;
  let lastUse: LastUse | undefined;
  for (const use of uses) {
    const { at, firstSeenOf, isLoss, isCreation } = use;
    if (firstSeenOf === undefined && !isLoss && !isCreation) lastUsedAt = Math.max(lastUsedAt ?? at, at);
    if (lastUse === undefined || at + use.unobservedMs > lastUse.at + lastUse.unobservedMs) lastUse = use;
  }
  // Each field by its name: V8 takes four times the memory for an object that is spread and then filled.
  return {
    now,
    isFirstLook,
    isUnread,
    isHeld,
    heldBy,
    findings,
    absences: absences.length === 0 ? undefined : absences,
    createdAt,
    isByOurRecord: policy.firstSeenUses !== undefined && !policy.isUseRecorded && !isDated(subject, policy),
    lastUsedAt,
    lastUse,
    rules: policy.rules,
    expiry: policy.expiry,
  };
}

function createdAtOf<R extends Resource>(subject: R, { firstSeen, watchedSince }: Policy<R>, now: number) {
  const byProvider = validTime(subject.createdAt);
  const seenAt = firstSeen.get(firstSeenKey(subject));
  if (watchedSince === undefined) return byProvider ?? seenAt;
  const cameAt = seenAt ?? now;
  return byProvider !== undefined && cameAt > watchedSince ? Math.max(byProvider, cameAt) : byProvider;
}

/** Our own record has gaps (time without a survey); the provider's record and the dates of findings have none. */
function usesOf<R extends Resource>(
  resource: R,
  findings: readonly SourcedFinding[],
  policy: Policy<R>,
  { now, isHeld }: Pick<Known, 'now' | 'isHeld'>,
): LastUse[] {
  const { lastUsed, usesLostAt, firstSeenUses, unobserved, holders } = policy;
  const { id, aliases, identity, lastUsedAt } = resource;
  // The owner of a held resource knows of the use by its holders: the end of that use must not start another wait.
  const ownerKnows = isHeld || (holders?.wasHeld({ id, identity }) ?? false);
  const keys = holders && !ownerKnows ? [...aliases, ...aliases.map(endedUseKey)] : aliases;
  const observed = (at: number): LastUse => ({ at, unobservedMs: unobservedMs(at, now, unobserved) });
  const uses: LastUse[] = [];
  for (const key of keys) {
    const at = lastUsed.get(key);
    if (at !== undefined) uses.push(observed(at));
  }
  for (const { says, at } of findings) if (says === 'lastUsed') uses.push({ at: dateOr(now, at), unobservedMs: 0 });
  const provider = validTime(lastUsedAt);
  if (provider !== undefined) uses.push({ at: provider, unobservedMs: 0 });
  if (usesLostAt !== undefined) uses.push({ ...observed(usesLostAt), isLoss: true });
  if (firstSeenUses !== undefined && !isDated(resource, policy)) {
    uses.push({ ...observed(firstSeenUses.get(firstSeenKey(resource)) ?? now), firstSeenOf: seenWords(resource) });
  }
  return uses;
}

function seenWords({ revision }: Resource): string {
  return revision === undefined ? 'it' : `its ${revision}`;
}

/** Does the provider say when this one was last used, where it says so of some? */
function isDated<R extends Resource>({ lastUsedAt }: R, { isDatedByUse }: Policy<R>): boolean {
  return isDatedByUse === true && validTime(lastUsedAt) !== undefined;
}

/** A use without a readable date counts as now. */
function dateOr(now: number, at: number | undefined): number {
  return at !== undefined && Number.isFinite(at) ? at : now;
}

function validTime(date: Date | undefined): number | undefined {
  const time = date?.getTime();
  return time === undefined || Number.isNaN(time) ? undefined : time;
}

/** Why the resource was not observed unused for `unusedForMs`; `undefined` when it was. */
export function usedWithin({ lastUse, now }: Facts, unusedForMs: number): string | undefined {
  if (lastUse === undefined || now - lastUse.at - lastUse.unobservedMs >= unusedForMs) return undefined;
  const words = lastUsedWords(lastUse, now);
  if (now - lastUse.at < unusedForMs) return `${words}, within ${formatMs(unusedForMs)}`;
  return `${words}, without surveys for ${formatAge(lastUse.unobservedMs)} of that time: not seen unused for ${formatMs(unusedForMs)}`;
}

function lastUsedWords({ at, firstSeenOf: seen, isLoss, isCreation }: LastUse, now: number): string {
  const ago = `${formatAge(Math.max(0, now - at))} ago`;
  if (isLoss) return `Holystone lost its record of uses ${ago}; it may have been in use until then`;
  if (isCreation) {
    const what = seen === undefined ? 'it was created' : `Holystone first saw ${seen}`;
    return `${what} ${ago}, and its use is measured from then on`;
  }
  if (seen === undefined) return `it was last used ${ago}`;
  return at < now
    ? `Holystone first saw ${seen}, possibly in use, ${ago}`
    : `Holystone sees ${seen} for the first time; it may have been in use until now`;
}
