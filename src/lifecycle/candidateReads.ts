import type { Finding, Place } from '../core/finding.ts';
import type { Resource } from '../core/resource.ts';
import type { EvidenceSource } from '../handlers/handler.ts';

/** What one read said, with when it was begun (monotonic ms). */
interface CandidateRead {
  readonly startedAt: number;
  readonly findings: readonly Finding[];
}

/** How many reads are kept per source before those of resources that are no candidates any more are dropped. */
const KEPT = 100_000;

/** Evidence that costs a call per resource, kept per resource. */
export class CandidateReads {
  readonly #bySource = new Map<EvidenceSource, Map<string, CandidateRead>>();

  /** Those of which something begun after `notBefore` is known, and those still to be asked about. */
  split(
    source: EvidenceSource,
    place: Place,
    candidates: readonly Resource[],
    notBefore: number,
  ): { known: { findings: readonly Finding[]; readAt: number }; missing: readonly Resource[] } {
    const reads = this.#bySource.get(source);
    const findings: Finding[] = [];
    const missing: Resource[] = [];
    let readAt = Number.POSITIVE_INFINITY;
    for (const candidate of candidates) {
      const read = reads?.get(keyOf(place, candidate));
      if (read && read.startedAt > notBefore) {
        findings.push(...read.findings);
        readAt = Math.min(readAt, read.startedAt);
      } else missing.push(candidate);
    }
    return { known: { findings, readAt }, missing };
  }

  keep(source: EvidenceSource, place: Place, asked: readonly Resource[], read: CandidateRead): void {
    const reads = this.#bySource.get(source) ?? new Map<string, CandidateRead>();
    this.#bySource.set(source, reads);
    for (const candidate of asked) {
      const findings = read.findings.filter(({ alias }) => candidate.aliases.includes(alias));
      reads.delete(keyOf(place, candidate));
      reads.set(keyOf(place, candidate), { startedAt: read.startedAt, findings });
    }
    // A Map keeps the order of insertion: the first are the oldest.
    for (const key of reads.keys()) {
      if (reads.size <= KEPT) break;
      reads.delete(key);
    }
  }
}

function keyOf({ account, location }: Place, { identity }: Resource): string {
  return JSON.stringify([account, location, identity]);
}
