/** Evaluates one resource now, on reads begun now. Writes nothing. For `explain`, and the API's `check`. */

import { defined } from '../../core/common/defined.ts';
import type { Checked } from '../../core/evaluation/checked.ts';
import { isDue, type Verdict } from '../../core/evaluation/verdict.ts';
import { inUseWords } from '../../core/mark/patience.ts';
import { familyOf } from '../../core/policy/families.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Resource } from '../../core/resource/resource.ts';
import { shellWord } from '../../core/text/shell.ts';
import { type EvidenceRow, evidenceRows } from '../evidence/evidenceRows.ts';
import type { SurveyDeps } from '../pass/deps.ts';
import { judge } from '../survey/evaluator.ts';
import { loadPolicy } from '../survey/loadPolicy.ts';
import { open } from '../survey/opened.ts';
import { populationFor } from '../survey/survey.ts';
import { UnknownSummary, type UnreadCause } from '../survey/unread.ts';
import { costOf } from './costs.ts';
import { openReviewOf } from './reviewed.ts';

/** With the evidence of the verdict. */
export type CheckedOn = Checked<{
  readonly evidence: readonly EvidenceRow[];
  /** Failed reads, each cause once, whether it concerns this resource (`blocks` 1) or not. */
  readonly unread: readonly UnreadCause[];
  /** Its deletion was refused because something uses it: the answer, since when, and the next attempt. */
  readonly refused?: string;
  /** It would be marked, and is held until somebody approves or keeps it: why, and the command. */
  readonly held?: string;
}>;

/** @throws ReadError, StoreError; evidence that cannot be read is part of the verdict */
export async function check(
  deps: SurveyDeps,
  wc: WorkConfiguration,
  id: string,
  signal: AbortSignal,
): Promise<CheckedOn> {
  const notBefore = deps.monotonic.monotonicMs();
  const opened = open(deps, wc, signal);
  await opened.session.verifyAccount();
  const read = (await opened.session.get([id])).get(id) ?? { kind: 'unknown', why: 'the read by id did not return it' };
  if (read.kind !== 'found') return read;
  const { resource } = read;
  const policy = await loadPolicy(deps, opened);
  const population = await populationFor(policy, opened.session);
  const evaluation = await judge(deps, {
    subjects: [resource],
    population,
    policy,
    evidence: { ...opened, settings: wc.evidence, notBefore, now: deps.clock.now() },
  });
  const verdict = evaluation.verdicts.get(id) as Verdict;
  const undecided = new UnknownSummary();
  undecided.add(verdict);
  return {
    kind: 'verdict',
    resource,
    verdict,
    owner: policy.ownerOf(resource),
    ...defined({ monthlyCost: costOf(opened.handler, wc, resource) }),
    evidence: evidenceRows(evaluation.readings, deps),
    unread: undecided.causes(evaluation),
    ...defined({ refused: await refusedWords(deps, wc, id), held: await heldWords(deps, wc, resource, verdict) }),
  };
}

async function refusedWords(
  { marks }: SurveyDeps,
  { namespace }: WorkConfiguration,
  id: string,
): Promise<string | undefined> {
  const [mark] = (await marks?.getMany(namespace, [id])) ?? [];
  return mark && inUseWords(mark);
}

/** People review the new marks of the namespace by families of names, and this is none of a family that they approved. */
async function heldWords(
  deps: SurveyDeps,
  wc: WorkConfiguration,
  { id, name, identity }: Resource,
  verdict: Verdict,
): Promise<string | undefined> {
  const { namespace } = wc;
  const review = isDue(verdict) ? await openReviewOf(deps, wc) : undefined;
  if (!review) return undefined;
  const [mark] = (await deps.marks?.getMany(namespace, [id])) ?? [];
  if (mark?.identity === identity) return undefined;
  const family = familyOf({ id, name });
  if (review.approved.some((one) => one.name === family)) {
    return `its family ${family} is approved: the next mark pass marks it, if the family is still the same`;
  }
  if (review.passId === null) return 'nobody has approved it yet: keep it, or approve it after the next mark pass';
  return `nobody has approved it yet: keep it, or run holystone approve ${namespace} --pass ${review.passId} --family ${shellWord(family)}`;
}
