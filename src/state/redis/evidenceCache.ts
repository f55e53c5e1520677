import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import type { Clock, MonotonicClock } from '../../core/common/clock.ts';
import { messageOf, StoreError } from '../../core/common/errors.ts';
import type { Finding } from '../../core/common/finding.ts';
import type { EvidenceCache, EvidenceKey, SharedEvidence } from '../../core/evaluation/evidenceCache.ts';
import type { StateDeps } from './deps.ts';
import { EvidenceLeases, type LeaseReply, type Subject, sinceOf } from './evidenceLeases.ts';
import { decodeHead, type EvidenceHead, encodeHead, hashOf, packFindings, unpackFindings } from './evidenceValue.ts';
import { evidenceKeys } from './keys.ts';
import { loadScript } from './script.ts';

const STORE = loadScript('storeEvidence', ['entry', 'lease']);

/** A little longer than the greatest age of evidence that any rule accepts. */
const KEPT_MS = 35 * 60_000;
const LEASE_MS = 15_000;
/** How long to wait for the read of another instance before this one reads for itself. */
const LONGEST_WAIT_MS = 5 * 60_000;
/** Who replaces the entry again and again makes no reader look for ever. */
const MOST_LOOKS = 4;
const FIRST_POLL_MS = 100;
const LONGEST_POLL_MS = 2_000;
/** Above this share of Redis's memory the cache shares nothing: it evicts nothing, and opt-outs need room. */
const MEMORY_SHARE = 0.75;

/** The state in Redis passes both clocks; tests shorten the lease. */
export interface EvidenceCacheOptions {
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
  /** How long a lease outlives its holder, ms. Default 15 s. */
  readonly leaseMs?: number;
  /** Default 0.75. */
  readonly memoryShare?: number;
}

/** One request for evidence. */
interface Ask extends Subject {
  readonly notBefore: number;
  readonly signal: AbortSignal;
}

/** The outcome of a request: shared evidence, the lease to read for all, or `alone`: read only for this instance. */
type Answer = SharedEvidence | { readonly lease: string } | 'alone';

/**
 * One instance reads while the others wait for its answer. It holds a lease, renews it, and the lease expires when the
 * instance dies; a failed read ends the lease, and the next instance takes it. The age is the greater one by Redis's
 * clock and by the local clocks. An entry that no holder of a signing key stored there, or one from the future, is refused;
 * without a signing key none could be told from a forged one, and each instance reads for itself.
 */
export class RedisEvidenceCache implements EvidenceCache {
  readonly #deps: StateDeps;
  readonly #options: EvidenceCacheOptions;
  readonly #leases: EvidenceLeases;

  constructor(deps: StateDeps, options: EvidenceCacheOptions) {
    this.#deps = deps;
    this.#options = options;
    this.#leases = new EvidenceLeases(deps, options.monotonic, {
      leaseMs: options.leaseMs ?? LEASE_MS,
      keptMs: KEPT_MS,
    });
  }

  async share(
    key: EvidenceKey,
    notBefore: number,
    signal: AbortSignal,
    read: () => Promise<readonly Finding[]>,
  ): Promise<SharedEvidence> {
    const of = hashOf(JSON.stringify([key.source, key.provider, key.accountId, key.location, key.how]));
    const keys = evidenceKeys(key, of.slice(0, 32));
    const shown = `${key.source} of ${key.accountId}/${key.location}`;
    const ask: Ask = { of, shown, keys, notBefore, signal };
    const answer = await this.#ask(ask);
    if (answer === 'alone') {
      const startedAt = this.#options.monotonic.monotonicMs();
      return { startedAt, findings: await read() };
    }
    return 'lease' in answer ? this.#readForAll(ask, answer.lease, read) : answer;
  }

  async #ask(ask: Ask): Promise<Answer> {
    if (!this.#deps.seal.isOn) return 'alone';
    try {
      return await this.#askUntilKnown(ask);
    } catch (error) {
      ask.signal.throwIfAborted();
      this.#deps.log.debug({ evidence: ask.shown, problem: messageOf(error) }, 'evidence is not shared');
      return 'alone';
    }
  }

  async #askUntilKnown(ask: Ask): Promise<Answer> {
    const { monotonic } = this.#options;
    const until = monotonic.monotonicMs() + LONGEST_WAIT_MS;
    // All waiting requests listen to the one signal of their pass.
    setMaxListeners(0, ask.signal);
    let useless = { head: '', lease: '' };
    for (let polls = 0, looks = 0; monotonic.monotonicMs() < until && looks < MOST_LOOKS; ) {
      ask.signal.throwIfAborted();
      const reply = await this.#leases.take(ask, useless);
      if (reply.says === 'mine') return { lease: reply.value };
      if (reply.says === 'entry') {
        looks++;
        const found = await this.#look(ask, reply);
        if (found) return found;
        useless = { ...useless, head: reply.value };
      } else if (!this.#leases.isGenuine(ask, reply.value)) {
        return 'alone';
      } else if (sinceOf(reply.value) - reply.ahead > ask.notBefore) {
        await delay(pollMs(polls++), undefined, { signal: ask.signal });
      } else useless = { ...useless, lease: reply.value };
    }
    return 'alone';
  }

  /** `undefined` = the entry is of no use; read the evidence again. */
  async #look(ask: Ask, reply: LeaseReply): Promise<SharedEvidence | 'alone' | undefined> {
    try {
      const head = decodeHead(this.#deps.seal, ask.of, reply.value);
      const startedAt = this.#startOf(head, reply);
      if (!(startedAt > ask.notBefore)) return undefined;
      if (head.sha256 === undefined) return 'alone';
      const [value, data] = await this.#deps.connection.command(`reading shared evidence of ${ask.shown}`, (client) =>
        client.hmgetBuffer(ask.keys.entry, 'head', 'data'),
      );
      // Another instance replaced it meanwhile: the next answer has the new head.
      if (value?.toString() !== reply.value || !data) return undefined;
      return { startedAt, findings: await unpackFindings(head, data) };
    } catch (error) {
      if (error instanceof StoreError) throw error;
      this.#deps.log.warn(
        { evidence: ask.shown, problem: messageOf(error) },
        'shared evidence is rejected and read again',
      );
      return undefined;
    }
  }

  /** Start of the read, monotonic ms: the earlier one by Redis's clock and by the local clocks; NaN = unknown. */
  #startOf({ since, sinceLocally }: EvidenceHead, { redisNow, ahead }: LeaseReply): number {
    if (since > redisNow) return Number.NaN;
    const { clock, monotonic } = this.#options;
    const byLocalClocks = monotonic.monotonicMs() - (clock.now() - sinceLocally);
    return Math.min(since - ahead, byLocalClocks);
  }

  async #readForAll(ask: Ask, lease: string, read: () => Promise<readonly Finding[]>): Promise<SharedEvidence> {
    const { clock, monotonic } = this.#options;
    const startedAt = monotonic.monotonicMs();
    const sinceLocally = clock.now();
    const stopRenewing = this.#leases.renew(ask, lease);
    try {
      const findings = await read();
      const head = { of: ask.of, since: sinceOf(lease), sinceLocally, count: findings.length };
      await this.#store(ask, lease, head, findings);
      return { startedAt, findings };
    } catch (error) {
      this.#leases.giveBack(ask, lease);
      throw error;
    } finally {
      stopRenewing();
    }
  }

  /** Never rejects: an instance that cannot share its findings can still use them. */
  async #store(ask: Ask, lease: string, head: EvidenceHead, findings: readonly Finding[]): Promise<void> {
    try {
      const data = await packFindings(findings);
      const whole = encodeHead(this.#deps.seal, data ? { ...head, sha256: hashOf(data) } : head);
      const stored = await this.#deps.scripts.read(STORE, {
        operation: `sharing ${ask.shown}`,
        keys: ask.keys,
        args: [lease, head.since, whole, data ?? '', KEPT_MS, this.#options.memoryShare ?? MEMORY_SHARE],
      });
      this.#deps.log.debug(
        { evidence: ask.shown, findings: head.count, bytes: data?.length, answer: stored },
        'evidence',
      );
    } catch (error) {
      this.#leases.giveBack(ask, lease);
      this.#deps.log.debug({ evidence: ask.shown, problem: messageOf(error) }, 'evidence is not shared');
    }
  }
}

/** Longer each time, and at random, so that instances do not poll in step. */
function pollMs(polls: number): number {
  return Math.min(LONGEST_POLL_MS, FIRST_POLL_MS * 1.5 ** polls) * (0.5 + Math.random() / 2);
}
