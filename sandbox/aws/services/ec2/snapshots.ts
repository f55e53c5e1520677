import type { Snapshot } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import { SNAPSHOT_IDS } from '../../seeds/snapshotSeeds.ts';
import type { Call } from '../../store/call.ts';
import { plain } from '../../store/listing.ts';
import { type Ec2Handlers, existing, ids, listing, stopIfDryRun } from './common.ts';
import { intoBin } from './recycleBin.ts';

export const snapshots: Ec2Handlers = {
  /**
   * Own snapshots only: the sandbox shares none.
   * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeSnapshots.html, Filters.
   */
  DescribeSnapshots: listing(
    plain(({ here }) => here.snapshots),
    {
      answer: 'Snapshots',
      named: ids('SnapshotIds', { ...SNAPSHOT_IDS, withoutPages: 'snapshotSet' }),
      where({ OwnerIds = [] }, { account }) {
        const owners = OwnerIds.map((owner) => (owner === 'self' ? account.id : owner));
        return ({ OwnerId = '' }) => owners.length === 0 || owners.includes(OwnerId);
      },
      tags: true,
      filters: [
        'description',
        'encrypted',
        'owner-id',
        'progress',
        'snapshot-id',
        'start-time',
        'storage-tier',
        'volume-id',
        'volume-size',
      ],
      special: { status: ({ State }) => State },
    },
  ),

  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteSnapshot.html; the answer is empty. */
  DeleteSnapshot(input, call) {
    const snapshot = ownSnapshot(input.SnapshotId, call);
    const id = snapshot.SnapshotId ?? '';
    refuseUsed(id, call);
    refuseLocked(id, call);
    stopIfDryRun(input);
    call.here.snapshots.remove(id);
    intoBin('snapshots', id, snapshot, call);
    for (const table of [call.here.volumePermissions, call.here.snapshotLocks, call.here.snapshotTiers])
      table.remove(id);
    for (const { key, value } of call.here.fastRestores.view()) {
      if (value.SnapshotId === id) call.here.fastRestores.remove(key);
    }
    return {};
  },
};

/** The caller's own snapshot, or EC2's error for another account's or an unknown one. */
export function ownSnapshot(id: string | undefined, call: Call): Snapshot {
  return existing(call.here.snapshots, id, SNAPSHOT_IDS);
}

/**
 * Documented for the root device; in fact true for every device of a registered image, also a disabled one:
 * https://docs.aws.amazon.com/ebs/latest/userguide/ebs-deleting-snapshot.html
 */
function refuseUsed(id: string, { here }: Call): void {
  const user = here.images
    .values()
    .find(({ image }) => image.BlockDeviceMappings?.some(({ Ebs }) => Ebs?.SnapshotId === id))?.image.ImageId;
  if (user === undefined) return;
  throw new AwsError('InvalidSnapshot.InUse', `The snapshot ${id} is currently in use by ${user}`);
}

/** "A locked snapshot can't be deleted": API_LockSnapshot, without an error code. */
function refuseLocked(id: string, { here }: Call): void {
  const lock = here.snapshotLocks.get(id);
  if (lock === undefined || lock.LockState === 'expired') return;
  throw new AwsError('OperationNotPermitted', `The snapshot ${id} is locked (${lock.LockState})`);
}
