/** Unused volumes whose deletion is an hour away: a person tries the pages with them after the cycle. */
import type { Place, SandboxControl } from '../aws/index.ts';
import { OWNERS, PROD } from './accounts.ts';
import { DAY_MS } from './families.ts';
import { resourceOf, tagsOf } from './leftovers.ts';
import { type SeededResource, UNUSED } from './truth.ts';

/** config/demo.yaml and config/demoCluster.yaml give the volumes of this place an hour; the cycle has none there. */
export const WAITING_PLACE: Place = { account: PROD.id, region: 'eu-west-1' };

const VOLUMES = [
  { name: 'reports-2023', days: 410, owner: OWNERS.web, size: 800 },
  { name: 'ci-scratch', days: 190, owner: OWNERS.web, size: 500 },
  { name: 'search-index-old', days: 275, owner: OWNERS.web, size: 300 },
  { name: 'preview-cache', days: 88, owner: OWNERS.web, size: 200 },
  { name: 'ledger-import', days: 530, owner: OWNERS.payments, size: 1000 },
  { name: 'fraud-model-v1', days: 365, owner: OWNERS.payments, size: 400 },
] as const;

/** @param now ms since the epoch, by the sandbox's clock */
export function seedWaiting(control: SandboxControl, now: number): readonly SeededResource[] {
  const ids = control.addVolumes(
    WAITING_PLACE,
    VOLUMES.map(({ days, size, ...one }) => ({
      Size: size,
      VolumeType: 'gp3',
      CreateTime: new Date(now - days * DAY_MS),
      tags: tagsOf(one),
    })),
  );
  return VOLUMES.map((one, index) => resourceOf(WAITING_PLACE, 'volume', ids[index] ?? '', { ...one, truth: UNUSED }));
}
