/** What `place` sources read: single flight per (source, place) in this process, and over the fleet where it is shared. */
import { createHash } from 'node:crypto';
import type { MonotonicClock } from '../../core/common/clock.ts';
import type { Finding, Place } from '../../core/common/finding.ts';
import type { EvidenceCache, EvidenceKey, SharedEvidence } from '../../core/evaluation/evidenceCache.ts';
import type { Account } from '../../core/policy/workConfiguration.ts';
import type { EvidenceSource, Io, Scope } from '../../handlers/contract/handler.ts';

/** What one read says, and when it was begun (monotonic ms, never later than it was). */
export type PlaceAnswer = SharedEvidence;

interface Wanted {
  readonly scope: Scope;
  readonly io: Io;
  /** Only reads begun after this instant (monotonic ms) count. */
  readonly notBefore: number;
}

interface Entry {
  /** When it was asked for; whatever comes of it was begun then at the latest, unless somebody else was waited for. */
  readonly askedAt: number;
  readonly answer: Promise<PlaceAnswer>;
  /** Of the pass that began the read: when it stops, others must not take that for a failed source. */
  readonly signal: AbortSignal;
  /** After a reload a name may be another account, or be read by another role. */
  readonly accounts: string;
}

export interface Sharing {
  readonly cache: EvidenceCache;
  /** The program that reads: another version may look elsewhere. */
  readonly program: string;
}

export class PlaceReads {
  readonly #monotonic: MonotonicClock;
  readonly #sharing: Sharing | undefined;
  /** By what reads: types that ask at different places may share one. */
  readonly #entries = new Map<EvidenceSource['read'], Map<string, Entry>>();

  constructor(monotonic: MonotonicClock, sharing: Sharing | undefined) {
    this.#monotonic = monotonic;
    this.#sharing = sharing;
  }

  /** Rejects as the source does. */
  async read(source: EvidenceSource, place: Place, wanted: Wanted): Promise<PlaceAnswer> {
    const byPlace = this.#entries.get(source.read) ?? new Map<string, Entry>();
    this.#entries.set(source.read, byPlace);
    const key = keyOf(source, wanted.scope, place);
    const accounts = digestOf(wanted.scope.accounts);
    for (let known = byPlace.get(key); known?.accounts === accounts && known.askedAt > wanted.notBefore; ) {
      if (await answers(known, wanted.notBefore)) return known.answer;
      // Whoever else waited for it may have begun anew.
      const next = byPlace.get(key);
      if (next === known) break;
      known = next;
    }
    const entry = this.#begin(source, place, wanted);
    byPlace.set(key, entry);
    entry.answer.catch(() => {
      if (byPlace.get(key) === entry) byPlace.delete(key);
    });
    return entry.answer;
  }

  #begin(source: EvidenceSource, place: Place, { scope, io, notBefore }: Wanted): Entry {
    const askedAt = this.#monotonic.monotonicMs();
    const read = () => source.read(place, scope, [], io);
    const shared = this.#sharing && sharedKeyOf(source, scope, place, this.#sharing.program);
    const answer = shared
      ? (this.#sharing as Sharing).cache.share(shared, notBefore, io.signal, read)
      : begunAt(askedAt, read());
    return { askedAt, answer, signal: io.signal, accounts: digestOf(scope.accounts) };
  }
}

/** An answer of our own. */
export async function begunAt(startedAt: number, findings: Promise<readonly Finding[]>): Promise<PlaceAnswer> {
  return { startedAt, findings: await findings };
}

/** Does it say what those need who want it? That it failed is an answer too, but not that its pass was stopped. */
async function answers({ answer, signal }: Entry, notBefore: number): Promise<boolean> {
  return answer.then(
    ({ startedAt }) => startedAt > notBefore,
    () => !signal.aborted,
  );
}

/** An account that nobody has identified may read for itself, but is no evidence for others: those are not shared. */
function keyOf(source: EvidenceSource, scope: Scope, place: Place): string {
  const { account } = scope;
  const reader = accountIdOf(scope, place) === undefined ? account.name : '';
  return JSON.stringify([account.provider, place.account, place.location, reader, source.variant?.(scope) ?? '']);
}

function accountIdOf({ accounts }: Scope, place: Place): string | undefined {
  return accounts.find(({ name }) => name === place.account)?.id;
}

/**
 * `undefined`: nobody has proven whose account it is. A source may be influenced by all the accounts, their roles, and
 * what it says of the parameters: an instance with another configuration reads for itself.
 */
function sharedKeyOf(source: EvidenceSource, scope: Scope, place: Place, program: string): EvidenceKey | undefined {
  const accountId = accountIdOf(scope, place);
  if (accountId === undefined) return undefined;
  const how = JSON.stringify([program, place.account, source.variant?.(scope) ?? '', digestOf(scope.accounts)]);
  return { source: source.name, provider: scope.account.provider, accountId, location: place.location, how };
}

/** There may be a thousand accounts, and as many places to ask about. */
const digests = new WeakMap<readonly Account[], string>();

function digestOf(accounts: readonly Account[]): string {
  const known = digests.get(accounts);
  if (known !== undefined) return known;
  const digest = createHash('sha256').update(JSON.stringify(accounts)).digest('hex');
  digests.set(accounts, digest);
  return digest;
}
