/** The step before a deletion: when it is due, whether it is still in effect, and how it is reverted. */

import { messageOf, ReadError } from '../../core/common/errors.ts';
import { filterInSteps, LIGHT_STEP } from '../../core/common/steps.ts';
import { keptBecause } from '../../core/evaluation/verdict.ts';
import { deferMark } from '../../core/mark/hold.ts';
import { retryDelayMs } from '../../core/mark/intent.ts';
import type { Mark } from '../../core/mark/mark.ts';
import {
  keepPromise,
  leaveQuarantine,
  nextStep,
  QUARANTINE_TAG,
  type QuarantineStanding,
  type Step,
} from '../../core/mark/quarantine.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import { ownAlias, type Resource } from '../../core/resource/resource.ts';
import type { Session } from '../../handlers/contract/handler.ts';
import type { Quarantining } from '../../handlers/contract/quarantining.ts';
import type { LifecycleDeps } from '../pass/deps.ts';
import type { Judged } from '../pass/markPlan.ts';
import type { Opened } from '../survey/opened.ts';
import { applyOne, countRetried, type DeletePass } from './deleteContext.ts';

/** The next step of a due mark. */
export function stepOf({ quarantineMs }: WorkConfiguration, session: Session, mark: Mark): Step {
  return nextStep(mark, quarantineMs !== undefined && session.quarantine !== undefined);
}

/**
 * If the notice names a quarantine that is no longer configured, the mark waits until the deletion date in the notice.
 */
export async function isAsPromised(pass: DeletePass, { session }: Opened, mark: Mark): Promise<boolean> {
  const isDeletion = stepOf(pass.wc, session, mark) === 'deletion';
  const after = isDeletion ? keepPromise(pass.wc, mark, pass.deps.clock.now()) : undefined;
  if (!after) return true;
  const end = new Date(after.projectedDeletionAt).toISOString();
  const why = `its notice names a quarantine, which is no longer configured, and its deletion on ${end}`;
  await applyOne(pass, mark, after, 'deferred', why);
  return false;
}

/**
 * Whether the definition from before the quarantine is stored: a quarantine may change the resource, and a restore
 * rebuilds it from that definition. A definition that `restore` would refuse does not count.
 */
export async function isOnRecord(
  { definitions }: Pick<LifecycleDeps, 'definitions'>,
  { namespace, id, identity }: Mark,
): Promise<boolean> {
  const { generations } = await definitions.read(namespace, id);
  return generations.some(({ stored, check }) => check === 'valid' && stored.identity === identity);
}

/** How long to wait for a step that is not complete. */
const PENDING_MS = 10 * 60_000;

/** Is the resource still in quarantine? If not, the change is stored. A mark without quarantine needs no check. */
export async function isQuarantineInEffect(pass: DeletePass, { session }: Opened, mark: Mark, resource: Resource) {
  if (!mark.quarantine || !session.quarantine) return true;
  const standing = await standingOf(session.quarantine, resource, mark.quarantine, 'deletion');
  if (standing.kind === 'inEffect') return true;
  await settle(pass, session, mark, resource, standing);
  return false;
}

/** A quarantine that cannot be read is neither in effect nor undone: it is `pending`. */
async function standingOf(
  quarantining: Quarantining,
  resource: Resource,
  quarantine: NonNullable<Mark['quarantine']>,
  before?: 'deletion',
): Promise<QuarantineStanding> {
  try {
    return await quarantining.standing(resource, quarantine, before);
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    return { kind: 'pending', why: `it is unknown whether it is still in quarantine: ${messageOf(error)}` };
  }
}

/** Stores that the resource is not in quarantine, or not yet. */
export async function settle(
  pass: DeletePass,
  session: Session,
  mark: Mark,
  resource: Resource,
  { kind, why }: Exclude<QuarantineStanding, { kind: 'inEffect' }>,
): Promise<void> {
  const now = pass.deps.clock.now();
  if (kind === 'undone' || kind === 'ended') {
    if (kind === 'undone') await pass.deps.lastUsed.seen(pass.wc.namespace, [ownAlias(resource)], now);
    if ((await applyOne(pass, mark, undefined, 'unmarked', why)) === 'applied') pass.counts.unmarked++;
    // The tag goes with the mark: the next survey may find the resource a candidate like any other.
    await release(pass.deps, pass.wc.namespace, session, resource, { passId: pass.passId, reason: why });
    return;
  }
  countRetried(pass, why);
  if (kind === 'pending') await applyOne(pass, mark, deferMark(mark, why, now + PENDING_MS), 'deferred', why);
  else {
    const again = leaveQuarantine(deferMark(mark, why, now + retryDelayMs(mark.attempts)));
    await applyOne(pass, mark, again, 'deferred', why);
  }
}

/** Did Holystone put it there? The tag is the proof; where it is gone, see lostTag.ts. */
export function isQuarantined({ tags }: Resource): boolean {
  return tags[QUARANTINE_TAG] !== undefined;
}

type Deps = Pick<LifecycleDeps, 'lastUsed' | 'clock' | 'audit' | 'log' | 'quarantines'>;

/** Its step was begun, and its deletion was not. An answer may be lost: whether the step was done, only a read of the resource says. */
export function isPutAway({ quarantine, state, intent }: Mark): boolean {
  return state === 'deleting' ? intent?.to === 'quarantine' : quarantine !== undefined;
}

/** Marked resources that are out of quarantine: whatever else the evidence says, they stay, and someone who did it uses them. */
export async function undoneByOthers(
  deps: Deps,
  session: Session,
  marks: readonly Mark[],
  judged: ReadonlyMap<string, Judged>,
): Promise<ReadonlyMap<string, Judged>> {
  const out = new Map<string, Judged>();
  if (!session.quarantine) return out;
  for (const mark of await filterInSteps(marks, isPutAway, LIGHT_STEP)) {
    const found = judged.get(mark.id);
    if (found?.verdict.kind !== 'candidate' || found.resource.identity !== mark.identity) continue;
    if (!mark.quarantine) continue;
    const standing = await standingOf(session.quarantine, found.resource, mark.quarantine);
    if (standing.kind !== 'undone' && standing.kind !== 'ended') continue;
    if (standing.kind === 'undone')
      await deps.lastUsed.seen(mark.namespace, [ownAlias(found.resource)], deps.clock.now());
    out.set(mark.id, { ...found, verdict: keptBecause(found.verdict, standing.why) });
  }
  return out;
}

/** @returns whether the resource is out of quarantine; `false` where the release failed */
export async function release(
  deps: Pick<Deps, 'clock' | 'audit' | 'log' | 'quarantines'>,
  namespace: WorkConfiguration['namespace'],
  session: Session,
  resource: Resource,
  { reason, actor = 'holystone', ...fields }: Pick<AuditEntry, 'passId' | 'reason'> & { readonly actor?: string },
): Promise<boolean> {
  const { id } = resource;
  if (!session.quarantine) return false;
  try {
    const done = await session.quarantine.release(resource);
    const at = deps.clock.now();
    deps.audit.log({ at, namespace, id, event: 'released', actor, ...fields, reason: `${done}; ${reason}` });
    // It is out, even if the record cannot be removed: the next complete survey corrects the record.
    await deps.quarantines.remove(namespace, [id]).catch(() => {});
    return true;
  } catch (error) {
    deps.log.warn(
      { namespace, id, problem: messageOf(error) },
      'it could not be released from quarantine; Holystone will try again',
    );
    return false;
  }
}
