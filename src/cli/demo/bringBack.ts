/** A person brings a deleted resource back, with the command for it. */
import { namespaceOf } from '../../core/resource/namespace.ts';
import type { Stage, Wanted } from './stage.ts';
import { until } from './until.ts';
import { accountNamed, placeOf } from './words.ts';

/** Waits until such a resource is deleted, then runs `restore`, as its owner would. @param from where from: `from the Recycle Bin` */
export async function bringBack(stage: Stage, wanted: Wanted, from: string): Promise<void> {
  const { fleet, journal } = stage.world;
  const { resource, key } = await stage.take(wanted);
  await until(() => journal.audit(key, 'deleted', 'accepted'), stage.signal);
  stage.catchUp();
  const { id, name, type: resourceType, region: location, owner } = resource;
  stage.did({ kind: 'restored', key, at: Date.now() });
  const namespace = namespaceOf({ provider: 'aws', account: accountNamed(resource), location, resourceType });
  const { code, lastLine } = await fleet.command(['restore', namespace, id, '--yes', '--as', owner]);
  const shown = `${name} in ${placeOf(resource)}`;
  if (code !== 0) return stage.say('bad', 'not back', `${shown}: ${lastLine}`);
  stage.say('people', 'restored', `${shown} ${from}, with holystone restore (${owner})`);
}
