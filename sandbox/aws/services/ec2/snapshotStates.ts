/** EC2's data about snapshots outside their description: sharing, locks, tiers, fast restores. */
import type { Snapshot } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import { SNAPSHOT_IDS } from '../../seeds/snapshotSeeds.ts';
import type { Call } from '../../store/call.ts';
import { plain, rowsOf } from '../../store/listing.ts';
import { type Ec2Handlers, existing, listing, stopIfDryRun } from './common.ts';

/** "Minimum value of 0. Maximum value of 200": API_DescribeFastSnapshotRestores. */
const RESTORE_PAGES = { min: 0, max: 200, otherwise: 200 };

/** Filters as in the API reference of each operation. */
export const snapshotStates: Ec2Handlers = {
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeSnapshotAttribute.html */
  DescribeSnapshotAttribute(input, call) {
    const { SnapshotId = '' } = ownSnapshot(input.SnapshotId, call);
    stopIfDryRun(input);
    switch (input.Attribute) {
      case 'createVolumePermission':
        return { SnapshotId, CreateVolumePermissions: [...(call.here.volumePermissions.get(SnapshotId) ?? [])] };
      case 'productCodes':
        return { SnapshotId, ProductCodes: [] };
      default:
        throw new AwsError('InvalidParameterValue', `Value (${input.Attribute}) for parameter attribute is invalid`);
    }
  },

  DescribeLockedSnapshots: listing(plain(rowsOf('snapshotLocks')), {
    answer: 'Snapshots',
    named: { by: 'SnapshotIds' },
    filters: ['lock-state'],
  }),

  DescribeSnapshotTierStatus: listing(plain(rowsOf('snapshotTiers')), {
    answer: 'SnapshotTierStatuses',
    tags: true,
    filters: ['snapshot-id', 'volume-id'],
    special: { 'last-tiering-operation': ({ LastTieringOperationStatus }) => LastTieringOperationStatus },
  }),

  DescribeFastSnapshotRestores: listing(plain(rowsOf('fastRestores')), {
    answer: 'FastSnapshotRestores',
    pages: RESTORE_PAGES,
    filters: ['availability-zone', 'owner-id', 'snapshot-id', 'state'],
  }),
};

/** The caller's own snapshot, or EC2's error for another account's or an unknown one. */
export function ownSnapshot(id: string | undefined, call: Call): Snapshot {
  return existing(call.here.snapshots, id, SNAPSHOT_IDS);
}
