/** Dependencies of `plan` and `explain`: the state where it is reachable, else only the cloud. */

import type { Configuration } from '../config/load/configuration.ts';
import { systemMonotonicClock } from '../core/common/clock.ts';
import { evaluate } from '../core/evaluation/evaluate.ts';
import type { Quarantines } from '../core/mark/quarantines.ts';
import type { LearntFacts } from '../core/ports/learntFacts.ts';
import { SharedClientPool } from '../handlers/contract/clientPool.ts';
import { handlerOf, typesIn } from '../handlers/contract/types.ts';
import { handlers } from '../handlers/index.ts';
import { type CandidateReads, type CandidateWatch, EvidenceReader, type PlanDeps } from '../lifecycle/index.ts';
import { ApplicationRegistry } from '../registry/applicationRegistry.ts';
import type { RedisConnection } from '../state/redis/connection.ts';
import { LocalCallPacer } from '../state/redis/localCallPacer.ts';
import { redisState } from '../state/redis/redisState.ts';
import { createLogger } from '../telemetry/logger.ts';
import { type CliContext, writeError } from './context.ts';
import { answersNow } from './reach.ts';
import { logTo } from './text/terminalLog.ts';

/** Dependencies of a command that only reads; `close` ends the connections. */
export interface SurveyAccess {
  readonly deps: PlanDeps;
  /** Absent: stateless. */
  readonly quarantines?: Quarantines;
  close(): Promise<void>;
}

/** How long a configured Redis may take to answer before a plan continues without it. */
const REDIS_MS = 3_000;

/** Follows a survey, for people. */
interface SurveyWatch extends CandidateWatch {
  /** @param count of resources listed so far */
  listed(count: number): void;
}

/**
 * @param watch with one, an end of the signal leaves the verdicts of the candidates that were asked about
 * @param reads keeps the answers about candidates, and may have some already
 */
export async function openSurvey(
  configuration: Configuration,
  context: CliContext,
  watch?: SurveyWatch,
  reads?: CandidateReads,
): Promise<SurveyAccess> {
  const { redact, work } = configuration;
  const log = createLogger({ level: 'warn', redact, ...logTo(context.stderr) });
  const clients = new SharedClientPool();
  const connection = await tryConnect(configuration, context);
  const known = { signingKeys: configuration.signing.keys, ...typesIn(handlers) };
  const state = connection && redisState(connection, { log, ...known });
  const nothing = async () => new Map<string, never>();
  const deps: PlanDeps = {
    clock: context.clock,
    monotonic: systemMonotonicClock,
    log,
    // Its own buckets even where there is a Redis: each call writes to the shared ones, and this command writes
    // nothing.
    pacer: new LocalCallPacer({ share: work.callRateShare }),
    clients,
    evaluate,
    // Its own reads even where there is a Redis, for the same reason.
    evidence: new EvidenceReader(systemMonotonicClock, undefined, watch, reads),
    registry: new ApplicationRegistry(),
    isWaitedFor: true,
    ...(state ? { passes: state.passes, control: state.control } : {}),
    optOuts: state?.optOuts ?? { all: nothing },
    lastUsed: state?.lastUsed ?? {
      all: nothing,
      allFirstSeen: nothing,
      existence: nothing,
      surveys: async () => ({ unobserved: [] }),
    },
    handlerOf: (type) => handlerOf(handlers, type),
    ...(state
      ? {
          ...{ state, marks: state.marks, audit: state.audit, accountNames: state.accountNames },
          learnt: unwritable(state.learnt),
        }
      : {}),
    ...(watch ? { onListed: (count) => watch.listed(count) } : {}),
  };
  const close = async () => {
    clients.close();
    await connection?.close();
  };
  return { deps, close, ...(state ? { quarantines: state.quarantines } : {}) };
}

/** The facts that the daemon learnt; this command writes nothing. */
function unwritable(learnt: LearntFacts): LearntFacts {
  return { get: (key) => learnt.get(key), put: async () => {}, forget: async () => {} };
}

async function tryConnect(
  { redis }: Configuration,
  { stderr, signal }: CliContext,
): Promise<RedisConnection | undefined> {
  if (redis.url === 'embedded') return undefined;
  const quiet = createLogger({ level: 'silent' });
  const { RedisConnection } = await import('../state/redis/connection.ts');
  const connection = new RedisConnection({ url: redis.url, log: quiet });
  if (await answersNow(connection, REDIS_MS, signal)) return connection;
  await connection.close();
  writeError(stderr, `warning: Redis at ${connection.address} does not answer; continuing without it (stateless)`);
  return undefined;
}
