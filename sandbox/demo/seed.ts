/**
 * Fills a sandbox with two realistic accounts and defines the correct outcome of every resource. The truth is known by
 * construction: a resource is unused because the seed created no user of it, not because some code judged it.
 */
import type { Place, SandboxControl, VolumeSeed } from '../aws/index.ts';
import { addAccounts, DEMO_ACCOUNTS, DEMO_REGIONS, DEV } from './accounts.ts';
import { DAY_MS } from './families.ts';
import { groupInUse, seedGroups } from './groupSeed.ts';
import { seedImages } from './imageSeed.ts';
import { type Leftovers, ownersIn, type Planned, protectedGroup, resourceOf, tagsOf } from './leftovers.ts';
import { followersOf, seedSnapshots } from './snapshotSeed.ts';
import { kept, type SeededResource, UNUSED } from './truth.ts';

export interface Seeded {
  readonly resources: readonly SeededResource[];
  /** The key of a user who may assume the roles of both accounts. */
  readonly accessKey: { readonly accessKeyId: string; readonly secretAccessKey: string };
}

/** @param now ms since the epoch, by the sandbox's clock */
export function seedDemo(control: SandboxControl, now: number): Seeded {
  const accessKey = addAccounts(control);
  const places = DEMO_ACCOUNTS.flatMap(({ id }) => DEMO_REGIONS.map((region): Place => ({ account: id, region })));
  return { accessKey, resources: places.flatMap((place) => seedPlace(control, place, now)) };
}

function seedPlace(control: SandboxControl, place: Place, now: number): readonly SeededResource[] {
  return seedPlaceWith(
    control,
    place,
    now,
    LEFTOVERS.flatMap(([isHere, seed]) => (isHere(place) ? [seed] : [])),
  );
}

/** Resources of every kind that the demo knows. @param now ms since the epoch, by the sandbox's clock */
export function seedEveryKind(control: SandboxControl, place: Place, now: number): readonly SeededResource[] {
  return seedPlaceWith(
    control,
    place,
    now,
    LEFTOVERS.map(([, seed]) => seed),
  );
}

type SeedLeftovers = (where: Leftovers) => readonly SeededResource[];

function seedPlaceWith(
  control: SandboxControl,
  place: Place,
  now: number,
  leftovers: readonly SeedLeftovers[],
): readonly SeededResource[] {
  const images = seedImages(control, place, now);
  const imageId = images.resources[0]?.id ?? '';
  const inUse = images.groups.map(({ name }) => groupInUse(place, name));
  const groups = seedGroups(control, place, now, imageId);
  const others = leftovers.flatMap((seed) => seed({ control, place, now, imageId }));
  const followers = isForLaunches(place) ? followersOf(control, place, images.resources) : [];
  return [...images.resources, ...followers, ...inUse, ...groups, ...others];
}

/**
 * Leftovers of images and machines, and resources that only look like leftovers: of each type, and where the demo has
 * them.
 */
const LEFTOVERS: readonly (readonly [(place: Place) => boolean, SeedLeftovers])[] = [
  [isForStorage, seedSnapshots],
  [isForStorage, seedVolumes],
  [isForLaunches, seedConfigurations],
  [isForLaunches, seedTemplates],
];

function isForStorage({ region }: Place): boolean {
  return region === 'us-east-1';
}

/** Also where the entry for images says `withSnapshots`. */
function isForLaunches({ account, region }: Place): boolean {
  return account === DEV.id && region === 'eu-west-1';
}

/** They have no tags, so no owner. */
function seedConfigurations({ control, place, now, imageId: ImageId }: Leftovers): readonly SeededResource[] {
  const name = 'retired-api';
  const planned: readonly Planned<never>[] = [
    { name: 'retired-web-7', days: 700, truth: UNUSED },
    { name: 'retired-web-8', days: 640, truth: UNUSED },
    { name, days: 500, truth: kept('inUse', 'a group would launch from it') },
  ];
  control.addLaunchConfigurations(
    place,
    planned.map(({ name: LaunchConfigurationName, days }) => {
      return { LaunchConfigurationName, ImageId, CreatedTime: new Date(now - days * DAY_MS) };
    }),
  );
  const group = protectedGroup(control, place, now, 'legacy-api', { LaunchConfigurationName: name });
  return [group, ...planned.map((one) => resourceOf(place, 'launchConfiguration', one.name, one))];
}

function seedTemplates({ control, place, now, imageId: ImageId }: Leftovers): readonly SeededResource[] {
  const { mine, theirs } = ownersIn(place);
  const planned: readonly Planned<never>[] = [
    { name: 'retired-batch', days: 450, owner: mine, truth: UNUSED },
    { name: 'retired-canary', days: 330, owner: theirs, truth: UNUSED },
    { name: 'retired-spot', days: 350, owner: theirs, truth: kept('inUse', 'an override of a group names it') },
  ];
  const ids = control.addLaunchTemplates(
    place,
    planned.map(({ name: LaunchTemplateName, days, ...one }) => ({
      LaunchTemplateName,
      CreateTime: new Date(now - days * DAY_MS),
      versions: [{ ImageId }, { ImageId }],
      tags: tagsOf({ name: LaunchTemplateName, ...one }),
    })),
  );
  const [first] = control.addLaunchTemplates(place, [{ LaunchTemplateName: 'legacy-mixed', versions: [{ ImageId }] }]);
  const of = (LaunchTemplateId: string | undefined) => ({ LaunchTemplateId, Version: '1' });
  const Overrides = [{ InstanceType: 'm5.large', LaunchTemplateSpecification: of(ids[2]) }];
  const LaunchTemplate = { LaunchTemplateSpecification: of(first), Overrides };
  const group = protectedGroup(control, place, now, 'legacy-spot', { MixedInstancesPolicy: { LaunchTemplate } });
  return [group, ...planned.map((one, index) => resourceOf(place, 'launchTemplate', ids[index] ?? '', one))];
}

function seedVolumes({ control, place, now, imageId }: Leftovers): readonly SeededResource[] {
  const [InstanceId] = control.addInstances(place, [{ ImageId: imageId, tags: { Name: 'database' } }]);
  const attachment = { InstanceId, Device: '/dev/sdf', State: 'attached' as const };
  const { mine, theirs } = ownersIn(place);
  const planned: readonly Planned<VolumeSeed>[] = [
    { name: 'scratch-1', days: 210, owner: mine, truth: UNUSED, seed: { Size: 500, VolumeType: 'gp2' } },
    { name: 'scratch-2', days: 260, owner: mine, truth: UNUSED, seed: { Size: 1000, VolumeType: 'gp3' } },
    { name: 'import-2022', days: 800, truth: UNUSED, seed: { Size: 2000, VolumeType: 'st1' } },
    {
      name: 'database',
      days: 500,
      owner: theirs,
      truth: kept('inUse', 'attached to an instance'),
      seed: { State: 'in-use', Attachments: [attachment] },
    },
    {
      name: 'pvc-0815',
      days: 120,
      owner: theirs,
      truth: kept('protected', 'a volume of Kubernetes'),
      seed: { tags: { 'kubernetes.io/created-for/pvc/name': 'data-0' } },
    },
    { name: 'scratch-3', days: 6, owner: mine, truth: kept('protected', 'it is younger than 30 days') },
  ];
  const ids = control.addVolumes(
    place,
    planned.map(({ seed, days, ...one }) => ({
      ...seed,
      CreateTime: new Date(now - days * DAY_MS),
      tags: { ...tagsOf(one), ...seed?.tags },
    })),
  );
  return planned.map((one, index) => resourceOf(place, 'volume', ids[index] ?? '', one));
}
