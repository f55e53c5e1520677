import type { Place } from '../aws/index.ts';
import type { SeededType } from './seededTypes.ts';

/** What must become of a resource, known because the seed made it so. */
export type Truth = { readonly kind: 'unused' } | { readonly kind: 'mustKeep'; readonly why: string };

/** One resource that Holystone is let loose on. */
export interface SeededResource extends Place {
  readonly type: SeededType;
  /** What the API deletes by: an id, or the name of a group or launch configuration. */
  readonly id: string;
  readonly name: string;
  /** Who has to be told before it goes. */
  readonly owner: string;
  /** Nobody is named on it: `owner` is the fallback. */
  readonly unowned: boolean;
  readonly truth: Truth;
  /** An image that is disabled: AWS keeps no launch permissions of it that could be asked for. */
  readonly disabled?: true;
}

/** One string per resource; groups of one name may be in several places. */
export function keyOf({ account, region, id }: Place & { readonly id: string }): string {
  return `${account}/${region}/${id}`;
}
