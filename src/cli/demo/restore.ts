/** An owner notices too late that a snapshot was needed, and restores it with `holystone restore`. */

import { OWNERS, PROD } from '../../../sandbox/demo/accounts.ts';
import { namespaceOf } from '../../core/resource/namespace.ts';
import { keyOfAudit } from './journal.ts';
import type { Stage } from './stage.ts';
import { until } from './until.ts';
import { placeOf } from './words.ts';

const PLACE = { account: PROD.id, region: 'us-east-1' } as const;
const NAMESPACE = namespaceOf({
  provider: 'aws',
  account: PROD.name,
  location: PLACE.region,
  resourceType: 'snapshot',
});

/** The account keeps deleted snapshots for a week, as AWS does on request. */
export function keepInRecycleBin({ world }: Stage): void {
  world.sandbox.control.setRecycleBin(PLACE, { snapshots: 7 });
}

/** Waits until a snapshot is deleted, then runs `restore` as a person would. */
export async function bringBack(stage: Stage): Promise<void> {
  const { fleet, journal } = stage.world;
  const { resource, key } = await stage.take({ ...PLACE, type: 'snapshot', owner: OWNERS.web });
  await until(
    () => journal.audits.find(({ said }) => said.event === 'deleted' && keyOfAudit(said) === key),
    stage.signal,
  );
  stage.catchUp();
  const { id, name } = resource;
  stage.did({ kind: 'restored', key, at: Date.now() });
  const { code, lastLine } = await fleet.command(['restore', NAMESPACE, id, '--yes', '--as', resource.owner]);
  const shown = `${name} in ${placeOf(resource)}`;
  if (code !== 0) return stage.say('bad', 'not back', `${shown}: ${lastLine}`);
  stage.say('people', 'restored', `${shown} from the Recycle Bin, with holystone restore (${resource.owner})`);
}
