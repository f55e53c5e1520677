/** The address of the list of marks: filters, groups and order, all of them in the URL. Pure. */
import { z } from 'zod';
import type { MarkSort, Order } from '../../../core/mark/markTable.ts';
import { namespaceOf } from '../../../core/resource/namespace.ts';
import { MarkFilters } from '../api/markQuery.ts';

/** How the rows of a page are grouped. */
const BY = ['owner', 'account', 'type', 'location', 'namespace'] as const;
/** A field of a mark; the page groups its rows by the value. */
export type GroupBy = (typeof BY)[number];
export { BY };

/** Marks per page, as the form offers them. */
export const PAGE_SIZES = ['50', '100', '200', '500'] as const;

/** A form sends an empty field as an empty text, and a direction also where the order has none. */
function asAsked(query: unknown): unknown {
  const { order, ...given } = Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));
  return given.sort === undefined || order === undefined ? given : { ...given, order };
}

export const MarksPageQuery = z.preprocess(asAsked, MarkFilters.extend({ by: z.enum(BY).optional() }));
/** The page's address after parsing: the filters of the API, and `by`; absent = no groups. */
export type MarksPageQuery = z.infer<typeof MarksPageQuery>;

/** The filters, as the chips name them. */
const CHIPS = [
  'q',
  'state',
  'namespace',
  'account',
  'location',
  'type',
  'owner',
  'group',
  'entry',
  'dueBefore',
] as const;

/** A filter in force, shown above the table. */
export interface Chip {
  readonly name: (typeof CHIPS)[number];
  readonly value: string;
  /** The page without this filter. */
  readonly without: string;
}

/** The filters in force, each with the address that drops it. */
export function chipsOf(query: MarksPageQuery): readonly Chip[] {
  return CHIPS.flatMap((name) => {
    const value = query[name];
    if (value === undefined) return [];
    return [
      {
        name,
        value: name === 'dueBefore' ? dateOf(Number(value)) : String(value),
        without: marksPath({ ...query, [name]: undefined, cursor: undefined }),
      },
    ];
  });
}

/** Relative to the first page. */
export function marksPath({ dueBefore, limit, sort, order, ...rest }: MarksPageQuery, page = 'marks'): string {
  const given = {
    ...rest,
    dueBefore: dueBefore && new Date(dueBefore).toISOString(),
    limit: limit === 100 ? undefined : String(limit),
    sort,
    order: sort === undefined || order === 'asc' ? undefined : order,
  };
  const pairs = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const query = new URLSearchParams(pairs).toString();
  return query === '' ? page : `${page}?${query}`;
}

/** The filters by place and type as commands take them, such as `*:shop:*:image`; `undefined`: there are none. */
export function namespaceGlob({ namespace, account, location, type }: MarksPageQuery): string | undefined {
  if (namespace !== undefined) return namespace;
  const filters = [undefined, account, location, type];
  if (filters.every((part) => part === undefined)) return undefined;
  const any = 'any';
  const parts = { provider: any, account: account ?? any, location: location ?? any, resourceType: type ?? any };
  const encoded = namespaceOf(parts).split(':');
  return filters.map((part, at) => (part === undefined ? '*' : encoded[at])).join(':');
}

/** The day in UTC, `2025-03-03`, for a field of a form; empty for no date. */
export function dateOf(at: number | undefined): string {
  return at === undefined ? '' : new Date(at).toISOString().slice(0, 10);
}

/** The columns that have an order of all namespaces, and where it begins. */
const SORTED = {
  resource: ['name', 'asc'],
  saving: ['cost', 'desc'],
  deletion: ['date', 'asc'],
} as const satisfies Readonly<Record<string, readonly [MarkSort, Order]>>;

/** The head of a column, as a link to an order. */
export interface SortedColumn {
  /** The first page in this order; of the present order, in the other direction. */
  readonly path: string;
  /** Only of the present order. */
  readonly order?: Order;
}

/** The sortable columns of the list, by their names on the page. */
export function sortedColumns(
  query: MarksPageQuery,
  names: Readonly<Record<keyof typeof SORTED, string>>,
): Readonly<Record<string, SortedColumn>> {
  const columns = Object.entries(SORTED).map(([key, [sort, begins]]) => {
    const column = names[key as keyof typeof SORTED];
    const order = query.sort === sort ? (query.order ?? 'asc') : undefined;
    const next = order === undefined ? begins : order === 'asc' ? 'desc' : 'asc';
    const path = `./${marksPath({ ...query, sort, order: next, cursor: undefined })}`;
    return [column, { path, ...(order ? { order } : {}) }] as const;
  });
  return Object.fromEntries(columns);
}
