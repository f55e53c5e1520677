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
  const images = seedImages(control, place, now);
  const imageId = images.resources[0]?.id ?? '';
  const inUse = images.groups.map(({ name }) => groupInUse(place, name));
  const groups = seedGroups(control, place, now, imageId);
  return [...images.resources, ...inUse, ...groups, ...seedLeftovers({ control, place, now, imageId })];
}

/** The leftovers of each type, and where they are. */
const LEFTOVERS: readonly (readonly [(place: Place) => boolean, (where: Leftovers) => readonly SeededResource[]])[] = [
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

/** Leftovers of images and machines in one place, and resources that only look like leftovers. */
function seedLeftovers(where: Leftovers): readonly SeededResource[] {
  return LEFTOVERS.flatMap(([isHere, seed]) => (isHere(where.place) ? seed(where) : []));
}
