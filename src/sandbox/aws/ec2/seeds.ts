import type { Image, ImageUsageReport, Instance, LaunchTemplateVersion, Snapshot, Tag } from '@aws-sdk/client-ec2';
import type {
  ImageSeed,
  ImageUsageReportSeed,
  InstanceSeed,
  LaunchTemplateSeed,
  SnapshotSeed,
  Tags,
} from '../control.ts';
import { defined } from '../defined.ts';
import type { Ids } from '../ids.ts';
import type { LaunchTemplateRow, UsageReportRow } from '../store.ts';

/** Enough of a caller to make something in its name. */
export interface Owner {
  readonly account: { readonly id: string };
}

/** EC2 leaves out an empty set of tags. */
export function tagList(tags: Tags | undefined): { Tags?: Tag[] } {
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

/** What is launched from an image that nobody cares about: AWS always names one. */
export const SOME_IMAGE = 'ami-00000000000000000';

const REPORT_LASTS_MS = 30 * 24 * 3_600_000;

/** As CreateImageUsageReport makes one of instances and templates, with its default depth of versions. */
export function newUsageReport(
  { tags, entries = [], ...given }: ImageUsageReportSeed,
  ids: Ids,
  now: Date,
): UsageReportRow {
  const CreationTime = asDate(given.CreationTime, now);
  const report: ImageUsageReport = {
    ReportId: ids.next('amiur'),
    State: 'available',
    ResourceTypes: [
      { ResourceType: 'ec2:Instance' },
      {
        ResourceType: 'ec2:LaunchTemplate',
        ResourceTypeOptions: [{ OptionName: 'version-depth', OptionValues: ['20'] }],
      },
    ],
    ...tagList(tags),
  };
  const ExpirationTime = asDate(given.ExpirationTime, new Date(CreationTime.getTime() + REPORT_LASTS_MS));
  Object.assign(report, defined(given), { CreationTime, ExpirationTime });
  const { ReportId, ImageId } = report;
  return {
    report,
    entries: entries.map((entry) => ({
      ResourceType: 'ec2:Instance',
      UsageCount: 1,
      ImageId,
      ...entry,
      ReportId,
      ReportCreationTime: CreationTime,
    })),
  };
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
    ImageId: SOME_IMAGE,
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
  { tags, versions, descriptions = [], ...given }: LaunchTemplateSeed,
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
      ...(given.Operator && { Operator: given.Operator }),
      ...(given.Tags ? { Tags: [...given.Tags] } : tagList(tags)),
    },
    versions: versions.map((data, index): LaunchTemplateVersion => {
      const VersionNumber = index + 1;
      return {
        ...common,
        ...(descriptions[index] === undefined ? {} : { VersionDescription: descriptions[index] }),
        VersionNumber,
        DefaultVersion: VersionNumber === defaultVersion,
        LaunchTemplateData: data,
      };
    }),
  };
}

export function newSnapshot(
  { tags, createVolumePermissions: _shared, lock: _lock, tier: _tier, fastRestores: _fast, ...given }: SnapshotSeed,
  { account }: Owner,
  ids: Ids,
  now: Date,
): Snapshot {
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
