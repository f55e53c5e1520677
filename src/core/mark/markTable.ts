/**
 * The marks of many namespaces as rows in the memory of a process: their order by four fields, and how many there are of
 * each kind. The marks themselves are the truth; the table follows them a moment later, and no decision reads it.
 */
import type { Namespace } from '../resource/namespace.ts';
import type { MonthlyCost } from '../resource/prices.ts';
import type { Mark, MarkState } from './mark.ts';

/** The orders of the table; the API and the pages take them as `sort`. */
export const MARK_SORTS = ['date', 'marked', 'cost', 'name'] as const;
/** By the date of the deletion, the time of the mark, the monthly cost (without a figure = 0), or the name in lower case. */
export type MarkSort = (typeof MARK_SORTS)[number];

/** The values of `order` in an address of the API or of a page. */
export const ORDERS = ['asc', 'desc'] as const;
/** The direction of a {@link MarkSort}: `asc` = the earliest, the cheapest or the first name comes first. */
export type Order = (typeof ORDERS)[number];

/** What orders, filters, counts and sums need of a mark. Instants in ms since the epoch. */
export interface MarkRow {
  readonly namespace: Namespace;
  readonly id: string;
  readonly state: MarkState;
  readonly owner: string | undefined;
  /** It has no owner of its own. */
  readonly isUnowned: boolean;
  /** With a notice that a transport accepted. */
  readonly isNotified: boolean;
  readonly group: string | undefined;
  /** The entry that judged it; absent: one without `match`. */
  readonly entry: string | undefined;
  /** In lower case; the id of a mark without one. */
  readonly name: string;
  readonly monthlyCost: MonthlyCost | undefined;
  readonly projectedDeletionAt: number;
  readonly markedAt: number;
}

/** Where a row stands in an order: its field, and for equal ones its namespace and id. */
export interface RowPlace extends Pick<MarkRow, 'namespace' | 'id'> {
  readonly key: number | string;
}

export function rowOf(mark: Mark): MarkRow {
  return rowSharing(mark, (text) => text);
}

/** @param textOf one text for all that are equal */
export function rowSharing(mark: Mark, textOf: (text: string) => string): MarkRow {
  const { id, owner, resource } = mark;
  // Literal: a copy of the members of other objects takes ten times as long.
  return {
    namespace: mark.namespace,
    id,
    state: mark.state,
    owner: owner === undefined ? undefined : textOf(owner),
    isUnowned: mark.unowned === true || owner === undefined,
    isNotified: mark.notice !== undefined,
    group: resource.group,
    entry: mark.entry === undefined ? undefined : textOf(mark.entry),
    name: (resource.name || id).toLowerCase(),
    monthlyCost: resource.monthlyCost,
    projectedDeletionAt: mark.projectedDeletionAt,
    markedAt: mark.markedAt,
  };
}

export function placeOf(row: MarkRow, sort: MarkSort): RowPlace {
  return { key: KEYS[sort](row), namespace: row.namespace, id: row.id };
}

/** Negative: `a` comes first in ascending order. No two marks are equal. */
export function comparePlaces(a: RowPlace, b: RowPlace): number {
  return compare(a.key, b.key) || compare(a.namespace, b.namespace) || compare(a.id, b.id);
}

/** The same for rows in one order. */
export function comparing(sort: MarkSort): (a: MarkRow, b: MarkRow) => number {
  const keyOf = KEYS[sort];
  return (a, b) => compare(keyOf(a), keyOf(b)) || compare(a.namespace, b.namespace) || compare(a.id, b.id);
}

const KEYS: Readonly<Record<MarkSort, (row: MarkRow) => number | string>> = {
  date: ({ projectedDeletionAt }) => projectedDeletionAt,
  marked: ({ markedAt }) => markedAt,
  cost: ({ monthlyCost }) => monthlyCost?.amount ?? 0,
  name: ({ name }) => name,
};

function compare(a: number | string, b: number | string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** A part of the rows in one order, ascending. */
export interface RowsRequest {
  /** The same name = the same rows: the table keeps the order of those that were asked for last. */
  readonly name: string;
  readonly sort: MarkSort;
  readonly has: (row: MarkRow) => boolean;
}

/** The rows of the namespaces that were asked for. */
export interface MarkRows {
  /** How many of the namespaces were not read yet: their marks are missing. */
  readonly missing: number;
  /** Of all namespaces of the table; others may be among them. */
  sorted(request: RowsRequest): Promise<readonly MarkRow[]>;
  of(namespace: Namespace): Iterable<MarkRow>;
}

/** More marks than the memory of this process takes. */
export interface TooManyMarks {
  /** Of the namespaces that were asked for. */
  readonly marked: number;
  /** So many it takes. */
  readonly most: number;
}

/** For people: no decision about a resource reads it. Rejects with StoreError. */
export interface MarkTable {
  /** False: the configuration switches it off; then nobody may ask. */
  readonly isOn: boolean;
  /**
   * The rows of these namespaces, with each change that was announced before. It waits for a first read, for a moment;
   * what takes longer goes on in the background.
   */
  read(namespaces: readonly Namespace[]): Promise<MarkRows | TooManyMarks>;
  /** What somebody just read of these ids; an id without a mark has none. */
  saw(namespace: Namespace, ids: readonly string[], marks: readonly Mark[]): void;
  /** Resolves when every change of this process is announced and nothing is being read; for tests and measurements. */
  settled(): Promise<void>;
}
