/**
 * The parts of a process, wired once for `serve` and `run --once`: `openParts` chooses the implementations, `wire` puts
 * them together. Nothing else in the program knows which implementation it uses.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Configuration } from '../config/load/configuration.ts';
import {
  type Clock,
  type MonotonicClock,
  steadyClock,
  systemClock,
  systemMonotonicClock,
} from '../core/common/clock.ts';
import { defined } from '../core/common/defined.ts';
import type { Logger } from '../core/common/logger.ts';
import { oncePer } from '../core/common/oncePer.ts';
import { type Evaluate, evaluate } from '../core/evaluation/evaluate.ts';
import type { SendResult } from '../core/notice/digest.ts';
import type { Notifier } from '../core/notice/notifier.ts';
import type { OwnerRegistry } from '../core/owner/ownerRegistry.ts';
import type { PassRecord } from '../core/policy/pass.ts';
import type { StateWatch } from '../core/policy/stateWatch.ts';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import type { Tracer } from '../core/ports/tracer.ts';
import type { DefinitionStore } from '../core/resource/definition.ts';
import { type End, endsByType } from '../core/resource/ends.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import { SharedClientPool } from '../handlers/contract/clientPool.ts';
import type { Handler } from '../handlers/contract/handler.ts';
import { handlerOf, typesIn } from '../handlers/contract/types.ts';
import { handlers } from '../handlers/index.ts';
import {
  type Declared,
  EvidenceReader,
  FleetMember,
  HeardTimes,
  Lifecycle,
  type LifecycleDeps,
} from '../lifecycle/index.ts';
import type { SmtpNotifier } from '../notify/mail/smtpNotifier.ts';
import { NO_NOTIFIER } from '../notify/notifiers.ts';
import { openNotifiers } from '../notify/openNotifiers.ts';
import { type AbandonableLock, RedisNamespaceLock } from '../queue/lock.ts';
import { ApplicationRegistry } from '../registry/applicationRegistry.ts';
import type { RedisConnection } from '../state/redis/connection.ts';
import { type RedisState, redisState } from '../state/redis/redisState.ts';
import type { RedisWatch } from '../state/redis/watch.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { countedCalls } from './countedCalls.ts';
import { beatFileOf, openDefinitions } from './definitions.ts';
import { DefinitionsWatch } from './definitionsWatch.ts';
import { linksOf } from './links.ts';
import { programIdentity } from './program.ts';
import { tracedCalls, tracedMessages } from './tracedWork.ts';
import { WaitingMoney } from './waitingMoney.ts';
import { openWeekly, type WeeklyMessage } from './weeklyMessage.ts';

/** The stores in Redis, and the parts beside them. */
export interface Parts extends Omit<RedisState, 'watch'> {
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  readonly steady: MonotonicClock;
  readonly evaluate: Evaluate;
  readonly evidence: EvidenceReader;
  readonly registry: OwnerRegistry;
  readonly watch: StateWatch;
  readonly lock: AbandonableLock;
  readonly definitions: Pick<DefinitionStore, 'write' | 'read'>;
  readonly notifier: Notifier;
  /** Those in force now, from the file or from a test. */
  readonly workConfigurations: () => readonly WorkConfiguration[];
  /** The whole configuration in force. */
  readonly declared: () => Declared;
  /** The resource types. */
  readonly handlers: readonly Handler[];
  /** What happens to the resources of a namespace, for words alone. */
  readonly endOf: (namespace: Namespace) => End;
  /** Absent: no channel is told about the weeks. */
  readonly weekly?: Pick<WeeklyMessage, 'look'>;
  /** Closed with the other parts. */
  readonly clients: SharedClientPool;
}

/** `serve` and `run --once` pass these to {@link openParts} and {@link wire}; absent callbacks report nothing. */
export interface PartsOptions {
  readonly configuration: Configuration;
  readonly connection: RedisConnection;
  readonly log: Logger;
  /** Those in force now, where they may be replaced; default: the configuration's. */
  readonly workConfigurations?: () => readonly WorkConfiguration[];
  /** The same for the whole configuration. */
  readonly declared?: () => Declared;
  readonly onPass?: (record: PassRecord) => void;
  /** See `LifecycleDeps.confirms`. */
  readonly confirms?: LifecycleDeps['confirms'];
  /** See `LifecycleDeps.isTooEarly`. */
  readonly isTooEarly?: LifecycleDeps['isTooEarly'];
  /** The notifiers call it with every message that a transport accepted or did not accept. */
  readonly onNotice?: (transport: string, end: SendResult['kind']) => void;
  /** The pacer calls it with every call to a provider, and with every call that a provider throttled. */
  readonly onCall?: Metrics['cloudCall'];
  /** Sees passes, calls and messages. Absent: nobody looks. */
  readonly tracer?: Tracer;
  /** Default: the clock of the machine. Redis's time is shifted as far as another one is. */
  readonly clock?: Clock;
  /** Default: the one of this process; where several run in one process, each has its own. */
  readonly monotonic?: MonotonicClock;
  /** The name of this process among the live ones. */
  readonly instance?: string;
  /** The identity of what this process runs; default: {@link programIdentity}. */
  readonly program?: string;
}

/** Parts, and the resources that they keep open. */
export interface OpenedParts {
  readonly parts: Parts;
  /** Whether Redis can be trusted, with its own beat. */
  readonly watch: RedisWatch;
  readonly definitionsWatch: DefinitionsWatch;
  /** Absent where no mail server is configured, or its acceptance does not count. */
  readonly smtp?: SmtpNotifier;
  close(): Promise<void>;
}

/** A process's parts, connected; nothing runs yet. */
export interface Wired {
  readonly parts: Parts;
  readonly lifecycle: Lifecycle;
  readonly deps: LifecycleDeps;
  /** This process in the fleet; a process that works for longer than a pass starts it. */
  readonly fleet: FleetMember;
  /** Whether Redis can be trusted; the daemon starts it, a single pass checks by itself. */
  readonly watch: RedisWatch;
  /** Whether definitions can be stored; the daemon starts it, a single pass finds out by storing one. */
  readonly definitionsWatch: DefinitionsWatch;
  /** Absent where no mail server is configured, or its acceptance does not count. */
  readonly smtp?: SmtpNotifier;
  close(): Promise<void>;
}

/** The configured parts, in Redis, on this machine and behind its mail server; nothing is started. */
export function openParts(options: PartsOptions): OpenedParts {
  const { configuration, connection, log } = options;
  const { onNotice, tracer, clock = systemClock, monotonic = systemMonotonicClock } = options;
  const now = () => clock.now();
  const {
    notifiers,
    smtp,
    weekly: channel,
  } = openNotifiers(configuration, { log, now, ...(onNotice ? { onNotice } : {}) });
  const workConfigurations = options.workConfigurations ?? (() => configuration.workConfigurations);
  const state = redisState(connection, {
    ...redisOptions(configuration, workConfigurations),
    ...typesIn(handlers),
    currencyOf: (namespace) => byNamespace(workConfigurations()).get(namespace)?.prices?.currency,
    log,
    clock,
    monotonic,
    ...(clock === systemClock ? {} : { redisTimeShiftMs: () => clock.now() - systemClock.now() }),
  });
  const weekly = channel && openWeekly(configuration, channel, { ...state, workConfigurations, handlers, clock, log });
  const definitions = openDefinitions(configuration);
  const definitionsWatch = new DefinitionsWatch(definitions.store);
  const pacer = options.onCall ? countedCalls(state.pacer, options.onCall) : state.pacer;
  const notifier = notifiers ?? NO_NOTIFIER;
  const parts: Parts = {
    clock,
    monotonic,
    steady: steadyClock,
    evaluate,
    evidence: new EvidenceReader(monotonic, {
      cache: state.evidenceCache,
      program: options.program ?? programIdentity(),
    }),
    registry: new ApplicationRegistry(),
    ...state,
    ...defined({ weekly }),
    pacer: tracer ? tracedCalls(pacer, tracer) : pacer,
    lock: new RedisNamespaceLock(connection, { clock: monotonic }),
    definitions: definitionsWatch,
    notifier: tracer ? tracedMessages(notifier, tracer) : notifier,
    workConfigurations,
    declared: options.declared ?? (() => configuration),
    handlers,
    endOf: endsByType(handlers),
    clients: new SharedClientPool(),
  };
  const close = async () => {
    definitions.close();
    await notifiers?.close();
    await weekly?.close();
  };
  return { parts, watch: state.watch, definitionsWatch, ...(smtp ? { smtp } : {}), close };
}

/** Wires every part that can be made without the network; nothing is started. */
export function wire(options: PartsOptions, opened: OpenedParts = openParts(options)): Wired {
  const { configuration, log } = options;
  const { parts, watch, definitionsWatch, smtp } = opened;
  const fleet = new FleetMember(
    { ...parts, log, now: () => parts.clock.now(), program: options.program ?? programIdentity() },
    { id: randomUUID(), name: options.instance ?? `${hostname()}-${process.pid}` },
  );
  const waiting = new WaitingMoney({ ...parts, log });
  const deps: LifecycleDeps = {
    ...parts,
    fleet,
    log,
    times: new HeardTimes(parts.clock),
    links: linksOf(configuration, parts.clock),
    handlerOf: (type) => handlerOf(parts.handlers, type),
    workConfigurationOf: (namespace) => byNamespace(parts.workConfigurations()).get(namespace),
    newId: () => randomUUID(),
    onPass: (record) => {
      if (record.action === 'mark' && record.outcome === 'complete') waiting.look();
      options.onPass?.(record);
    },
    ...(options.confirms ? { confirms: options.confirms } : {}),
    ...(options.isTooEarly ? { isTooEarly: options.isTooEarly } : {}),
  };
  const close = async () => {
    await fleet.stop();
    await waiting.close();
    parts.clients.close();
    await opened.close();
  };
  const lifecycle = new Lifecycle(deps);
  return { parts, deps, fleet, watch, definitionsWatch, lifecycle, ...(smtp ? { smtp } : {}), close };
}

function redisOptions(configuration: Configuration, workConfigurations: () => readonly WorkConfiguration[]) {
  const { redis, work, signing } = configuration;
  const { durability, replicas, markIndex: keepsMarkTable } = redis;
  // Dry run writes observations only and deletes nothing, so it needs no beat; a reload may end it.
  const keepsBeat = () => isAnyLive(workConfigurations());
  const beatFile = beatFileOf(configuration);
  const { callRateShare } = work;
  return { durability, replicas, callRateShare, beatFile, keepsBeat, keepsMarkTable, signingKeys: signing.keys };
}

const byNamespace = oncePer(
  (all: readonly WorkConfiguration[]): ReadonlyMap<Namespace, WorkConfiguration> =>
    new Map(all.map((wc) => [wc.namespace, wc])),
);

const isAnyLive = oncePer((all: readonly WorkConfiguration[]) => all.some(({ live }) => live));
