/** The check before a delete: reads every resource of a batch by id and judges it on evidence newer than its choice. */
import { businessTimeOf } from '../../core/common/clock.ts';
import type { Policy } from '../../core/evaluation/policy.ts';
import type { Population } from '../../core/evaluation/population.ts';
import type { Verdict } from '../../core/evaluation/verdict.ts';
import { deferUnread, holdMark } from '../../core/mark/hold.ts';
import { retryDelayMs } from '../../core/mark/intent.ts';
import { hasValidNotice, isNotified, type Mark, refreshMark } from '../../core/mark/mark.ts';
import { judgedByAnother } from '../../core/mark/renewMark.ts';
import { patternsInForce } from '../../core/owner/optOut.ts';
import type { Trip } from '../../core/policy/trip.ts';
import { shrunkTrips, withoutEnded } from '../../core/policy/tripwires.ts';
import { LOOKED_ELSEWHERE, looksWhere, type Resource } from '../../core/resource/resource.ts';
import { evidenceHash } from '../evidence/evidenceHash.ts';
import { nominationOf } from '../pass/markPlan.ts';
import { costsOf } from '../plan/costs.ts';
import { type EvaluationResult, judge } from '../survey/evaluator.ts';
import { loadPolicy } from '../survey/loadPolicy.ts';
import type { Opened } from '../survey/opened.ts';
import { populationFor } from '../survey/survey.ts';
import { recordAnswer } from './answer.ts';
import { applyOne, type DeletePass } from './deleteContext.ts';
import { readMarked, withItsTag } from './lostTag.ts';
import { isAsPromised, isPutAway, isQuarantineInEffect } from './quarantine.ts';
import { type Present, resolveIntent } from './resolveIntent.ts';
import { restorableNow, withRestorable } from './restorable.ts';
import { rememberEnded, waitForUsers, withoutWaits } from './waiting.ts';

/** A mark whose resource passed the re-check. */
export interface Standing {
  readonly mark: Mark;
  readonly resource: Resource;
  readonly reasons: readonly string[];
  /** The patterns of people that were in force when it was judged. */
  readonly patterns: readonly string[];
}

/** The resources that may be deleted after fresh reads; the others have their new state in the store. */
export interface Rechecked {
  readonly standing: readonly Standing[];
  /** When the read of the evidence began, monotonic ms; after `maxEvidenceAge` no deletion may rely on it. */
  readonly readAt: number;
  /** The findings shrank so much since the last survey that no deletion may rely on them. */
  readonly tripped?: readonly Trip[];
}

/** Reads and judges the marks, and stores the ones that must not be deleted; returns the others. */
export async function recheck(pass: DeletePass, opened: Opened, marks: readonly Mark[]): Promise<Rechecked> {
  const chosenAt = pass.deps.monotonic.monotonicMs();
  await opened.session.verifyAccount();
  const present = await readByIds(pass, opened, await withNotice(pass, marks));
  if (present.length === 0) return { standing: [], readAt: chosenAt };
  const { evaluation, population, policy } = await judgeAgain(pass, opened, present, chosenAt);
  rememberEvidence(pass, evaluation);
  await Promise.all(
    [...evaluation.uses].map(([at, aliases]) => pass.deps.lastUsed.seen(pass.wc.namespace, aliases, at)),
  );
  const survey = await pass.deps.passes.get(pass.wc.namespace, 'mark');
  const baseline = withoutEnded(survey?.baseline, policy.holders?.ended);
  const listed = population?.size ?? baseline?.listed ?? 0;
  const tripped = shrunkTrips({ listed, findings: evaluation.counts }, baseline, pass.wc.tripwires);
  if (tripped.length > 0) return { standing: [], readAt: chosenAt, tripped };
  await rememberEnded(pass, survey, policy.holders, evaluation.counts);
  const standing: Standing[] = [];
  for (const { mark: read, resource } of present) {
    const verdict = evaluation.verdicts.get(read.id);
    const mark = verdict?.kind === 'candidate' ? await withoutWaits(pass, read) : read;
    if (!mark) continue;
    const stands = await settleVerdict({ ...pass, policy }, mark, resource, verdict);
    if (!stands || !(await isAsPromised(pass, opened, mark))) continue;
    if (await isQuarantineInEffect(pass, opened, mark, resource)) standing.push(stands);
  }
  return { standing, readAt: Math.min(chosenAt, evaluation.readAt) };
}

/**
 * A mark without a valid notice is not worth a read: it waits for the notify pass. The permit checks the notice again;
 * this only saves the calls.
 */
async function withNotice(pass: DeletePass, marks: readonly Mark[]): Promise<readonly Mark[]> {
  const now = pass.deps.clock.now();
  const { notice, everyMs } = pass.wc;
  const isNotified = (mark: Mark) => !mark.unproven && (!notice.enabled || hasValidNotice(mark, now));
  const notified = marks.filter((mark) => mark.state === 'deleting' || isNotified(mark));
  for (const mark of marks) {
    if (notified.includes(mark)) continue;
    pass.counts.unnoticed++;
    const why = mark.unproven ? UNPROVEN : 'overdue: its owner has no valid notice yet';
    const nextAttemptAt = now + (mark.unproven ? everyMs.mark : everyMs.notify);
    await applyOne(pass, mark, holdMark(mark, nextAttemptAt, why), 'deferred', why);
  }
  return notified;
}

const UNPROVEN = 'overdue: its stored mark has no keyed checksum; the next survey marks it again';

/** Only a read by id proves `gone` (law 2); another identity is another resource, whose owner got no notice. */
export async function readByIds(pass: DeletePass, opened: Opened, marks: readonly Mark[]): Promise<readonly Present[]> {
  const { counts } = pass;
  const reads = await readMarked(opened.session, marks);
  const present: Present[] = [];
  for (const mark of marks) {
    counts.due++;
    const read = reads.get(mark.id) ?? { kind: 'unknown', why: 'the read by id did not return it' };
    if (read.kind === 'unknown') await defer(pass, mark, `the read by id failed: ${read.why}`);
    else if (!looksWhere(mark.identity, read)) await endElsewhere(pass, mark);
    else if (read.kind === 'gone') await settleGone(pass, opened, mark);
    else if (read.resource.identity !== mark.identity && mark.state === 'deleting')
      await settleGone(pass, opened, mark);
    else if (read.resource.identity !== mark.identity) await unmark(pass, mark, 'another resource has the same id now');
    else {
      const isIntended = mark.state === 'deleting';
      const left = isIntended ? await resolveIntent(pass, mark, read.resource) : [{ mark, resource: read.resource }];
      for (const one of left) present.push(...(await withItsTag(pass, opened.session, one, isPutAway(mark))));
    }
  }
  return present;
}

async function unmark(pass: DeletePass, mark: Mark, why: string): Promise<void> {
  if ((await applyOne(pass, mark, undefined, 'unmarked', why)) === 'applied') pass.counts.unmarked++;
}

/** The next survey marks it anew; what a request did that was sent for it, only a read of its place says. */
async function endElsewhere(pass: DeletePass, mark: Mark): Promise<void> {
  if (mark.state === 'deleting') await defer(pass, mark, LOOKED_ELSEWHERE);
  else await unmark(pass, mark, LOOKED_ELSEWHERE);
}

async function settleGone(pass: DeletePass, { session }: Opened, mark: Mark): Promise<void> {
  const ours = mark.state === 'deleting' && mark.intent?.to !== 'quarantine';
  const back = ours ? await restorableNow(session, mark.id) : undefined;
  const sentence = ours ? 'gone after the deletion that Holystone requested' : 'a read by id says it is gone';
  const { reason, ...found } = withRestorable(sentence, back);
  if (!ours) {
    if ((await applyOne(pass, mark, undefined, 'gone', reason, found)) === 'applied') pass.counts.gone++;
    return;
  }
  const { requestId } = mark.intent ?? {};
  const answered = requestId === undefined ? found : { ...found, requestId };
  if (!(await recordAnswer(pass, mark, () => undefined, 'deleted', reason, answered))) return;
  pass.counts.deleted++;
  pass.finished.add(mark.id);
}

async function judgeAgain(
  pass: DeletePass,
  opened: Opened,
  present: readonly Present[],
  chosenAt: number,
): Promise<{ evaluation: EvaluationResult; population: Population | undefined; policy: Policy }> {
  const { deps, wc } = pass;
  const policy = await loadPolicy(deps, opened, { readSince: chosenAt });
  const population = await populationFor(policy, opened.session);
  const evaluation = await judge(deps, {
    subjects: present.map(({ resource }) => resource),
    population,
    policy,
    evidence: { ...opened, settings: wc.evidence, now: deps.watch.earliest(), notBefore: chosenAt },
  });
  return { evaluation, population, policy };
}

/** From here on, every audit entry about these marks names the evidence of its verdict. */
function rememberEvidence({ deps, evidence }: DeletePass, { verdicts, counts, readAt }: EvaluationResult): void {
  const at = businessTimeOf(readAt, deps);
  for (const verdict of verdicts.values()) evidence.set(verdict.id, evidenceHash({ verdict, counts, readAt: at }));
}

interface JudgedPass extends DeletePass {
  /** The policy of these verdicts. */
  readonly policy: Policy;
}

/** keep → unmarked; unknown, held → stays marked; candidate → stands, if the notice went to its present owner. */
async function settleVerdict(
  pass: JudgedPass,
  mark: Mark,
  resource: Resource,
  verdict: Verdict | undefined,
): Promise<Standing | undefined> {
  if (verdict?.kind === 'candidate') return standingOf(pass, mark, resource, verdict);
  if (verdict?.kind === 'keep') {
    await unmark(pass, mark, verdict.reasons.join('; '));
    return undefined;
  }
  if (verdict?.kind === 'held') await waitForUsers(pass, mark, verdict);
  else await defer(pass, mark, verdict ? verdict.reasons.join('; ') : 'it was not evaluated');
  return undefined;
}

/** Law 3, law 7: a notice to another owner, or of less, does not count, even if that changed just now. */
async function standingOf(
  pass: JudgedPass,
  mark: Mark,
  resource: Resource,
  verdict: Verdict,
): Promise<Standing | undefined> {
  const nomination = nominationOf(
    { ...pass, costOf: costsOf(pass.deps, pass.wc) },
    resource,
    verdict,
    pass.deps.clock.now(),
    mark,
  );
  if (nomination.entry !== mark.entry) {
    const why = `${judgedByAnother(mark, nomination)}: the next survey marks it anew`;
    if ((await applyOne(pass, mark, undefined, 'unmarked', why)) === 'applied') pass.counts.unmarked++;
    return undefined;
  }
  const { unsure } = pass.policy.ownerOf(resource);
  if (pass.wc.notice.enabled && unsure !== undefined) {
    // The notified owner keeps the notice, and an owner who may have none does not count as notified.
    await defer(pass, mark, `its owner is uncertain: ${unsure}`);
    return undefined;
  }
  if (!pass.wc.notice.enabled || isNotified(mark, nomination)) {
    const patterns = patternsInForce(pass.policy.optOuts, pass.deps.clock.now());
    return { mark, resource, reasons: verdict.reasons, patterns };
  }
  const after = refreshMark(mark, nomination);
  const why =
    nomination.owner === mark.owner
      ? 'more goes with it now than its notice names'
      : `its owner is ${nomination.owner ?? 'unknown'} now, who has no notice`;
  pass.counts.unnoticed++;
  if (after) await applyOne(pass, mark, after, 'refreshed', why);
  return undefined;
}

/** The mark waits until a time, so that it does not block other marks (L54). */
async function defer(pass: DeletePass, mark: Mark, why: string): Promise<void> {
  const now = pass.deps.clock.now();
  pass.counts.unknown++;
  pass.problems.add(why);
  const after = deferUnread(mark, why, now + retryDelayMs(mark.attempts));
  await applyOne(pass, mark, after, 'deferred', why);
}
