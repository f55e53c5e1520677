/**
 * Fills a sandbox with two realistic accounts and defines the correct outcome of every resource. The truth is known by
 * construction: a resource is unused because the seed created no user of it, not because some code judged it.
 */
import type { Place, SandboxControl } from '../aws/index.ts';
import { addAccounts, DEMO_ACCOUNTS, DEMO_REGIONS } from './accounts.ts';
import { groupInUse, seedGroups } from './groupSeed.ts';
import { seedImages } from './imageSeed.ts';
import { seedLeftovers } from './leftoverSeed.ts';
import type { SeededResource } from './truth.ts';

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
