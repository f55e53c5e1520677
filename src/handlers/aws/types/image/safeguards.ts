import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { ImageResource } from '../../resources/image.ts';
import type { ImageParameters } from '../../resources/imageParameters.ts';
import { managedBy } from '../../resources/managedBy.ts';

/** `pending` is being made; `failed`, `error` and the rest are left to people; no state at all says nothing. */
const state: Safeguard<ImageResource, ImageParameters> = {
  name: 'state',
  summary: 'Its state is neither `available` nor `disabled`.',
  keeps: ({ state }) =>
    state === 'available' || state === 'disabled' ? undefined : `its state is ${state ?? 'not known'}`,
};

/** AWS refuses anyway; said here so that nobody is told that it will go. Also true for a day after it was lifted. */
const deregistrationProtection: Safeguard<ImageResource, ImageParameters> = {
  name: 'deregistrationProtection',
  summary: 'It has deregistration protection.',
  keeps: ({ deregistrationProtection: value }) =>
    value === undefined || value === 'disabled' ? undefined : `its deregistration protection is ${value}`,
};

export const imageSafeguards: readonly Safeguard<ImageResource, ImageParameters>[] = [
  deregistrationProtection,
  managedBy,
  state,
];
