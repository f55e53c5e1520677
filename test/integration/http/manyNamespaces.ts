import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import { workConfiguration } from '../../support/queue.ts';
import { configurationOf, IMAGES } from './fixture.ts';

const REGIONS = 17;
const TYPES = 10;

/** The configurations of so many namespaces: accounts with 17 regions of ten types each; the first is that of {@link IMAGES}. */
export function manyNamespaces(count: number): readonly WorkConfiguration[] {
  const others = Array.from({ length: count - 1 }, (_, at) =>
    configurationOf({
      account: `account-${Math.floor(at / REGIONS / TYPES)}`,
      location: `eu-north-${(Math.floor(at / TYPES) % REGIONS) + 1}`,
      resourceType: `type${at % TYPES}`,
    }),
  );
  return [workConfiguration({ namespace: IMAGES }), ...others];
}
