import type { Place } from '../aws/index.ts';
import type { ResourceType } from './deletableKinds.ts';

/** The correct outcome of a resource, known because the seed made it so. */
export type Truth = { readonly kind: 'unused' } | MustKeep;

export interface MustKeep {
  readonly kind: 'mustKeep';
  readonly because: KeptBecause;
  /** In words for people. */
  readonly why: string;
}

/** `protected`: young, protected, or managed by another tool. */
export type KeptBecause = 'inUse' | 'newest' | 'noRule' | 'protected';

export const UNUSED: Truth = { kind: 'unused' };
export const kept = (because: KeptBecause, why: string): MustKeep => ({ kind: 'mustKeep', because, why });

/** One resource that Holystone judges. */
export interface SeededResource extends Place {
  readonly type: ResourceType;
  /** The key for a delete request: an id, or the name of a group or launch configuration. */
  readonly id: string;
  readonly name: string;
  /** The recipient of the notice before its deletion. */
  readonly owner: string;
  /** It has no owner: `owner` is the fallback. */
  readonly unowned: boolean;
  readonly truth: Truth;
  /** A disabled image: AWS has no launch permissions of it to describe. */
  readonly disabled?: true;
  /** A resource in the same place that has to be deleted first. */
  readonly after?: Pick<SeededResource, 'type' | 'id'>;
}

/** The key that distinguishes a resource from all others. */
export interface Named extends Place {
  /** A namespace has it in lower case: case does not count. */
  readonly type: string;
  readonly id: string;
}

/** One string per resource: a name may be in several places, and in one place belong to resources of several types. */
export function keyOf({ account, region, type, id }: Named): string {
  return `${account}/${region}/${type.toLowerCase()}/${id}`;
}
