/** Evidence that the instances of a fleet share. */
import type { Finding } from '../common/finding.ts';

/** Identifies one answer of an evidence source: the same key always stands for the same answer. */
export interface EvidenceKey {
  readonly source: string;
  readonly provider: string;
  /** The account id that the reader has proven. */
  readonly accountId: string;
  readonly location: string;
  /** Everything else that the answer depends on: the program, the roles that read, the parameters. */
  readonly how: string;
}

/** The findings of one source in one place, as any instance of the fleet read them. */
export interface SharedEvidence {
  readonly findings: readonly Finding[];
  /** When the read began, monotonic ms of this process; may be too early, never too late. */
  readonly startedAt: number;
}

/** One read for all instances of the fleet. The cache is no source of truth: on any doubt the caller reads again. */
export interface EvidenceCache {
  /**
   * The answer of a read that any instance began after `notBefore` (monotonic ms). Waits for a read that runs now, else
   * calls `read` and shares its answer. Rejects as `read` does (an error is never shared), or when the signal aborts.
   */
  share(
    key: EvidenceKey,
    notBefore: number,
    signal: AbortSignal,
    read: () => Promise<readonly Finding[]>,
  ): Promise<SharedEvidence>;
}
