import { evidenceOf, type Gap } from '../core/finding.ts';
import type { Policy } from '../core/policy.ts';
import type { Population } from '../core/population.ts';
import type { Resource } from '../core/resource.ts';
import type { Verdict } from '../core/verdict.ts';
import type { SurveyDeps } from './deps.ts';
import type { EvidenceRead, EvidenceRequest } from './evidence.ts';

/** Verdicts with what they rest on. */
export interface Judgement {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  readonly gaps: readonly Gap[];
  /** Findings per `source@account/location`. */
  readonly counts: Readonly<Record<string, number>>;
  /** When the oldest evidence was begun to be read, monotonic ms. */
  readonly readAt: number;
  /** Aliases that somebody was found to use. */
  readonly usedAliases: readonly string[];
}

export interface JudgementRequest {
  readonly subjects: readonly Resource[];
  readonly population?: Population;
  readonly policy: Policy;
  readonly evidence: EvidenceRequest;
}

/**
 * Judge, ask, judge: evidence that costs a call per resource is asked only about those still standing, and the answer
 * is judged with everything else.
 */
export async function judge(deps: SurveyDeps, request: JudgementRequest): Promise<Judgement> {
  const { subjects, evidence } = request;
  const places = await deps.evidence.readPlaces(evidence);
  const first = verdictsOf(deps, request, subjects, [places]);
  const standing = subjects.filter(({ id }) => first.get(id)?.kind === 'candidate');
  const asked = await deps.evidence.readCandidates(evidence, standing);
  const second = verdictsOf(deps, request, standing, [places, asked]);
  return {
    verdicts: new Map([...first, ...second]),
    gaps: [...places.gaps, ...asked.gaps],
    counts: places.counts,
    readAt: Math.min(places.readAt, asked.readAt),
    usedAliases: usedAliases(subjects, [places, asked]),
  };
}

function verdictsOf(
  deps: SurveyDeps,
  { population, policy, evidence: { now } }: JudgementRequest,
  subjects: readonly Resource[],
  reads: readonly EvidenceRead[],
): ReadonlyMap<string, Verdict> {
  const evidence = evidenceOf(
    reads.flatMap(({ findings }) => findings),
    reads.flatMap(({ gaps }) => gaps),
    reads.flatMap(({ madeWithout }) => madeWithout),
  );
  return deps.evaluate({ subjects, ...(population ? { population } : {}), evidence, policy, now });
}

function usedAliases(subjects: readonly Resource[], reads: readonly EvidenceRead[]): readonly string[] {
  const used = new Set(
    reads.flatMap(({ findings }) => findings.filter(({ says }) => says === 'used')).map((f) => f.alias),
  );
  return subjects.flatMap(({ aliases }) => aliases.filter((alias) => used.has(alias)));
}
