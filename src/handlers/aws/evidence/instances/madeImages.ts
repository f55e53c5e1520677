import { ec2 } from '../../calls/ec2.ts';
import { isLastOf, madeAt } from '../../resources/lastImages.ts';
import { ownPlace } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';

/**
 * Whoever makes images of a stopped instance needs it: the golden one that images are made from, or one that a backup plan
 * saves, which has its instances in no list but that of their tags. AWS says what an image was made of since 2024.
 */
export const imagesMadeOfIt = plainSource({
  name: 'imagesMadeOfIt',
  summary:
    'Images that were made of the instance, by people, builds or backup plans, deprecated and disabled ones included: the last one counts as a use at its date, one without a date as a use of now. The last image that Holystone made is none.',
  places: ownPlace,
  reads: ec2.describeImages,
  what: 'reading the images made of instances',
  find(image) {
    const { SourceInstanceId: alias, ImageId = 'without id', Name = '' } = image;
    if (!alias || isLastOf(image, alias)) return [];
    const at = madeAt(image);
    const by = `image ${ImageId} "${Name}", made of it`;
    return at > 0 ? { alias, says: 'lastUsed', by, at } : { alias, says: 'used', by };
  },
});
