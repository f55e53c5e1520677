import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { ImageResource } from '../../resources/image.ts';
import type { ImageParameters } from '../../resources/imageParameters.ts';
import { LAST_IMAGE_TAG } from '../../resources/lastImages.ts';

/** `pending` is being created; people must handle `failed`, `error` and other states; a missing state is unknown. */
const state: Safeguard<ImageResource, ImageParameters> = {
  name: 'state',
  summary: 'Its state is neither `available` nor `disabled`.',
  keeps: ({ state }) =>
    state === 'available' || state === 'disabled' ? undefined : `its state is ${state ?? 'not known'}`,
};

/**
 * AWS would refuse anyway; this check avoids a false notice. The protection may last a day after it is switched off.
 */
const deregistrationProtection: Safeguard<ImageResource, ImageParameters> = {
  name: 'deregistrationProtection',
  summary: 'It has deregistration protection.',
  keeps: ({ deregistrationProtection: value }) =>
    value === undefined || value === 'disabled' ? undefined : `its deregistration protection is ${value}`,
};

/** It is the only copy of what was on the volumes of the instance: nothing that is said of images makes it worthless. */
const lastImage: Safeguard<ImageResource, ImageParameters> = {
  name: 'lastImage',
  summary: 'Holystone made it before it terminated an instance; only people delete it.',
  keeps: ({ tags: { [LAST_IMAGE_TAG]: of } }) =>
    of === undefined ? undefined : `it is the last image of instance ${of}, which only people delete`,
};

/** Beside those of every leftover: the verdict has the reason of every one that keeps it, in this order. */
export const imageSafeguards: readonly Safeguard<ImageResource, ImageParameters>[] = [
  deregistrationProtection,
  lastImage,
  state,
];
