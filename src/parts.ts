/**
 * The parts a process is made of, wired once for `serve` and `run --once`. A test that breaks a law on purpose swaps
 * one of them here; nothing else in the program knows which implementation it talks to.
 */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { Configuration } from './config/configuration.ts';
import { type Clock, type MonotonicClock, systemClock, systemMonotonicClock } from './core/clock.ts';
import { type Evaluate, evaluate } from './core/evaluate.ts';
import type { Logger } from './core/logger.ts';
import type { Namespace } from './core/namespace.ts';
import { sign } from './core/optOutToken.ts';
import type { PassRecord } from './core/pass.ts';
import type { DefinitionStore, Notifier } from './core/ports.ts';
import type { StateWatch } from './core/stateWatch.ts';
import type { WorkConfiguration } from './core/workConfiguration.ts';
import { SharedClientPool } from './handlers/clientPool.ts';
import type { Handler } from './handlers/handler.ts';
import { handlers } from './handlers/index.ts';
import { EvidenceReader, FleetMember, Lifecycle, type LifecycleDeps, type Links } from './lifecycle/index.ts';
import { createSmtpNotifier, type SmtpNotifier } from './notify/smtpNotifier.ts';
import type { RedisConnection } from './state/connection.ts';
import { FileDefinitionStore } from './state/fileDefinitions.ts';
import { type RedisState, redisState } from './state/redisState.ts';
import type { RedisWatch } from './state/watch.ts';

/** What may be swapped: everything that is kept in Redis, and what stands beside it. */
export interface Parts extends Omit<RedisState, 'watch'> {
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  readonly evaluate: Evaluate;
  readonly evidence: EvidenceReader;
  readonly watch: StateWatch;
  readonly definitions: DefinitionStore;
  readonly notifier: Notifier;
  /** Those in force now, as the file says, or as a test wants them. */
  readonly workConfigurations: () => readonly WorkConfiguration[];
  /** The resource types. */
  readonly handlers: readonly Handler[];
}

export interface PartsOptions {
  readonly configuration: Configuration;
  readonly connection: RedisConnection;
  readonly log: Logger;
  /** Those in force now, where they may be replaced; default: the configuration's. */
  readonly workConfigurations?: () => readonly WorkConfiguration[];
  readonly swap?: (parts: Parts) => Parts;
  readonly onPass?: (record: PassRecord) => void;
  /** How this process calls itself among the live ones. */
  readonly instance?: string;
}

export interface Wired {
  readonly parts: Parts;
  readonly lifecycle: Lifecycle;
  readonly deps: LifecycleDeps;
  /** This process in the fleet; whoever works for longer than a pass starts it. */
  readonly fleet: FleetMember;
  /** Whether Redis may be trusted; the daemon starts it, a single pass asks by itself. */
  readonly watch: RedisWatch;
  /** Absent where no mail server is configured. */
  readonly smtp?: SmtpNotifier;
  close(): Promise<void>;
}

/** Wires everything that needs no network to be made; nothing is begun. */
export function wire(options: PartsOptions): Wired {
  const { configuration, connection, log } = options;
  const { mail } = configuration;
  const smtp = mail && createSmtpNotifier({ url: mail.smtp, from: mail.from, log });
  const state = redisState(connection, { ...redisOptions(configuration), log });
  const plain: Parts = {
    clock: systemClock,
    monotonic: systemMonotonicClock,
    evaluate,
    evidence: new EvidenceReader(systemMonotonicClock),
    ...state,
    definitions: new FileDefinitionStore(configuration.definitions.dir),
    notifier: smtp ?? NOBODY_TO_TELL,
    workConfigurations: options.workConfigurations ?? (() => configuration.workConfigurations),
    handlers,
  };
  const parts = options.swap?.(plain) ?? plain;
  const clients = new SharedClientPool();
  const fleet = new FleetMember(
    { ...parts, log, now: () => parts.clock.now() },
    { id: randomUUID(), name: options.instance ?? `${hostname()}-${process.pid}` },
  );
  const deps: LifecycleDeps = {
    ...parts,
    fleet,
    log,
    clients,
    links: linksOf(configuration, parts.clock),
    handlerOf: (type) => handlerOf(parts.handlers, type),
    workConfigurationOf: (namespace: Namespace) => parts.workConfigurations().find((wc) => wc.namespace === namespace),
    newId: () => randomUUID(),
    ...(options.onPass ? { onPass: options.onPass } : {}),
  };
  const close = async () => {
    await fleet.stop();
    clients.close();
    await smtp?.close();
  };
  return { parts, deps, fleet, watch: state.watch, lifecycle: new Lifecycle(deps), ...(smtp ? { smtp } : {}), close };
}

function redisOptions({ redis, work, definitions, workConfigurations }: Configuration) {
  const { durability, replicas } = redis;
  const options = { durability, replicas, callRateShare: work.callRateShare };
  // Dry run writes observations only, and has nothing to be held.
  if (!workConfigurations.some(({ live }) => live)) return options;
  return { ...options, beatFile: join(definitions.dir, 'redis-beat.json') };
}

/** The handler of a resource type, in the handler's own spelling. */
export function handlerOf(known: readonly Handler[], resourceType: string): Handler {
  const handler = known.find((candidate) => candidate.resourceType === resourceType);
  if (!handler) throw new Error(`there is no handler for the resource type "${resourceType}"`);
  return handler;
}

/** Without a mail server nobody is told; the loader lets nothing be live that way unless notices are off. */
const NOBODY_TO_TELL: Notifier = {
  send: async () => ({ kind: 'failed', why: 'no mail server is configured; set mail.smtp and mail.from' }),
};

function linksOf({ http, mail, optOut }: Configuration, clock: Clock): Links {
  const [key] = optOut.keys;
  const base = http.public.url;
  return {
    mailDomain: /@([^>\s]+)>?$/.exec(mail?.from ?? '')?.[1] ?? 'holystone.invalid',
    keepUrl(row) {
      if (!key || base === undefined) throw new Error('optOut.keys and http.public.url are needed for links');
      return `${base}/o/${sign({ ...row, expiresAt: clock.now() + optOut.validFor }, key)}`;
    },
  };
}
