/** One account, created through the API, equal wherever it is created. The cases of a type are in `cases/<type>.ts`. */
import { type AwsType, forEachType } from '../support/awsTypes.ts';
import type { TypeCases } from './case.ts';
import type { World } from './world.ts';

export type Type = AwsType;

const found = await forEachType<TypeCases>((type) => import(`./cases/${type}.ts`));
const first = found.filter(([, { isFirst }]) => isFirst);

/** Everything in the account, by resource type, in the order of creation. */
const ACCOUNT = [...first, ...found.filter((one) => !first.includes(one))];

export const TYPES = ACCOUNT.map(([type]) => type);
export const CASES = Object.fromEntries(ACCOUNT) as Readonly<Record<Type, TypeCases>>;

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
