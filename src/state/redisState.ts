import type { Control, Instances } from '../core/fleet.ts';
import type { Logger } from '../core/logger.ts';
import type {
  Audit,
  CallPacer,
  LastUsedStore,
  MarkStore,
  OptOutStore,
  Outbox,
  PassStore,
  Permits,
} from '../core/ports.ts';
import { RedisAudit } from './audit.ts';
import { RedisCallPacer } from './callPacer.ts';
import type { RedisConnection } from './connection.ts';
import { RedisControl } from './control.ts';
import { RedisInstances } from './instances.ts';
import { RedisLastUsedStore } from './lastUsed.ts';
import { RedisMarkStore } from './marks.ts';
import { RedisOptOutStore } from './optOuts.ts';
import { RedisOutbox } from './outbox.ts';
import { RedisPassStore } from './passes.ts';
import { RedisPermits } from './permits.ts';
import { ScriptRunner } from './script.ts';
import { RedisSlots } from './slots.ts';

/** Everything that is kept in Redis. */
export interface RedisState {
  readonly marks: MarkStore;
  readonly permits: Permits;
  readonly optOuts: OptOutStore;
  readonly passes: PassStore;
  readonly lastUsed: LastUsedStore;
  readonly outbox: Outbox;
  readonly control: Control;
  readonly instances: Instances;
  readonly audit: Audit;
  readonly pacer: CallPacer;
  /** `true` for the first instance that asks for this name and instant (ms since the epoch). */
  readonly claimSlot: (name: string, at: number) => Promise<boolean>;
}

export interface RedisStateOptions {
  readonly log: Logger;
  /** Share of the providers' published call rates that the fleet may use, 0–1. Default 0.25. */
  readonly callRateShare?: number;
}

/** All stores on one connection; whoever opened the connection closes it. */
export function redisState(connection: RedisConnection, { log, callRateShare }: RedisStateOptions): RedisState {
  const deps = { connection, scripts: new ScriptRunner(connection), log };
  const marks = new RedisMarkStore(deps);
  const slots = new RedisSlots(deps);
  return {
    marks,
    permits: new RedisPermits(deps),
    optOuts: new RedisOptOutStore(deps, marks),
    passes: new RedisPassStore(deps),
    lastUsed: new RedisLastUsedStore(deps),
    outbox: new RedisOutbox(deps),
    control: new RedisControl(deps),
    instances: new RedisInstances(deps),
    audit: new RedisAudit(deps),
    pacer: new RedisCallPacer(deps, callRateShare === undefined ? {} : { share: callRateShare }),
    claimSlot: (name, at) => slots.claim(name, at),
  };
}
