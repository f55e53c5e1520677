import { ec2 } from '../../calls/ec2.ts';
import { ownPlace } from '../../wire/places.ts';
import { plainSource, used } from '../plainSource.ts';

/**
 * AWS refuses to delete a locked snapshot. With permission, a lock in governance mode can be removed; Holystone never
 * does (law 7).
 */
export const snapshotLocks = plainSource({
  name: 'snapshotLocks',
  summary: 'Locks that have not expired, in any mode.',
  places: ownPlace,
  reads: ec2.describeLockedSnapshots,
  what: 'reading locks of snapshots',
  find({ SnapshotId, LockState, LockExpiresOn }) {
    const until = LockExpiresOn === undefined ? '' : ` until ${LockExpiresOn.toISOString().slice(0, 10)}`;
    const by = `a lock (${LockState ?? 'state not known'})${until}`;
    const use = used(SnapshotId, by, 'a lock came without its snapshot');
    // "expired – … The snapshot is not locked and can be deleted": API_LockedSnapshotsInfo.
    return LockState === 'expired' ? [] : use;
  },
});
