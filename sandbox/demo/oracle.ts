/**
 * Judges from outside whether a Holystone kept its laws: it knows the truth of the seed and the actions of the demo,
 * and reads only the sandbox's call log and the mailbox. It must not import any code that it judges.
 */
import { arrange, type Facts, type OracleInput } from './facts.ts';
import { ofKind } from './interventions.ts';
import { RULES } from './rules.ts';
import { keyOf, type SeededResource } from './truth.ts';

export interface Violation {
  /** The broken rule, one word. */
  readonly rule: string;
  /** The event and the resource, in a sentence. */
  readonly what: string;
}

export interface Judgement {
  readonly violations: readonly Violation[];
  /** Unused, and not yet deleted: the cycle continues while there are any. Not a violation. */
  readonly missing: readonly SeededResource[];
  /** Successfully deleted, each once. */
  readonly deleted: number;
}

export function judge(input: OracleInput): Judgement {
  const facts = arrange(input);
  const violations = RULES.flatMap(({ name, broken }) => broken(facts).map((what) => ({ rule: name, what })));
  return { violations, missing: missingOf(facts), deleted: deletedOf(facts).size };
}

/** {@link Judgement.missing} alone, without the rules, which take far longer. */
export function missing(input: OracleInput): readonly SeededResource[] {
  return missingOf(arrange(input));
}

/** Keys of the resources that a request deleted. */
function deletedOf({ deletions }: Facts): ReadonlySet<string> {
  return new Set(deletions.filter(({ succeeded }) => succeeded).map(({ key }) => key));
}

/** Resources that should be gone but exist; excludes those that an intervention keeps. */
function missingOf(facts: Facts): readonly SeededResource[] {
  const { interventions, resources, dryRun } = facts;
  if (dryRun) return [];
  const deleted = deletedOf(facts);
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
