/** One account, made through the API: the same wherever it is made. */
import type { TypeCases } from './case.ts';
import { autoScalingGroup } from './cases/autoScalingGroup.ts';
import { image } from './cases/image.ts';
import { launchConfiguration, launchTemplate } from './cases/launchTemplate.ts';
import { snapshot } from './cases/snapshot.ts';
import { volume } from './cases/volume.ts';
import type { World } from './world.ts';

const ACCOUNT = { image, autoScalingGroup, launchConfiguration, launchTemplate, snapshot, volume };

export type Type = keyof typeof ACCOUNT;

/** Everything in the account, by resource type; each is made after those above it. */
export const CASES: Readonly<Record<Type, TypeCases>> = ACCOUNT;
export const TYPES = Object.keys(ACCOUNT) as readonly Type[];

/** The same question about each type. */
export function ofEachType<T>(answer: (of: TypeCases, type: Type) => T): Readonly<Record<Type, T>> {
  const answers = TYPES.map((type) => [type, answer(CASES[type], type)]);
  return Object.fromEntries(answers) as Readonly<Record<Type, T>>;
}

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
  for (const type of TYPES) await CASES[type].make?.(world, attempt);
  return impossible;
}
