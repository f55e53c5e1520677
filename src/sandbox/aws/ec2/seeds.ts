import type { Image, Instance, LaunchTemplateVersion, Snapshot, Tag } from '@aws-sdk/client-ec2';
import type { ImageSeed, InstanceSeed, LaunchTemplateSeed, SnapshotSeed, Tags } from '../control.ts';
import type { Ids } from '../ids.ts';
import type { LaunchTemplateRow } from '../store.ts';

/** Enough of a caller to make something in its name. */
export interface Owner {
  readonly account: { readonly id: string };
}

/** EC2 leaves out an empty set of tags. */
function tagList(tags: Tags | undefined): { Tags?: Tag[] } {
  const list = Object.entries(tags ?? {}).map(([Key, Value]) => ({ Key, Value }));
  return list.length === 0 ? {} : { Tags: list };
}

/** An instant that may have come as JSON. */
export function asDate(value: Date | string | undefined, otherwise: Date): Date {
  return value === undefined ? otherwise : new Date(value);
}

export function newImage(
  { tags, launchPermissions, ...given }: ImageSeed,
  { account }: Owner,
  ids: Ids,
  now: Date,
): Image {
  const id = given.ImageId ?? ids.next('ami');
  const name = given.Name ?? `image-${id.slice(-8)}`;
  const image: Image = {
    ImageId: id,
    Name: name,
    ImageLocation: `${account.id}/${name}`,
    OwnerId: account.id,
    State: 'available',
    CreationDate: now.toISOString(),
    Public: (launchPermissions ?? []).some(({ Group }) => Group === 'all'),
    Architecture: 'x86_64',
    ImageType: 'machine',
    Hypervisor: 'xen',
    VirtualizationType: 'hvm',
    EnaSupport: true,
    SriovNetSupport: 'simple',
    PlatformDetails: 'Linux/UNIX',
    UsageOperation: 'RunInstances',
    RootDeviceName: '/dev/xvda',
    RootDeviceType: 'ebs',
    BlockDeviceMappings: [rootDevice(ids.next('snap'))],
    DeregistrationProtection: 'disabled',
    ...tagList(tags),
  };
  return Object.assign(image, defined(given));
}

function rootDevice(SnapshotId: string): NonNullable<Image['BlockDeviceMappings']>[number] {
  return {
    DeviceName: '/dev/xvda',
    Ebs: { SnapshotId, VolumeSize: 8, VolumeType: 'gp3', DeleteOnTermination: true, Encrypted: false },
  };
}

export function newInstance(
  { tags, state = 'running', ...given }: InstanceSeed,
  region: string,
  ids: Ids,
  now: Date,
): Instance {
  const instance: Instance = {
    InstanceId: ids.next('i'),
    InstanceType: 't3.micro',
    Architecture: 'x86_64',
    AmiLaunchIndex: 0,
    Placement: { AvailabilityZone: `${region}a`, Tenancy: 'default' },
    PrivateIpAddress: '10.0.0.10',
    VpcId: 'vpc-00000000000000001',
    SubnetId: 'subnet-00000000000000001',
    RootDeviceName: '/dev/xvda',
    RootDeviceType: 'ebs',
    State: { Code: STATE_CODES[state] ?? 16, Name: state },
    ...tagList(tags),
  };
  return Object.assign(instance, defined(given), { LaunchTime: asDate(given.LaunchTime, now) });
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_InstanceState.html */
export const STATE_CODES: Readonly<Record<string, number>> = {
  pending: 0,
  running: 16,
  'shutting-down': 32,
  terminated: 48,
  stopping: 64,
  stopped: 80,
};

export function newLaunchTemplate(
  { tags, versions, ...given }: LaunchTemplateSeed,
  { account }: Owner,
  ids: Ids,
  now: Date,
): LaunchTemplateRow {
  const id = given.LaunchTemplateId ?? ids.next('lt');
  const name = given.LaunchTemplateName ?? `template-${id.slice(-8)}`;
  const createdAt = asDate(given.CreateTime, now);
  const defaultVersion = given.DefaultVersionNumber ?? 1;
  const common = {
    LaunchTemplateId: id,
    LaunchTemplateName: name,
    CreateTime: createdAt,
    CreatedBy: given.CreatedBy ?? `arn:aws:iam::${account.id}:user/sandbox`,
  };
  return {
    template: {
      ...common,
      DefaultVersionNumber: defaultVersion,
      LatestVersionNumber: versions.length,
      ...(given.Tags ? { Tags: [...given.Tags] } : tagList(tags)),
    },
    versions: versions.map((data, index): LaunchTemplateVersion => {
      const VersionNumber = index + 1;
      return { ...common, VersionNumber, DefaultVersion: VersionNumber === defaultVersion, LaunchTemplateData: data };
    }),
  };
}

export function newSnapshot({ tags, ...given }: SnapshotSeed, { account }: Owner, ids: Ids, now: Date): Snapshot {
  const snapshot: Snapshot = {
    SnapshotId: ids.next('snap'),
    OwnerId: account.id,
    VolumeId: ids.next('vol'),
    VolumeSize: 8,
    State: 'completed',
    Progress: '100%',
    Encrypted: false,
    StorageTier: 'standard',
    Description: '',
    ...tagList(tags),
  };
  return Object.assign(snapshot, defined(given), { StartTime: asDate(given.StartTime, now) });
}

function defined<T extends object>(value: T): Partial<T> {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Partial<T>;
}
