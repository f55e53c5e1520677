/**
 * Fills a sandbox with two realistic accounts and defines the correct outcome of every resource. The truth is known by
 * construction: a resource is unused because the seed created no user of it, not because some code judged it.
 */
import type { Place, SandboxControl } from '../aws/index.ts';
import { addAccounts, DEMO_ACCOUNTS, DEMO_REGIONS, DEV } from './accounts.ts';
import { groupInUse, seedGroups } from './groupSeed.ts';
import { seedImages } from './imageSeed.ts';
import { seedConfigurations } from './launchConfigurationSeed.ts';
import { seedTemplates } from './launchTemplateSeed.ts';
import type { Leftovers } from './leftovers.ts';
import { seedSnapshots } from './snapshotSeed.ts';
import type { SeededResource } from './truth.ts';
import { seedVolumes } from './volumeSeed.ts';

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
  return [...images.resources, ...inUse, ...groups, ...others];
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

function isForLaunches({ account, region }: Place): boolean {
  return account === DEV.id && region === 'eu-west-1';
}
