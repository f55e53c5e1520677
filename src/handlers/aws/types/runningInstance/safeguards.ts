import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { capacity, forwards, outpost, startedAgain, startedBy } from '../../resources/instanceSafeguards.ts';
import { type ManagedParameters, managedBy } from '../../resources/managedBy.ts';
import type { RunningInstanceResource } from '../../resources/runningInstance.ts';
import { stateIs } from '../../resources/safeguards.ts';

type RunningSafeguard = Safeguard<RunningInstanceResource, ManagedParameters>;

/** What is stopped already costs no hours; what is on its way up or down is not known yet. */
const state = stateIs('running');

const launchTime: RunningSafeguard = {
  name: 'launchTime',
  summary: 'AWS does not say when it was started.',
  keeps: ({ launchTime: at }) => (at === undefined ? 'it is not known when it was started' : undefined),
};

/** Only what boots from EBS can be stopped: https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Stop_Start.html */
const rootDevice: RunningSafeguard = {
  name: 'rootDevice',
  summary: 'Its root device is no EBS volume: a stop would lose it, and AWS refuses.',
  keeps({ rootDeviceType, hasRoot }) {
    if (rootDeviceType !== 'ebs') return `its root device is ${rootDeviceType ?? 'not known'}`;
    return hasRoot ? undefined : 'no volume is attached to it as its root device';
  },
};

/** A stop gives back each public address but an Elastic IP address, and nobody can say who knows it. */
const changingAddresses: RunningSafeguard = {
  name: 'changingAddresses',
  summary:
    'It has a public address that is no Elastic IP address, which a stop gives back for ever, or AWS does not say which addresses it has.',
  keeps: ({ changingAddresses: all }) => (all ? `a stop gives its address back: ${all.join(', ')}` : undefined),
};

const hibernation: RunningSafeguard = {
  name: 'hibernation',
  summary: 'It may be hibernated, or AWS does not say whether it may: a stop loses what it has in memory.',
  keeps({ hibernation: isConfigured }) {
    if (isConfigured === false) return undefined;
    return isConfigured ? 'it may be hibernated' : 'it is not known whether it may be hibernated';
  },
};

/** Its processors and memory are taken from the instance, and nothing measures them. */
const enclave: RunningSafeguard = {
  name: 'enclave',
  summary: 'It may run a Nitro Enclave, whose work no metric shows, or AWS does not say whether it may.',
  keeps({ enclave: mayRun }) {
    if (mayRun === false) return undefined;
    return mayRun
      ? 'it may run a Nitro Enclave, whose work no metric shows'
      : 'it is not known whether it may run a Nitro Enclave';
  },
};

/** The verdict of a running instance has the reason of every one that keeps it, in this order. */
export const runningSafeguards: readonly RunningSafeguard[] = [
  managedBy,
  state,
  launchTime,
  startedBy,
  startedAgain,
  capacity,
  rootDevice,
  changingAddresses,
  hibernation,
  enclave,
  forwards,
  outpost,
];
