/** An account's snapshots, each named after its user. */
import { CreateLaunchConfigurationCommand } from '@aws-sdk/client-auto-scaling';
import {
  CreateLaunchTemplateCommand,
  CreateLaunchTemplateVersionCommand,
  CreateSnapshotCommand,
  CreateVolumeCommand,
  DescribeImagesCommand,
  ModifySnapshotAttributeCommand,
  RegisterImageCommand,
} from '@aws-sdk/client-ec2';
import { OTHER_ID } from '../../integration/handlers/fixture.ts';
import { type Case, nameTag, type TypeCases } from '../case.ts';
import { anImage } from '../seed.ts';
import type { World } from '../world.ts';
import { aVolume } from './volume.ts';

interface SnapshotCase extends Case {
  /** The image that its description says it was made for; unless said, one that is gone. */
  readonly madeFor?: 'nothing' | typeof IMAGE_OF_SNAPSHOTS.name;
  /** Makes its user. */
  use?(world: World, snapshot: string): Promise<unknown>;
}

const ONLY_OF_GROUPS = 'It looks only at what Auto Scaling groups launch from now.';

/** Made by the cases of snapshots. */
export const IMAGE_OF_SNAPSHOTS = { name: 'that a snapshot was made for', kinds: [] } as const satisfies Case;
export const IMAGE_WITH_SNAPSHOT = { name: 'made of a snapshot', kinds: [] } as const satisfies Case;
export const IMAGE_OF_SNAPSHOT_TEMPLATES = {
  name: 'of all that launches with volumes of snapshots',
  kinds: ['launchConfigurations', 'launchTemplateVersions'],
  custodian: ONLY_OF_GROUPS,
} as const satisfies Case;

const NOT_MADE = 'no rule selects it, unused: no';

const SNAPSHOT_CASES: readonly SnapshotCase[] = [
  { name: 'made for an image that is gone', kinds: [] },
  {
    name: 'a backup that somebody made',
    kinds: [],
    madeFor: 'nothing',
    keptBy: NOT_MADE,
    custodian: 'To it a backup that no image is made of is unused.',
  },
  {
    name: 'made for an image that is there, and made of something else',
    kinds: ['backedImage'],
    madeFor: IMAGE_OF_SNAPSHOTS.name,
    custodian: 'It does not ask what it was made for.',
  },
  { name: 'of an image', kinds: ['imageBlockDevices'], use: anImageOf },
  {
    name: 'of an old version of a launch template',
    kinds: ['launchTemplateVersions'],
    use: aTemplateWith,
    custodian: ONLY_OF_GROUPS,
  },
  {
    name: 'of a launch configuration',
    kinds: ['launchConfigurations'],
    use: aConfigurationWith,
  },
  {
    name: 'shared with an account',
    kinds: ['volumePermissions'],
    use: share,
    custodian: 'It does not ask whom it is shared with.',
  },
  {
    name: 'that a volume was made from',
    kinds: ['volumesMadeFrom'],
    use: aVolumeFrom,
    custodian: 'It does not ask for volumes; here `evidence.on` reads them.',
  },
  {
    name: 'of Velero',
    kinds: [],
    tags: { 'velero.io/backup': 'nightly' },
    keptBy: 'managedBy: managed-by:velero',
    custodian: 'It does not know what other controllers manage.',
  },
];

async function makeSnapshot(world: World, { name, tags = {}, madeFor, use }: SnapshotCase): Promise<void> {
  const image = madeFor === IMAGE_OF_SNAPSHOTS.name ? await anImage(world, madeFor) : 'ami-0123456789abcdef0';
  const Description = madeFor === 'nothing' ? 'before the update' : describedFor(image);
  const snapshot = await aSnapshot(world, name, { Description, tags });
  await use?.(world, snapshot);
}

export const snapshot: TypeCases = {
  cases: SNAPSHOT_CASES,
  async make(world, attempt) {
    for (const given of SNAPSHOT_CASES) await attempt(given.name, () => makeSnapshot(world, given));
  },
  one: { make: aSnapshot, nowhere: 'snap-0123456789abcdef0' },
  evidence: () => 'on: [volumesMadeFrom], ',
  custodian: {
    policy: `resource: aws.ebs-snapshot
    filters:
      - type: unused
        value: true`,
    nameOf: nameTag,
  },
  moto: {
    cannotRead: [],
    cannotMake: ['of an image'],
    otherwise: { 'of an image': 'moto makes every image of a snapshot of its own' },
  },
  shown: {
    many: 'Snapshots',
    one: 'Snapshot',
    note: `Holystone's \`unused\` is about what was made for an image; backups need an entry of their own, with an
age and an allowlist.`,
  },
};

export function describedFor(image: string): string {
  return `Created by CreateImage(i-0123456789abcdef0) for ${image}`;
}

/** Of a volume of its own, which has no name. @returns its id */
export async function aSnapshot(
  world: World,
  Name: string,
  { Description, tags = {} }: { readonly Description?: string; readonly tags?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const Tags = Object.entries({ Name, ...tags }).map(([Key, Value]) => ({ Key, Value }));
  const VolumeId = await aVolume(world, '');
  const TagSpecifications = [{ ResourceType: 'snapshot' as const, Tags }];
  const answer = await world.ec2.send(new CreateSnapshotCommand({ VolumeId, Description, TagSpecifications }));
  return answer.SnapshotId ?? '';
}

const devices = (SnapshotId: string) => [{ DeviceName: '/dev/sdf', Ebs: { SnapshotId, VolumeSize: 10 } }];

/** @throws Error where an image is made of something else than it should be */
export async function anImageOf({ ec2 }: World, snapshot: string): Promise<void> {
  const BlockDeviceMappings = devices(snapshot);
  const made = { Name: IMAGE_WITH_SNAPSHOT.name, RootDeviceName: '/dev/sdf', BlockDeviceMappings };
  const { ImageId = '' } = await ec2.send(new RegisterImageCommand(made));
  const { Images } = await ec2.send(new DescribeImagesCommand({ ImageIds: [ImageId] }));
  const isOf = Images?.[0]?.BlockDeviceMappings?.some(({ Ebs }) => Ebs?.SnapshotId === snapshot);
  if (!isOf) throw new Error(`${ImageId} is not made of ${snapshot}`);
}

const images = new WeakMap<World, Promise<string>>();

function imageOf(world: World): Promise<string> {
  const image = images.get(world) ?? anImage(world, IMAGE_OF_SNAPSHOT_TEMPLATES.name);
  images.set(world, image);
  return image;
}

export async function aTemplateWith(world: World, snapshot: string): Promise<void> {
  const ImageId = await imageOf(world);
  const LaunchTemplateName = 'with-a-snapshot';
  const LaunchTemplateData = { ImageId, BlockDeviceMappings: devices(snapshot) };
  await world.ec2.send(new CreateLaunchTemplateCommand({ LaunchTemplateName, LaunchTemplateData }));
  const next = { LaunchTemplateName, LaunchTemplateData: { ImageId } };
  await world.ec2.send(new CreateLaunchTemplateVersionCommand(next));
}

export async function aConfigurationWith(world: World, snapshot: string): Promise<void> {
  const ImageId = await imageOf(world);
  const LaunchConfigurationName = 'with-a-snapshot';
  const BlockDeviceMappings = devices(snapshot);
  const command = { LaunchConfigurationName, ImageId, InstanceType: 't3.micro', BlockDeviceMappings };
  await world.autoScaling.send(new CreateLaunchConfigurationCommand(command));
}

export async function share({ ec2 }: World, SnapshotId: string): Promise<void> {
  const to = { Attribute: 'createVolumePermission', OperationType: 'add', UserIds: [OTHER_ID] } as const;
  await ec2.send(new ModifySnapshotAttributeCommand({ SnapshotId, ...to, UserIds: [...to.UserIds] }));
}

export async function aVolumeFrom({ ec2 }: World, SnapshotId: string): Promise<void> {
  await ec2.send(new CreateVolumeCommand({ AvailabilityZone: 'us-east-1a', Size: 10, SnapshotId }));
}
