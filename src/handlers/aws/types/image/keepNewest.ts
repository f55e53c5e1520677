import { defined } from '../../../../core/common/defined.ts';
import { newestOf } from '../../../../core/evaluation/newest.ts';
import type { SetPolicy } from '../../../../core/evaluation/rule.ts';
import { QUARANTINE_TAG } from '../../../../core/mark/quarantine.ts';
import { familyTag } from '../../resources/familyTag.ts';
import type { ImageResource } from '../../resources/image.ts';
import type { ImageParameters } from '../../resources/imageParameters.ts';
import { nameStem } from '../../resources/nameStem.ts';

/** Keeps the newest images of each family: a team rolls back to them. */
export const keepNewest: SetPolicy<ImageResource, ImageParameters> = {
  name: 'keepNewest',
  summary: 'The newest `count` (3) available images of each family are kept; a family is a name stem or a tag.',
  enabled: (parameters) => parameters.keepNewest !== 'off',
  row(image, { keepNewest: settings }) {
    // No user can roll back to an image that cannot be launched, so it must not take the place of another.
    if (settings === 'off' || !canBeLaunched(image)) return undefined;
    const at = image.createdAt?.getTime();
    const family = familyOf(image, settings.by);
    return { id: image.id, family, ...defined({ at, name: image.name }) };
  },
  keep: (rows, { keepNewest: settings }) => (settings === 'off' ? new Map() : newestOf(rows, settings.count)),
};

/** An image that only our quarantine disabled is enabled again as soon as it is kept. */
function canBeLaunched({ state, tags }: ImageResource): boolean {
  return state === 'available' || (state === 'disabled' && QUARANTINE_TAG in tags);
}

/** An image without the tag belongs to its name's family: a missing tag must not remove the protection. */
function familyOf(image: ImageResource, by: string): string {
  const value = familyTag(image, by);
  return value === undefined ? `"${nameStem(image.name)}"` : `${by}=${value}`;
}
