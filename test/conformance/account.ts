/** One account, made through the API: the same wherever it is made. */
import { GROUP_CASES, GROUPS_OF_IMAGES, IMAGES_OF_GROUPS, makeGroup, makeGroupsImage } from './groupCases.ts';
import { IMAGE_CASES, makeImage } from './imageCases.ts';
import { CONFIGURATION_CASES, IMAGE_OF_TEMPLATES, makeTemplates, TEMPLATE_CASES } from './launchedCases.ts';
import {
  IMAGE_OF_SNAPSHOT_TEMPLATES,
  IMAGE_OF_SNAPSHOTS,
  IMAGE_WITH_SNAPSHOT,
  makeSnapshot,
  SNAPSHOT_CASES,
} from './snapshotCases.ts';
import { IMAGE_OF_VOLUMES, makeVolume, VOLUME_CASES } from './volumeCases.ts';
import type { World } from './world.ts';

/** A resource of the account, and what is true of it by construction. */
export interface Case {
  /** Of the resource. */
  readonly name: string;
  /** The evidence that has to find a user, alphabetically; empty: nobody uses it. */
  readonly kinds: readonly string[];
  /** What is written on it. */
  readonly tags?: Readonly<Record<string, string>>;
  /** Kept although nobody uses it. */
  readonly keptBy?: string;
  /** Why Cloud Custodian says something else; absent: it says the same. */
  readonly custodian?: string;
}

/** Everything in the account, by resource type. */
export const CASES = {
  image: [
    ...IMAGE_CASES,
    ...IMAGES_OF_GROUPS,
    IMAGE_OF_SNAPSHOTS,
    IMAGE_WITH_SNAPSHOT,
    IMAGE_OF_SNAPSHOT_TEMPLATES,
    IMAGE_OF_VOLUMES,
    IMAGE_OF_TEMPLATES,
  ] as readonly Case[],
  autoScalingGroup: [...GROUP_CASES, ...GROUPS_OF_IMAGES.map((name) => ({ name, kinds: [] }))] as readonly Case[],
  launchConfiguration: CONFIGURATION_CASES,
  launchTemplate: TEMPLATE_CASES,
  snapshot: SNAPSHOT_CASES as readonly Case[],
  volume: VOLUME_CASES as readonly Case[],
};

export type Type = keyof typeof CASES;
export const TYPES: readonly Type[] = [
  'image',
  'autoScalingGroup',
  'launchConfiguration',
  'launchTemplate',
  'snapshot',
  'volume',
];

/** @returns the cases that this AWS cannot be brought into, by name */
export async function makeAccount(world: World): Promise<readonly string[]> {
  const impossible: string[] = [];
  const attempt = async (name: string, make: () => Promise<unknown>) => {
    try {
      await make();
    } catch {
      impossible.push(name);
    }
  };
  for (const given of IMAGE_CASES) await attempt(given.name, () => makeImage(world, given));
  await makeGroupsImage(world);
  for (const given of GROUP_CASES) await attempt(given.name, () => makeGroup(world, given));
  await makeTemplates(world, attempt);
  for (const given of SNAPSHOT_CASES) await attempt(given.name, () => makeSnapshot(world, given));
  for (const given of VOLUME_CASES) await attempt(given.name, () => makeVolume(world, given));
  return impossible;
}
