/** The declaration of a resource kind, from which its table, controls and tags follow. */
import type { AwsError } from './errors.ts';
import type { Making } from './making.ts';
import type { Change, Creation, Deletion, IdOperation, Listed, Recycled } from './operations.ts';

export type { Making } from './making.ts';

/** `Kept` is the stored form, `Shown` the API's description, `Here` the tables that belong to it. */
export interface Kind<Name extends string, Seed, Kept extends object, Shown extends object, Here = unknown> {
  /** Its name in the control: `volume`. */
  readonly name: Name;
  make(seed: Seed, making: Making): Kept;
  /** Its key in the table of its kind. */
  keyOf(kept: Kept): string | undefined;
  /** The control's result for a new one; absent: the key. */
  idOf?(kept: Kept): string | undefined;
  shown(kept: Kept): Shown;
  /** The same resource with other shown members. */
  changed(kept: Kept, shown: Shown): Kept;
  /** Applies a patch of the control; absent: to the shown members. */
  patched?(kept: Kept, patch: Patch): Kept;
  /** Creates the resources that come with it. */
  beside?(here: Here, kept: Kept, seed: Seed, making: Making): void;
  /** How EC2 tags it; absent: CreateTags does not support it. */
  readonly tagged?: Tagged;
  /** In texts; absent: the words of its name. */
  readonly noun?: string;
  /** The operation that lists it; `by` selects by ids. Declared with {@link listed}, or defined by its service. */
  readonly reads?: IdOperation | Listed;
  /** The operation that creates one, if no service defines it: conformance needs it. */
  readonly creates?: Creation;
  /** Operations that change one, for example that associate it with its user. */
  readonly changes?: readonly Change[];
  /** The operation that deletes one; absent: Holystone deletes none. */
  readonly deletes?: Deletion<Kept, Here>;
  /** Absent: the Recycle Bin does not support it. */
  readonly recycled?: Recycled<Kept, Here>;
}

export type Patch = Readonly<Record<string, unknown>>;

/** Ids of one kind, and EC2's errors for invalid ones. */
export interface EntityIds {
  /** `vol` */
  readonly prefix: string;
  /** Error code for a malformed id. */
  readonly malformed: string;
  notFound(missing: readonly string[]): AwsError;
}

export interface Tagged extends EntityIds {
  /** The type name in DescribeTags. */
  readonly type: string;
  /** The member of the API's description with the tags; absent: `Tags`. */
  readonly member?: 'Tags' | 'TagSet';
}

/** A kind that is stored in the form of the API. */
export function plainKind<Name extends string, Seed, T extends object, Here = unknown>(
  name: Name,
  declared: Omit<Kind<Name, Seed, T, T, Here>, 'name' | 'shown' | 'changed'>,
): Kind<Name, Seed, T, T, Here> {
  return { name, shown: (kept) => kept, changed: (_kept, shown) => shown, ...declared };
}

/** For a kind that is stored with more than the API describes. */
export function shownInside<T extends object, K extends keyof T>(
  member: K,
): Pick<Kind<string, never, T, T[K] & object>, 'shown' | 'changed'> {
  return {
    shown: (kept) => kept[member] as T[K] & object,
    changed: (kept, shown) => ({ ...kept, [member]: shown }),
  };
}

/** A table that belongs to a kind; {@link PARTS} names them. */
export function part<T extends object>(): Part<T> {
  return {};
}

export interface Part<T extends object> {
  /** Only for types. */
  readonly row?: T;
}
