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

export interface Tagged {
  /** Of its ids: `vol`. */
  readonly prefix: string;
  /** As DescribeTags names the type. */
  readonly type: string;
  notFound(id: string): AwsError;
}

/** Of a kind that is kept as the API describes it. */
export function asShown<T extends object>(): Pick<Kind<string, never, T, T>, 'shown' | 'changed'> {
  return { shown: (kept) => kept, changed: (_kept, shown) => shown };
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
