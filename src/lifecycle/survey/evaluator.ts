import { defined } from '../../core/common/defined.ts';
import { type Evidence, type Gap, groupingByAlias } from '../../core/common/finding.ts';
import { filterInSteps, inSteps, inTurns, LIGHT_STEP, type Stepwise } from '../../core/common/steps.ts';
import { resolvingHolds } from '../../core/evaluation/holdChains.ts';
import type { Policy } from '../../core/evaluation/policy.ts';
import type { Population } from '../../core/evaluation/population.ts';
import { keepingBySetPolicies } from '../../core/evaluation/setPolicies.ts';
import { isDue, type Verdict } from '../../core/evaluation/verdict.ts';
import { existenceIn, NO_EXISTENCE, type SeenExistence } from '../../core/resource/absence.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { EvidenceRead } from '../evidence/evidence.ts';
import { isBounded } from '../evidence/evidenceReads.ts';
import type { EvidenceReading } from '../evidence/evidenceRows.ts';
import type { SurveyDeps } from '../pass/deps.ts';
import { type PartsRequest, readParts } from './parts.ts';
import { Uses } from './uses.ts';

/** Verdicts and their evidence. */
export interface EvaluationResult {
  readonly verdicts: ReadonlyMap<string, Verdict>;
  /** Failed reads that may concern everything: with one of these the evaluation is incomplete. */
  readonly gaps: readonly Gap[];
  /** Gaps that concern only some resources, by reach or by other reads: those are unknown, the rest is judged. */
  readonly accountScopedGaps: readonly Gap[];
  /** Evidence that the configuration left out. */
  readonly waivedEvidence: readonly string[];
  /** Findings per `source@account/location`. */
  readonly counts: Readonly<Record<string, number>>;
  /** When the read of the oldest evidence began, monotonic ms. */
  readonly readAt: number;
  readonly readings: readonly EvidenceReading[];
  /** Instant of a use (business time, ms) → the aliases used then; each alias only at its last use. */
  readonly uses: ReadonlyMap<number, readonly string[]>;
  /** The things that resources belong to, as this evidence shows them. */
  readonly existence: SeenExistence;
}

/** The result without any resource: no evidence is read. */
export const NOTHING_JUDGED: EvaluationResult = {
  verdicts: new Map(),
  gaps: [],
  accountScopedGaps: [],
  waivedEvidence: [],
  counts: {},
  readAt: Number.POSITIVE_INFINITY,
  readings: [],
  uses: new Map(),
  existence: NO_EXISTENCE,
};

/**
 * If a place could not be read, up to this many resources that would otherwise be candidates are still asked about: the
 * answer may keep them, and a resource that would be kept anyway is not reported as unknown. Each costs calls.
 */
const ASKED_IN_VAIN = 200;

/** Resources judged between two turns of the event loop. */
const JUDGED_IN_STEP = 200;

/** The policy and the evidence of one evaluation, both of the same moment. */
export interface EvaluationRequest {
  readonly policy: Policy;
  readonly evidence: PartsRequest;
}

/**
 * Judge, ask, judge: evidence that costs a call per resource is read only for resources that may still be candidates,
 * and the answer is judged together with the rest. {@link finish} judges every resource that {@link atFirst} did not
 * settle.
 */
export class Evaluator {
  readonly #deps: SurveyDeps;
  readonly #request: EvaluationRequest;
  readonly #places: EvidenceRead;
  /** The findings without the gaps: only these decide which resources are asked about. */
  readonly #found: Evidence;
  /** The same with the gaps. */
  readonly #read: Evidence;
  readonly #uses: Uses;
  /** A place could not be read, and that concerns everything: nothing can become a candidate any more. */
  readonly #isInVain: boolean;
  /** How many resources get a read per resource although none can become a candidate. */
  #standing = 0;

  private constructor(deps: SurveyDeps, request: EvaluationRequest, places: EvidenceRead, read: Evidence, uses: Uses) {
    this.#deps = deps;
    this.#request = request;
    this.#places = places;
    this.#isInVain = places.gaps.some((gap) => !isBounded(request.evidence, gap));
    this.#read = read;
    this.#found = { ...read, gaps: [] };
    this.#uses = uses;
  }

  static async begin(deps: SurveyDeps, request: EvaluationRequest): Promise<Evaluator> {
    const places = await deps.evidence.readPlaces(request.evidence);
    const read = await joined([places]);
    const uses = new Uses(read.findings, request.evidence.now, request.policy.holders);
    return new Evaluator(deps, request, places, read, uses);
  }

  /** Verdicts during the listing. Resources without a settled verdict must be passed to {@link finish}. */
  async atFirst(subjects: readonly Resource[]): Promise<ReadonlyMap<string, Verdict>> {
    await this.#uses.of(subjects);
    const verdicts = await this.#evaluate(subjects, 'found', 'later');
    if (!this.#isInVain) return verdicts;
    const chosen = subjects.filter(({ id }) => isDue(verdicts.get(id) as Verdict)).slice(0, this.#room());
    this.#standing += chosen.length;
    const ids = new Set(chosen.map(({ id }) => id));
    const others = subjects.filter(({ id }) => verdicts.get(id)?.kind !== 'keep' && !ids.has(id));
    return new Map([...verdicts, ...(await this.#evaluate(others, this.#read, 'later'))]);
  }

  /** Is the verdict final, so that neither a set policy nor evidence about candidates can change it? */
  isSettled({ kind }: Verdict): boolean {
    // The resources that an unknown one uses are evaluated at the end, with its verdict.
    if (kind === 'unknown' && this.#request.policy.holders?.isOwnTypeJudged) return false;
    return kind === 'keep' || (kind === 'unknown' && (this.#isInVain || this.#places.gaps.length === 0));
  }

  #room(): number {
    return Math.max(0, ASKED_IN_VAIN - this.#standing);
  }

  /** @param population absent: not listed; then verdicts that depend on a set policy are unknown */
  async finish(subjects: readonly Resource[], population: Population | undefined): Promise<EvaluationResult> {
    const { evidence } = this.#request;
    const places = this.#places;
    const { holders } = this.#request.policy;
    const verdicts = await this.#evaluate(subjects, 'found', population);
    await replaceIn(verdicts, resolvingHolds(verdicts, holders));
    const whose = (isMeant: (kind: Verdict['kind'] | undefined) => boolean) =>
      filterInSteps(subjects, ({ id }) => isMeant(verdicts.get(id)?.kind), LIGHT_STEP);
    const candidates = await whose((kind) => kind === 'candidate' || kind === 'held');
    const standing = this.#isInVain ? candidates.slice(0, ASKED_IN_VAIN) : candidates;
    const [ofSources, ofParts] = await Promise.all([
      this.#deps.evidence.readCandidates(evidence, standing),
      readParts(this.#deps, evidence, standing, this.#read.findings, (one) => this.#request.policy.ownerOf(one)),
    ]);
    const chosen = both(ofSources, ofParts);
    // Unknown resources are judged again too where more is missing, so that their verdict names every gap.
    const again = places.gaps.length > 0 ? await whose((kind) => kind !== 'keep') : standing;
    const all = isNothing(chosen) ? this.#read : await joined([places, chosen]);
    const second = await this.#evaluate(again, all, population);
    for await (const some of inSteps(again, LIGHT_STEP)) {
      for (const { id } of some) verdicts.set(id, second.get(id) as Verdict);
    }
    await replaceIn(verdicts, resolvingHolds(verdicts, holders, true));
    const gaps = [...places.gaps, ...chosen.gaps];
    await this.#uses.find(all.findings, subjects);
    return {
      verdicts,
      gaps: gaps.filter((gap) => !isBounded(evidence, gap)),
      accountScopedGaps: gaps.filter((gap) => isBounded(evidence, gap)),
      waivedEvidence: [...new Set([...places.waivedEvidence, ...chosen.waivedEvidence])],
      counts: places.counts,
      readAt: Math.min(places.readAt, chosen.readAt),
      readings: [...places.readings, ...chosen.readings],
      uses: await this.#uses.byInstant(),
      existence: existenceIn(places.findings, chosen.findings),
    };
  }

  /** @param read `found`: candidates were not asked about yet, and remaining ones are judged again */
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
      const chosen = { subjects: some, ...listed, ...defined({ keptBySet }), ...evidence, policy, now };
      for (const [id, verdict] of this.#deps.evaluate(chosen)) verdicts.set(id, verdict);
    }
    return verdicts;
  }
}

/** Judges a few resources whose listing data is already known. */
export async function judge(
  deps: SurveyDeps,
  {
    subjects,
    population,
    ...request
  }: EvaluationRequest & { subjects: readonly Resource[]; population: Population | undefined },
): Promise<EvaluationResult> {
  const judging = await Evaluator.begin(deps, request);
  return judging.finish(subjects, population);
}

async function replaceIn(
  verdicts: Map<string, Verdict>,
  changing: Stepwise<ReadonlyMap<string, Verdict>>,
): Promise<void> {
  for (const [id, verdict] of await inTurns(changing)) verdicts.set(id, verdict);
}

/** A second index of a million findings would need the memory of the first again. */
function isNothing({ findings, gaps, waivedEvidence }: EvidenceRead): boolean {
  return findings.length + gaps.length + waivedEvidence.length === 0;
}

function both(one: EvidenceRead, other: EvidenceRead): EvidenceRead {
  return {
    ...one,
    findings: [...one.findings, ...other.findings],
    gaps: [...one.gaps, ...other.gaps],
    readAt: Math.min(one.readAt, other.readAt),
  };
}

async function joined(reads: readonly EvidenceRead[]): Promise<Evidence> {
  return {
    findings: await inTurns(groupingByAlias(reads.flatMap(({ findings }) => findings))),
    gaps: reads.flatMap(({ gaps }) => gaps),
    waivedEvidence: reads.flatMap(({ waivedEvidence }) => waivedEvidence),
  };
}
