import type { Namespace } from '../resource/namespace.ts';

/** Somebody asks that a resource is deleted before the date its owner was told; what the fallback is told of it. */
export interface HasteReport {
  /** `notice.fallback`: who is told. */
  readonly to: string;
  /** RFC 5322 Message-ID with its angle brackets; the same for the same mark, revision and word. */
  readonly messageId: string;
  /** ms since the epoch. */
  readonly at: number;
  /** The address that asked. */
  readonly owner: string;
  readonly reason?: string;
  readonly namespace: Namespace;
  readonly id: string;
  readonly name: string;
  /** The date that is asked for, and the date without it; ms since the epoch. */
  readonly deletionAt: number;
  readonly insteadOfAt: number;
  /** The IANA time zone of the dates. */
  readonly timeZone: string;
  /** The page on which the fallback can keep it. */
  readonly keepUrl?: string;
}
