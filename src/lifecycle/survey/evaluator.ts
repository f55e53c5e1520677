import { defined } from '../../core/common/defined.ts';
import { type Evidence, type Gap, groupingByAlias } from '../../core/common/finding.ts';
import { filterInSteps, inSteps, inTurns, LIGHT_STEP } from '../../core/common/steps.ts';
import type { Policy } from '../../core/evaluation/policy.ts';
import type { Population } from '../../core/evaluation/population.ts';
import { keepingBySetPolicies } from '../../core/evaluation/setPolicies.ts';
import type { Verdict } from '../../core/evaluation/verdict.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { EvidenceRead, EvidenceRequest } from '../evidence/evidence.ts';
import { isBounded } from '../evidence/evidenceReads.ts';
import type { EvidenceReading } from '../evidence/evidenceRows.ts';
import type { SurveyDeps } from '../pass/deps.ts';
import { Uses } from './uses.ts';

/** Verdicts with what they rest on. */
export interface EvaluationResult {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** What could not be read and may concern everything: with one of these the judgement is incomplete. */
  readonly gaps: readonly Gap[];
  /** Gaps that concern some only, by whom a resource reaches or what else was read: those are unknown, the rest is judged. */
  readonly accountScopedGaps: readonly Gap[];
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
export const NOTHING_JUDGED: EvaluationResult = {
  verdicts: new Map(),
  gaps: [],
  accountScopedGaps: [],
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

/** So many are judged between two turns of the event loop. */
const JUDGED_IN_STEP = 200;

export interface JudgementRequest {
  readonly policy: Policy;
  readonly evidence: EvidenceRequest;
}

/**
 * Judge, ask, judge: evidence that costs a call per resource is asked only about those still standing, and the answer
 * is judged with everything else. What stands is what {@link atFirst} did not settle; it is judged in {@link finish}.
 */
export class Evaluator {
  readonly #deps: SurveyDeps;
  readonly #request: JudgementRequest;
  readonly #places: EvidenceRead;
  /** What was found, without what could not be read: by this alone it is decided who is asked about. */
  readonly #found: Evidence;
  /** The same with what could not be read. */
  readonly #read: Evidence;
  readonly #uses: Uses;
  /** A place could not be read, and that concerns everything: nothing can become a candidate any more. */
  readonly #isInVain: boolean;
  /** How many stand that are to be asked about in vain. */
  #standing = 0;

  private constructor(deps: SurveyDeps, request: JudgementRequest, places: EvidenceRead, read: Evidence, uses: Uses) {
    this.#deps = deps;
    this.#request = request;
    this.#places = places;
    this.#isInVain = places.gaps.some((gap) => !isBounded(request.evidence, gap));
    this.#read = read;
    this.#found = { ...read, gaps: [] };
    this.#uses = uses;
  }

  static async begin(deps: SurveyDeps, request: JudgementRequest): Promise<Evaluator> {
    const places = await deps.evidence.readPlaces(request.evidence);
    const uses = await Uses.in(places.findings, request.evidence.now);
    return new Evaluator(deps, request, places, await joined([places]), uses);
  }

  /** Verdicts while the listing still goes on. Those that are not settled are to be given to {@link finish}. */
  async atFirst(subjects: readonly Resource[]): Promise<ReadonlyMap<string, Verdict>> {
    await this.#uses.of(subjects);
    const verdicts = await this.#evaluate(subjects, 'found', 'later');
    if (!this.#isInVain) return verdicts;
    const asked = subjects.filter(({ id }) => verdicts.get(id)?.kind === 'candidate').slice(0, this.#room());
    this.#standing += asked.length;
    const ids = new Set(asked.map(({ id }) => id));
    const others = subjects.filter(({ id }) => verdicts.get(id)?.kind !== 'keep' && !ids.has(id));
    return new Map([...verdicts, ...(await this.#evaluate(others, this.#read, 'later'))]);
  }

  /** Can nothing change it any more, neither a set policy nor evidence about candidates? */
  isSettled({ kind }: Verdict): boolean {
    return kind === 'keep' || (kind === 'unknown' && (this.#isInVain || this.#places.gaps.length === 0));
  }

  #room(): number {
    return Math.max(0, ASKED_IN_VAIN - this.#standing);
  }

  /** @param population absent: not listed, and what a set policy would have to say about is unknown */
  async finish(subjects: readonly Resource[], population: Population | undefined): Promise<EvaluationResult> {
    const { evidence } = this.#request;
    const places = this.#places;
    const verdicts = await this.#evaluate(subjects, 'found', population);
    const whose = (isMeant: (kind: Verdict['kind'] | undefined) => boolean) =>
      filterInSteps(subjects, ({ id }) => isMeant(verdicts.get(id)?.kind), LIGHT_STEP);
    const candidates = await whose((kind) => kind === 'candidate');
    const standing = this.#isInVain ? candidates.slice(0, ASKED_IN_VAIN) : candidates;
    const asked = await this.#deps.evidence.readCandidates(evidence, standing);
    // What is unknown already is judged again too where more is missing, so that its verdict names everything.
    const again = places.gaps.length > 0 ? await whose((kind) => kind !== 'keep') : standing;
    const second = await this.#evaluate(again, await joined([places, asked]), population);
    for await (const some of inSteps(again, LIGHT_STEP)) {
      for (const { id } of some) verdicts.set(id, second.get(id) as Verdict);
    }
    const gaps = [...places.gaps, ...asked.gaps];
    await this.#uses.of(subjects);
    await this.#uses.find(asked.findings, subjects);
    return {
      verdicts,
      gaps: gaps.filter((gap) => !isBounded(evidence, gap)),
      accountScopedGaps: gaps.filter((gap) => isBounded(evidence, gap)),
      madeWithout: [...new Set([...places.madeWithout, ...asked.madeWithout])],
      counts: places.counts,
      readAt: Math.min(places.readAt, asked.readAt),
      readings: [...places.readings, ...asked.readings],
      uses: await this.#uses.byInstant(),
    };
  }

  /** @param read `found`: candidates were not asked about yet, and whoever stands is judged again */
  async #evaluate(
    subjects: readonly Resource[],
    read: Evidence | 'found',
    population: Population | 'later' | undefined,
  ): Promise<Map<string, Verdict>> {
    const { policy, evidence: request } = this.#request;
    const { now } = request;
    const listed = defined({ population });
    const keptBySet = await inTurns(keepingBySetPolicies({ subjects, policy, ...listed }));
    const evidence = read === 'found' ? { evidence: this.#found, isFirstLook: true as const } : { evidence: read };
    const verdicts = new Map<string, Verdict>();
    for await (const some of inSteps(subjects, JUDGED_IN_STEP)) {
      const asked = { subjects: some, ...listed, ...defined({ keptBySet }), ...evidence, policy, now };
      for (const [id, verdict] of this.#deps.evaluate(asked)) verdicts.set(id, verdict);
    }
    return verdicts;
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
): Promise<EvaluationResult> {
  const judging = await Evaluator.begin(deps, request);
  return judging.finish(subjects, population);
}

async function joined(reads: readonly EvidenceRead[]): Promise<Evidence> {
  return {
    findings: await inTurns(groupingByAlias(reads.flatMap(({ findings }) => findings))),
    gaps: reads.flatMap(({ gaps }) => gaps),
    madeWithout: reads.flatMap(({ madeWithout }) => madeWithout),
  };
}
