/**
 * Says whether a Holystone kept its laws, from outside: it knows the truth of the seed and what the demo did, and reads
 * only the sandbox's call log and the mailbox. It must not import anything of what it judges.
 */
import { arrange, type Facts, type OracleInput } from './facts.ts';
import { ofKind } from './interventions.ts';
import { RULES } from './rules.ts';
import { keyOf, type SeededResource } from './truth.ts';

export interface Violation {
  /** The rule that was broken, one word. */
  readonly rule: string;
  /** What happened to what, in a sentence. */
  readonly what: string;
}

export interface Judgement {
  readonly violations: readonly Violation[];
  /** Unused, and not deleted: the cycle is not over while there are any. No violation. */
  readonly missing: readonly SeededResource[];
  /** Deleted with success, each once. */
  readonly deleted: number;
}

export function judge(input: OracleInput): Judgement {
  const facts = arrange(input);
  const violations = RULES.flatMap(({ name, broken }) => broken(facts).map((what) => ({ rule: name, what })));
  const deleted = new Set(facts.deletions.filter(({ succeeded }) => succeeded).map(({ key }) => key));
  return { violations, missing: input.dryRun ? [] : missingOf(facts, deleted), deleted: deleted.size };
}

/** What should be gone and is not; what somebody or something holds back is not expected to go. */
function missingOf(facts: Facts, deleted: ReadonlySet<string>): readonly SeededResource[] {
  const { interventions, resources } = facts;
  const held = new Set([
    ...ofKind(interventions, 'usedAgain').map(({ key }) => key),
    ...ofKind(interventions, 'optedOut').map(({ key }) => key),
    ...ofKind(interventions, 'unreachable').flatMap(({ keys }) => keys),
    ...ofKind(interventions, 'unreadable').flatMap(({ keys, until }) => (until === undefined ? keys : [])),
  ]);
  const missing = resources.filter(
    (resource) => resource.truth.kind === 'unused' && !deleted.has(keyOf(resource)) && !held.has(keyOf(resource)),
  );
  const waiting = ofKind(interventions, 'paced').flatMap(({ place, type, perDay }) => {
    const here = (resource: SeededResource) =>
      resource.type === type && resource.account === place.account && resource.region === place.region;
    const gone = resources.filter((resource) => here(resource) && deleted.has(keyOf(resource))).length;
    return gone >= perDay ? missing.filter(here) : [];
  });
  return missing.filter((resource) => !waiting.includes(resource));
}
