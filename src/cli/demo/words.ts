/** Resources and places as the terminal names them. */

import { DEMO_ACCOUNTS } from '../../../sandbox/demo/accounts.ts';
import { DELETABLE_KINDS, deletable, type ResourceType } from '../../../sandbox/demo/deletableKinds.ts';
import type { SeededResource } from '../../../sandbox/demo/truth.ts';
import { pluralize } from '../../core/common/pluralize.ts';
import { type Namespace, partsOf } from '../../core/resource/namespace.ts';

/** `acme-prod` */
export function accountNamed({ account }: Pick<SeededResource, 'account'>): string {
  return DEMO_ACCOUNTS.find(({ id }) => id === account)?.name ?? account;
}

/** `acme-prod/us-east-1` */
export function placeOf({ region, ...one }: Pick<SeededResource, 'account' | 'region'>): string {
  return `${accountNamed(one)}/${region}`;
}

/** `web-20250314 in acme-prod/us-east-1`, or how many where, with one of them as an example. */
export function groupInWords(resources: readonly SeededResource[]): string {
  const [example] = resources;
  if (!example) return 'nothing';
  if (resources.length === 1) return `${example.name} in ${placeOf(example)}`;
  const places = [...new Set(resources.map(placeOf))];
  const countIn = (place: string) => resources.filter((resource) => placeOf(resource) === place).length;
  const each = places.map((place) => `${countIn(place)} in ${place}`);
  const where = places.length === 1 ? ` in ${placeOf(example)}` : ` (${each.join(', ')})`;
  return `${countOf(resources.length, example.type)}${where}, ${example.name} among them`;
}

/** `14 images`, `1 Auto Scaling group` */
export function countOf(count: number, type: ResourceType): string {
  return pluralize(count, deletable(type).noun);
}

/** Whole seconds, as `20 s`. */
export function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

/** `images of acme-prod/us-east-1` */
export function namespaceInWords(namespace: Namespace): string {
  const { account, location, resourceType } = partsOf(namespace);
  const known = DELETABLE_KINDS.find(({ type }) => type.toLowerCase() === resourceType);
  const noun = known?.noun ?? resourceType;
  return `${noun}s of ${account}/${location}`;
}

const SHORT = 170;

/**
 * The first cause of a sentence that names several, with the text in brackets at its end. Of a long chain "a: b: c" its first
 * and its last part stay, and the last one whole: it names the cause, such as the denied permission.
 */
export function inShort(text: string): string {
  const [first = ''] = text.split('; ');
  const end = first === text ? '' : (/ \([^()]*\)$/.exec(text)?.[0] ?? '');
  const room = SHORT - end.length;
  if (first.length <= room) return `${first}${end}`;
  const parts = first.split(': ');
  const cause = parts.length > 2 ? `: ${parts.at(-1)}` : '';
  return `${cut(parts.length > 2 ? (parts[0] ?? '') : first, room - cause.length)}${cause}${end}`;
}

function cut(text: string, room: number): string {
  return text.length > room ? `${text.slice(0, Math.max(room - 1, 0))}…` : text;
}
