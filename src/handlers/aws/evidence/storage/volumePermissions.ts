import { ec2 } from '../../calls/ec2.ts';
import { volumePermissionsOf } from '../../resources/sharing.ts';
import { eachSource } from '../eachSource.ts';

/** An account with access to a shared snapshot may make volumes and images of it, and this account cannot see them. */
export const volumePermissions = eachSource({
  name: 'volumePermissions',
  summary: 'Accounts that the snapshot is shared with, or every AWS account.',
  calls: [ec2.describeSnapshotAttribute],
  reading:
    (target) =>
    async ({ id }) =>
      (await volumePermissionsOf(target, id)).map(({ Group, UserId }) => {
        if (Group) return { says: 'used', by: 'every AWS account (the snapshot is public)' };
        const by = UserId ? `account ${UserId} (it is shared with it)` : 'an unnamed account (it is shared with it)';
        return { says: 'used', by };
      }),
});
