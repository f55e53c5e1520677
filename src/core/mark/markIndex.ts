/**
 * The index of the marks of all namespaces: their order by four fields, and how many there are of each kind. The marks
 * themselves are the truth; the index is a cache of them, which follows a moment later and which no decision reads.
 */
import type { Namespace } from '../resource/namespace.ts';

/** The index keeps a list for each of these orders; the API and the pages take them as `sort`. */
export const MARK_SORTS = ['date', 'marked', 'cost', 'name'] as const;
/** By the date of the deletion, the time of the mark, the monthly cost (without a figure = 0), or the name in lower case. */
export type MarkSort = (typeof MARK_SORTS)[number];

/** The values of `order` in an address of the API or of a page. */
export const ORDERS = ['asc', 'desc'] as const;
/** The direction of a {@link MarkSort}: `asc` = the earliest, the cheapest or the first name comes first. */
export type Order = (typeof ORDERS)[number];

/** A place in one order of the index; opaque but for its form. */
export interface IndexPlace {
  /** In the store's own form. */
  readonly score: string;
  readonly member: string;
}

/** One mark in the order of an index; its fields are in the mark itself. */
export interface IndexEntry extends IndexPlace {
  /** `undefined`: a namespace that is not in the configuration. */
  readonly namespace: Namespace | undefined;
  readonly id: string;
}

/** The kinds that the index counts, with the value in lower case; `all` has no value. */
export type IndexCount =
  | { readonly of: 'all' }
  | { readonly of: 'state' | 'owner' | 'namespace' | 'account' | 'location' | 'type'; readonly value: string };

/** A narrow list of the index, with the value in any case: it has the marks of one kind in each order. */
export type IndexList =
  /** A type is without its provider. */
  | { readonly of: 'owner' | 'account' | 'location' | 'type'; readonly value: string }
  /** The marks whose deletion is under way, and those without an owner. */
  | { readonly of: 'deleting' | 'unowned' };

/** An owner with marks, with figures of the index. */
export interface OwnerFigures {
  /** In lower case. */
  readonly owner: string;
  readonly marked: number;
  /** With a notice that a transport accepted. */
  readonly notified: number;
  /** A month, at most, in each currency with a figure. */
  readonly savings: readonly { readonly currency: string; readonly amount: number }[];
}

/** Amounts in one currency, per month, at list price. */
export interface MonthOfMoney {
  /** `2026-11`, UTC. */
  readonly month: string;
  readonly currency: string;
  /** The monthly cost of the resources that were deleted in this month. */
  readonly saved: number;
  /** The monthly cost of the marks at the end of the month, of the running month now. */
  readonly waiting: number;
}

/**
 * The marks of all namespaces in one order, for people: no decision about a resource reads it. Rejects with
 * StoreError.
 */
export interface MarkIndex {
  /** False: the configuration switches it off; nothing is written, and its answers mean nothing. */
  readonly isOn: boolean;
  /** The entries behind a place, in order; at most 500. `isLast`: there are no more. */
  page(request: {
    readonly sort: MarkSort;
    readonly order: Order;
    readonly after?: IndexPlace;
    readonly limit: number;
    readonly namespaces: readonly Namespace[];
    /** Absent = all marks. */
    readonly list?: IndexList;
  }): Promise<{ readonly entries: readonly IndexEntry[]; readonly isLast: boolean }>;
  count(what: IndexCount): Promise<number>;
  /** How many marks each of these lists has. */
  lengths(lists: readonly IndexList[]): Promise<readonly number[]>;
  /** How many marks have a date before `at` (ms since the epoch). */
  countBefore(at: number): Promise<number>;
  /** The figures of these owners, in their order; an owner without marks has zeros. */
  owners(owners: readonly string[], currencies: readonly string[]): Promise<readonly OwnerFigures[]>;
  /**
   * Owners with marks in the order of their addresses in lower case. A part that few match has fewer than `limit`, even
   * none, before a next one.
   * @param request.q part of the address, in any case; `after`: `next` of the part before
   */
  ownerNames(request: {
    readonly q: string;
    readonly after?: string;
    readonly limit: number;
  }): Promise<{ readonly owners: readonly string[]; readonly next?: string }>;
  /** How many of these namespaces the index does not have completely yet; it then begins to read them in the background. */
  missing(namespaces: readonly Namespace[]): Promise<number>;
  /** The months with figures, oldest first, at most 24 and without gaps. */
  months(): Promise<readonly MonthOfMoney[]>;
  /** Looks at these marks again, in the background: an entry did not agree with its mark. Never throws. */
  recheck(namespace: Namespace, ids: readonly string[]): void;
  /** Compares the entries of a namespace with its marks, in the background, as after a complete survey. Never throws. */
  repair(namespace: Namespace): void;
  /** Resolves when nothing is under way or waits in the background; for tests and measurements. */
  settled(): Promise<void>;
}
