/** The resource types of AWS, as the provider lists them: suites and their data derive from it. */
import type { ResourceType } from '../../sandbox/demo/deletableKinds.ts';
import { aws } from '../../src/handlers/aws/provider.ts';

/** A handler's name of a type. */
export type AwsType = ResourceType;

/** In alphabetical order. */
export const AWS_TYPES = aws.handlers.map(({ resourceType }) => resourceType as AwsType).toSorted();

/** Loads an export from the file of each type; both have the type's name. @throws if a type has no such file */
export async function forEachType<T>(
  load: (type: AwsType) => Promise<Readonly<Record<string, T>>>,
): Promise<readonly (readonly [AwsType, T])[]> {
  const all: (readonly [AwsType, T])[] = [];
  // Jest cannot link modules that share imports at the same time.
  for (const type of AWS_TYPES) {
    const found = (await load(type))[type];
    if (found === undefined) throw new Error(`the file of ${type} does not export ${type}`);
    all.push([type, found]);
  }
  return all;
}
