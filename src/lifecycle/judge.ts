import { type Evidence, evidenceOf, type Gap } from '../core/finding.ts';
import type { Policy } from '../core/policy.ts';
import type { Population } from '../core/population.ts';
import type { Resource } from '../core/resource.ts';
import type { Verdict } from '../core/verdict.ts';
import type { SurveyDeps } from './deps.ts';
import type { EvidenceRead, EvidenceRequest } from './evidence.ts';
import { isBounded } from './evidenceReads.ts';
import type { EvidenceReading } from './evidenceRows.ts';
import { Uses } from './uses.ts';

/** Verdicts with what they rest on. */
export interface Judgement {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** What could not be read and may concern everything: with one of these the judgement is incomplete. */
  readonly gaps: readonly Gap[];
  /** Gaps that concern some only, by whom a resource reaches or what else was read: those are unknown, the rest is judged. */
  readonly boundedGaps: readonly Gap[];
  /** What the configuration decided to do without. */
  readonly madeWithout: readonly string[];
  /** Findings per `source@account/location`. */
  readonly counts: Readonly<Record<string, number>>;
  /** When the oldest evidence was begun to be read, monotonic ms. */
  readonly readAt: number;
  readonly readings: readonly EvidenceReading[];
  /** Instant of a use (business time, ms) → the aliases that were used then; of each alias the last use. */
  readonly uses: ReadonlyMap<number, readonly string[]>;
}

/** Where nothing is there to be judged, nothing is read. */
export const NOTHING_JUDGED: Judgement = {
  verdicts: new Map(),
  gaps: [],
  boundedGaps: [],
  madeWithout: [],
  counts: {},
  readAt: Number.POSITIVE_INFINITY,
  readings: [],
  uses: new Map(),
};

/**
 * Where a place could not be read, so many that would stand without that are asked about all the same: for what keeps
 * them, and so that nothing is told to be unknown for what is missing that would be kept anyway. Each costs calls.
 */
const ASKED_IN_VAIN = 200;

export interface JudgementRequest {
  readonly policy: Policy;
  readonly evidence: EvidenceRequest;
}

/**
 * Judge, ask, judge: evidence that costs a call per resource is asked only about those still standing, and the answer
 * is judged with everything else. What stands is what {@link atFirst} did not settle; it is judged in {@link finish}.
 */
export class Judging {
  readonly #deps: SurveyDeps;
  readonly #request: JudgementRequest;
  readonly #places: EvidenceRead;
  /** What was found, without what could not be read: by this alone it is decided who is asked about. */
  readonly #found: Evidence;
  readonly #uses: Uses;
  /** A place could not be read, and that concerns everything: nothing can become a candidate any more. */
  readonly #isInVain: boolean;
  /** How many stand that are to be asked about in vain. */
  #standing = 0;

  private constructor(deps: SurveyDeps, request: JudgementRequest, places: EvidenceRead) {
    this.#deps = deps;
    this.#request = request;
    this.#places = places;
    this.#isInVain = places.gaps.some((gap) => !isBounded(request.evidence, gap));
    this.#found = joined([{ ...places, gaps: [] }]);
    this.#uses = new Uses(places.findings, request.evidence.now);
  }

  static async begin(deps: SurveyDeps, request: JudgementRequest): Promise<Judging> {
    return new Judging(deps, request, await deps.evidence.readPlaces(request.evidence));
  }

  /** Verdicts while the listing still goes on. Those that are not settled are to be given to {@link finish}. */
  atFirst(subjects: readonly Resource[]): ReadonlyMap<string, Verdict> {
    this.#uses.of(subjects);
    const first = this.#evaluate(subjects, 'found', 'later');
    if (!this.#isInVain) return first;
    const asked = subjects.filter(({ id }) => first.get(id)?.kind === 'candidate').slice(0, this.#room());
    this.#standing += asked.length;
    const ids = new Set(asked.map(({ id }) => id));
    const others = subjects.filter(({ id }) => first.get(id)?.kind !== 'keep' && !ids.has(id));
    return new Map([...first, ...this.#evaluate(others, joined([this.#places]), 'later')]);
  }

  /** Can nothing change it any more, neither a set policy nor evidence about candidates? */
  isSettled({ kind }: Verdict): boolean {
    return kind === 'keep' || (kind === 'unknown' && (this.#isInVain || this.#places.gaps.length === 0));
  }

  #room(): number {
    return Math.max(0, ASKED_IN_VAIN - this.#standing);
  }

  /** @param population absent: not listed, and what a set policy would have to say about is unknown */
  async finish(subjects: readonly Resource[], population: Population | undefined): Promise<Judgement> {
    const { evidence } = this.#request;
    const places = this.#places;
    const first = this.#evaluate(subjects, 'found', population);
    const candidates = subjects.filter(({ id }) => first.get(id)?.kind === 'candidate');
    const standing = this.#isInVain ? candidates.slice(0, ASKED_IN_VAIN) : candidates;
    const asked = await this.#deps.evidence.readCandidates(evidence, standing);
    // What is unknown already is judged again too where more is missing, so that its verdict names everything.
    const again = places.gaps.length > 0 ? subjects.filter(({ id }) => first.get(id)?.kind !== 'keep') : standing;
    const second = this.#evaluate(again, joined([places, asked]), population);
    const gaps = [...places.gaps, ...asked.gaps];
    this.#uses.of(subjects);
    this.#uses.find(asked.findings, subjects);
    return {
      verdicts: new Map([...first, ...second]),
      gaps: gaps.filter((gap) => !isBounded(evidence, gap)),
      boundedGaps: gaps.filter((gap) => isBounded(evidence, gap)),
      madeWithout: [...new Set([...places.madeWithout, ...asked.madeWithout])],
      counts: places.counts,
      readAt: Math.min(places.readAt, asked.readAt),
      readings: [...places.readings, ...asked.readings],
      uses: this.#uses.byInstant(),
    };
  }

  /** @param read `found`: candidates were not asked about yet, and whoever stands is judged again */
  #evaluate(subjects: readonly Resource[], read: Evidence | 'found', population: Population | 'later' | undefined) {
    const { policy, evidence: request } = this.#request;
    const { now } = request;
    const evidence = read === 'found' ? { evidence: this.#found, isFirstLook: true as const } : { evidence: read };
    return this.#deps.evaluate({ subjects, ...(population && { population }), ...evidence, policy, now });
  }
}

/** Judges a few, of which all is known that a listing would tell. */
export async function judge(
  deps: SurveyDeps,
  {
    subjects,
    population,
    ...request
  }: JudgementRequest & { subjects: readonly Resource[]; population: Population | undefined },
): Promise<Judgement> {
  const judging = await Judging.begin(deps, request);
  return judging.finish(subjects, population);
}

function joined(reads: readonly EvidenceRead[]): Evidence {
  return evidenceOf(
    reads.flatMap(({ findings }) => findings),
    reads.flatMap(({ gaps }) => gaps),
    reads.flatMap(({ madeWithout }) => madeWithout),
  );
}
