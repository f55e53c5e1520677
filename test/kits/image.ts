import { imageUsers } from './imageUsers.ts';
import { type Kit, times } from './kit.ts';

export const image: Kit = {
  type: 'image',
  make: (control, place, count) =>
    control.addImages(
      place,
      times(count, () => ({})),
    ),
  tagged: (control, place, tags) => control.addImages(place, [{ tags }])[0] ?? '',
  othersMayUse: true,
  users: imageUsers,
  listing: { call: 'ec2:DescribeImages', size: 1000, asks: { MaxResults: 1000 } },
  leftOut: 'unknown',
  deleting: {
    call: 'ec2:DeregisterImage',
    bucket: 'ec2:DeregisterImage',
    input: (ImageId) => ({ ImageId }),
    done: 'deleted',
    dryRun: true,
  },
};
