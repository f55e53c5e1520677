/** Running instances as graphs of their users; the verdicts follow from the construction. */
import type { SandboxControl as Control, InstanceSeed, Place } from '../../../sandbox/aws/index.ts';
import { addStopped, NAMING_INSTANCES, NOT_NAMING_INSTANCES, stoppedInstance } from './instances.ts';
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { DAY, OWN } from './surveyed.ts';

/** One that was started long ago, and does nothing: the sandbox sends zeros of it. */
export function runningSeed(given: Parameters<typeof stoppedInstance>[0]): InstanceSeed {
  const { now } = given;
  const LaunchTime = new Date(now - 100 * DAY).toISOString();
  const NetworkInterfaces = stoppedInstance(given).NetworkInterfaces ?? [];
  return {
    ...stoppedInstance({ ...given, NetworkInterfaces }),
    state: 'running',
    StateTransitionReason: '',
    PlatformDetails: 'Linux/UNIX',
    LaunchTime,
    ...given,
  };
}

/** @param daysAgo the middle of that day */
export function addWork(
  control: Control,
  at: Place,
  InstanceId: string,
  name: 'CPUUtilization' | 'NetworkIn' | 'NetworkOut' | 'CPUCreditUsage',
  points: readonly { readonly daysAgo: number; readonly value: number }[],
  now = Date.now(),
): void {
  const known = control.state(at).metrics.find((one) => one.name === name && one.dimensions.InstanceId === InstanceId);
  const more = points.map(({ daysAgo, value }) => ({ at: new Date(now - daysAgo * DAY).toISOString(), value }));
  control.addMetrics(at, [
    { namespace: 'AWS/EC2', name, dimensions: { InstanceId }, points: [...(known?.points ?? []), ...more] },
  ]);
}

const worked =
  (name: Parameters<typeof addWork>[3], daysAgo: number, value: number, more = '') =>
  ({ control, at, id }: Launching) =>
    addWork(control, at, `${id}${more}`, name, [{ daysAgo, value }]);

export const RUNNING_USERS = [
  ...[
    ['it works today', worked('CPUUtilization', 0, 3)] as const,
    ['it worked a month ago', worked('CPUUtilization', 30, 0.5)] as const,
    ['it got a byte ten days ago', worked('NetworkIn', 10, 1)] as const,
    ['it sent a byte ten days ago', worked('NetworkOut', 10, 1)] as const,
    ['it spent a credit ten days ago', worked('CPUCreditUsage', 10, 0.1)] as const,
    ...NAMING_INSTANCES,
  ].map(launchUser(true)),
  ...[
    ['it worked fifty days ago', worked('CPUUtilization', 50, 90)] as const,
    ['another works', worked('CPUUtilization', 0, 90, 'f')] as const,
    ...NOT_NAMING_INSTANCES,
  ].map(launchUser(false)),
];

const BARE = { DeviceIndex: 1, AttachTime: new Date(0) };
const ELASTIC = { PublicIp: '203.0.113.77', IpOwnerId: '111111111111' };

/** What keeps one, as changes of an idle one. */
const PROPERTIES = {
  plain: {},
  tagged: { tags: { 'holystone:keep': 'always' } },
  managed: { tags: { 'aws:autoscaling:groupName': 'web' } },
  scheduled: { tags: { Schedule: 'office-hours' } },
  ofEks: { tags: { 'eks:cluster-name': 'shop' } },
  ofBatch: { tags: { AWSBatchServiceTag: 'batch' } },
  ofEmr: { tags: { 'aws:elasticmapreduce:job-flow-id': 'j-1' } },
  operated: { Operator: { Managed: true } },
  stopped: { state: 'stopped' },
  pending: { state: 'pending' },
  startedSince: { LaunchTime: new Date(Date.now() - 31 * DAY).toISOString() },
  attachedSince: {
    BlockDeviceMappings: [
      { DeviceName: '/dev/xvda', Ebs: { VolumeId: 'vol-1', AttachTime: new Date(Date.now() - 90 * DAY) } },
      { DeviceName: '/dev/sdf', Ebs: { VolumeId: 'vol-2', AttachTime: new Date(Date.now() - 3 * DAY) } },
    ],
  },
  spot: { InstanceLifecycle: 'spot', SpotInstanceRequestId: 'sir-1' },
  reserved: { CapacityReservationId: 'cr-1' },
  hosted: { Placement: { Tenancy: 'host', HostId: 'h-1' } },
  hibernates: { HibernationOptions: { Configured: true } },
  forwards: { SourceDestCheck: false },
  bootsFromStore: { RootDeviceType: 'instance-store' },
  hasHostDisks: { InstanceType: 'm5d.large' },
  hasGpus: { InstanceType: 'p3.2xlarge' },
  hasNeuron: { InstanceType: 'inf2.xlarge' },
  hasEncoders: { InstanceType: 'vt1.3xlarge' },
  enclave: { EnclaveOptions: { Enabled: true } },
  protected: { attributes: { disableApiTermination: true } },
  stopProtected: { attributes: { disableApiStop: true } },
  publicAddress: { own: { Association: { PublicIp: '203.0.113.78', IpOwnerId: 'amazon' } } },
  addressOfNobody: { own: { Association: { PublicIp: '203.0.113.79' } } },
  carrier: { own: { Association: { CarrierIp: '203.0.113.80', IpOwnerId: '111111111111x' } } },
} as const;

type Is = Exclude<keyof typeof PROPERTIES, 'plain'>;

export const runningInstances = launchedKind<Is>({
  type: 'runningInstance',
  kept: Object.keys(PROPERTIES).filter((is) => is !== 'plain') as Is[],
  users: RUNNING_USERS,
  launched: (index) => ({ id: `i-0e57b${String(index + 1).padStart(12, '0')}`, name: `10.31.0.${index + 10}` }),
  add(control, { id, name: address }, is) {
    const { own = {}, ...given } = PROPERTIES[is] as { own?: object };
    const seed = runningSeed({ id, address, now: Date.now(), ...(given as Partial<InstanceSeed>) });
    const [first] = seed.NetworkInterfaces ?? [];
    // What stays through a stop keeps none: a second interface, and an Elastic IP address.
    const second = { NetworkInterfaceId: `${id}-2`, SourceDestCheck: true, Attachment: BARE, Association: ELASTIC };
    addStopped(control, OWN, [{ ...seed, NetworkInterfaces: [{ ...first, ...own }, second] }]);
  },
});
