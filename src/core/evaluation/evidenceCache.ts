/** Evidence that the instances of a fleet share. */
import type { Finding } from '../common/finding.ts';

/** Which answer of an evidence source: whoever makes the same key would have got the same answer. */
export interface EvidenceKey {
  readonly source: string;
  readonly provider: string;
  /** The id that the reader has proven. */
  readonly accountId: string;
  readonly location: string;
  /** Everything else that the answer depends on: the program, the roles that read, the parameters. */
  readonly how: string;
}

export interface SharedEvidence {
  readonly findings: readonly Finding[];
  /** When it was begun to be read, monotonic ms of this process; never later than it was. */
  readonly startedAt: number;
}

/** One read over the fleet for all who need it. It holds no truth: whatever is in doubt is read anew. */
export interface EvidenceCache {
  /**
   * What anybody began to read after `notBefore` (monotonic ms); waits for one who is at it, else calls `read` and
   * shares its answer. Rejects as `read` does, which is never shared, or when the signal aborts.
   */
  share(
    key: EvidenceKey,
    notBefore: number,
    signal: AbortSignal,
    read: () => Promise<readonly Finding[]>,
  ): Promise<SharedEvidence>;
}
