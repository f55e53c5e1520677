import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { InstanceResource } from '../../resources/instance.ts';
import { capacity, forwards, outpost, startedAgain, startedBy } from '../../resources/instanceSafeguards.ts';
import { type ManagedParameters, managedBy } from '../../resources/managedBy.ts';
import { listed, stateIs } from '../../resources/safeguards.ts';

type InstanceSafeguard = Safeguard<InstanceResource, ManagedParameters>;

/** What a running one does, no metric proves to be nothing; what is on its way up or down is not known yet. */
const state = stateIs('stopped');

const rootVolume: InstanceSafeguard = {
  name: 'rootVolume',
  summary: 'No EBS volume is attached as its root device, so that no image of it can be made.',
  keeps({ rootDeviceType, hasRoot, volumeIds = [] }) {
    if (rootDeviceType !== 'ebs') return `its root device is ${rootDeviceType ?? 'not known'}`;
    return hasRoot && volumeIds.length > 0 ? undefined : 'no volume is attached to it as its root device';
  },
};

/** The memory that it wrote to its volume is lost in an image. Only `false` says that it has none. */
const hibernation: InstanceSafeguard = {
  name: 'hibernation',
  summary: 'It may be hibernated, or AWS does not say whether it may: an image does not bring its memory back.',
  keeps({ hibernation: isConfigured }) {
    if (isConfigured === false) return undefined;
    return isConfigured ? 'it may be hibernated' : 'it is not known whether it may be hibernated';
  },
};

/**
 * "The NitroTPM state is not included in Amazon EBS snapshots": https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/nitrotpm.html.
 * Keys of its disks that are sealed in it open them on this instance only.
 */
const tpm: InstanceSafeguard = {
  name: 'tpm',
  summary: 'It has a NitroTPM: an image does not hold the keys in it, which may open its disks.',
  keeps: ({ tpmSupport }) =>
    tpmSupport === undefined ? undefined : `it has a NitroTPM (${tpmSupport}), whose keys no image holds`,
};

/** Only a date proves that an image is younger than what was written to a volume elsewhere. */
const volumesSince: InstanceSafeguard = {
  name: 'volumesSince',
  summary: 'AWS does not say since when each of its volumes is attached.',
  keeps: ({ volumesSince: since }) =>
    since === undefined ? 'it is not known since when its volumes are attached' : undefined,
};

const ownAddresses: InstanceSafeguard = {
  name: 'ownAddresses',
  summary: 'It has an Elastic IP address, a second private address, a prefix or a second network interface.',
  keeps: ({ ownAddresses: what }) => listed(what, 'others may reach it by more than its first address'),
};

const licences: InstanceSafeguard = {
  name: 'licences',
  summary: 'A product of the marketplace or a licence is bound to it.',
  keeps: ({ licences: what }) => listed(what, 'an image does not hold the right to use what is on it'),
};

/** The verdict of an instance has the reason of every one that keeps it, in this order. */
export const instanceSafeguards: readonly InstanceSafeguard[] = [
  managedBy,
  state,
  startedBy,
  startedAgain,
  capacity,
  rootVolume,
  volumesSince,
  hibernation,
  tpm,
  forwards,
  ownAddresses,
  licences,
  outpost,
];
