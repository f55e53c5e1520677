import { type Clock, type MonotonicClock, systemClock, systemMonotonicClock } from '../../core/common/clock.ts';
import type { Logger } from '../../core/common/logger.ts';
import type { EvidenceCache } from '../../core/evaluation/evidenceCache.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { MarkTable } from '../../core/mark/markTable.ts';
import type { Quarantines } from '../../core/mark/quarantines.ts';
import type { Messages } from '../../core/notice/sentMessage.ts';
import type { SentNotices } from '../../core/notice/sentNotices.ts';
import type { EndedOptOuts } from '../../core/owner/endedOptOuts.ts';
import type { Control, Instances } from '../../core/policy/fleet.ts';
import type { InstanceFiguresStore } from '../../core/policy/instanceFigures.ts';
import type { ListingStore } from '../../core/policy/listing.ts';
import type { AccountNames } from '../../core/ports/accountNames.ts';
import type { Events } from '../../core/ports/events.ts';
import type { LearntFacts } from '../../core/ports/learntFacts.ts';
import type { Months } from '../../core/ports/months.ts';
import type { Permits } from '../../core/ports/permits.ts';
import type { Audit, CallPacer, MarkStore, OptOutStore, Outbox, PassStore } from '../../core/ports/ports.ts';
import type { Sessions } from '../../core/ports/sessions.ts';
import type { Weeks } from '../../core/ports/weeks.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import type { LastUsedStore } from '../../core/resource/lastUsedStore.ts';
import { type Namespace, partsOf, siblingsOf } from '../../core/resource/namespace.ts';
import { KeyedSeal, type SealKey } from '../../core/resource/seal.ts';
import type { UnitPlaces } from '../../core/work/unitPlaces.ts';
import { BeatFile } from '../files/beatFile.ts';
import { logAudit, RedisAudit } from './audit.ts';
import { Beat } from './beat.ts';
import { RedisCallPacer } from './callPacer.ts';
import type { RedisConnection } from './connection.ts';
import { RedisControl } from './control.ts';
import type { StateDeps } from './deps.ts';
import type { DurabilityCheck } from './durability.ts';
import { RedisEvents } from './events.ts';
import { RedisEvidenceCache } from './evidenceCache.ts';
import { FleetBudgetPermits } from './fleetBudget.ts';
import { GroupOptOutStore, type PartsOf, type TypesOf } from './groupOptOuts.ts';
import { RedisInstanceFigures } from './instanceFigures.ts';
import { RedisInstances } from './instances.ts';
import { accountNamesKey, namespaceKeys } from './keys.ts';
import { RedisLastUsedStore } from './lastUsed.ts';
import { RedisLearntFacts } from './learntFacts.ts';
import { RedisListings } from './listings.ts';
import { MarkNews } from './markNews.ts';
import { RedisMarkStore } from './marks.ts';
import { RedisMarkTable } from './markTable.ts';
import { RedisMessages } from './messages.ts';
import { RedisMonths } from './months.ts';
import { RedisOptOutStore } from './optOuts.ts';
import { RedisOutbox } from './outbox.ts';
import { RedisPassStore } from './passes.ts';
import { RedisPermits } from './permits.ts';
import { RedisQuarantines } from './quarantines.ts';
import { loadScript, ScriptRunner } from './script.ts';
import { RedisSentNotices } from './sentNotices.ts';
import { RedisSessions } from './sessions.ts';
import { RedisSlots } from './slots.ts';
import { RedisUnitPlaces } from './unitPlaces.ts';
import { RedisWatch } from './watch.ts';
import { RedisWeeks } from './weeks.ts';

const FORGET = loadScript('forgetOptOuts', ['optOuts']);
const CHUNK = 500;

/** The script itself checks the end of each opt-out: a person may decide again in the meantime. */
class RedisEndedOptOuts implements EndedOptOuts {
  readonly #deps: StateDeps;
  readonly #typesOf: TypesOf;

  constructor(deps: StateDeps, typesOf: TypesOf) {
    this.#deps = deps;
    this.#typesOf = typesOf;
  }

  /** A group is forgotten in all types of the place: no survey removes the copies of a type that is not configured. */
  async forget(namespace: Namespace, targets: readonly string[], endedMs: number, now: number): Promise<void> {
    await this.#forget(namespace, targets, endedMs, now);
    const groups = targets.filter((target) => target.startsWith('group:'));
    if (groups.length === 0) return;
    const siblings = siblingsOf(namespace, this.#typesOf(partsOf(namespace).provider));
    await Promise.all(siblings.map((sibling) => this.#forget(sibling, groups, endedMs, now)));
  }

  async #forget(namespace: Namespace, targets: readonly string[], endedMs: number, now: number): Promise<void> {
    const keys = namespaceKeys(namespace);
    const operation = `forgetting opt-outs of ${namespace} that ended long ago`;
    for (let i = 0; i < targets.length; i += CHUNK) {
      const args = [endedMs, now, ...targets.slice(i, i + CHUNK)];
      await this.#deps.scripts.write(FORGET, { operation, keys, op: keys.op, args });
    }
  }
}

/** One SET per account, without an end: an opt-out may have none either. A name that this process saw counts on. */
class RedisAccountNames implements AccountNames {
  readonly #connection: StateDeps['connection'];
  readonly #known = new Map<string, ReadonlySet<string>>();

  constructor({ connection }: Pick<StateDeps, 'connection'>) {
    this.#connection = connection;
  }

  async of({ provider, id }: Parameters<AccountNames['of']>[0]): Promise<readonly string[]> {
    if (id === undefined) return [];
    const key = accountNamesKey(provider, id);
    const stored = await this.#connection.command('reading the names of an account', (client) => client.smembers(key));
    const names = new Set([...(this.#known.get(key) ?? []), ...stored]);
    this.#known.set(key, names);
    return [...names];
  }

  async remember({ provider, id, name }: Parameters<AccountNames['remember']>[0]): Promise<void> {
    if (id === undefined) return;
    const key = accountNamesKey(provider, id);
    const names = [name.toLowerCase(), ...(this.#known.get(key) ?? [])];
    await this.#connection.command('remembering the name of an account', (client) => client.sadd(key, ...names));
  }
}

/** All stores in Redis. */
export interface RedisState {
  readonly marks: MarkStore;
  readonly markTable: MarkTable;
  readonly months: Months;
  readonly weeks: Weeks & { settled(): Promise<void> };
  readonly permits: Permits;
  readonly optOuts: OptOutStore;
  readonly endedOptOuts: EndedOptOuts;
  readonly accountNames: AccountNames;
  readonly passes: PassStore;
  readonly lastUsed: LastUsedStore;
  readonly quarantines: Quarantines;
  readonly outbox: Outbox;
  readonly messages: Messages;
  readonly sentNotices: SentNotices;
  readonly control: Control;
  readonly instances: Instances;
  readonly figures: InstanceFiguresStore;
  readonly audit: Audit;
  readonly events: Events;
  readonly listings: ListingStore;
  readonly learnt: LearntFacts;
  readonly sessions: Sessions;
  readonly pacer: CallPacer;
  readonly evidenceCache: EvidenceCache;
  readonly units: UnitPlaces;
  readonly watch: RedisWatch;
  /** `true` for the first instance that claims this name and instant (ms since the epoch). */
  readonly claimSlot: (name: string, at: number) => Promise<boolean>;
}

/** The composition root passes these from the configuration; the absent ones have their defaults. */
export interface RedisStateOptions {
  readonly log: Logger;
  /** Share of the providers' published call rates that the fleet may use, 0–1. Default 0.25. */
  readonly callRateShare?: number;
  /** Business time. */
  readonly clock?: Clock;
  readonly monotonic?: MonotonicClock;
  /** `trusted`: skip the check of Redis's settings. Default: check them. */
  readonly durability?: DurabilityCheck;
  /** How many replicas must have an opt-out, an unmark, a change of control or a permit. Default 0. */
  readonly replicas?: number;
  /** The file for the beat outside Redis; absent = the beat ends with this process. */
  readonly beatFile?: string;
  /** Is the file in use by now? Default: always. */
  readonly keepsBeat?: () => boolean;
  /** The first key signs marks, opt-outs and approvals, all keys verify. Default: nothing is signed or checked. */
  readonly signingKeys?: readonly SealKey[];
  /** The resource types of a provider: a decision about a group counts for all of them. */
  readonly typesOf: TypesOf;
  /** A decision about a resource of these types counts for the whole with which it goes, too. Default: none goes with another. */
  readonly partsOf?: PartsOf;
  /** The currency of a namespace's prices; `undefined` = it has none, and its marks count no money. Default: none has. */
  readonly currencyOf?: (namespace: Namespace) => string | undefined;
  /** Default true. */
  readonly keepsMarkTable?: boolean;
  /** More marks are in no table of this process at once; default: by its largest heap. */
  readonly mostMarksInTable?: number;
  /** Only for tests that run at another time: shift of Redis's time, ms. */
  readonly redisTimeShiftMs?: () => number;
}

/** All stores on one connection; the caller that opened the connection closes it. */
export function redisState(connection: RedisConnection, options: RedisStateOptions): RedisState {
  const { log, callRateShare, clock = systemClock, durability = 'checked' } = options;
  const { monotonic = systemMonotonicClock } = options;
  const { replicas = 0, redisTimeShiftMs: timeShiftMs = () => 0, beatFile, keepsBeat, typesOf } = options;
  const { currencyOf = () => undefined, partsOf: goingWith = () => [] } = options;
  const scripts = new ScriptRunner(connection, { replicas, timeShiftMs, witness: () => beat.next() });
  const events = new RedisEvents({ connection, log, clock });
  const isOn = options.keepsMarkTable ?? true;
  const months = new RedisMonths({ connection, log, clock, isOn });
  const weeks = new RedisWeeks({ connection, log });
  const news = new MarkNews({ connection, log });
  const recorded = (entry: AuditEntry, before?: Mark) => {
    logAudit(log, entry);
    events.add(entry);
    if (isOn) news.changed(entry);
    if (entry.event !== 'deleted' || before === undefined) return;
    const { namespace, resource, owner = '' } = before;
    const by = { type: partsOf(namespace).resourceType, team: resource.team ?? owner.toLowerCase() };
    months.saved(entry.at, resource.monthlyCost, currencyOf(namespace), by);
    weeks.deleted(entry.at, namespace, resource.monthlyCost, currencyOf(namespace));
  };
  const deps = { connection, scripts, log, recorded, seal: new KeyedSeal(options.signingKeys ?? []) };
  const beat: Beat = new Beat(deps, beatFile === undefined ? undefined : new BeatFile(beatFile), keepsBeat);
  const watch = new RedisWatch(deps, beat, { clock, durability });
  const marks = new RedisMarkStore(deps);
  const audit = new RedisAudit(deps);
  const slots = new RedisSlots(deps);
  return {
    marks,
    markTable: new RedisMarkTable({ connection, marks, news, monotonic, isOn, most: options.mostMarksInTable }),
    months,
    weeks,
    permits: new FleetBudgetPermits(deps, new RedisPermits(deps, { watch, clock: monotonic })),
    optOuts: new GroupOptOutStore(new RedisOptOutStore(deps, marks, clock), { typesOf, partsOf: goingWith }),
    endedOptOuts: new RedisEndedOptOuts(deps, typesOf),
    accountNames: new RedisAccountNames(deps),
    passes: new RedisPassStore(deps),
    lastUsed: new RedisLastUsedStore(deps),
    quarantines: new RedisQuarantines(deps),
    outbox: new RedisOutbox(deps),
    messages: new RedisMessages(deps),
    sentNotices: new RedisSentNotices(deps),
    control: new RedisControl(deps),
    instances: new RedisInstances(deps),
    figures: new RedisInstanceFigures(deps),
    audit,
    events,
    listings: new RedisListings(deps),
    learnt: new RedisLearntFacts(deps, clock),
    sessions: new RedisSessions(deps),
    pacer: new RedisCallPacer(deps, callRateShare === undefined ? {} : { share: callRateShare }),
    evidenceCache: new RedisEvidenceCache(deps, { clock, monotonic }),
    units: new RedisUnitPlaces(deps),
    watch,
    claimSlot: (name, at) => slots.claim(name, at),
  };
}
