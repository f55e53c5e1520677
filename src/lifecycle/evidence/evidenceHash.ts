import { createHash } from 'node:crypto';
import type { Verdict } from '../../core/evaluation/verdict.ts';

/** A verdict with the evidence behind it, for the audit log. */
export interface Judged {
  readonly verdict: Verdict;
  /** Findings per `source@account/location`: all the evidence that was read. */
  readonly counts: Readonly<Record<string, number>>;
  /** When the read of the oldest part began, ms since the epoch. */
  readonly readAt: number;
}

/**
 * SHA-256 of the evidence of a verdict, hex: the sources and when they were read, the users of the resource, and the
 * result of every step. Two entries of an audit log with the same hash were decided on the same evidence.
 */
export function evidenceHash({ verdict, counts, readAt }: Judged): string {
  const { id, usedBy, trace, waivedEvidence } = verdict;
  const sources = Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1));
  // Nothing was read where all evidence is switched off or accepted unread.
  const at = Number.isFinite(readAt) ? new Date(readAt).toISOString() : null;
  const known = { id, readAt: at, sources, usedBy, trace, waivedEvidence };
  return createHash('sha256').update(JSON.stringify(known)).digest('hex');
}
