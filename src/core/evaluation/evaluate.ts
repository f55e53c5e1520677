/**
 * The only place that makes a verdict (docs/architecture.md, "One evaluation"). Pure: mark, the re-check before a
 * delete, `plan`, `explain` and `check` all call it. The first step that decides wins. Every step is computed for the
 * trace, except while a listing still runs: then the trace ends with the decisive step. No code here may turn a missing
 * value into a reason to delete.
 */
import { defined } from '../common/defined.ts';
import { formatAge, formatMs } from '../common/duration.ts';
import type { Evidence, SourcedFinding } from '../common/finding.ts';
import type { Reason } from '../common/reason.ts';
import { atOnce } from '../common/steps.ts';
import { whyUnknown } from '../common/unread.ts';
import { findOptOut } from '../owner/optOut.ts';
import { inEnglish } from '../reason/english.ts';
import { keptUntil } from '../resource/expiry.ts';
import type { Resource } from '../resource/resource.ts';
import { type Choice, judging } from './entries.ts';
import { factsOf, usedWithin } from './facts.ts';
import { endedUseKey, isSelfReference, type SortedUses, sortUses, waitWords } from './holders.ts';
import { asksForOwner, comparedOf, isAllowed, keptBy } from './keeping.ts';
import { withLinks } from './links.ts';
import { nominationsOf, ruleAnswers } from './nominating.ts';
import type { BoundWhen, Policy } from './policy.ts';
import type { Population } from './population.ts';
import type { Facts } from './rule.ts';
import { type KeptBySet, keepingBySetPolicies } from './setPolicies.ts';
import { STEPS, type Step, type TraceStep, type Verdict } from './verdict.ts';

/** The whole input of {@link evaluate}: the same input always gives the same verdicts. */
export interface Evaluation<R extends Resource> {
  /** The resources to judge. */
  readonly subjects: readonly R[];
  /**
   * The rows for the set policies; absent: they answer `unknown`. `later`: the listing still runs, the set policies
   * pass, and each candidate is evaluated again when the listing has finished.
   */
  readonly population?: Population | 'later';
  /** The result of {@link keepingBySetPolicies}, where the caller computed it for more subjects than these. */
  readonly keptBySet?: KeptBySet;
  readonly evidence: Evidence;
  /** Evidence that costs a call per candidate is not read yet; each candidate is evaluated again. */
  readonly isFirstLook?: boolean;
  readonly policy: Policy<R>;
  /** Business time, ms since the epoch. */
  readonly now: number;
}

/** The signature of {@link evaluate}, for code that gets it as a parameter. */
export type Evaluate = <R extends Resource>(evaluation: Evaluation<R>) => ReadonlyMap<string, Verdict>;

/** The keys of the result are the ids of the subjects; each subject has a verdict. */
export const evaluate: Evaluate = (evaluation) => {
  const keptBySet = evaluation.keptBySet ?? atOnce(keepingBySetPolicies(evaluation));
  const verdicts = new Map<string, Verdict>();
  for (const subject of evaluation.subjects) verdicts.set(subject.id, judge(subject, evaluation, keptBySet));
  return verdicts;
};

type Says = Omit<TraceStep, 'step'>;
const pass: Says = { says: 'pass', reasons: [] };
/** Most steps pass for most resources: they share these. */
const PASSED = Object.fromEntries(STEPS.map((step) => [step, { step, ...pass }])) as Readonly<Record<Step, TraceStep>>;
const keep = (reasons: readonly string[]): Says => (reasons.length > 0 ? { says: 'keep', reasons } : pass);
const NOTHING: readonly never[] = [];

function judge<R extends Resource>(
  subject: R,
  { evidence, policy: whole, now, isFirstLook = false, population }: Evaluation<R>,
  keptBySet: KeptBySet | undefined,
): Verdict {
  const choice = judging(subject, whole);
  const { policy, label: entry, unread: unreadChoice, says, words } = choice;
  const { holders } = policy;
  const all = withLinks(evidence.findings, subject.aliases);
  const findings = holders ? all.filter((finding) => !isSelfReference(finding, subject.id, holders)) : all;
  const uses = findings.filter(isUse);
  const { keepers, waits, unsure, ending } = sortUses(uses, holders, now);
  const isHeld = waits.length > 0;
  const unread = whyUnknown(evidence, subject, findings, wasEverUsed(subject, policy));
  // The other steps evaluate the resource as if the users that must be deleted first were gone.
  const others = ending.size === 0 ? findings : findings.filter((finding) => !ending.has(finding));
  const isUnread = unread.length > 0;
  const heldBy = isHeld ? waits.map(({ id }) => id) : undefined;
  const facts = factsOf(subject, others, policy, { now, isFirstLook, isUnread, isHeld, heldBy });
  let nominatedBy: readonly Reason[] | undefined;
  const nominations = () => {
    const own = nominationsOf(subject, policy.when, facts);
    // A list that is spread into another one keeps room for seventeen: that is most of a verdict.
    nominatedBy = own.concat(says);
    return own.map(inEnglish).concat(words);
  };
  // One function: a million resources would need ten times as many.
  const answerOf = (step: Step): Says | TraceStep => {
    switch (step) {
      case 'optOut':
        return optOutStep(subject, policy, now);
      case 'exclusion':
        return exclusionStep(subject, choice, facts);
      case 'safeguard':
        return safeguardStep(subject, policy, facts);
      case 'use':
        return useStep(keepers, policy);
      case 'age':
        return ageStep(policy, facts);
      case 'evidence':
        return evidenceStep(unread.map(({ why }) => why).concat(unreadChoice, whyOwnerUnsure(subject, policy), unsure));
      case 'rule':
        return ruleStep(subject, policy.when, facts);
      case 'setPolicy':
        return setPolicyStep(subject, policy, keptBySet);
      case 'hold':
        return isHeld ? { says: 'held', reasons: [...nominations(), ...waits.map(waitWords)] } : pass;
      case 'candidate':
        return { says: 'candidate', reasons: nominations() };
    }
  };
  const trace: TraceStep[] = [];
  let decisive: TraceStep | undefined;
  for (const step of STEPS) {
    if (step === 'hold' && holders === undefined) continue;
    const answer = answerOf(step);
    const judged = 'step' in answer ? answer : answer === pass ? PASSED[step] : { step, ...answer };
    trace.push(judged);
    if (judged.says !== 'pass') decisive ??= judged;
    if (decisive && population === 'later') break;
  }
  if (!decisive) throw new Error(`no step decided about ${subject.id}`);
  const lastUse = lastUseIn(facts, findings);
  return {
    id: subject.id,
    kind: decisive.says as Verdict['kind'],
    decidedBy: decisive.step,
    reasons: decisive.reasons,
    usedBy: uses,
    trace,
    unread: trace.some(({ step }) => step === 'evidence') ? unread : NOTHING,
    waivedEvidence: evidence.waivedEvidence,
    ...(entry === undefined ? undefined : { entry }),
    ...(decisive.says === 'held' ? { waitsFor: waits, nominatedBecause: nominations() } : undefined),
    ...(decisive.says === 'held' || decisive.says === 'candidate' ? defined({ nominatedBy }) : undefined),
    ...(lastUse === undefined ? undefined : { lastUse }),
  };
}

function lastUseIn({ lastUsedAt: at }: Facts, findings: readonly SourcedFinding[]): Verdict['lastUse'] {
  if (at === undefined) return undefined;
  const by = findings.find((finding) => finding.says === 'lastUsed' && finding.at === at)?.by;
  return { at, ...(by === undefined ? {} : { by }) };
}

/** A marked user still keeps the resource while it exists; each of the two has its own verdict and notice. */
function itselfDue<R extends Resource>({ byId }: SourcedFinding, { usersPendingDeletion }: Policy<R>): string {
  const at = byId === undefined ? undefined : usersPendingDeletion?.get(byId);
  return at === undefined
    ? ''
    : `, which is itself scheduled for deletion on ${new Date(at).toISOString().slice(0, 10)}`;
}

function isUse(finding: SourcedFinding): boolean {
  return finding.says === 'used';
}

function optOutStep<R extends Resource>(subject: R, policy: Policy<R>, now: number): Says {
  const optOut = findOptOut(subject, policy.optOuts, now);
  if (!optOut) return pass;
  const until = optOut.until === 'forever' ? 'forever' : `until ${new Date(optOut.until).toISOString()}`;
  return keep([`opted out ${until} by ${optOut.actor}${optOut.reason ? `: ${optOut.reason}` : ''}`]);
}

function exclusionStep<R extends Resource>(
  subject: R,
  { policy, unjudged, passed }: Choice<R>,
  facts: Facts,
): Says | TraceStep {
  const compared = comparedOf(subject, policy, facts.now);
  const reasons: string[] = [];
  for (const matcher of policy.keep) {
    const what = keptBy(matcher, compared);
    if (what !== undefined) reasons.push(`excluded by ${what}`);
  }
  if (policy.only && !isAllowed(policy.only, compared)) reasons.push('not in the allowlist `only`');
  const until = keptUntil(subject.tags, facts);
  const judged = unjudged.length + reasons.length + until.length === 0 ? pass : keep(unjudged.concat(reasons, until));
  return judged === pass && passed ? passed : judged;
}

function safeguardStep<R extends Resource>(subject: R, { safeguards }: Policy<R>, facts: Facts): Says {
  const reasons: string[] = [];
  for (const safeguard of safeguards) {
    const why = safeguard.keeps(subject, facts);
    if (why !== undefined) reasons.push(`${safeguard.name}: ${why}`);
  }
  return keep(reasons);
}

function useStep<R extends Resource>(keepers: SortedUses['keepers'], policy: Policy<R>): Says {
  if (keepers.length === 0) return pass;
  const words = keepers.map(({ finding, note }) => `used by ${finding.by}${itselfDue(finding, policy)}${note}`);
  // Two sources may agree on a user: it is one reason.
  return keep([...new Set(words)]);
}

/** Keeps a resource that is younger than the minimum, was used recently, or has no readable creation date (law 1). */
function ageStep<R extends Resource>({ minimumAgeMs, unusedForMs }: Policy<R>, facts: Facts): Says {
  const { createdAt, now } = facts;
  const reasons: string[] = [];
  if (createdAt === undefined) reasons.push('it has no readable creation date');
  else if (now - createdAt < minimumAgeMs) {
    reasons.push(`it is ${formatAge(Math.max(0, now - createdAt))} old, younger than ${formatMs(minimumAgeMs)}`);
  }
  const used = unusedForMs === undefined ? undefined : usedWithin(facts, unusedForMs);
  return keep(used === undefined ? reasons : [...reasons, used]);
}

function evidenceStep(unread: readonly string[]): Says {
  return unread.length === 0 ? pass : { says: 'unknown', reasons: unread };
}

/** Where a matcher uses the owner, an uncertain owner makes the resource unknown (law 1). */
function whyOwnerUnsure<R extends Resource>(subject: R, policy: Policy<R>): readonly string[] {
  const { unsure } = asksForOwner(policy) ? policy.ownerOf(subject) : {};
  return unsure === undefined ? [] : [`its owner is uncertain: ${unsure}`];
}

function wasEverUsed<R extends Resource>({ aliases }: R, { lastUsed, usesLostAt }: Policy<R>): boolean {
  if (usesLostAt !== undefined) return true;
  return aliases.some((alias) => lastUsed.has(alias) || lastUsed.has(endedUseKey(alias)));
}

function ruleStep<R extends Resource>(subject: R, when: readonly BoundWhen<R>[], facts: Facts): Says {
  const { isNominated, words } = ruleAnswers(subject, when, facts);
  return isNominated ? { says: 'pass', reasons: words } : { says: 'keep', reasons: ['no rule selects it', ...words] };
}

function setPolicyStep<R extends Resource>(subject: R, policy: Policy<R>, keptBySet: KeptBySet | undefined): Says {
  if (policy.setPolicies.length === 0) return pass;
  if (!keptBySet)
    return {
      says: 'unknown',
      reasons: ['the listing of the location is not available, and a set policy needs all of it'],
    };
  return keep(keptBySet.get(subject.id) ?? []);
}
