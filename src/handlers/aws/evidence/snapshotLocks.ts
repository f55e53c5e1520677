import type { LockedSnapshotsInfo } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../core/errors.ts';
import type { Finding } from '../../../core/finding.ts';
import { findInPages } from '../../collecting.ts';
import type { EvidenceSource } from '../../handler.ts';
import { permissionsOf } from '../calls/call.ts';
import { ec2 } from '../calls/ec2.ts';
import { call } from '../client.ts';
import { listed } from '../listed.ts';
import { pagesOf } from '../paging.ts';
import { ownPlace, provenReader } from '../places.ts';
import type { Doing } from '../readError.ts';
import type { Target } from '../target.ts';

/** AWS refuses to delete one; a lock in governance mode anybody with leave could lift, and nobody does here (law 7). */
export const snapshotLocks: EvidenceSource = {
  name: 'snapshotLocks',
  summary: 'Locks that have not expired, in whatever mode.',
  permissions: permissionsOf(ec2.describeLockedSnapshots),
  asks: 'place',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return findInPages(locks(target), lockOf);
  },
};

function locks(target: Target): AsyncIterable<readonly LockedSnapshotsInfo[]> {
  const doing: Doing = { target, api: ec2.describeLockedSnapshots.api, what: 'reading locks of snapshots' };
  return pagesOf(doing, async (NextToken) => {
    const answer = await call(target, doing.api, async ({ ec2 }, options) =>
      (await ec2).describeLockedSnapshots({ MaxResults: 1000, NextToken }, options),
    );
    return { items: listed(answer.Snapshots, doing), nextToken: answer.NextToken };
  });
}

/** "expired – … The snapshot is not locked and can be deleted": API_LockedSnapshotsInfo. */
function lockOf({ SnapshotId: alias, LockState, LockExpiresOn }: LockedSnapshotsInfo): readonly Finding[] {
  if (!alias) throw new ReadError('a lock came without its snapshot', { problem: 'malformed' });
  if (LockState === 'expired') return [];
  const until = LockExpiresOn === undefined ? '' : ` until ${LockExpiresOn.toISOString().slice(0, 10)}`;
  return [{ alias, says: 'used', by: `a lock (${LockState ?? 'state not known'})${until}` }];
}
