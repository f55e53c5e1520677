/** Stopped instances as graphs of their users; the verdicts follow from the construction. */
import type { SandboxControl as Control, InstanceSeed, Place } from '../../../sandbox/aws/index.ts';
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { NAMING, NOT_NAMING } from './namedAddresses.ts';
import { DAY, OWN } from './surveyed.ts';

type Row = readonly [string, (launching: Launching) => void];

/** As AWS writes the date of a stop. @param at ms since the epoch */
export function stopReason(at: number): string {
  return `User initiated (${new Date(at).toISOString().replace('T', ' ').slice(0, 19)} GMT)`;
}

interface Given extends InstanceSeed {
  readonly id: string;
  readonly address?: string;
  /** ms since the epoch */
  readonly now: number;
  /** The age of its first start, in days. */
  readonly ageDays?: number;
  readonly stoppedDaysAgo?: number;
}

const volumeOf = (id: string) => id.replace('i-', 'vol-');
const interfaceOf = (id: string) => id.replace('i-', 'eni-');

/** One that was stopped long ago, with one volume and one address. */
export function stoppedInstance(given: Given): InstanceSeed {
  const { id, address = '10.31.0.10', now, ageDays = 200, stoppedDaysAgo = 100, ...seed } = given;
  const first = new Date(now - ageDays * DAY);
  return {
    InstanceId: id,
    state: 'stopped',
    LaunchTime: new Date(Math.min(now - (stoppedDaysAgo + 1) * DAY, now)).toISOString(),
    StateTransitionReason: stopReason(now - stoppedDaysAgo * DAY),
    PrivateIpAddress: address,
    PrivateDnsName: `ip-${address.replaceAll('.', '-')}.ec2.internal`,
    BlockDeviceMappings: [
      { DeviceName: '/dev/xvda', Ebs: { VolumeId: volumeOf(id), DeleteOnTermination: true, Status: 'attached' } },
    ],
    NetworkInterfaces: [
      {
        NetworkInterfaceId: interfaceOf(id),
        SourceDestCheck: true,
        Attachment: { DeviceIndex: 0, AttachTime: first },
        PrivateIpAddress: address,
        PrivateIpAddresses: [{ Primary: true, PrivateIpAddress: address }],
      },
    ],
    ...seed,
  };
}

/** With their volumes, which AWS lists beside them. @returns the ids of the instances */
export function addStopped(control: Control, at: Place, seeds: readonly InstanceSeed[]): readonly string[] {
  const ids = control.addInstances(at, [...seeds]);
  const known = new Set(control.state(at).volumes.map(({ VolumeId }) => VolumeId));
  const volumes = seeds.flatMap(({ BlockDeviceMappings = [] }, index) =>
    BlockDeviceMappings.flatMap(({ Ebs: { VolumeId, DeleteOnTermination } = {} }) =>
      VolumeId && !known.has(VolumeId)
        ? [{ VolumeId, state: 'in-use' as const, Attachments: [{ InstanceId: ids[index], DeleteOnTermination }] }]
        : [],
    ),
  );
  control.addVolumes(at, volumes);
  return ids;
}

const ran =
  (daysAgo: number, value: number, more = '') =>
  ({ control, at, id }: Launching) => {
    const dimensions = { InstanceId: `${id}${more}` };
    const known =
      control.state(at).metrics.find((one) => one.dimensions.InstanceId === dimensions.InstanceId)?.points ?? [];
    const points = [...known, { at: new Date(Date.now() - daysAgo * DAY).toISOString(), value }];
    control.addMetrics(at, [{ namespace: 'AWS/EC2', name: 'CPUUtilization', dimensions, points }]);
  };

const member =
  (LifecycleState: 'InService' | 'Standby', more = '') =>
  ({ control, at, id, user }: Launching) => {
    const one = { AvailabilityZone: 'us-east-1a', HealthStatus: 'Healthy', ProtectedFromScaleIn: false };
    const Instances = [{ ...one, LifecycleState, InstanceId: `${id}${more}` }];
    control.addAutoScalingGroups(at, [{ AutoScalingGroupName: `${user}-members`, Instances }]);
  };

const target =
  (toId: (launching: Launching) => string) =>
  (launching: Launching): void => {
    const { control, at, user } = launching;
    const targets = [{ Target: { Id: toId(launching) }, TargetHealth: { State: 'unused' as const } }];
    control.addTargetGroups(at, [{ TargetGroupName: `${user}-of`, targets }]);
  };

const classic = ({ control, at, id, user }: Launching, more = '') =>
  control.addLoadBalancers(at, [{ LoadBalancerName: `${user}-clb`, Instances: [{ InstanceId: `${id}${more}` }] }]);

const routed = ({ control, at }: Launching, to: object) =>
  control.addRouteTables(at, [{ Routes: [{ DestinationCidrBlock: '10.9.0.0/16', State: 'blackhole', ...to }] }]);

const recorded =
  (toValue: (address: string) => string, Type: 'A' | 'CNAME' = 'A') =>
  ({ control, at, name, user }: Launching) => {
    const records = [{ Name: `a.${user}.example.`, Type, TTL: 60, ResourceRecords: [{ Value: toValue(name) }] }];
    control.addHostedZones(at, [{ Name: `${user}.example.`, isPrivate: true, records }]);
  };
const hostOf = (address: string) => `ip-${address.replaceAll('.', '-')}.ec2.internal`;

const accelerated = ({ control, at, id, user }: Launching, more = '') => {
  const listeners = [[{ region: OWN.region, endpoints: [`${id}${more}`] }]];
  control.addAccelerators({ ...at, region: 'us-west-2' }, [{ Name: user, listeners }]);
};

const imaged =
  (daysAgo: number, change: object = {}) =>
  ({ control, at, id, user }: Launching) => {
    const CreationDate = new Date(Date.now() - daysAgo * DAY).toISOString();
    control.addImages(at, [{ Name: `made of it by ${user}`, SourceInstanceId: id, CreationDate, ...change }]);
  };

const named = ({ control, at, id, user }: Launching, more = '') =>
  control.addParameters(at, [{ name: `/${user}/server`, versions: [{ value: `{"server":"${id}${more}"}` }] }]);

/** What uses an instance, running or stopped. */
export const NAMING_INSTANCES: readonly Row[] = [
  ['image of it', imaged(10)],
  ['disabled image of it', imaged(10, { State: 'disabled' })],
  ['its group', member('InService')],
  ['its group, in standby', member('Standby')],
  ['target', target(({ id }) => id)],
  ['target by address', target(({ name }) => name)],
  ['classic load balancer', (s) => classic(s)],
  ['route to it', (s) => routed(s, { InstanceId: s.id })],
  ['route to its interface', (s) => routed(s, { NetworkInterfaceId: interfaceOf(s.id) })],
  ['record of its address', recorded((address) => address)],
  ['record of its host name', recorded(hostOf, 'CNAME')],
  ['record of another account', (s) => recorded((address) => address)({ ...s, at: s.elsewhere })],
  ['endpoint of an accelerator', (s) => accelerated(s)],
  ['parameter', (s) => named(s)],
  ...NAMING,
];

const USED: readonly Row[] = [
  ['it ran today', ran(0, 3)],
  ['it ran for nothing ten days ago', ran(10, 0)],
  ['it ran 29 days ago', ran(29, 1)],
  ...NAMING_INSTANCES,
];

/** What looks as if it used an instance, running or stopped. */
export const NOT_NAMING_INSTANCES: readonly Row[] = [
  ['image of it, of fifty days ago', imaged(50)],
  ['image of another', imaged(1, { SourceInstanceId: 'i-0fffffffffffffff0' })],
  ['the group of another', member('InService', 'f')],
  ['target of another', target(({ id }) => `${id.slice(0, -1)}f`)],
  ['route to another', (s) => routed(s, { InstanceId: `${s.id.slice(0, -1)}f` })],
  ['record of an address that begins like its', recorded((address) => `${address}0`)],
  ['parameter about another', (s) => named(s, '0')],
  ...NOT_NAMING,
];

const UNUSED: readonly Row[] = [
  ['it ran fifty days ago', ran(50, 9)],
  ['another ran', ran(1, 9, 'f')],
  ...NOT_NAMING_INSTANCES,
];

export const INSTANCE_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const BARE = { DeviceIndex: 1, AttachTime: new Date(0) };

/** What keeps one, as changes of a stopped one that would go. */
const PROPERTIES = {
  plain: {},
  tagged: { tags: { 'holystone:keep': 'always' } },
  managed: { tags: { 'aws:autoscaling:groupName': 'web' } },
  scheduled: { tags: { Schedule: 'office-hours' } },
  lastScheduled: { tags: { 'InstanceScheduler-LastAction': 'Stopped By scheduler 2025-12-01 20:00 UTC' } },
  offHours: { tags: { maid_offhours: 'off=(M-F,19);on=(M-F,7)' } },
  startedDaily: { tags: { 'auto-start': 'true' } },
  ofJenkins: { tags: { jenkins_slave_type: 'demand_windows' } },
  ofRay: { tags: { 'ray-cluster-name': 'default' } },
  ofCoder: { tags: { Coder_Provisioned: 'true' } },
  ofWarmPool: { tags: { 'aws:autoscaling:groupName': 'web' }, StateTransitionReason: 'User initiated' },
  operated: { Operator: { Managed: true } },
  running: { state: 'running', StateTransitionReason: '' },
  stopping: { state: 'stopping' },
  young: { ageDays: 5, stoppedDaysAgo: 4 },
  justStopped: { stoppedDaysAgo: 5 },
  // A stop without a date is judged by when it was first seen, which is long ago here: stoppedInstances.test.ts.
  attachedSince: {
    BlockDeviceMappings: [
      { DeviceName: '/dev/xvda', Ebs: { VolumeId: 'vol-1', AttachTime: new Date(Date.now() - 200 * DAY) } },
      { DeviceName: '/dev/sdf', Ebs: { VolumeId: 'vol-2', AttachTime: new Date(Date.now() - 3 * DAY) } },
    ],
  },
  startedSince: { LaunchTime: new Date(Date.now() - 3 * DAY).toISOString() },
  spot: { InstanceLifecycle: 'spot', SpotInstanceRequestId: 'sir-1' },
  reserved: { CapacityReservationId: 'cr-1' },
  hosted: { Placement: { Tenancy: 'host', HostId: 'h-1' } },
  attachedAtNoTime: {
    BlockDeviceMappings: [{ DeviceName: '/dev/xvda', Ebs: { VolumeId: 'vol-1', AttachTime: undefined } }],
  },
  sealed: { TpmSupport: 'v2.0' },
  hibernates: { HibernationOptions: { Configured: true } },
  forwards: { SourceDestCheck: false },
  sold: { ProductCodes: [{ ProductCodeId: 'abc', ProductCodeType: 'marketplace' }] },
  bootsFromStore: { RootDeviceType: 'instance-store' },
  withoutRoot: { BlockDeviceMappings: [{ DeviceName: '/dev/sdf', Ebs: { VolumeId: 'vol-1' } }] },
  protected: { attributes: { disableApiTermination: true } },
  stopProtected: { attributes: { disableApiStop: true } },
  twoInterfaces: { more: [{ NetworkInterfaceId: 'eni-2', SourceDestCheck: true, Attachment: BARE }] },
  elastic: { own: { Association: { PublicIp: '203.0.113.77' } } },
  twoAddresses: { own: { PrivateIpAddresses: [{ Primary: false, PrivateIpAddress: '10.31.9.9' }] } },
} as const;

type Is = Exclude<keyof typeof PROPERTIES, 'plain'>;

export const instances = launchedKind<Is>({
  type: 'instance',
  kept: Object.keys(PROPERTIES).filter((is) => is !== 'plain') as Is[],
  users: INSTANCE_USERS,
  launched: (index) => ({ id: `i-0e57a${String(index + 1).padStart(12, '0')}`, name: `10.31.0.${index + 10}` }),
  add(control, { id, name: address }, is) {
    const { more = [], own = {}, ...given } = PROPERTIES[is] as { more?: object[]; own?: object };
    const seed = stoppedInstance({ id, address, now: Date.now(), ...(given as Partial<InstanceSeed>) });
    const [first, ...others] = seed.NetworkInterfaces ?? [];
    addStopped(control, OWN, [{ ...seed, NetworkInterfaces: [{ ...first, ...own }, ...others, ...more] }]);
  },
});
