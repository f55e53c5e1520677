/** The resources of a run, all of them unused at first. */
import type { Place, SandboxControl } from '../../../sandbox/aws/index.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { ACCOUNT } from './cloud.ts';
import { namespaceOf } from './configuration.ts';
import { FAMILIES, type FamilyName } from './families.ts';
import type { Scale } from './scale.ts';

/** A resource, and the namespace in which the program knows it. */
export interface Resource {
  readonly id: string;
  readonly type: FamilyName;
  readonly place: Place;
  readonly namespace: Namespace;
}

export function resourcesOf(
  control: SandboxControl,
  { types, regions, resources }: Scale,
  now: number,
): readonly Resource[] {
  return regions.flatMap((region) => {
    const place = { account: ACCOUNT, region };
    return types.flatMap((type) =>
      FAMILIES[type]
        .make(control, place, resources, now)
        .map((id) => ({ id, type, place, namespace: namespaceOf(region, type) })),
    );
  });
}
