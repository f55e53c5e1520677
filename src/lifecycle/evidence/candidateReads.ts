import { createHash } from 'node:crypto';
import type { Finding, Place } from '../../core/common/finding.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { EvidenceSource, Scope } from '../../handlers/contract/handler.ts';

/** The findings of one read, and when it began (monotonic ms). */
interface CandidateRead {
  readonly startedAt: number;
  readonly findings: readonly Finding[];
}

/** How many reads are kept per source before the oldest are dropped: their resources may no longer be candidates. */
const KEPT = 100_000;

/** Evidence that costs a call per resource, kept per resource. */
export class CandidateReads {
  readonly #bySource = new Map<EvidenceSource, Map<string, CandidateRead>>();

  /** The findings of reads that began after `notBefore`, and the candidates that still have to be read. */
  split(
    source: EvidenceSource,
    place: Place,
    scope: Scope,
    candidates: readonly Resource[],
    notBefore: number,
  ): { known: CandidateRead; missing: readonly Resource[] } {
    const reads = this.#bySource.get(source);
    const keyOf = keyIn(place, howRead(source, scope));
    const findings: Finding[] = [];
    const missing: Resource[] = [];
    let readAt = Number.POSITIVE_INFINITY;
    for (const candidate of candidates) {
      const read = reads?.get(keyOf(candidate));
      if (read && read.startedAt > notBefore) {
        findings.push(...read.findings);
        readAt = Math.min(readAt, read.startedAt);
      } else missing.push(candidate);
    }
    return { known: { findings, startedAt: readAt }, missing };
  }

  keep(source: EvidenceSource, place: Place, scope: Scope, asked: readonly Resource[], read: CandidateRead): void {
    const keyOf = keyIn(place, howRead(source, scope));
    const reads = this.#bySource.get(source) ?? new Map<string, CandidateRead>();
    this.#bySource.set(source, reads);
    for (const candidate of asked) {
      const findings = read.findings.filter(({ alias }) => candidate.aliases.includes(alias));
      const key = keyOf(candidate);
      reads.delete(key);
      reads.set(key, { startedAt: read.startedAt, findings });
    }
    // A Map keeps the order of insertion: the first are the oldest.
    for (const key of reads.keys()) {
      if (reads.size <= KEPT) break;
      reads.delete(key);
    }
  }
}

/** Another configuration may get another answer: reads from before a reload no longer count. */
function howRead(source: EvidenceSource, scope: Scope): string {
  const depends = [source.variant?.(scope) ?? '', scope.accounts.map(({ provider, name, id }) => [provider, name, id])];
  return createHash('sha256').update(JSON.stringify(depends)).digest('base64url').slice(0, 12);
}

/** Up to 100,000 lookups at once share this prefix. */
function keyIn({ account, location }: Place, how: string): (candidate: Resource) => string {
  const where = JSON.stringify([account, location, how]);
  return ({ identity }) => where + identity;
}
