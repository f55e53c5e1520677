import { AwsError } from '../../collections/errors.ts';
import type { Call } from '../../store/call.ts';

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
