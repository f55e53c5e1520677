import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { stateIs } from '../../resources/safeguards.ts';
import type { VolumeResource } from '../../resources/volume.ts';
import type { VolumeParameters } from '../../resources/volumeParameters.ts';

type VolumeSafeguard = Safeguard<VolumeResource, VolumeParameters>;

const multiAttach: VolumeSafeguard = {
  name: 'multiAttach',
  summary: 'It has Multi-Attach, and `multiAttach` is `keep`.',
  keeps: ({ multiAttachEnabled }, { multiAttach: what }) =>
    multiAttachEnabled && what === 'keep' ? 'it has Multi-Attach: a cluster may attach it at any time' : undefined,
};

/** People must handle `error`: they may look for the data on it; a missing state is unknown. */
const state = stateIs('available');

/** The verdict of a volume has the reason of every one that keeps it, in this order. */
export const volumeSafeguards: readonly VolumeSafeguard[] = [multiAttach, state];
