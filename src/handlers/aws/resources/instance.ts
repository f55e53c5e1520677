import type { Instance, InstanceNetworkInterface, NetworkInterface, Reservation, Volume } from '@aws-sdk/client-ec2';
import { defined, some } from '../../../core/common/defined.ts';
import { ReadError } from '../../../core/common/errors.ts';
import type { Reason } from '../../../core/common/reason.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { toTags } from '../session/tags.ts';
import { addressAlias } from './addressAlias.ts';
import { interfacesGoingWith, volumesGoingWith, volumesOf } from './goingWithInstance.ts';
import { tagAliases } from './tagAliases.ts';

/** AWS's description, and what calls of their own read of it; members are called as `RunInstances` calls them. */
export interface DescribedInstance extends Instance {
  /** In base64. */
  readonly UserData?: string;
  /** `stop` or `terminate`. */
  readonly InstanceInitiatedShutdownBehavior?: string;
  /** Of one that collects credits: `standard` or `unlimited`. */
  readonly CpuCredits?: string;
  /** Its volumes and its interfaces have tags of their own, which an image of it does not hold. */
  readonly TaggedVolumes?: readonly Pick<Volume, 'VolumeId' | 'Tags'>[];
  readonly TaggedInterfaces?: readonly Pick<NetworkInterface, 'NetworkInterfaceId' | 'TagSet'>[];
}

/** An instance, and who had the request sent that started it: a service that names itself. */
export interface LaunchedInstance extends Instance {
  readonly RequesterId?: string;
}

/** Member names are the API's, in lower camel case, so that users can write `attribute` from its docs. */
export interface InstanceResource extends Resource {
  /** `stopped`, `running`, `shutting-down`, …; absent = unknown. */
  readonly state?: string;
  readonly instanceType?: string;
  readonly imageId?: string;
  readonly platformDetails?: string;
  readonly architecture?: string;
  readonly vpcId?: string;
  readonly subnetId?: string;
  readonly availabilityZone?: string;
  /** The last start, never the first: it proves no stop. */
  readonly launchTime?: Date;
  /** `ebs` or `instance-store`; absent = unknown. */
  readonly rootDeviceType?: string;
  /** Is the volume of the root device attached to it? */
  readonly hasRoot?: boolean;
  /** EBS volumes that are attached to it. */
  readonly volumeIds?: readonly string[];
  /** When the last of these was attached; absent = not known of each. */
  readonly volumesSince?: Date;
  /** Why it is none that a person started by itself: `spot`, `fleet …`. */
  readonly startedBy?: readonly string[];
  /** Capacity that is paid for it or bound to it: a host, a reservation. */
  readonly capacity?: readonly string[];
  readonly hibernation?: boolean;
  /** The version of its NitroTPM, if it has one. */
  readonly tpmSupport?: string;
  /** `false`: it passes on what is not for itself, as a NAT instance or an appliance does. Absent = unknown. */
  readonly sourceDestCheck?: boolean;
  /** What others may reach it by beside its first private address. */
  readonly ownAddresses?: readonly string[];
  /** Products of the marketplace and licence configurations. */
  readonly licences?: readonly string[];
  readonly outpostArn?: string;
  /** The service principal that manages it, if any. */
  readonly operator?: string;
  /** Set after a read by id: the data to start one like it, except what is on its volumes. */
  readonly described?: DescribedInstance;
}

/** The instances of one request. @throws ReadError for a reservation without the list of its instances */
export function instancesOf({ Instances, RequesterId, ReservationId }: Reservation): readonly LaunchedInstance[] {
  if (!Instances) {
    throw new ReadError(`reservation ${ReservationId ?? 'without id'} came without its instances`, {
      problem: 'malformed',
    });
  }
  return RequesterId ? Instances.map((one) => ({ ...one, RequesterId })) : Instances;
}

/** `undefined` for an answer without an id. */
export function toInstance(one: LaunchedInstance): InstanceResource | undefined {
  const { InstanceId: id, NetworkInterfaces = [], State, LaunchTime } = one;
  if (!id) return undefined;
  const tags = toTags(one.Tags);
  const state = State?.Name;
  return {
    id,
    // AWS never reuses an id.
    identity: id,
    // An instance has no name, only a tag.
    name: tags.Name ?? '',
    tags,
    revision: revisionOf(one),
    aliases: [...aliasesOf(id, one), ...tagAliases('instance', tags)],
    keptAs: [...volumesGoingWith(one), ...interfacesGoingWith(one)],
    note: noteOf(one),
    ...defined({
      createdAt: firstStart(NetworkInterfaces),
      lastUsedAt: state === 'stopped' ? stopIn(one) : undefined,
      state,
      launchTime: LaunchTime,
      instanceType: one.InstanceType,
      imageId: one.ImageId,
      platformDetails: one.PlatformDetails,
      architecture: one.Architecture,
      vpcId: one.VpcId || undefined,
      subnetId: one.SubnetId || undefined,
      availabilityZone: one.Placement?.AvailabilityZone,
      rootDeviceType: one.RootDeviceType,
      hasRoot: one.BlockDeviceMappings?.some(({ DeviceName }) => DeviceName === one.RootDeviceName),
      volumeIds: one.BlockDeviceMappings?.flatMap(({ Ebs }) => Ebs?.VolumeId ?? []),
      volumesSince: volumesSince(one),
      startedBy: some(startersOf(one)),
      capacity: some(capacityOf(one)),
      hibernation: one.HibernationOptions?.Configured,
      tpmSupport: one.TpmSupport || undefined,
      sourceDestCheck: checksSource(one),
      ownAddresses: some([
        ...NetworkInterfaces.flatMap(addressesOf),
        ...(one.SecondaryInterfaces ?? []).map(({ SecondaryInterfaceId }) => SecondaryInterfaceId ?? 'an interface'),
      ]),
      licences: some([
        ...(one.ProductCodes ?? []).map(({ ProductCodeId }) => `product ${ProductCodeId ?? 'without a code'}`),
        ...(one.Licenses ?? []).map((licence) => licence.LicenseConfigurationArn ?? 'a licence without ARN'),
      ]),
      outpostArn: one.OutpostArn || undefined,
      operator: one.Operator?.Principal ?? (one.Operator?.Managed ? 'an AWS service' : undefined),
    }),
  };
}

/**
 * Each run has a stop of its own: seen for the first time, it may be from just before. So has each attachment of a volume:
 * it brings data, and what is deleted with the instance is another set then.
 */
function revisionOf(one: Instance): string {
  const start = `start of ${written(one.LaunchTime)}`;
  const run = one.State?.Name === 'stopped' ? `stop after the ${start}` : start;
  const gone = volumesGoingWith(one).join(', ') || 'no volume';
  return `${run} (with volumes since ${written(volumesSince(one))}; ${gone} would go with it)`;
}

function written(date: Date | undefined): string {
  return isReadable(date) ? date.toISOString() : 'an unknown time';
}

function volumesSince(one: Instance): Date | undefined {
  const dates = volumesOf(one).map(({ AttachTime }) => AttachTime);
  const known = dates.filter(isReadable);
  if (known.length === 0 || known.length < dates.length) return undefined;
  return new Date(Math.max(...known.map((date) => date.getTime())));
}

/** The first start: the first interface is attached to it then, and stays: AWS refuses to detach it. */
function firstStart(interfaces: readonly InstanceNetworkInterface[]): Date | undefined {
  return interfaces.find(({ Attachment }) => Attachment?.DeviceIndex === 0)?.Attachment?.AttachTime;
}

/** `User initiated (2026-01-15 10:12:13 GMT)`; a stop by AWS, by its own system or by an alarm has no date. */
const STOPPED = /^User initiated \((\d{4}-\d{2}-\d{2}) (\d{2}:\d{2}:\d{2}) (?:GMT|UTC)\)$/;

/** When somebody stopped it, or later attached a volume to it. `undefined`: AWS does not say, or of an earlier stop alone. */
function stopIn(one: Instance): Date | undefined {
  const [, day, time] = STOPPED.exec(one.StateTransitionReason?.trim() ?? '') ?? [];
  const stop = new Date(`${day}T${time}Z`);
  if (!isReadable(stop) || (isReadable(one.LaunchTime) && one.LaunchTime > stop)) return undefined;
  return latest([stop, volumesSince(one)]);
}

function latest(dates: readonly (Date | undefined)[]): Date | undefined {
  return dates.filter(isReadable).sort((a, b) => b.getTime() - a.getTime())[0];
}

function isReadable(date: Date | undefined): date is Date {
  return date !== undefined && !Number.isNaN(date.getTime());
}

/** Whoever names one of them means the instance, or needs a volume that is deleted with it. */
function aliasesOf(id: string, one: Instance): readonly string[] {
  const { NetworkInterfaces = [] } = one;
  const addresses = [
    one.PrivateIpAddress,
    one.PublicIpAddress,
    one.Ipv6Address,
    ...NetworkInterfaces.flatMap((each) => [
      each.PrivateIpAddress,
      each.Association?.PublicIp,
      ...(each.PrivateIpAddresses ?? []).flatMap((own) => [own.PrivateIpAddress, own.Association?.PublicIp]),
      ...(each.Ipv6Addresses ?? []).map(({ Ipv6Address }) => Ipv6Address),
    ]),
  ].flatMap((address) => addressAlias(address) ?? []);
  const hosts = [one.PrivateDnsName, one.PublicDnsName, ...NetworkInterfaces.map((each) => each.PrivateDnsName)];
  const interfaces = NetworkInterfaces.flatMap(({ NetworkInterfaceId }) => NetworkInterfaceId ?? []);
  const names = hosts.flatMap((host) => (host ? [host.toLowerCase()] : []));
  return [...new Set([id, ...interfaces, ...volumesGoingWith(one), ...addresses, ...names])];
}

function startersOf({ InstanceLifecycle, SpotInstanceRequestId, RequesterId }: LaunchedInstance): readonly string[] {
  return [
    ...(InstanceLifecycle ? [`its lifecycle is ${InstanceLifecycle}`] : []),
    ...(SpotInstanceRequestId ? [`spot request ${SpotInstanceRequestId}`] : []),
    ...(RequesterId ? [`requester ${RequesterId}`] : []),
  ];
}

function capacityOf({ CapacityReservationId, CapacityBlockId, Placement = {} }: Instance): readonly string[] {
  const { HostId, HostResourceGroupArn, Tenancy = 'not known' } = Placement;
  const bound = [CapacityReservationId, CapacityBlockId, HostId, HostResourceGroupArn].flatMap((one) => one || []);
  return Tenancy === 'default' ? bound : [...bound, `tenancy ${Tenancy}`];
}

/** Of the instance and of each of its interfaces; one that is not said is not known. */
function checksSource({ SourceDestCheck, NetworkInterfaces = [] }: Instance): boolean | undefined {
  const checks = [SourceDestCheck, ...NetworkInterfaces.map((each) => each.SourceDestCheck)];
  if (checks.includes(false)) return false;
  return checks.every((one) => one === true) ? true : undefined;
}

/** A public address of a stopped instance is an Elastic IP address or a carrier's: it stays for the instance. */
function addressesOf(one: InstanceNetworkInterface): readonly string[] {
  const { NetworkInterfaceId: id = 'an interface', Attachment, PrivateIpAddresses = [] } = one;
  const associated = [one.Association, ...PrivateIpAddresses.map(({ Association }) => Association)].flatMap(
    (each) => each?.PublicIp ?? each?.CarrierIp ?? [],
  );
  const secondary = PrivateIpAddresses.flatMap((own) => (own.Primary ? [] : (own.PrivateIpAddress ?? 'an address')));
  const prefixes = [
    ...(one.Ipv4Prefixes ?? []).map(({ Ipv4Prefix }) => Ipv4Prefix ?? 'a prefix'),
    ...(one.Ipv6Prefixes ?? []).map(({ Ipv6Prefix }) => Ipv6Prefix ?? 'a prefix'),
  ];
  const more = Attachment?.DeviceIndex === 0 ? [] : [id];
  return [...new Set([...more, ...associated, ...secondary, ...prefixes])];
}

const MOST_SHOWN = 3;

/** Which of its volumes AWS deletes with it, each by its name, and which stay. */
function noteOf(one: Instance): Reason {
  const stay = volumesOf(one).flatMap(({ VolumeId = 'a volume', DeleteOnTermination }) =>
    DeleteOnTermination ? [] : [VolumeId],
  );
  return {
    code: 'volumesGo',
    values: {
      go: { names: volumesGoingWith(one), more: 0 },
      stay: { names: stay.slice(0, MOST_SHOWN), more: Math.max(0, stay.length - MOST_SHOWN) },
    },
  };
}
