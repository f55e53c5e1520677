import { createHash } from 'node:crypto';
import { businessTimeOf, type Clock, type MonotonicClock } from '../../core/common/clock.ts';
import type { Finding, Place } from '../../core/common/finding.ts';
import { typeOf } from '../../core/resource/namespace.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { EvidenceSource, Scope } from '../../handlers/contract/handler.ts';

/** The findings of one read, and when it began (monotonic ms). */
interface CandidateRead {
  readonly startedAt: number;
  readonly findings: readonly Finding[];
}

/** The same in a file, for a plan that goes on in another process. */
export interface KeptAnswers {
  /** The type and the source: `aws.image launchPermissions`. */
  readonly source: string;
  /** By candidate: its place and identity, when the read began (ms since the epoch), the findings. */
  readonly answers: readonly (readonly [key: string, at: number, findings: readonly Finding[]])[];
}

interface Clocks {
  readonly clock: Clock;
  readonly monotonic: MonotonicClock;
}

/** How many reads are kept per source before the oldest are dropped: their resources may no longer be candidates. */
const KEPT = 100_000;

/** Evidence that costs a call per resource, kept per resource. */
export class CandidateReads {
  readonly #bySource = new Map<string, Map<string, CandidateRead>>();

  /** Everything that is known, for {@link restore}. */
  answers(clocks: Clocks): readonly KeptAnswers[] {
    return [...this.#bySource].map(([source, reads]) => ({
      source,
      answers: [...reads].map(([key, { startedAt, findings }]) => [key, businessTimeOf(startedAt, clocks), findings]),
    }));
  }

  /** Adds the answers of an earlier process about candidates that are not known yet. */
  restore(kept: readonly KeptAnswers[], { clock, monotonic }: Clocks): void {
    const began = monotonic.monotonicMs() - clock.now();
    for (const { source, answers } of kept) {
      const earlier = answers.map(([key, at, findings]) => [key, { startedAt: began + at, findings }] as const);
      this.#bySource.set(source, new Map([...earlier, ...(this.#bySource.get(source) ?? [])]));
    }
  }

  /** The findings of reads that began after `notBefore`, and the candidates that still have to be read. */
  split(
    source: EvidenceSource,
    place: Place,
    scope: Scope,
    candidates: readonly Resource[],
    notBefore: number,
  ): { known: CandidateRead; missing: readonly Resource[] } {
    const reads = this.#bySource.get(nameOf(source, scope));
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

  keep(source: EvidenceSource, place: Place, scope: Scope, candidates: readonly Resource[], read: CandidateRead): void {
    const keyOf = keyIn(place, howRead(source, scope));
    const name = nameOf(source, scope);
    const reads = this.#bySource.get(name) ?? new Map<string, CandidateRead>();
    this.#bySource.set(name, reads);
    for (const candidate of candidates) {
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

/** Types may have sources of the same name. */
function nameOf({ name }: EvidenceSource, { namespace }: Scope): string {
  return `${typeOf(namespace)} ${name}`;
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
