import { randomUUID } from 'node:crypto';
import { type MonotonicClock, systemMonotonicClock } from '../../core/common/clock.ts';
import { DAY_MS } from '../../core/common/duration.ts';
import { messageOf } from '../../core/common/errors.ts';
import { intendDeletion } from '../../core/mark/intent.ts';
import { hasValidNotice } from '../../core/mark/mark.ts';
import { targetsOf } from '../../core/owner/optOut.ts';
import type { StoreBlocker } from '../../core/policy/stateWatch.ts';
import type { PermitAnswer, PermitRequest, Permits } from '../../core/ports/permits.ts';
import type { Fence } from '../../core/ports/ports.ts';
import type { AuditEntry } from '../../core/resource/audit.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { AUDIT_MAX_ENTRIES, recordUnconfirmed } from './audit.ts';
import type { RedisConnection } from './connection.ts';
import { CountMemory } from './countMemory.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { encodeMark, identityField, versionOf } from './markValue.ts';
import { loadScript, TooFewReplicasError } from './script.ts';
import { unmarkedSince } from './watch.ts';

const PERMIT = loadScript('permit', ['lock', 'marks', 'retry', 'optOuts', 'budget', 'audit', 'pass', 'refusals']);
const RETURN = loadScript('returnPermit', ['budget', 'refusals', 'pass']);
/** The day of the budget is by UTC; its counter is of no use two days later. */
const BUDGET_TTL_MS = 2 * DAY_MS;

type Clause = Extract<PermitAnswer, { kind: 'denied' }>['clause'];
/** Whether the store is safe for a deletion now, and the incarnation of that check. */
export interface PermitWatch {
  trust(namespace: Namespace): Promise<StoreBlocker | { readonly incarnation: string }>;
}

/** The state in Redis passes its watch; an absent one is for a store without the checks of durability. */
export interface PermitsOptions {
  /** Absent = the store is trusted. */
  readonly watch?: PermitWatch;
  /** Measures how long the lock was ours. Default: the longest time that may have passed in this process. */
  readonly clock?: MonotonicClock;
}

type Reply = readonly ['granted', number, number] | readonly ['denied', Clause, string];

/**
 * Permits, given by one script directly before the request. The earlier of the given time and Redis's time must satisfy
 * the condition for the deletion (the date), the later one the condition against it (the age of the notice).
 * The watch checks Redis in the step just before, and again when the connection was lost meanwhile: the answer may then
 * come from a server that lost data. A later pass resolves, by id, an intent that such a permit leaves behind.
 * A place in the day's budget returns when the request certainly did nothing. After `refusalsPerDay` refused requests
 * of the day, a mark that was refused before is not tried again; a mark that never was is tried.
 */
export class RedisPermits implements Permits {
  readonly #deps: StateDeps;
  readonly #watch: PermitWatch;
  readonly #clock: MonotonicClock;
  readonly #counted = new CountMemory();

  constructor(deps: StateDeps, { watch = TRUSTING, clock = systemMonotonicClock }: PermitsOptions = {}) {
    this.#deps = deps;
    this.#watch = watch;
    this.#clock = clock;
  }

  async request(namespace: Namespace, request: PermitRequest, fence: Fence): Promise<PermitAnswer> {
    const { forbiddenBecause } = request;
    if (forbiddenBecause !== undefined) return { kind: 'denied', clause: 'configuration', why: forbiddenBecause };
    const unrecorded = this.unrecorded();
    if (unrecorded !== undefined) return { kind: 'denied', clause: 'record', why: unrecorded };
    const unproven = this.#deps.seal.isOn ? deniedByMark(request) : undefined;
    if (unproven) return unproven;
    const { connection } = this.#deps;
    const epoch = connection.epoch;
    const mayBeForgotten = watchForBreak(connection);
    const trust = await this.#watch.trust(namespace);
    if ('clause' in trust) return { kind: 'denied', ...trust };
    try {
      const answer = await this.#ask(namespace, request, fence, trust.incarnation);
      if (answer.kind === 'denied') return answer;
      if (connection.epoch === epoch) return { ...answer, mayBeForgotten };
      const trusted = watchForBreak(connection);
      const since = await this.#watch.trust(namespace);
      return 'clause' in since ? { kind: 'denied', ...since } : { ...answer, mayBeForgotten: trusted };
    } catch (error) {
      if (!(error instanceof TooFewReplicasError)) throw error;
      return { kind: 'denied', clause: 'durability', why: messageOf(error) };
    }
  }

  /** Why the record cannot be written. */
  unrecorded(): string | undefined {
    return this.#deps.log.record?.problem();
  }

  async #ask(namespace: Namespace, request: PermitRequest, fence: Fence, incarnation: string): Promise<PermitAnswer> {
    const { mark, passId, now, to, deletesPerDay, refusalsPerDay = deletesPerDay } = request;
    const next = intendDeletion(mark, passId, now, to);
    const audit = auditOf(namespace, request);
    const keys = dailyKeys(namespace, now);
    const askedAt = this.#clock.monotonicMs();
    const reply = (await this.#deps.scripts.write(PERMIT, {
      operation: `asking for the permit to delete ${mark.id} in ${namespace}`,
      keys,
      op: keys.op,
      operationId: randomUUID(),
      args: [
        fence.token,
        mark.id,
        now,
        versionOf(mark),
        identityField(mark.id, request.identity),
        request.noticeRequired ? '1' : '0',
        deletesPerDay,
        BUDGET_TTL_MS,
        encodeMark(next, this.#deps.seal),
        AUDIT_MAX_ENTRIES,
        JSON.stringify(audit),
        incarnation,
        mark.refusals === undefined ? '' : refusalsPerDay,
        this.#countOf(keys.budget, incarnation),
        this.#countOf(keys.refusals, incarnation),
        ...judgedPatterns(request),
        ...forbidding(request),
      ],
      ifUnconfirmed: () => recordUnconfirmed(this.#deps, [audit]),
    })) as Reply;
    if (reply[0] === 'denied') return { kind: 'denied', clause: reply[1], why: explain(namespace, reply[1], reply[2]) };
    this.#deps.recorded(audit);
    this.#counted.note(keys.budget, incarnation, { count: reply[2], at: 0 });
    // The lock time is from Redis's moment within our wait; the whole wait may have come after that moment.
    const waited = this.#clock.monotonicMs() - askedAt;
    const giveBack = (isUncounted = false) => this.#giveBack(namespace, now, incarnation, isUncounted);
    return { kind: 'granted', mark: next, lockRemainingMs: Math.max(0, reply[1] - waited), giveBack };
  }

  /** Counters begin anew in a Redis that lost something. */
  #countOf(key: string, incarnation: string): number {
    const counted = this.#counted.of(key);
    return counted.incarnation === incarnation ? counted.count : 0;
  }

  /** On failure the budget has one place too few, which does no harm; a warning reports it. */
  async #giveBack(namespace: Namespace, now: number, incarnation: string, isUncounted: boolean): Promise<void> {
    const keys = dailyKeys(namespace, now);
    const operation = `returning a deletion to the budget of ${namespace}`;
    const args = [BUDGET_TTL_MS, incarnation, isUncounted ? '' : '1', this.#countOf(keys.refusals, incarnation)];
    this.#counted.giveBack(keys.budget);
    try {
      const refusals = await this.#deps.scripts.write(RETURN, { operation, keys, op: keys.op, args });
      this.#counted.note(keys.refusals, incarnation, { count: Number(refusals), at: 0 });
    } catch (error) {
      this.#deps.log.warn(
        { namespace, problem: messageOf(error) },
        'a deletion stays counted in the budget of the day',
      );
    }
  }
}

/**
 * The denials that follow from the mark itself. The script checks the stored fields again, at the earlier and the later
 * of two times; but a writer to Redis could change those in between, and only the mark read here has a checked
 * checksum.
 */
function deniedByMark({ mark, now, noticeRequired }: PermitRequest): PermitAnswer | undefined {
  const denied = (clause: 'changed' | 'notice' | 'due', why: string) => ({ kind: 'denied', clause, why }) as const;
  if (mark.unproven)
    return denied('changed', 'its stored mark has no keyed checksum, or was put back; the next survey marks it again');
  if (noticeRequired && !hasValidNotice(mark, now)) return denied('notice', 'the owner has no valid notice');
  return mark.projectedDeletionAt > now ? denied('due', 'its date has not come') : undefined;
}

const TRUSTING: PermitWatch = { trust: async () => ({ incarnation: '' }) };

function dailyKeys(namespace: Namespace, now: number) {
  const keys = namespaceKeys(namespace);
  const day = new Date(now).toISOString().slice(0, 10);
  return { ...keys, budget: keys.budget(day), refusals: keys.refusals(day) };
}

/** Its ids, its name and its group, now and at the time of the mark. */
function forbidding({ mark, name, group, keptAs }: PermitRequest): readonly string[] {
  const { id, resource } = mark;
  return [...new Set([...targetsOf({ id, name, group, keptAs }), ...targetsOf({ id, ...resource })])];
}

/** What goes with it was judged with its name, which is not here: a pattern that is newer than that may match it. */
function judgedPatterns({ mark, keptAs, patterns = [] }: PermitRequest): readonly [string, string] {
  const isWhole = keptAs !== undefined || mark.resource.keptAs !== undefined;
  return [isWhole ? '1' : '0', patterns.join('\n')];
}

function auditOf(namespace: Namespace, { mark, passId, now, evidence, to }: PermitRequest): AuditEntry {
  const { id, generation, reasons } = mark;
  const reason = [...(to === undefined ? [] : ['to put it into quarantine']), ...reasons].join('; ');
  const entry = { at: now, namespace, id, event: 'permitted', actor: 'holystone', reason, passId, generation } as const;
  const states = { before: mark.state, after: 'deleting' };
  return { ...entry, ...(evidence === undefined ? {} : { evidence }), ...states };
}

function explain(namespace: Namespace, clause: Clause, detail: string): string {
  if (clause === 'lock') return 'this instance lost the lock of the namespace';
  if (clause === 'optedOut') return `${detail} is opted out`;
  if (clause === 'incarnation') return unmarkedSince(namespace);
  if (clause === 'identity') return 'the marked resource was replaced by another one';
  if (clause === 'refusals')
    return `the cloud refused ${detail} requests today: Holystone retries them tomorrow (UTC) at the earliest`;
  if (clause === 'budget') return `${detail} deletions a day is the limit of the namespace`;
  return detail;
}

/**
 * Answers whether the connection has broken since this call: another server may reply then. Of a cluster it is not known,
 * because its nodes come and go behind its client.
 */
function watchForBreak(connection: Pick<RedisConnection, 'client' | 'ready'>): () => boolean {
  const { stream } = connection.client;
  return () => !connection.ready || connection.client.stream !== stream;
}
