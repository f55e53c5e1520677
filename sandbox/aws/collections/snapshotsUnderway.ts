/** Snapshots complete, or fail, as the sandbox's time goes on. */
import type { Image, Snapshot } from '@aws-sdk/client-ec2';
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
  readonly images: Table<{ readonly image: Image }>;
  readonly snapshots: Table<Snapshot>;
  readonly snapshotsUnderway: Map<string, SnapshotUnderway>;
}

/**
 * "The snapshot is created immediately, but it remains in the pending state until all of data has been transferred":
 * https://docs.aws.amazon.com/ebs/latest/userguide/ebs-creating-snapshot.html
 */
export function settleSnapshots({ snapshots, snapshotsUnderway, images }: Snapshots, now: number): void {
  if (snapshotsUnderway.size === 0) return;
  for (const [id, underway] of snapshotsUnderway) {
    const snapshot = snapshots.get(id);
    const next = snapshot?.State === 'pending' ? after(snapshot, underway, now) : undefined;
    if (next?.State !== 'pending') snapshotsUnderway.delete(id);
    const isNews = next?.State !== snapshot?.State || next?.Progress !== snapshot?.Progress;
    if (next && isNews) snapshots.put(id, next);
  }
  for (const { key, value } of images.view())
    if (value.image.State === 'pending') settleImage(key, value, { images, snapshots });
}

/** An image is there once all its snapshots are, and fails with one of them. */
function settleImage(
  id: string,
  row: { readonly image: Image },
  { images, snapshots }: Omit<Snapshots, 'snapshotsUnderway'>,
): void {
  const made = (row.image.BlockDeviceMappings ?? []).map(({ Ebs }) => snapshots.get(Ebs?.SnapshotId ?? ''));
  if (made.some((one) => one?.State === 'pending')) return;
  const failed = made.find((one) => one?.State === 'error');
  const end: Partial<Image> = failed
    ? { State: 'failed', StateReason: { Code: 'Client.SnapshotFailed', Message: failed.StateMessage } }
    : { State: 'available' };
  images.put(id, { ...row, image: { ...row.image, ...end } });
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
