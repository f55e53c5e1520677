/**
 * Reads of `location` sources: single flight per (source, place) in this process, and in the fleet where they are shared.
 */
import { createHash } from 'node:crypto';
import type { MonotonicClock } from '../../core/common/clock.ts';
import { ReadError } from '../../core/common/errors.ts';
import type { Finding, Place, SourcedFinding } from '../../core/common/finding.ts';
import { oncePer } from '../../core/common/oncePer.ts';
import { LIGHT_STEP, mapInSteps } from '../../core/common/steps.ts';
import type { EvidenceCache, EvidenceKey, SharedEvidence } from '../../core/evaluation/evidenceCache.ts';
import type { Account } from '../../core/policy/workConfiguration.ts';
import { flatten } from '../../core/text/flatten.ts';
import type { EvidenceSource, Io, Scope } from '../../handlers/contract/handler.ts';

/**
 * The findings of one read, and when it began (monotonic ms, never later than the real start). All namespaces have the
 * same list: there may be a million findings.
 */
export interface PlaceAnswer extends SharedEvidence {
  readonly findings: readonly SourcedFinding[];
}

interface Wanted {
  readonly scope: Scope;
  readonly io: Io;
  /** Only reads that began after this instant (monotonic ms) count. */
  readonly notBefore: number;
}

interface Entry {
  /** When it was requested; its read began then at the latest, unless it waited for another instance. */
  readonly askedAt: number;
  readonly answer: Promise<PlaceAnswer>;
  /** Of the pass that began the read: if that pass stops, others must not take the abort for a failed source. */
  readonly signal: AbortSignal;
  /** After a reload a name may be another account, or be read by another role. */
  readonly accounts: string;
  /** When it failed because a permission is missing (monotonic ms). */
  refusedAt?: number;
}

/** The types of one pass ask for the same reads: one refusal answers all of them. Then a new permission counts. */
const REFUSAL_SHARED_MS = 60_000;

function isRefusal(error: unknown): boolean {
  return error instanceof ReadError && error.problem === 'denied';
}

/** The evidence that instances of one version share through Redis. */
export interface Sharing {
  readonly cache: EvidenceCache;
  /** The program that reads: another version may look elsewhere. */
  readonly program: string;
}

/** One read of a source and place at a time in this process, and in the fleet where it shares. */
export class PlaceReads {
  readonly #monotonic: MonotonicClock;
  readonly #sharing: Sharing | undefined;
  /** By the read function: types that read at different places may share one. */
  readonly #entries = new Map<EvidenceSource['read'], Map<string, Entry>>();

  constructor(monotonic: MonotonicClock, sharing: Sharing | undefined) {
    this.#monotonic = monotonic;
    this.#sharing = sharing;
  }

  /** @throws the error of the source */
  async read(source: EvidenceSource, place: Place, wanted: Wanted): Promise<PlaceAnswer> {
    const byPlace = this.#entries.get(source.read) ?? new Map<string, Entry>();
    this.#entries.set(source.read, byPlace);
    const key = keyOf(source, wanted.scope, place);
    const accounts = digestOf(wanted.scope.accounts);
    const isOld = ({ askedAt, refusedAt }: Entry) =>
      askedAt <= wanted.notBefore ||
      (refusedAt !== undefined && this.#monotonic.monotonicMs() - refusedAt >= REFUSAL_SHARED_MS);
    for (let known = byPlace.get(key); known?.accounts === accounts && !isOld(known); ) {
      if (await answers(known, wanted.notBefore)) return known.answer;
      // Another caller that waited for it may have begun a new read.
      const next = byPlace.get(key);
      if (next === known) break;
      known = next;
    }
    const entry = this.#begin(source, place, wanted);
    byPlace.set(key, entry);
    entry.answer.catch((error: unknown) => {
      if (byPlace.get(key) !== entry) return;
      if (isRefusal(error)) entry.refusedAt = this.#monotonic.monotonicMs();
      else byPlace.delete(key);
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
    return {
      askedAt,
      answer: answer.then((one) => sourced(source, place, one)),
      signal: io.signal,
      accounts: digestOf(scope.accounts),
    };
  }
}

/** An answer read by this process. */
async function begunAt(startedAt: number, findings: Promise<readonly Finding[]>): Promise<SharedEvidence> {
  return { startedAt, findings: await findings };
}

/** The answer of a source, with its name and place in each finding. */
export async function sourced(
  { name: source }: EvidenceSource,
  place: Place,
  { startedAt, findings }: SharedEvidence,
): Promise<PlaceAnswer> {
  // Copies by spread syntax have a hidden class each in V8, which takes three times the memory of the finding.
  const texts = new Map<string, string>();
  const withSource = (one: Finding) => {
    const { says, by } = one;
    flatten(by);
    // Of an image with a thousand users its id is there a thousand times.
    const alias = texts.get(one.alias) ?? one.alias;
    texts.set(alias, alias);
    return Object.assign({ alias, says, by, source, place }, one, { alias });
  };
  return { startedAt, findings: await mapInSteps(findings, withSource, LIGHT_STEP) };
}

/** Is it a valid answer for other callers? A failure is an answer too, but not an abort because its pass stopped. */
async function answers({ answer, signal }: Entry, notBefore: number): Promise<boolean> {
  return answer.then(
    ({ startedAt }) => startedAt > notBefore,
    () => !signal.aborted,
  );
}

/** An account without a proven id may read for itself, but is no evidence for others: such reads are not shared. */
function keyOf(source: EvidenceSource, scope: Scope, place: Place): string {
  const { account } = scope;
  const reader = accountIdOf(scope, place) === undefined ? account.name : '';
  const { account: read, location } = place;
  return JSON.stringify([source.name, account.provider, read, location, reader, source.variant?.(scope) ?? '']);
}

function accountIdOf({ accounts }: Scope, place: Place): string | undefined {
  return accounts.find(({ name }) => name === place.account)?.id;
}

/**
 * `undefined`: the id of the account is not proven. An answer may depend on all accounts, their roles, and the source's
 * variant of the parameters: an instance with another configuration reads for itself.
 */
function sharedKeyOf(source: EvidenceSource, scope: Scope, place: Place, program: string): EvidenceKey | undefined {
  const accountId = accountIdOf(scope, place);
  if (accountId === undefined) return undefined;
  const how = JSON.stringify([program, place.account, source.variant?.(scope) ?? '', digestOf(scope.accounts)]);
  return { source: source.name, provider: scope.account.provider, accountId, location: place.location, how };
}

/** There may be a thousand accounts, and as many places to read. */
const digestOf = oncePer((accounts: readonly Account[]) =>
  createHash('sha256').update(JSON.stringify(accounts)).digest('hex'),
);
