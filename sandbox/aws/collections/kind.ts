/** What one kind of resource is to the sandbox: from its declaration follow its table, its controls and its tags. */
import type { AwsError } from './errors.ts';
import type { Ids } from './ids.ts';

/** What whatever makes a resource may know; a {@link Call} is one. */
export interface Making {
  readonly account: { readonly id: string };
  readonly region: string;
  readonly ids: Ids;
  readonly now: Date;
}

/** `Kept` is what the sandbox keeps of one, `Shown` what the API describes, `Here` the tables that it comes with. */
export interface Kind<Name extends string, Seed, Kept extends object, Shown extends object, Here = unknown> {
  /** As the control names one: `volume`. */
  readonly name: Name;
  make(seed: Seed, making: Making): Kept;
  /** Its key in the table of its kind. */
  keyOf(kept: Kept): string | undefined;
  /** What the control answers for a new one; absent: the key. */
  idOf?(kept: Kept): string | undefined;
  shown(kept: Kept): Shown;
  /** The same one with other members shown. */
  changed(kept: Kept, shown: Shown): Kept;
  /** After the control has changed members; absent: members of what is shown. */
  patched?(kept: Kept, patch: Patch): Kept;
  /** Makes what comes with it. */
  beside?(here: Here, kept: Kept, seed: Seed, making: Making): void;
  /** How EC2 tags it; absent: CreateTags does not know it. */
  readonly tagged?: Tagged;
}

export type Patch = Readonly<Record<string, unknown>>;

/** Ids of one kind, and what EC2 says of those that are none. */
export interface EntityIds {
  /** `vol` */
  readonly prefix: string;
  /** Error code of an id that cannot be one. */
  readonly malformed: string;
  notFound(missing: readonly string[]): AwsError;
}

export interface Tagged extends EntityIds {
  /** As DescribeTags names the type. */
  readonly type: string;
}

/** A kind that is kept as the API describes it. */
export function plainKind<Name extends string, Seed, T extends object, Here = unknown>(
  name: Name,
  declared: Omit<Kind<Name, Seed, T, T, Here>, 'name' | 'shown' | 'changed'>,
): Kind<Name, Seed, T, T, Here> {
  return { name, shown: (kept) => kept, changed: (_kept, shown) => shown, ...declared };
}

/** Of a kind that is kept with more than the API describes. */
export function shownInside<T extends object, K extends keyof T>(
  member: K,
): Pick<Kind<string, never, T, T[K] & object>, 'shown' | 'changed'> {
  return {
    shown: (kept) => kept[member] as T[K] & object,
    changed: (kept, shown) => ({ ...kept, [member]: shown }),
  };
}

/** A table that a kind comes with; {@link PARTS} names them. */
export function part<T extends object>(): Part<T> {
  return {};
}

export interface Part<T extends object> {
  /** For types alone. */
  readonly row?: T;
}
