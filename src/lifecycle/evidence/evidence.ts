/**
 * Reads evidence once however many namespaces need it, and keeps it with the time of the read. A failed read becomes a
 * gap, never an empty answer (law 1).
 */
import type { MonotonicClock } from '../../core/common/clock.ts';
import { defined } from '../../core/common/defined.ts';
import { messageOf, PartialReadError, ReadError } from '../../core/common/errors.ts';
import type { Finding, Gap, Place, SourcedFinding } from '../../core/common/finding.ts';
import { isMeant } from '../../core/policy/namedEvidence.ts';
import type { EvidenceSettings } from '../../core/policy/workConfiguration.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { EvidenceSource, Handler, Io, Scope } from '../../handlers/contract/handler.ts';
import { CandidateReads } from './candidateReads.ts';
import type { CandidateWatch } from './candidateWatch.ts';
import { leftOut, reachIsRead, readsOf } from './evidenceReads.ts';
import { type EvidenceReading, joinReadings, sourceKey } from './evidenceRows.ts';
import { type PlaceAnswer, PlaceReads, type Sharing, sourced } from './placeReads.ts';

/** The answers of one handler's sources for one namespace. */
export interface EvidenceRead {
  readonly findings: readonly SourcedFinding[];
  readonly gaps: readonly Gap[];
  readonly waivedEvidence: readonly string[];
  /** When the read of the oldest part began, monotonic ms; Infinity when nothing was read. */
  readonly readAt: number;
  /** Findings per `source@account/location`, of the `location` sources that answered. */
  readonly counts: Readonly<Record<string, number>>;
  /** Each source that was read, its place and time; parts that failed are not in it. */
  readonly readings: readonly EvidenceReading[];
}

/** So many candidates are read before the findings are kept, where the source does not say it. */
const CANDIDATES_AT_ONCE = 20;

/** A survey or a re-check passes these for one namespace; both reads of it take the same request. */
export interface EvidenceRequest {
  readonly handler: Handler;
  readonly scope: Scope;
  readonly settings: EvidenceSettings;
  readonly io: Io;
  /** Only reads that began after this instant (monotonic ms) count. */
  readonly notBefore: number;
  /** The same for evidence that costs a call per candidate, where it may be older. */
  readonly candidatesNotBefore?: number;
  /** Business time, for `acceptUnread … until`. */
  readonly now: number;
}

export class EvidenceReader {
  readonly #monotonic: MonotonicClock;
  readonly #watch: CandidateWatch | undefined;
  readonly #placeReads: PlaceReads;
  readonly #candidateReads: CandidateReads;

  /** @param sharing absent: it shares nothing with other instances, and writes nothing */
  constructor(monotonic: MonotonicClock, sharing?: Sharing, watch?: CandidateWatch, reads = new CandidateReads()) {
    this.#monotonic = monotonic;
    this.#watch = watch;
    this.#candidateReads = reads;
    this.#placeReads = new PlaceReads(monotonic, sharing);
  }

  /** All findings of the handler's `location` sources, not older than `notBefore`. */
  async readPlaces(request: EvidenceRequest): Promise<EvidenceRead> {
    const reads = readsOf(request, 'location').map(({ source, place }) => this.#place(source, place, request));
    return merge(await Promise.all(reads), leftOut(request));
  }

  /** The findings of the `resource` sources, kept per candidate: a survey that is stopped continues where it was. */
  async readCandidates(request: EvidenceRequest, candidates: readonly Resource[]): Promise<EvidenceRead> {
    if (candidates.length === 0) return merge([], []);
    const reads = readsOf(request, 'resource').map(({ source, place }) =>
      this.#candidates(source, place, candidates, request),
    );
    return merge(await Promise.all(reads), []);
  }

  async #candidates(
    source: EvidenceSource,
    place: Place,
    candidates: readonly Resource[],
    request: EvidenceRequest,
  ): Promise<Part> {
    const notBefore = request.candidatesNotBefore ?? request.notBefore;
    const { known, missing } = this.#candidateReads.split(source, place, request.scope, candidates, notBefore);
    const parts: Part[] =
      missing.length < candidates.length ? [answered(source, place, await sourced(source, place, known))] : [];
    for (let from = 0, atOnce = source.candidatesAtOnce ?? CANDIDATES_AT_ONCE; from < missing.length; from += atOnce) {
      this.#watch?.reading(source.name, from, missing.length);
      const chunk = missing.slice(from, from + atOnce);
      const result = await this.#ask(source, place, chunk, request);
      parts.push(...result.parts);
      if (result.unread.length === 0) continue;
      // A failure for this whole chunk fails for the others too: they are as unknown, and more reads cost calls.
      const isHopeless = result.unread.length === chunk.length;
      const unread = isHopeless ? missing.slice(from) : result.unread;
      const only = new Set(unread.map(({ id }) => id));
      parts.push({ ...NOTHING, gaps: result.gaps.map((gap) => ({ ...gap, only })) });
      if (isHopeless) break;
    }
    return { ...merge(parts, []), counts: {} };
  }

  /** Reads a few candidates, and keeps the successful reads. */
  async #ask(
    source: EvidenceSource,
    place: Place,
    chunk: readonly Resource[],
    request: EvidenceRequest,
  ): Promise<CandidatePart> {
    const startedAt = this.#monotonic.monotonicMs();
    const keep = async (read: readonly Resource[], findings: readonly Finding[]): Promise<Part> => {
      const aliases = new Set(read.flatMap((one) => one.aliases));
      const answer = { startedAt, findings: findings.filter(({ alias }) => aliases.has(alias)) };
      this.#candidateReads.keep(source, place, request.scope, read, answer);
      return answered(source, place, await sourced(source, place, answer));
    };
    try {
      const findings = await source.read(place, request.scope, chunk, request.io);
      return { parts: [await keep(chunk, findings)], unread: [], gaps: [] };
    } catch (error) {
      if (request.io.signal.aborted && !this.#watch) throw error;
      const { found = [], failed }: Partial<PartialReadError> = error instanceof PartialReadError ? error : {};
      const isRead = ({ id }: Resource) => failed !== undefined && !failed.has(id);
      const read = chunk.filter(isRead);
      const part = failedPart(source, place, error, request);
      // `acceptUnread` accepts only the candidates that could not be read; the others are still read.
      const unread = part.gaps.length === 0 ? [] : chunk.filter((one) => !isRead(one));
      const known = new Set(read.flatMap(({ aliases }) => aliases));
      const findings = part.findings.filter(({ alias }) => !known.has(alias));
      const parts = [...(read.length === 0 ? [] : [await keep(read, found)]), { ...part, findings, gaps: [] }];
      return { parts, unread, gaps: part.gaps };
    }
  }

  async #place(source: EvidenceSource, place: Place, request: EvidenceRequest): Promise<Part> {
    return partOf(source, place, this.#placeReads.read(source, place, request), request);
  }
}

type Part = EvidenceRead;

/** The result of reading a few candidates. */
interface CandidatePart {
  readonly parts: readonly Part[];
  /** Candidates that could not be read and are not accepted unread. */
  readonly unread: readonly Resource[];
  /** Why they could not be read. */
  readonly gaps: readonly Gap[];
}

function answered({ name }: EvidenceSource, place: Place, { findings, startedAt }: PlaceAnswer): Part {
  return {
    ...NOTHING,
    findings,
    readAt: startedAt,
    counts: { [sourceKey(name, place)]: findings.length },
    readings: [{ source: name, place, readAt: startedAt, findings: findings.length }],
  };
}

async function partOf(
  source: EvidenceSource,
  place: Place,
  answer: Promise<PlaceAnswer>,
  request: EvidenceRequest,
): Promise<Part> {
  try {
    return answered(source, place, await answer);
  } catch (error) {
    if (request.io.signal.aborted) throw error;
    return failedPart(source, place, error, request);
  }
}

function failedPart(source: EvidenceSource, place: Place, error: unknown, request: EvidenceRequest): Part {
  const { settings, now } = request;
  const findings = positives(source, place, error);
  const accepted = isRefused(error)
    ? settings.acceptUnread.find(
        ({ kind, accounts, untilAt }) => isMeant(source, kind) && accounts.includes(place.account) && now < untilAt,
      )
    : undefined;
  if (accepted) {
    const until = new Date(accepted.untilAt).toISOString();
    const waivedEvidence = [`${source.name} in ${place.account}, accepted unread until ${until}: ${accepted.reason}`];
    return { ...NOTHING, findings, waivedEvidence };
  }
  const { permission, explanation, ofAccount }: Partial<ReadError> = error instanceof ReadError ? error : {};
  const reason = messageOf(error);
  const why = `${source.name} could not be read in ${place.account}/${place.location}: ${reason}`;
  const gap: Gap = {
    source: source.name,
    place,
    why,
    reason,
    ...defined({ permission, explanation, ofAccount, reachedBy: boundTo(source, place, request) }),
  };
  return { ...NOTHING, findings, gaps: [gap] };
}

/** Findings that keep. `gone`, reach and the scope of a search speak for a deletion, and need a whole read. */
const KEEPS: ReadonlySet<Finding['says']> = new Set(['used', 'leadsTo', 'lastUsed', 'exists', 'unknown']);

/** Findings from before a read failed still keep. */
function positives(source: EvidenceSource, place: Place, error: unknown): readonly SourcedFinding[] {
  if (!(error instanceof PartialReadError)) return [];
  return error.found
    .filter(({ says }) => KEEPS.has(says))
    .map((finding) => ({ ...finding, source: source.name, place }));
}

/**
 * The id of the account to which the gap is bounded: a failure in an account other than the resource's own concerns
 * only resources which that account may use. Never for a source with `affectsOtherAccounts`, however much of the
 * account fails with it: a larger loss must not leave more decided (law 1).
 */
function boundTo(source: EvidenceSource, place: Place, request: EvidenceRequest): string | undefined {
  const { account, accounts } = request.scope;
  if (source.affectsOtherAccounts || source.per !== 'location' || place.account === account.name) return undefined;
  // Reach is given in ids of the resource's own provider: the reach of another provider's account is unknown.
  const read = accounts.find(({ name, provider }) => name === place.account && provider === account.provider);
  return reachIsRead(request) ? read?.id : undefined;
}

/** `acceptUnread` accepts a missing permission, not a failed read: a throttled read may have seen a user. */
function isRefused(error: unknown): boolean {
  return error instanceof ReadError && (error.problem === 'denied' || error.problem === 'credentials');
}

const NOTHING: Part = {
  findings: [],
  gaps: [],
  waivedEvidence: [],
  readAt: Number.POSITIVE_INFINITY,
  counts: {},
  readings: [],
};

function merge(parts: readonly Part[], waivedEvidence: readonly string[]): EvidenceRead {
  return {
    findings: parts.flatMap(({ findings }) => findings),
    gaps: parts.flatMap(({ gaps }) => gaps),
    waivedEvidence: [...waivedEvidence, ...parts.flatMap((part) => part.waivedEvidence)],
    readAt: Math.min(Number.POSITIVE_INFINITY, ...parts.map(({ readAt }) => readAt)),
    counts: Object.assign({}, ...parts.map(({ counts }) => counts)),
    readings: joinReadings(parts.flatMap(({ readings }) => readings)),
  };
}
