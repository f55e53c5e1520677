/**
 * The only place where a fate is decided (design §4). Pure: mark, the re-check before a delete, `plan`, `explain` and
 * `check` all call it. Every step is computed for the trace; the first that decides wins. Nothing in here may turn a
 * missing value into a reason to delete.
 */
import { formatAge, formatMs } from './duration.ts';
import { readExpiry } from './expiry.ts';
import { type Evidence, findingsOf, type SourcedFinding } from './finding.ts';
import { matchEntry } from './matcher.ts';
import { findOptOut } from './optOut.ts';
import type { BoundWhen, Policy } from './policy.ts';
import type { Population } from './population.ts';
import type { Resource } from './resource.ts';
import type { Facts, Row } from './rule.ts';
import type { Step, TraceStep, Verdict } from './verdict.ts';

export interface Evaluation<R extends Resource> {
  /** The resources to judge. */
  readonly subjects: readonly R[];
  /** Absent in a re-check of a few: set policies then answer `unknown`. */
  readonly population?: Population<R>;
  readonly evidence: Evidence;
  readonly policy: Policy<R>;
  /** Business time, ms since the epoch. */
  readonly now: number;
}

/** The signature of {@link evaluate}, for those who are given it. */
export type Evaluate = <R extends Resource>(evaluation: Evaluation<R>) => ReadonlyMap<string, Verdict>;

export const evaluate: Evaluate = (evaluation) => {
  const keptBySet = setPolicyKeeps(evaluation);
  return new Map(evaluation.subjects.map((subject) => [subject.id, judge(subject, evaluation, keptBySet)]));
};

type Says = Omit<TraceStep, 'step'>;
const pass: Says = { says: 'pass', reasons: [] };
const keep = (reasons: readonly string[]): Says => (reasons.length > 0 ? { says: 'keep', reasons } : pass);
const isString = (value: string | undefined): value is string => value !== undefined;

function judge<R extends Resource>(
  subject: R,
  { evidence, policy, now }: Evaluation<R>,
  keptBySet: ReadonlyMap<string, readonly string[]> | undefined,
): Verdict {
  const findings = findingsOf(evidence, subject.aliases);
  const facts = factsOf(subject, findings, policy, now);
  const steps: Record<Step, Says> = {
    optOut: optOutStep(subject, policy, now),
    exclusion: exclusionStep(subject, policy, facts),
    safeguard: keep(named(policy.safeguards.map((s) => [s.name, s.keeps(subject, facts)]))),
    use: keep(findings.filter(isUse).map((finding) => `used by ${finding.by}`)),
    age: ageStep(policy, facts),
    evidence: evidenceStep(subject, evidence),
    rule: ruleStep(subject, policy.when, facts),
    setPolicy: setPolicyStep(subject, policy, keptBySet),
    candidate: { says: 'candidate', reasons: nominations(subject, policy.when, facts) },
  };
  const trace = (Object.keys(steps) as Step[]).map((step) => ({ step, ...steps[step] }));
  const decisive = trace.find(({ says }) => says !== 'pass') as TraceStep;
  return {
    id: subject.id,
    kind: decisive.says as Verdict['kind'],
    decidedBy: decisive.step,
    reasons: decisive.reasons,
    usedBy: findings.filter(isUse),
    trace,
    madeWithout: evidence.madeWithout,
  };
}

function isUse(finding: SourcedFinding): boolean {
  return finding.says === 'used';
}

function factsOf<R extends Resource>(
  subject: R,
  findings: readonly SourcedFinding[],
  policy: Policy<R>,
  now: number,
): Facts {
  const createdAt = validTime(subject.createdAt) ?? policy.firstSeen.get(subject.identity);
  const uses = subject.aliases.map((alias) => policy.lastUsed.get(alias)).filter((at) => at !== undefined);
  const provider = validTime(subject.lastUsedAt);
  if (provider !== undefined) uses.push(provider);
  return {
    now,
    findings,
    ...(createdAt === undefined ? {} : { createdAt }),
    ...(uses.length === 0 ? {} : { lastUsedAt: Math.max(...uses) }),
  };
}

function validTime(date: Date | undefined): number | undefined {
  const time = date?.getTime();
  return time === undefined || Number.isNaN(time) ? undefined : time;
}

function optOutStep<R extends Resource>(subject: R, policy: Policy<R>, now: number): Says {
  const optOut = findOptOut(subject, policy.optOuts, now);
  if (!optOut) return pass;
  const until = optOut.until === 'forever' ? 'for ever' : `until ${new Date(optOut.until).toISOString()}`;
  return keep([`opted out ${until} by ${optOut.actor}${optOut.reason ? `: ${optOut.reason}` : ''}`]);
}

function exclusionStep<R extends Resource>(subject: R, policy: Policy<R>, facts: Facts): Says {
  const asked = { resource: subject, account: policy.account, owner: policy.ownerOf(subject) };
  const excluded = policy.keep.map((matcher) => matchEntry(matcher, asked)).filter(isString);
  const reasons = excluded.map((what) => `excluded by ${what}`);
  const allowed = policy.only === undefined || policy.only.some((matcher) => matchEntry(matcher, asked) !== undefined);
  if (!allowed) reasons.push('not in the allowlist `only`');
  const expiry = readExpiry(subject.tags, facts.createdAt);
  if (expiry.kind === 'never') reasons.push(`its tag ${expiry.tag}=${expiry.value} keeps it for ever`);
  if (expiry.kind === 'at' && facts.now <= expiry.at) {
    reasons.push(`its tag ${expiry.tag}=${expiry.value} has not passed yet`);
  }
  if (expiry.kind === 'unreadable') reasons.push(`its tag ${expiry.tag}=${expiry.value} cannot be read`);
  return keep(reasons);
}

/** Younger than the minimum, used lately, or without any date that could tell (law 1). */
function ageStep<R extends Resource>(policy: Policy<R>, { createdAt, lastUsedAt, now }: Facts): Says {
  const { minimumAgeMs, unusedForMs } = policy;
  const reasons: string[] = [];
  if (createdAt === undefined) reasons.push('it has no readable creation date');
  else if (now - createdAt < minimumAgeMs) {
    reasons.push(`it is ${formatAge(Math.max(0, now - createdAt))} old, younger than ${formatMs(minimumAgeMs)}`);
  }
  if (unusedForMs !== undefined && lastUsedAt !== undefined && now - lastUsedAt < unusedForMs) {
    reasons.push(`it was last used ${formatAge(Math.max(0, now - lastUsedAt))} ago, within ${formatMs(unusedForMs)}`);
  }
  return keep(reasons);
}

function evidenceStep(subject: Resource, evidence: Evidence): Says {
  const gaps = evidence.gaps.filter(({ only }) => only === undefined || only.has(subject.id));
  if (gaps.length === 0) return pass;
  return { says: 'unknown', reasons: gaps.map((gap) => gap.why) };
}

function ruleStep<R extends Resource>(subject: R, when: readonly BoundWhen<R>[], facts: Facts): Says {
  const nominated = when.some((entry) => entryMatches(entry, subject, facts));
  const answers = when
    .flat()
    .map((rule) => ({ name: rule.name, reason: rule.matches(subject, facts) }))
    .map(({ name, reason }) => (reason === undefined ? `${name}: no` : `${name}: ${reason}`));
  return nominated
    ? { says: 'pass', reasons: answers }
    : { says: 'keep', reasons: ['no rule nominates it', ...answers] };
}

function entryMatches<R extends Resource>(entry: BoundWhen<R>, subject: R, facts: Facts): boolean {
  return entry.length > 0 && entry.every((rule) => rule.matches(subject, facts) !== undefined);
}

function nominations<R extends Resource>(subject: R, when: readonly BoundWhen<R>[], facts: Facts): readonly string[] {
  const reasons = when
    .filter((entry) => entryMatches(entry, subject, facts))
    .map((entry) => entry.map((rule) => rule.matches(subject, facts)).join(', and '));
  return [...new Set(reasons)];
}

function setPolicyStep<R extends Resource>(
  subject: R,
  policy: Policy<R>,
  keptBySet: ReadonlyMap<string, readonly string[]> | undefined,
): Says {
  if (policy.setPolicies.length === 0) return pass;
  if (!keptBySet)
    return { says: 'unknown', reasons: ['the location was not listed, and a set policy needs all of it'] };
  return keep(keptBySet.get(subject.id) ?? []);
}

/** `undefined` when there are set policies and no complete population to apply them to. */
function setPolicyKeeps<R extends Resource>({
  subjects,
  policy,
  population,
}: Evaluation<R>): ReadonlyMap<string, readonly string[]> | undefined {
  const kept = new Map<string, string[]>();
  if (policy.setPolicies.length === 0) return kept;
  if (!population) return undefined;
  // A subject that was read by id exists, whether or not the listing shows it (law 2).
  const all = new Map([...population.byId, ...subjects.map((subject) => [subject.id, subject] as const)]);
  for (const setPolicy of policy.setPolicies) {
    const rows = [...all.values()]
      .map((resource) => setPolicy.row(resource))
      .filter((row): row is Row => row !== undefined);
    for (const [id, reason] of setPolicy.keep(rows))
      kept.set(id, [...(kept.get(id) ?? []), `${setPolicy.name}: ${reason}`]);
  }
  return kept;
}

function named(answers: readonly (readonly [string, string | undefined])[]): readonly string[] {
  return answers.flatMap(([name, reason]) => (reason === undefined ? [] : [`${name}: ${reason}`]));
}
