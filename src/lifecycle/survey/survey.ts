/** A survey: list everything, read all evidence, judge page by page, and judge the rest at the end. Reads only. */
import { messageOf, ReadError } from '../../core/common/errors.ts';
import { inSteps } from '../../core/common/steps.ts';
import type { Policy } from '../../core/evaluation/policy.ts';
import { collectPopulation, type Population } from '../../core/evaluation/population.ts';
import type { Verdict } from '../../core/evaluation/verdict.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { Session } from '../../handlers/contract/handler.ts';
import type { SurveyDeps } from '../pass/deps.ts';
import { SurveyCounts } from './counts.ts';
import { type EvaluationResult, Evaluator, NOTHING_JUDGED } from './evaluator.ts';
import { loadPolicy } from './loadPolicy.ts';
import { type Opened, open } from './opened.ts';

/**
 * Mark accepts evidence up to half an hour old, and never older than its own cadence; a delete batch accepts only
 * evidence read after the batch was chosen.
 */
const SURVEY_EVIDENCE_AGE_MS = 30 * 60_000;
/** Maximum age of evidence that costs a call per candidate: at a gentle rate, reading thousands takes hours. */
const CANDIDATE_EVIDENCE_AGE_MS = 6 * 3_600_000;
/** Resources, with their owners, that are judged, counted and passed on between two turns of the event loop. */
const SETTLED_IN_STEP = 200;

/** The result of a survey; only a listing that finished has resources in it. */
export type Survey =
  /** The listing finished. `evaluation.gaps` shows whether the evidence is complete. */
  | {
      readonly kind: 'listed';
      readonly population: Population;
      readonly tally: SurveyCounts;
      /** It has only the verdicts that were open until the end; {@link OnVerdict} gets all verdicts. */
      readonly evaluation: EvaluationResult;
      readonly policy: Policy;
      readonly session: Session;
    }
  /** The account could not be verified or the listing did not finish: nothing at all is known. */
  | {
      readonly kind: 'unread';
      readonly problem: string;
      /** The end of the problem, without the namespace and the place. */
      readonly explanation: string;
      readonly permission?: string;
    };

/**
 * Gets every resource once, with its verdict, and should keep only the data it needs: there may be a million. No
 * conclusion may be drawn before the survey has returned `listed`.
 */
export type OnVerdict = (resource: Resource, verdict: Verdict, policy: Policy) => void;

/**
 * `look` gets each resource with its final verdict. A failed verification or listing is the value `unread`; unreadable
 * evidence leaves gaps in the evaluation.
 */
export async function survey(
  deps: SurveyDeps,
  wc: WorkConfiguration,
  signal: AbortSignal,
  look: OnVerdict = () => {},
): Promise<Survey> {
  const opened = open(deps, wc, signal);
  const { session } = opened;
  const policy = await loadPolicy(deps, opened, { isWholeListing: true });
  const surveying = new Surveying(deps, opened, policy, look);
  const listed = await orUnread(opened, async () => {
    await session.verifyAccount();
    return collectPopulation(session.list(), policy.setPolicies, (page) => surveying.page(page));
  });
  if ('kind' in listed) return listed;
  const evaluation = await surveying.finish(listed);
  return { kind: 'listed', population: listed, tally: surveying.tally, evaluation, policy, session };
}

/** Judges page by page. Evidence is read only once there is a resource to judge. */
class Surveying {
  readonly tally: SurveyCounts;
  readonly #begin: () => Promise<Evaluator>;
  /** Set where the listing leaves out a part of each resource. */
  readonly #readAgain: Session['get'] | undefined;
  readonly #policy: Policy;
  readonly #look: OnVerdict;
  readonly #onListed: SurveyDeps['onListed'];
  readonly #standing: Resource[] = [];
  #listed = 0;
  #evaluator: Evaluator | undefined;

  constructor(deps: SurveyDeps, opened: Opened, policy: Policy, look: OnVerdict) {
    const { handler, session } = opened;
    this.#readAgain = handler.candidatesAreReadById ? (ids) => session.get(ids) : undefined;
    this.#begin = () => Evaluator.begin(deps, { policy, evidence: evidenceRequest(deps, opened) });
    this.#policy = policy;
    this.#look = look;
    this.#onListed = deps.onListed;
    this.tally = new SurveyCounts(policy);
  }

  async page(page: readonly Resource[]): Promise<void> {
    this.#listed += page.length;
    this.#onListed?.(this.#listed);
    this.#evaluator ??= await this.#begin();
    // What settles a part of a page is let go before the next part: a verdict is larger than its resource.
    for await (const some of inSteps(page, SETTLED_IN_STEP)) {
      const verdicts = await this.#evaluator.atFirst(some);
      for (const resource of some) {
        const verdict = verdicts.get(resource.id) as Verdict;
        if (this.#evaluator.isSettled(verdict)) this.#settle(resource, verdict);
        else this.#standing.push(resource);
      }
    }
  }

  async finish(population: Population): Promise<EvaluationResult> {
    if (!this.#evaluator) return NOTHING_JUDGED;
    const standing = await this.#whole();
    const evaluation = await this.#evaluator.finish(standing, population);
    for await (const some of inSteps(standing, SETTLED_IN_STEP)) {
      for (const resource of some) this.#settle(resource, evaluation.verdicts.get(resource.id) as Verdict);
    }
    return evaluation;
  }

  /** Possible candidates, with all their parts. One that went away since the listing is left out. */
  async #whole(): Promise<readonly Resource[]> {
    if (!this.#readAgain || this.#standing.length === 0) return this.#standing;
    const reads = await this.#readAgain(this.#standing.map(({ id }) => id));
    const whole: Resource[] = [];
    for (const resource of this.#standing) {
      const read = reads.get(resource.id);
      if (read?.kind === 'found') whole.push(read.resource);
      else if (read?.kind !== 'gone') this.#settle(resource, unreadVerdict(resource, read?.why));
    }
    return whole;
  }

  #settle(resource: Resource, verdict: Verdict): void {
    this.tally.add(resource, verdict);
    this.#look(resource, verdict, this.#policy);
  }
}

function unreadVerdict({ id }: Resource, why = 'the read by id did not return it'): Verdict {
  const reasons = [`the read by id failed: ${why}`];
  return { id, kind: 'unknown', decidedBy: 'evidence', reasons, usedBy: [], trace: [], unread: [], waivedEvidence: [] };
}

/** The evidence that a survey reads, and its maximum age. */
export function evidenceRequest(deps: SurveyDeps, opened: Opened) {
  const { wc } = opened;
  const since = (ageMs: number) => deps.monotonic.monotonicMs() - Math.min(ageMs, wc.everyMs.mark);
  return {
    ...opened,
    settings: wc.evidence,
    now: deps.clock.now(),
    notBefore: since(SURVEY_EVIDENCE_AGE_MS),
    candidatesNotBefore: since(CANDIDATE_EVIDENCE_AGE_MS),
  };
}

/** The input of the set policies for judging a few resources; `undefined` where no set policy is enabled. */
export async function populationFor(policy: Policy, session: Session): Promise<Population | undefined> {
  return policy.setPolicies.length > 0 ? collectPopulation(session.list(), policy.setPolicies) : undefined;
}

type Unread = Extract<Survey, { kind: 'unread' }>;

async function orUnread<T>({ io, wc }: Opened, read: () => Promise<T>): Promise<T | Unread> {
  try {
    return await read();
  } catch (error) {
    if (io.signal.aborted || !(error instanceof ReadError)) throw error;
    const { permission, explanation = messageOf(error) } = error;
    const problem = `${wc.namespace} could not be listed: ${messageOf(error)}`;
    return { kind: 'unread', problem, explanation, ...(permission === undefined ? {} : { permission }) };
  }
}
