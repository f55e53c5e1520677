import type { TieringOperationStatus } from '@aws-sdk/client-ec2';
import { ec2 } from '../../calls/ec2.ts';
import { ownPlace } from '../../wire/places.ts';
import { plainSource, used } from '../plainSource.ts';

type Moving = Extract<TieringOperationStatus, `${string}-in-progress`>;
/** All values of the SDK. Without this filter AWS lists every snapshot that ever moved. */
const MOVING: Readonly<Record<Moving, true>> = {
  'archival-in-progress': true,
  'permanent-restore-in-progress': true,
  'temporary-restore-in-progress': true,
};

/** The description of a snapshot does not show a move in progress. */
export const snapshotTiers = plainSource({
  name: 'snapshotTiers',
  summary: 'Snapshots that are being archived or restored from the archive.',
  places: ownPlace,
  reads: ec2.describeSnapshotTierStatus,
  input: { Filters: [{ Name: 'last-tiering-operation', Values: Object.keys(MOVING) }] },
  what: 'reading tiers of snapshots',
  find({ SnapshotId, LastTieringOperationStatus: status = 'operation not known' as const }) {
    return used(SnapshotId, `the archive (${status})`, 'the tier of a snapshot came without its id');
  },
});
