import { volumes } from '../support/graph/volumes.ts';
import { VOLUME_USERS } from '../support/graph/volumeUsers.ts';
import { usersOf } from '../support/graph/whole.ts';
import { type Kit, times } from './kit.ts';

export const volume: Kit = {
  type: 'volume',
  make: (control, place, count) =>
    control.addVolumes(
      place,
      times(count, () => ({})),
    ),
  tagged: (control, place, tags) => control.addVolumes(place, [{ tags }])[0] ?? '',
  users: usersOf(volumes, {
    nodes: VOLUME_USERS.map(() => ({ is: 'plain' as const })),
    users: VOLUME_USERS.map((user, volume) => ({ user, volume })),
  }),
  listing: { call: 'ec2:DescribeVolumes', size: 1000, asks: { MaxResults: 1000, IncludeManagedResources: true } },
  leftOut: 'unknown',
  deleting: {
    call: 'ec2:DeleteVolume',
    bucket: 'ec2:DeleteVolume',
    input: (VolumeId) => ({ VolumeId }),
    done: 'accepted',
    dryRun: true,
  },
};
