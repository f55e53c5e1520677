import type { Evidence, Gap, SourcedFinding } from '../../src/core/common/finding.ts';
import { evidenceOf } from '../../src/core/common/finding.ts';
import { evaluate } from '../../src/core/evaluation/evaluate.ts';
import type { BoundWhen, Policy } from '../../src/core/evaluation/policy.ts';
import { collectPopulation } from '../../src/core/evaluation/population.ts';
import { genericRules } from '../../src/core/evaluation/rules/index.ts';
import type { Verdict } from '../../src/core/evaluation/verdict.ts';
import type { Resource } from '../../src/core/resource/resource.ts';

export const NOW = Date.parse('2026-06-01T12:00:00Z');
export const DAY = 24 * 3_600_000;

/** A resource that is a candidate in every default policy: 400 days old, without users. */
export function resource(id: string, given: Partial<Resource> & Record<string, unknown> = {}): Resource {
  return { id, identity: `${id}@1`, name: id, tags: {}, aliases: [id], createdAt: new Date(NOW - 400 * DAY), ...given };
}

export function usedBy(alias: string, by: string): SourcedFinding {
  return { alias, says: 'used', by, source: 'instances', place: { account: 'test', location: 'us-east-1' } };
}

export function gap(why: string, only?: ReadonlySet<string>): Gap {
  return { source: 'instances', place: { account: 'test', location: 'us-east-1' }, why, ...(only ? { only } : {}) };
}

/** One bound generic rule, by its name, with parameters as in the configuration. */
export function rule(name: string, parameters: unknown = {}): BoundWhen<Resource>[number] {
  const found = genericRules.find((known) => known.name === name);
  if (!found) throw new Error(`no rule ${name}`);
  const parsed = found.parameters.parse(parameters);
  return { name, matches: (subject, facts) => found.matches(subject, parsed, facts) };
}

export function policy(given: Partial<Policy> = {}): Policy {
  return {
    account: 'test',
    optOuts: new Map(),
    keep: [],
    safeguards: [],
    when: [[rule('unused')]],
    setPolicies: [],
    minimumAgeMs: 30 * DAY,
    lastUsed: new Map(),
    unobserved: [],
    firstSeen: new Map(),
    ownerOf: ({ tags: { owner } }) => ({ ...(owner ? { owner } : {}), via: 'tag owner', unowned: !owner, invalid: [] }),
    ...given,
  };
}

/** Judges resources that are the whole population. */
export async function verdicts(
  resources: readonly Resource[],
  given: Partial<Policy> = {},
  evidence: Evidence = evidenceOf([]),
): Promise<ReadonlyMap<string, Verdict>> {
  const asked = policy(given);
  const population = await collectPopulation(pages(resources), asked.setPolicies);
  return evaluate({ subjects: resources, population, evidence, policy: asked, now: NOW });
}

export async function verdict(
  subject: Resource,
  given: Partial<Policy> = {},
  evidence: Evidence = evidenceOf([]),
): Promise<Verdict> {
  return (await verdicts([subject], given, evidence)).get(subject.id) as Verdict;
}

async function* pages<T>(items: readonly T[]): AsyncIterable<readonly T[]> {
  yield items;
}
