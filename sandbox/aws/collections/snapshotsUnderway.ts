/** Snapshots complete, or fail, as the sandbox's time goes on. */
import type { Snapshot } from '@aws-sdk/client-ec2';
import type { Table } from './table.ts';

/** A pending snapshot; ms since the epoch. */
export interface SnapshotUnderway {
  readonly startedAt: number;
  readonly endsAt: number;
  /** Set: it ends in the state `error`, with this message. */
  readonly problem?: string;
}

/** The snapshots of a Region. */
interface Snapshots {
  readonly snapshots: Table<Snapshot>;
  readonly snapshotsUnderway: Map<string, SnapshotUnderway>;
}

/**
 * "The snapshot is created immediately, but it remains in the pending state until all of data has been transferred":
 * https://docs.aws.amazon.com/ebs/latest/userguide/ebs-creating-snapshot.html
 */
export function settleSnapshots({ snapshots, snapshotsUnderway }: Snapshots, now: number): void {
  for (const [id, underway] of snapshotsUnderway) {
    const snapshot = snapshots.get(id);
    const next = snapshot?.State === 'pending' ? after(snapshot, underway, now) : undefined;
    if (next?.State !== 'pending') snapshotsUnderway.delete(id);
    const isNews = next?.State !== snapshot?.State || next?.Progress !== snapshot?.Progress;
    if (next && isNews) snapshots.put(id, next);
  }
}

function after(snapshot: Snapshot, { startedAt, endsAt, problem }: SnapshotUnderway, now: number): Snapshot {
  if (now < endsAt) {
    const share = (now - startedAt) / (endsAt - startedAt);
    return { ...snapshot, Progress: `${Math.floor(99 * share)}%` };
  }
  // "this field displays error state details": API_Snapshot, StateMessage.
  if (problem !== undefined) return { ...snapshot, State: 'error', StateMessage: problem };
  return { ...snapshot, State: 'completed', Progress: '100%', CompletionTime: new Date(endsAt) };
}
