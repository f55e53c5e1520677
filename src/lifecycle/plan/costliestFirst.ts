import { byCost, type MonthlyCost } from '../../core/resource/prices.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { SurveyDeps } from '../pass/deps.ts';

type Evidence = SurveyDeps['evidence'];

/**
 * Evidence that costs a call per candidate, asked of the costliest candidates first: a person who ends the plan early
 * has the verdicts that matter most. Nothing is asked twice, also not after an interruption: an answer of this plan
 * counts however old it is, and its rows say how old.
 */
export function costliestFirst(evidence: Evidence, costOf: (resource: Resource) => MonthlyCost | undefined): Evidence {
  return {
    readPlaces: (request) => evidence.readPlaces(request),
    readCandidates: (request, candidates) => {
      const costs = new Map(candidates.map((candidate) => [candidate.id, costOf(candidate)]));
      const ordered = candidates.toSorted((a, b) => byCost(costs.get(a.id), costs.get(b.id)));
      return evidence.readCandidates({ ...request, candidatesNotBefore: Number.NEGATIVE_INFINITY }, ordered);
    },
  };
}
