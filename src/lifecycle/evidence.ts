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
  /** Business time, for `acceptUnread … until`. */
  readonly now: number;
}

export class EvidenceReader {
  readonly #monotonic: MonotonicClock;
  readonly #entries = new Map<EvidenceSource, Map<string, Entry>>();

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

  /** What the `candidates` sources find about those still standing. */
  async readCandidates(request: EvidenceRequest, candidates: readonly Resource[]): Promise<EvidenceRead> {
    if (candidates.length === 0) return merge([], []);
    const reads = enabled(request, 'candidates').flatMap((source) =>
      source.places(request.scope).map((place) => ({ source, place })),
    );
    const only = new Set(candidates.map(({ id }) => id));
    const parts = await Promise.all(
      reads.map(async ({ source, place }): Promise<Part> => {
        const startedAt = this.#monotonic.monotonicMs();
        const findings = source.read(place, request.scope, candidates, request.io);
        const part = await partOf(source, place, { startedAt, findings, signal: request.io.signal }, request);
        return { ...part, gaps: part.gaps.map((gap) => ({ ...gap, only })), counts: {} };
      }),
    );
    return merge(parts, []);
  }

  async #place(source: EvidenceSource, place: Place, request: EvidenceRequest): Promise<Part> {
    const byPlace = this.#entries.get(source) ?? new Map<string, Entry>();
    this.#entries.set(source, byPlace);
    const key = `${request.scope.account.provider}/${place.account}/${place.location}`;
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

/** Did the read end because the pass that began it was stopped? */
async function cutOff({ findings, signal }: Entry): Promise<boolean> {
  return findings.then(
    () => false,
    () => signal.aborted,
  );
}

type Part = Omit<EvidenceRead, 'madeWithout'> & { readonly madeWithout: readonly string[] };

async function partOf(source: EvidenceSource, place: Place, entry: Entry, request: EvidenceRequest): Promise<Part> {
  try {
    const findings = await entry.findings;
    const sourced = findings.map((finding) => ({ ...finding, source: source.name, place }));
    const counts = { [`${source.name}@${place.account}/${place.location}`]: sourced.length };
    return { findings: sourced, gaps: [], madeWithout: [], readAt: entry.startedAt, counts };
  } catch (error) {
    if (request.io.signal.aborted) throw error;
    return failedPart(source, place, error, request);
  }
}

function failedPart(source: EvidenceSource, place: Place, error: unknown, { settings, now }: EvidenceRequest): Part {
  const none = { findings: [], readAt: Number.POSITIVE_INFINITY, counts: {} };
  const accepted = settings.acceptUnread.find(
    ({ kind, accounts, untilAt }) => kind === source.name && accounts.includes(place.account) && now < untilAt,
  );
  if (accepted) {
    const until = new Date(accepted.untilAt).toISOString();
    const madeWithout = [`${source.name} in ${place.account}, accepted unread until ${until}: ${accepted.reason}`];
    return { ...none, gaps: [], madeWithout };
  }
  const permission = error instanceof ReadError ? error.permission : undefined;
  const why = `${source.name} could not be read in ${place.account}/${place.location}: ${messageOf(error)}`;
  const gap: Gap = { source: source.name, place, why, ...(permission === undefined ? {} : { permission }) };
  return { ...none, gaps: [gap], madeWithout: [] };
}

function enabled({ handler, settings }: EvidenceRequest, asks: EvidenceSource['asks']): readonly EvidenceSource[] {
  return handler.evidence.filter((source) => source.asks === asks && !settings.off.includes(source.name));
}

function switchedOff({ settings }: EvidenceRequest): readonly string[] {
  return settings.off.map((kind) => `${kind}, switched off in the configuration`);
}

function merge(parts: readonly Part[], madeWithout: readonly string[]): EvidenceRead {
  return {
    findings: parts.flatMap(({ findings }) => findings),
    gaps: parts.flatMap(({ gaps }) => gaps),
    madeWithout: [...madeWithout, ...parts.flatMap((part) => part.madeWithout)],
    readAt: Math.min(Number.POSITIVE_INFINITY, ...parts.map(({ readAt }) => readAt)),
    counts: Object.assign({}, ...parts.map(({ counts }) => counts)),
  };
}
