import type { Snapshot } from '@aws-sdk/client-ec2';
import type { Call } from '../call.ts';
import { AwsError } from '../errors.ts';
import type { Region } from '../store.ts';

/** A snapshot on its way; ms since the epoch. */
export interface SnapshotUnderway {
  readonly startedAt: number;
  readonly endsAt: number;
  /** Given: it ends in the state `error`, with this message. */
  readonly problem?: string;
}

/**
 * "The snapshot is created immediately, but it remains in the pending state until all of data has been transferred":
 * https://docs.aws.amazon.com/ebs/latest/userguide/ebs-creating-snapshot.html
 */
export function settleSnapshots({ snapshots, snapshotsUnderway }: Region, now: number): void {
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

/** "A single st1 or sc1 volume can have one": https://repost.aws/knowledge-center/ebs-snapshot-stuck */
const ONE_AT_A_TIME = ['st1', 'sc1'];
const MOST_AT_A_TIME = 5;
const APART_MS = 15_000;

/**
 * ConcurrentSnapshotLimitExceeded; and SnapshotCreationPerVolumeRateExceeded, "Wait at least 15 seconds between
 * concurrent volume snapshots": https://docs.aws.amazon.com/AWSEC2/latest/APIReference/errors-overview.html
 */
export function refuseTooMany(volume: string, type: string | undefined, { here, now }: Call): void {
  const pending = [...here.snapshotsUnderway].filter(([id]) => here.snapshots.get(id)?.VolumeId === volume);
  if (pending.some(([, { startedAt }]) => now.getTime() - startedAt < APART_MS)) {
    const message = 'The maximum per volume CreateSnapshot request rate has been exceeded.';
    throw new AwsError('SnapshotCreationPerVolumeRateExceeded', message);
  }
  if (pending.length >= (ONE_AT_A_TIME.includes(type ?? '') ? 1 : MOST_AT_A_TIME)) {
    const message = 'Maximum allowed in-progress snapshots for a single volume exceeded.';
    throw new AwsError('ConcurrentSnapshotLimitExceeded', message);
  }
}
