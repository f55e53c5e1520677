/**
 * Reads evidence once however many namespaces ask: single flight per (source, place), kept with the time it was read.
 * What could not be read becomes a gap, never an empty answer (law 1).
 */
import type { MonotonicClock } from '../core/clock.ts';
import { messageOf, ReadError } from '../core/errors.ts';
import type { Finding, Gap, Place, SourcedFinding } from '../core/finding.ts';
import type { Resource } from '../core/resource.ts';
import type { EvidenceSettings } from '../core/workConfiguration.ts';
import type { EvidenceSource, Handler, Io, Scope } from '../handlers/handler.ts';
import { CandidateReads } from './candidateReads.ts';

/** What the sources of one handler said for one namespace. */
export interface EvidenceRead {
  readonly findings: readonly SourcedFinding[];
  readonly gaps: readonly Gap[];
  readonly madeWithout: readonly string[];
  /** When the oldest part was begun to be read, monotonic ms; Infinity when nothing was read. */
  readonly readAt: number;
  /** Findings per `source@account/location`, of the `place` sources that answered. */
  readonly counts: Readonly<Record<string, number>>;
}

/** So many candidates are asked about before what was learnt is kept. */
const CANDIDATES_AT_ONCE = 20;

interface Entry {
  readonly startedAt: number;
  readonly findings: Promise<readonly Finding[]>;
  /** Of the pass that began the read: when it stops, others must not take that for a failed source. */
  readonly signal: AbortSignal;
}

export interface EvidenceRequest {
  readonly handler: Handler;
  readonly scope: Scope;
  readonly settings: EvidenceSettings;
  readonly io: Io;
  /** Only reads begun after this instant (monotonic ms) count. */
  readonly notBefore: number;
  /** The same for evidence that costs a call per candidate, where it may be older. */
  readonly candidatesNotBefore?: number;
  /** Business time, for `acceptUnread … until`. */
  readonly now: number;
}

export class EvidenceReader {
  readonly #monotonic: MonotonicClock;
  readonly #entries = new Map<EvidenceSource, Map<string, Entry>>();
  readonly #candidateReads = new CandidateReads();

  constructor(monotonic: MonotonicClock) {
    this.#monotonic = monotonic;
  }

  /** Everything the `place` sources of the handler find, no older than asked for. */
  async readPlaces(request: EvidenceRequest): Promise<EvidenceRead> {
    const sources = enabled(request, 'place');
    const reads = sources.flatMap((source) => source.places(request.scope).map((place) => ({ source, place })));
    const parts = await Promise.all(reads.map(({ source, place }) => this.#place(source, place, request)));
    return merge(parts, switchedOff(request));
  }

  /**
   * What the `candidates` sources find about those still standing. Kept per candidate, so that a survey that is
   * stopped half-way goes on where it was.
   */
  async readCandidates(request: EvidenceRequest, candidates: readonly Resource[]): Promise<EvidenceRead> {
    if (candidates.length === 0) return merge([], []);
    const reads = enabled(request, 'candidates').flatMap((source) =>
      source.places(request.scope).map((place) => ({ source, place })),
    );
    const parts = reads.map(({ source, place }) => this.#candidates(source, place, candidates, request));
    return merge(await Promise.all(parts), []);
  }

  async #candidates(
    source: EvidenceSource,
    place: Place,
    candidates: readonly Resource[],
    request: EvidenceRequest,
  ): Promise<Part> {
    const notBefore = request.candidatesNotBefore ?? request.notBefore;
    const { known, missing } = this.#candidateReads.split(source, place, candidates, notBefore);
    const parts: Part[] = [{ ...NOTHING, ...sourcedBy(source, place, known.findings), readAt: known.readAt }];
    for (let from = 0; from < missing.length; from += CANDIDATES_AT_ONCE) {
      const chunk = missing.slice(from, from + CANDIDATES_AT_ONCE);
      const startedAt = this.#monotonic.monotonicMs();
      const findings = source.read(place, request.scope, chunk, request.io);
      const part = await partOf(source, place, { startedAt, findings, signal: request.io.signal }, request);
      const failed = part.gaps.length > 0 || part.madeWithout.length > 0;
      const only = new Set(missing.slice(from).map(({ id }) => id));
      parts.push({ ...part, gaps: part.gaps.map((gap) => ({ ...gap, only })), counts: {} });
      // What failed for these fails for the others too: they are as unknown, and asking again costs calls.
      if (failed) break;
      this.#candidateReads.keep(source, place, chunk, { startedAt, findings: await findings });
    }
    return merge(parts, []);
  }

  async #place(source: EvidenceSource, place: Place, request: EvidenceRequest): Promise<Part> {
    const byPlace = this.#entries.get(source) ?? new Map<string, Entry>();
    this.#entries.set(source, byPlace);
    const key = keyOf(request.scope, place);
    const known = byPlace.get(key);
    if (known && known.startedAt > request.notBefore && !(await cutOff(known))) {
      return partOf(source, place, known, request);
    }
    const entry = this.#begin(source, place, request);
    byPlace.set(key, entry);
    entry.findings.catch(() => {
      if (byPlace.get(key) === entry) byPlace.delete(key);
    });
    return partOf(source, place, entry, request);
  }

  #begin(source: EvidenceSource, place: Place, { scope, io }: EvidenceRequest): Entry {
    const startedAt = this.#monotonic.monotonicMs();
    return { startedAt, findings: source.read(place, scope, [], io), signal: io.signal };
  }
}

/** An account that nobody has identified may read for itself, but is no evidence for others: those are not shared. */
function keyOf({ account, accounts }: Scope, place: Place): string {
  const identified = accounts.find(({ name }) => name === place.account)?.id !== undefined;
  const reader = identified ? '' : account.name;
  return JSON.stringify([account.provider, place.account, place.location, reader]);
}

/** Did the read end because the pass that began it was stopped? */
async function cutOff({ findings, signal }: Entry): Promise<boolean> {
  return findings.then(
    () => false,
    () => signal.aborted,
  );
}

function sourcedBy(source: EvidenceSource, place: Place, findings: readonly Finding[]): Pick<EvidenceRead, 'findings'> {
  return { findings: findings.map((finding) => ({ ...finding, source: source.name, place })) };
}

type Part = EvidenceRead;

async function partOf(source: EvidenceSource, place: Place, entry: Entry, request: EvidenceRequest): Promise<Part> {
  try {
    const findings = await entry.findings;
    const counts = { [`${source.name}@${place.account}/${place.location}`]: findings.length };
    return { ...NOTHING, ...sourcedBy(source, place, findings), readAt: entry.startedAt, counts };
  } catch (error) {
    if (request.io.signal.aborted) throw error;
    return failedPart(source, place, error, request);
  }
}

function failedPart(source: EvidenceSource, place: Place, error: unknown, { settings, now }: EvidenceRequest): Part {
  const accepted = isRefused(error)
    ? settings.acceptUnread.find(
        ({ kind, accounts, untilAt }) => kind === source.name && accounts.includes(place.account) && now < untilAt,
      )
    : undefined;
  if (accepted) {
    const until = new Date(accepted.untilAt).toISOString();
    const madeWithout = [`${source.name} in ${place.account}, accepted unread until ${until}: ${accepted.reason}`];
    return { ...NOTHING, madeWithout };
  }
  const permission = error instanceof ReadError ? error.permission : undefined;
  const why = `${source.name} could not be read in ${place.account}/${place.location}: ${messageOf(error)}`;
  const gap: Gap = { source: source.name, place, why, ...(permission === undefined ? {} : { permission }) };
  return { ...NOTHING, gaps: [gap] };
}

/** `acceptUnread` accepts that we may not read, not that reading failed: a throttled read may have seen a user. */
function isRefused(error: unknown): boolean {
  return error instanceof ReadError && (error.problem === 'denied' || error.problem === 'credentials');
}

function enabled({ handler, settings }: EvidenceRequest, asks: EvidenceSource['asks']): readonly EvidenceSource[] {
  return handler.evidence.filter((source) => source.asks === asks && !settings.off.includes(source.name));
}

function switchedOff({ settings }: EvidenceRequest): readonly string[] {
  return settings.off.map((kind) => `${kind}, switched off in the configuration`);
}

const NOTHING: Part = { findings: [], gaps: [], madeWithout: [], readAt: Number.POSITIVE_INFINITY, counts: {} };

function merge(parts: readonly Part[], madeWithout: readonly string[]): EvidenceRead {
  return {
    findings: parts.flatMap(({ findings }) => findings),
    gaps: parts.flatMap(({ gaps }) => gaps),
    madeWithout: [...madeWithout, ...parts.flatMap((part) => part.madeWithout)],
    readAt: Math.min(Number.POSITIVE_INFINITY, ...parts.map(({ readAt }) => readAt)),
    counts: Object.assign({}, ...parts.map(({ counts }) => counts)),
  };
}
