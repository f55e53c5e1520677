/** Resources and places as the terminal names them. */
import { type Namespace, partsOf } from '../../core/namespace.ts';
import { DEMO_ACCOUNTS } from '../../sandbox/demo/accounts.ts';
import type { SeededResource, SeededType } from '../../sandbox/demo/truth.ts';

/** `acme-prod/us-east-1` */
export function placeOf({ account, region }: Pick<SeededResource, 'account' | 'region'>): string {
  return `${DEMO_ACCOUNTS.find(({ id }) => id === account)?.name ?? account}/${region}`;
}

/** `14 images`, `1 Auto Scaling group` */
export function countOf(count: number, type: SeededType): string {
  const noun = type === 'image' ? 'image' : 'Auto Scaling group';
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

export function seconds(ms: number): string {
  return `${Math.round(ms / 1000)} s`;
}

/** `images of acme-prod/us-east-1` */
export function namespaceInWords(namespace: Namespace): string {
  const { account, location, resourceType } = partsOf(namespace);
  return `${resourceType === 'image' ? 'images' : 'Auto Scaling groups'} of ${account}/${location}`;
}

const SHORT = 150;

/** The first part of a long sentence that names several causes, and what it says in brackets at its end. */
export function inShort(text: string): string {
  const [first = ''] = text.split('; ');
  const end = first === text ? '' : (/ \([^()]*\)$/.exec(text)?.[0] ?? '');
  const room = SHORT - end.length;
  return `${first.length > room ? `${first.slice(0, room - 1)}…` : first}${end}`;
}
