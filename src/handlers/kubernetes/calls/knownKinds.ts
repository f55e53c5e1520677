/**
 * The kinds that an API server ever served. One that restarts, or a definition that is being established, leaves kinds out
 * of discovery for a while: their objects still live, and use others.
 */
import { z } from 'zod';
import { DAY_MS } from '../../../core/common/duration.ts';
import { kindText } from '../objects/groupKind.ts';
import { type CallScope, rightTo } from '../wire/call.ts';
import { call } from '../wire/client.ts';
import { refused, saysGone } from '../wire/readError.ts';
import { remembered } from './remembered.ts';
import type { Discovered, ServedKind } from './servedKind.ts';

const REMEMBERED_FOR_MS = 365 * DAY_MS;

const known = z.array(z.tuple([z.string(), z.string(), z.string(), z.string()]));
/** Group, version, plural name, kind. */
type Known = z.infer<typeof known>[number];

const DEFINITIONS = { group: 'apiextensions.k8s.io', version: 'v1', resource: 'customresourcedefinitions' };
const SERVICES = { group: 'apiregistration.k8s.io', version: 'v1', resource: 'apiservices' };

/**
 * The groups of kinds that were served before, and are neither served now nor proven gone, with the reason. Remembers the
 * others.
 * @throws ReadError
 */
export async function missingKinds(target: CallScope, now: Discovered): Promise<ReadonlyMap<string, string>> {
  const { account, io } = target;
  if (!io.learnt) return new Map();
  const key = `kubernetes/${account.name}/kinds`;
  const before = await remembered(target, { key, what: 'the kinds that the API server served before', schema: known });
  const served = now.kinds.filter(({ verbs }) => verbs.includes('list')).map(knownOf);
  const names = new Set(now.kinds.map(({ group, resource }) => `${resource}.${group}`));
  const missing = before.filter(([group, , resource]) => !names.has(`${resource}.${group}`));
  const unread = new Map<string, string>();
  const kept: Known[] = [];
  for (const one of missing) {
    const [group, version, resource, kind] = one;
    if (!now.unread.has(group) && (await isGone(target, now, one))) continue;
    kept.push(one);
    const why = `the API server served ${kindText({ group, kind })} before; its ${resource} are not served now, and neither its definition nor ${group}/${version} is proven gone`;
    if (!now.unread.has(group)) unread.set(group, why);
  }
  await io.learnt.put(key, JSON.stringify([...served, ...kept]), REMEMBERED_FOR_MS);
  return unread;
}

function knownOf({ group, version, resource, kind }: ServedKind): Known {
  return [group, version, resource, kind];
}

/** Only if neither its definition exists, nor a group version that is served from elsewhere (law 2). */
async function isGone(target: CallScope, { kinds }: Discovered, [group, version, resource]: Known): Promise<boolean> {
  if (!(await isAbsent(target, DEFINITIONS, `${resource}.${group}`))) return false;
  // Another kind of the version is served: this one was taken out of it.
  if (kinds.some((one) => one.group === group && one.version === version)) return true;
  return isAbsent(target, SERVICES, `${version}.${group}`);
}

async function isAbsent(target: CallScope, kind: typeof DEFINITIONS, name: string): Promise<boolean> {
  const request = {
    method: 'GET',
    path: `/apis/${kind.group}/${kind.version}/${kind.resource}/${encodeURIComponent(name)}`,
    what: `reading ${kind.resource}/${name}`,
    permission: rightTo('get', kind),
  } as const;
  const answer = await call(target, request);
  if (answer.status === 200) return false;
  if (saysGone(answer, name)) return true;
  // Without the right to look it is not proven.
  if (answer.status === 403) return false;
  throw refused(answer, request, target.account.name);
}
