/** Releases resources that are kept by now: from their quarantine, in the mark and in the cloud. Needs no permit. */
import { LockLostError, messageOf } from '../../core/common/errors.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { releaseFromQuarantine } from '../../core/mark/quarantine.ts';
import { givesBack } from '../../core/policy/effects.ts';
import type { Fence } from '../../core/ports/ports.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { Session } from '../../handlers/contract/handler.ts';
import { isDecided, keepDecided, keepUntagged } from '../deletion/lostTag.ts';
import { isPutAway, isQuarantined, release } from '../deletion/quarantine.ts';
import type { MarkDeps } from '../pass/deps.ts';
import type { Judged } from '../pass/markPlan.ts';
import type { PassContext } from '../pass/record.ts';
import { judge } from '../survey/evaluator.ts';
import { loadPolicy } from '../survey/loadPolicy.ts';
import { type Opened, open } from '../survey/opened.ts';
import { evidenceRequest } from '../survey/survey.ts';

/** Upper limit of marks per script call. */
const MARKS_AT_ONCE = 500;

/**
 * Releases those of `found` that are kept. If a release fails, nothing changes, and the next survey tries again.
 * @returns how many were released
 */
export async function releaseKept(
  deps: MarkDeps,
  context: Pick<PassContext, 'wc' | 'passId'>,
  session: Session,
  found: readonly Judged[],
  fence: Fence,
): Promise<number> {
  const { wc, passId } = context;
  if (!givesBack(wc) || !session.quarantine) return 0;
  const kept = found.filter(({ verdict }) => verdict.kind === 'keep');
  // The mark first: a volume that is kept and written to needs another last snapshot before it may be deleted.
  await leaveInMarks(deps, context, kept, fence);
  let released = 0;
  for (const { resource, verdict } of kept) {
    const reason = verdict.reasons.join('; ');
    if (await release(deps, wc.namespace, session, resource, { passId, reason })) released++;
  }
  return released;
}

/** A mark that a tripwire keeps in place no longer says that its resource is in quarantine. */
async function leaveInMarks(
  deps: MarkDeps,
  { wc: { namespace }, passId }: Pick<PassContext, 'wc' | 'passId'>,
  kept: readonly Judged[],
  fence: Fence,
): Promise<void> {
  for (let from = 0; from < kept.length; from += MARKS_AT_ONCE) {
    const ids = kept.slice(from, from + MARKS_AT_ONCE).map(({ resource }) => resource.id);
    const marks = await deps.marks.getMany(namespace, ids);
    const inside = marks.filter((mark) => mark.quarantine && mark.state !== 'deleting');
    if (inside.length > 0) await deps.marks.apply(namespace, inside.map(leaving), fence);
  }

  function leaving(before: Mark) {
    const { id, generation } = before;
    const reason = 'it is kept now and leaves quarantine; its mark stays for now';
    const at = deps.clock.now();
    const audit = { at, namespace, id, event: 'deferred', actor: 'holystone', reason, passId, generation } as const;
    return { id, before, after: releaseFromQuarantine(before), audit };
  }
}

/**
 * The same without a survey, for the ids in the record and the marks: where no survey finishes, or none may begin.
 * Releases only resources that are kept on their own; a set policy's keep waits for a survey.
 * @returns how many were released; if a read fails, nothing changes, and the failure is logged
 */
export async function giveBackMarked(
  deps: MarkDeps,
  context: Pick<PassContext, 'wc' | 'passId'>,
  fence: Fence,
  signal: AbortSignal,
): Promise<number> {
  const { wc } = context;
  if (!givesBack(wc)) return 0;
  try {
    const { ids, marks } = await suspects(deps, wc.namespace);
    if (ids.length === 0) return 0;
    const opened = open(deps, wc, signal);
    if (!opened.session.quarantine) return 0;
    await opened.session.verifyAccount();
    const resources = await stillInside(opened, ids);
    if (resources.length === 0) return 0;
    const found = await judgeAlone(deps, opened, resources);
    const judged = new Map(found.map((one) => [one.resource.id, one]));
    const untagged = await keepUntagged(deps, opened.session, marks, judged);
    const marked = new Set(marks.filter(isPutAway).map(({ id }) => id));
    const unmarked = found.filter(({ resource }) => !isQuarantined(resource) && !marked.has(resource.id));
    const { tagged } = await keepDecided(deps, opened.session, wc.namespace, unmarked.filter(isDecided));
    const inside = [...found.filter(({ resource }) => isQuarantined(resource)), ...untagged, ...tagged];
    return await releaseKept(deps, context, opened.session, inside, fence);
  } catch (error) {
    if (error instanceof LockLostError || signal.aborted) throw error;
    const fields = { namespace: wc.namespace, problem: messageOf(error) };
    deps.log.warn(fields, 'the quarantine could not be checked; Holystone will try again');
    return 0;
  }
}

/** Ids of resources that may be in quarantine. A request whose answer was lost may have put them there. */
async function suspects(
  deps: MarkDeps,
  namespace: Mark['namespace'],
): Promise<{ readonly ids: readonly string[]; readonly marks: readonly Mark[] }> {
  const ids = new Set(await deps.quarantines.ids(namespace));
  const marks: Mark[] = [];
  for await (const page of deps.marks.all(namespace)) {
    const some = page.filter(({ quarantine, state }) => quarantine || state === 'deleting');
    for (const { id } of some) ids.add(id);
    marks.push(...some);
  }
  return { ids: [...ids], marks };
}

/** Where a tag can be written again, also those without: somebody may have removed it. */
async function stillInside({ session }: Opened, ids: readonly string[]): Promise<readonly Resource[]> {
  const isAny = session.quarantine?.tagAgain !== undefined;
  const reads = [...(await (session.getExisting?.(ids) ?? session.get(ids))).values()];
  return reads.flatMap((read) =>
    read.kind === 'found' && (isAny || isQuarantined(read.resource)) ? [read.resource] : [],
  );
}

async function judgeAlone(deps: MarkDeps, opened: Opened, subjects: readonly Resource[]): Promise<readonly Judged[]> {
  const policy = await loadPolicy(deps, opened);
  const evidence = evidenceRequest(deps, opened);
  const { verdicts } = await judge(deps, { subjects, population: undefined, policy, evidence });
  return subjects.flatMap((resource) => {
    const verdict = verdicts.get(resource.id);
    return verdict ? [{ resource, verdict }] : [];
  });
}
