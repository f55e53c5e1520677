import type { Image, LaunchPermission, Snapshot } from '@aws-sdk/client-ec2';
import { defined } from '../collections/defined.ts';
import { AwsError } from '../collections/errors.ts';
import { type Kind, type Making, shownInside, type Tagged } from '../collections/kind.ts';
import { asDate, type Seed, type Tags, tagList } from '../collections/seed.ts';
import type { Table } from '../collections/table.ts';
import { newSnapshot } from './snapshotSeeds.ts';

export interface ImageSeed extends Seed<Image> {
  readonly tags?: Tags;
  readonly launchPermissions?: readonly LaunchPermission[];
}

export interface ImageRow {
  readonly image: Image;
  readonly launchPermissions: readonly LaunchPermission[];
}

/** Its tables beside the images. */
interface ImagePlace {
  readonly snapshots: Table<Snapshot>;
  readonly deregistered: Set<string>;
}

export const IMAGE_IDS: Tagged = {
  prefix: 'ami',
  type: 'image',
  malformed: 'InvalidAMIID.Malformed',
  notFound(ids) {
    const list = `[${ids.join(', ')}]`;
    const text = ids.length === 1 ? `The image id '${list}' does not exist` : `The image ids '${list}' do not exist`;
    return new AwsError('InvalidAMIID.NotFound', text);
  },
};

export const images: Kind<'image', ImageSeed, ImageRow, Image, ImagePlace> = {
  name: 'image',
  make: (seed, making) => ({ image: newImage(seed, making), launchPermissions: seed.launchPermissions ?? [] }),
  keyOf: ({ image }) => image.ImageId,
  ...shownInside<ImageRow, 'image'>('image'),
  patched: (row, { launchPermissions = row.launchPermissions, ...patch }) => ({
    image: { ...row.image, ...patch },
    launchPermissions: launchPermissions as ImageRow['launchPermissions'],
  }),
  /** Creates the image's snapshots as well. */
  beside({ snapshots }, { image }, _seed, making) {
    for (const SnapshotId of snapshotsOf(image)) {
      if (snapshots.get(SnapshotId)) continue;
      const from = image.SourceInstanceId ?? 'i-00000000000000000';
      const Description = `Created by CreateImage(${from}) for ${image.ImageId}`;
      const StartTime = asDate(image.CreationDate, making.now);
      snapshots.putNow(SnapshotId, newSnapshot({ SnapshotId, Description, StartTime }, making));
    }
  },
  reads: { operation: 'DescribeImages', by: 'ImageIds' },
  deletes: { operation: 'DeregisterImage', by: 'ImageId' },
  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_ListImagesInRecycleBin.html */
  recycled: {
    as: 'Image',
    shown: ({ image: { ImageId, Name, Description } }) => ({ ImageId, Name, Description }),
    restored({ image }, { deregistered }) {
      deregistered.delete(image.ImageId ?? '');
      return { image, launchPermissions: [] };
    },
  },
  tagged: IMAGE_IDS,
};

export function newImage({ tags, launchPermissions, ...given }: ImageSeed, { account, ids, now }: Making): Image {
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

/** Ids of an image's snapshots. */
export function snapshotsOf(image: Image): string[] {
  return (image.BlockDeviceMappings ?? []).map(({ Ebs }) => Ebs?.SnapshotId).filter((id) => id !== undefined);
}
