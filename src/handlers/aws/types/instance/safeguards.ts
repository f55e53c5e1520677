import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import type { InstanceResource } from '../../resources/instance.ts';
import { type ManagedParameters, managedBy, manages } from '../../resources/managedBy.ts';
import { stateIs } from '../../resources/safeguards.ts';
import { startersOf } from '../../resources/startedAgain.ts';

type InstanceSafeguard = Safeguard<InstanceResource, ManagedParameters>;

/** What a running one does, no metric proves to be nothing; what is on its way up or down is not known yet. */
const state = stateIs('stopped');

const listed = (words: readonly string[] | undefined, says: string) =>
  words === undefined ? undefined : `${says}: ${words.join(', ')}`;

const startedBy: InstanceSafeguard = {
  name: 'startedBy',
  summary: 'A spot request, a schedule or an AWS service started it, and may start another in its place.',
  keeps: ({ startedBy: who }) => listed(who, 'no person started it alone'),
};

/** Its stop is a part of its use, however long it is. The value says when, in a way of each program: it is not read. */
const startedAgain: InstanceSafeguard = {
  name: 'startedAgain',
  summary:
    'A program that stops instances and starts them again may start it, according to its tags (`Schedule`, `InstanceScheduler-*`, `AutoStart`, `maid_offhours`, `jenkins_slave_type`, `ray-*`, `Coder_Provisioned`, …, whatever their value); see `manageOwned`.',
  keeps({ tags }, parameters) {
    const others = startersOf(tags).filter(({ program }) => !manages(parameters, program));
    return listed(
      others.length === 0 ? undefined : others.map(({ program, key }) => `managed-by:${program} (${key})`),
      'a program may start it again',
    );
  },
};

const capacity: InstanceSafeguard = {
  name: 'capacity',
  summary: 'A dedicated host, another tenancy or a capacity reservation belongs to it.',
  keeps: ({ capacity: what }) => listed(what, 'capacity is bound to it'),
};

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

const forwards: InstanceSafeguard = {
  name: 'sourceDestCheck',
  summary: 'It may pass on the traffic of others (`SourceDestCheck` is off), or AWS does not say.',
  keeps({ sourceDestCheck }) {
    if (sourceDestCheck === true) return undefined;
    return sourceDestCheck === false
      ? 'its source/destination check is off: it passes on the traffic of others'
      : 'it is not known whether it passes on the traffic of others';
  },
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

const outpost: InstanceSafeguard = {
  name: 'outpost',
  summary: 'It is on an Outpost.',
  keeps: ({ outpostArn }) => (outpostArn === undefined ? undefined : `it is on ${outpostArn}`),
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
