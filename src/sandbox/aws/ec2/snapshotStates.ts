/** What EC2 tells of snapshots beside their description: whom they are shared with, locks, tiers, fast restores. */
import type {
  DescribeFastSnapshotRestoreSuccessItem,
  LockedSnapshotsInfo,
  SnapshotTierStatus,
} from '@aws-sdk/client-ec2';
import { AwsError } from '../errors.ts';
import { ec2Filter, type FilterTable } from '../filters.ts';
import { type Ec2Handlers, ec2Page, LARGE_PAGES, nextToken, stopIfDryRun } from './common.ts';
import { ownSnapshot } from './snapshots.ts';

/** Filters as each operation's page of the API reference names them. */
const LOCKS: FilterTable<LockedSnapshotsInfo> = { 'lock-state': ({ LockState }) => LockState };
const TIERS: FilterTable<SnapshotTierStatus> = {
  'snapshot-id': ({ SnapshotId }) => SnapshotId,
  'volume-id': ({ VolumeId }) => VolumeId,
  'last-tiering-operation': ({ LastTieringOperationStatus }) => LastTieringOperationStatus,
};
const RESTORES: FilterTable<DescribeFastSnapshotRestoreSuccessItem> = {
  'availability-zone': ({ AvailabilityZone }) => AvailabilityZone,
  'owner-id': ({ OwnerId }) => OwnerId,
  'snapshot-id': ({ SnapshotId }) => SnapshotId,
  state: ({ State }) => State,
};

/** "Minimum value of 0. Maximum value of 200": API_DescribeFastSnapshotRestores. */
const RESTORE_PAGES = { min: 0, max: 200, otherwise: 200 };

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

  DescribeLockedSnapshots(input, call) {
    const matches = ec2Filter(input.Filters, LOCKS);
    const ids = input.SnapshotIds ?? [];
    const rows = call.here.snapshotLocks.view();
    const page = ec2Page(rows, input, `DescribeLockedSnapshots ${call.account.id}`, LARGE_PAGES, ({ key, value }) => {
      return (ids.length === 0 || ids.includes(key)) && matches(value);
    });
    return { Snapshots: page.rows.map(({ value }) => value), ...nextToken(page) };
  },

  DescribeSnapshotTierStatus(input, call) {
    const matches = ec2Filter(input.Filters, TIERS, ({ Tags }) => Tags);
    const rows = call.here.snapshotTiers.view();
    const scope = `DescribeSnapshotTierStatus ${call.account.id}`;
    const page = ec2Page(rows, input, scope, LARGE_PAGES, ({ value }) => matches(value));
    return { SnapshotTierStatuses: page.rows.map(({ value }) => value), ...nextToken(page) };
  },

  DescribeFastSnapshotRestores(input, call) {
    const matches = ec2Filter(input.Filters, RESTORES);
    const rows = call.here.fastRestores.view();
    const scope = `DescribeFastSnapshotRestores ${call.account.id}`;
    const page = ec2Page(rows, input, scope, RESTORE_PAGES, ({ value }) => matches(value));
    return { FastSnapshotRestores: page.rows.map(({ value }) => value), ...nextToken(page) };
  },
};
