/** A survey: list everything, read all evidence, judge the whole population. Reads only. */
import { messageOf, ReadError } from '../core/errors.ts';
import type { Gap } from '../core/finding.ts';
import type { Policy } from '../core/policy.ts';
import { collectPopulation, type Population } from '../core/population.ts';
import type { PermitGate } from '../core/ports.ts';
import type { WorkConfiguration } from '../core/workConfiguration.ts';
import type { Handler, Io, Scope, Session } from '../handlers/handler.ts';
import type { SurveyDeps } from './deps.ts';
import { type Judgement, judge } from './judge.ts';
import { policyOf } from './policy.ts';

/**
 * Mark accepts evidence up to half an hour old (design §3), and never older than its own cadence; a delete batch
 * accepts only what was read after it was chosen.
 */
const SURVEY_EVIDENCE_AGE_MS = 30 * 60_000;
/** What costs a call per candidate may be as old as this: at a gentle rate, reading it for thousands takes hours. */
const CANDIDATE_EVIDENCE_AGE_MS = 6 * 3_600_000;

export type Survey =
  /** The listing finished. `judgement.gaps` tells whether the evidence is complete. */
  | {
      readonly kind: 'listed';
      readonly population: Population;
      readonly judgement: Judgement;
      readonly policy: Policy;
      readonly session: Session;
    }
  /** The account could not be verified or the listing did not finish: nothing at all is known. */
  | { readonly kind: 'unread'; readonly problem: string };

/** One namespace opened for a pass. */
export interface Opened {
  readonly wc: WorkConfiguration;
  readonly handler: Handler;
  readonly scope: Scope;
  readonly io: Io;
  readonly session: Session;
}

export function open(deps: SurveyDeps, wc: WorkConfiguration, signal: AbortSignal, permit?: PermitGate): Opened {
  const handler = deps.handlerOf(wc.resourceType);
  const { namespace, account, location, accounts, parameters } = wc;
  const scope: Scope = { namespace, account, location, accounts, parameters };
  const { clock, pacer, clients } = deps;
  const log = deps.log.child({ namespace });
  const io: Io = { signal, log, clock, pacer, clients, ...(permit ? { permit } : {}) };
  return { wc, handler, scope, io, session: handler.open(scope, io) };
}

export async function survey(deps: SurveyDeps, wc: WorkConfiguration, signal: AbortSignal): Promise<Survey> {
  const opened = open(deps, wc, signal);
  const listed = await listAll(opened);
  if (listed.kind === 'unread') return listed;
  const { population } = listed;
  const policy = await loadPolicy(deps, opened);
  const since = (ageMs: number) => deps.monotonic.monotonicMs() - Math.min(ageMs, wc.everyMs.mark);
  const request = {
    ...opened,
    settings: wc.evidence,
    now: deps.clock.now(),
    notBefore: since(SURVEY_EVIDENCE_AGE_MS),
    candidatesNotBefore: since(CANDIDATE_EVIDENCE_AGE_MS),
  };
  if (population.resources.length === 0) {
    return { ...listed, policy, session: opened.session, judgement: NOTHING };
  }
  const judgement = await judge(deps, { subjects: population.resources, population, policy, evidence: request });
  return { ...listed, policy, session: opened.session, judgement };
}

const NOTHING: Judgement = {
  verdicts: new Map(),
  gaps: [],
  counts: {},
  readAt: Number.POSITIVE_INFINITY,
  usedAliases: [],
};

/** Opt-outs, last uses and first sights are read at the beginning of a judgement, so that it is one moment's truth. */
export async function loadPolicy(deps: SurveyDeps, { wc, handler }: Opened): Promise<Policy> {
  const [optOuts, lastUsed, firstSeen] = await Promise.all([
    deps.optOuts.all(wc.namespace),
    deps.lastUsed.all(wc.namespace),
    handler.dated === 'byFirstSeen' ? deps.lastUsed.allFirstSeen(wc.namespace) : new Map<string, number>(),
  ]);
  return policyOf(handler, wc, { optOuts, lastUsed, firstSeen });
}

type Listed = { readonly kind: 'listed'; readonly population: Population } | Extract<Survey, { kind: 'unread' }>;

async function listAll({ session, io, wc }: Opened): Promise<Listed> {
  try {
    await session.verifyAccount();
    return { kind: 'listed', population: await collectPopulation(session.list()) };
  } catch (error) {
    if (io.signal.aborted || !(error instanceof ReadError)) throw error;
    return { kind: 'unread', problem: `${wc.namespace} could not be listed: ${messageOf(error)}` };
  }
}

/** One line per thing that could not be read, with how many resources each keeps undecided (aws.md 3). */
export function describeGaps(gaps: readonly Gap[], judgement: Judgement): string {
  const unknown = [...judgement.verdicts.values()].filter(({ kind }) => kind === 'unknown').length;
  const lines = [...new Set(gaps.map(({ why }) => why))];
  const blocked = unknown === 1 ? '1 resource is unknown' : `${unknown} resources are unknown`;
  return `${lines.join('; ')} (${blocked})`;
}
