import { ec2 } from '../../calls/ec2.ts';
import { madeForAlias } from '../../resources/snapshotProvenance.ts';
import { ownPlace } from '../../wire/places.ts';
import { plainSource, used } from '../plainSource.ts';

/**
 * A deregistered image in the Recycle Bin is not gone: it can be restored as long as its snapshots exist.
 * https://docs.aws.amazon.com/ebs/latest/userguide/recycle-bin-working-with-amis.html
 */
export const recycledImages = plainSource({
  name: 'recycledImages',
  summary: 'Deregistered images in the Recycle Bin, which can be restored from the snapshots that were made for them.',
  places: ownPlace,
  reads: ec2.listImagesInRecycleBin,
  what: 'reading images in the Recycle Bin',
  find({ ImageId, Name = '', RecycleBinExitTime }) {
    const until = RecycleBinExitTime === undefined ? '' : ` until ${RecycleBinExitTime.toISOString().slice(0, 10)}`;
    const by = `image ${ImageId} "${Name}" (in the Recycle Bin${until})`;
    return used(ImageId && madeForAlias(ImageId), by, 'an image in the Recycle Bin came without its id');
  },
});
