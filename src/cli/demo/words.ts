/** Resources and places as the terminal names them. */
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
