/** An account's volumes, each named after its attachment. */
import { AttachVolumeCommand, CreateVolumeCommand, DetachVolumeCommand } from '@aws-sdk/client-ec2';
import { type Case, nameTag, type TypeCases } from '../case.ts';
import { anImage, anInstance, stop, terminate } from '../seed.ts';
import type { World } from '../world.ts';

interface Kind {
  readonly VolumeType?: 'io2';
  readonly Iops?: number;
  readonly MultiAttachEnabled?: boolean;
}

interface VolumeCase extends Case {
  /** Before it is attached to anything. */
  readonly is?: Kind;
  /** Makes its user. */
  use?(world: World, volume: string): Promise<unknown>;
}

const ATTACHED = ['instances', 'volumeAttachments'];

const VOLUME_CASES: readonly VolumeCase[] = [
  { name: 'attached to nothing', kinds: [] },
  { name: 'attached', kinds: ATTACHED, use: attached },
  {
    name: 'attached to a stopped instance',
    kinds: ATTACHED,
    use: async (world, volume) => stop(world, await attached(world, volume)),
  },
  {
    name: 'detached again',
    kinds: [],
    use: async (world, volume) => detach(world, volume, await attached(world, volume)),
  },
  {
    name: 'of a terminated instance',
    kinds: [],
    use: async (world, volume) => terminate(world, await attached(world, volume)),
  },
  {
    name: 'of a Kubernetes cluster',
    kinds: [],
    tags: { 'kubernetes.io/created-for/pvc/name': 'data' },
    keptBy: 'managedBy: managed-by:kubernetes',
    custodian: 'It does not know what other controllers manage.',
  },
  {
    name: 'with Multi-Attach',
    kinds: [],
    is: { VolumeType: 'io2', Iops: 100, MultiAttachEnabled: true },
    keptBy: 'multiAttach: it has Multi-Attach: a cluster may attach it at any time',
    custodian: 'It does not ask whether a cluster may attach it again.',
  },
];

/** Made by the cases of volumes. */
export const IMAGE_OF_VOLUMES: Case = { name: 'of all instances with volumes', kinds: ['instances'] };

async function makeVolume(world: World, { name, is, tags = {}, use }: VolumeCase): Promise<void> {
  const volume = await aVolume(world, name, { ...is, tags });
  await use?.(world, volume);
}

export const volume: TypeCases = {
  cases: VOLUME_CASES,
  async make(world, attempt) {
    for (const given of VOLUME_CASES) await attempt(given.name, () => makeVolume(world, given));
  },
  one: { make: aVolume, nowhere: 'vol-0123456789abcdef0' },
  // Without a Redis everything is seen for the first time.
  entry: 'unusedFor: off',
  custodian: {
    policy: `resource: aws.ebs
    filters:
      - Attachments: []`,
    nameOf: nameTag,
  },
  moto: { cannotRead: [] },
  shown: {
    many: 'Volumes',
    one: 'Volume',
    note: 'Custodian has no `unused` for volumes; its own examples take those without attachments.',
  },
};

/** Of 10 GiB. @returns its id */
export async function aVolume(
  { ec2 }: World,
  Name: string,
  { tags = {}, ...is }: Kind & { readonly tags?: Readonly<Record<string, string>> } = {},
): Promise<string> {
  const Tags = Object.entries({ Name, ...tags }).map(([Key, Value]) => ({ Key, Value }));
  const TagSpecifications = [{ ResourceType: 'volume' as const, Tags }];
  const command = new CreateVolumeCommand({ AvailabilityZone: 'us-east-1a', Size: 10, ...is, TagSpecifications });
  return (await ec2.send(command)).VolumeId ?? '';
}

export async function detach({ ec2 }: World, VolumeId: string, InstanceId: string): Promise<void> {
  await ec2.send(new DetachVolumeCommand({ VolumeId, InstanceId }));
}

/** To an instance of its own. @returns the instance's id */
export async function attached(world: World, VolumeId: string): Promise<string> {
  const InstanceId = await anInstance(world, await imageOf(world));
  await world.ec2.send(new AttachVolumeCommand({ VolumeId, InstanceId, Device: '/dev/sdf' }));
  return InstanceId;
}

const images = new WeakMap<World, Promise<string>>();

export function imageOf(world: World): Promise<string> {
  const image = images.get(world) ?? anImage(world, IMAGE_OF_VOLUMES.name);
  images.set(world, image);
  return image;
}
