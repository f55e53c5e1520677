/** The kinds of resources in the sandbox, and their tables. A new kind needs a declaration and a line in `seeds/index.ts`. */

import type { Kind } from '../collections/kind.ts';
import type { Binned } from '../collections/operations.ts';
import type { Place } from '../collections/place.ts';
import { Table, type TableContext, type TablesOf } from '../collections/table.ts';
import { ecrParts } from '../seeds/ecrSeeds.ts';
import * as KINDS from '../seeds/index.ts';
import { groupParts } from '../seeds/partSeeds.ts';
import { imageBuilderParts } from '../seeds/recipes.ts';
import { snapshotParts } from '../seeds/snapshotSeeds.ts';

type Kinds = typeof KINDS;

/** Tables of parts of a resource that have no name of their own. */
const PARTS = { ...ecrParts, ...groupParts, ...imageBuilderParts, ...snapshotParts };

/** `volume` and others, the names of kinds in the control. */
export type KindName = Kinds[keyof Kinds]['name'];

/** A table for each kind and each part. */
export type Tables = { readonly [K in keyof Kinds]: Table<ReturnType<Kinds[K]['make']>> } & TablesOf<typeof PARTS>;

/** The Recycle Bin; only kinds that it supports have entries. */
export type Bins = { readonly [K in keyof Kinds]: Table<Binned<ReturnType<Kinds[K]['make']>>> };

/** The number of days that the Recycle Bin keeps a deleted resource; absent: not at all. */
export type RecycleBinSettings = { readonly [K in keyof Kinds]?: number };

/** The API's descriptions of each kind. */
export type Shown = { readonly [K in keyof Kinds]: readonly ReturnType<Kinds[K]['shown']>[] };

/**
 * `addVolumes` and others: each creates resources of one kind, and returns their ids, or ARNs if those are the keys.
 */
export type Adders = {
  [K in keyof Kinds as `add${Capitalize<K>}`]: (
    place: Place,
    seeds: readonly Parameters<Kinds[K]['make']>[0][],
  ) => readonly string[];
};

/** A kind whose types only its own declaration knows. */
export type AnyKind = Kind<string, never, object, object>;

export function tables(context: TableContext): Tables {
  return tablesOf([...PLURALS, ...Object.keys(PARTS)], context) as unknown as Tables;
}

export function bins(context: TableContext): Bins {
  return tablesOf(PLURALS, context) as unknown as Bins;
}

function tablesOf(names: readonly string[], context: TableContext): Readonly<Record<string, Table<object>>> {
  return Object.fromEntries(names.map((name) => [name, new Table(context)]));
}

/** `volumes` */
export type Plural = keyof Kinds;

/** The names of the tables of kinds. */
export const PLURALS = Object.keys(KINDS) as readonly Plural[];

/** Every kind, without a sandbox. */
export const ALL_KINDS = Object.entries(KINDS) as readonly (readonly [Plural, AnyKind & { readonly name: KindName }])[];

export interface KindIn {
  readonly plural: Plural;
  readonly kind: AnyKind;
  readonly table: Table<object>;
}

/** Every kind with its table. */
export function kindsIn(here: Tables): readonly KindIn[] {
  return ALL_KINDS.map(([plural, kind]) => ({ plural, kind, table: tableIn(here, plural) }));
}

/** A table whose types only the declaration of its kind knows. */
export function tableIn(here: Tables | Bins, plural: Plural): Table<object> {
  return here[plural] as unknown as Table<object>;
}
