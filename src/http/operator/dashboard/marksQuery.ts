/** The address of the list of marks: filters, groups and order, all of them in the URL. Pure. */
import { z } from 'zod';
import type { Mark } from '../../../core/mark/mark.ts';
import type { MarkCosts } from '../../app/costs.ts';
import { MarkFilters } from '../api/markQuery.ts';

/** How the rows of a page are grouped. */
const BY = ['owner', 'account', 'type', 'location', 'namespace'] as const;
const SORTS = ['due', 'cost', 'name', 'owner'] as const;
export type GroupBy = (typeof BY)[number];
export type SortBy = (typeof SORTS)[number];
export { BY, SORTS };

/** A form sends an empty field as an empty text. */
const withoutEmpty = (query: unknown) =>
  Object.fromEntries(Object.entries(query as object).filter(([, value]) => value !== ''));

export const MarksPageQuery = z.preprocess(
  withoutEmpty,
  MarkFilters.extend({
    by: z.enum(BY).optional(),
    sort: z.enum(SORTS).default('due'),
    order: z.enum(['asc', 'desc']).default('asc'),
  }),
);
export type MarksPageQuery = z.infer<typeof MarksPageQuery>;

/** The filters, as the chips name them. */
const CHIPS = ['q', 'state', 'namespace', 'account', 'location', 'type', 'owner', 'group', 'dueBefore'] as const;

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
    sort: sort === 'due' ? undefined : sort,
    order: order === 'asc' ? undefined : order,
  };
  const pairs = Object.entries(given).filter((pair): pair is [string, string] => pair[1] !== undefined);
  const query = new URLSearchParams(pairs).toString();
  return query === '' ? page : `${page}?${query}`;
}

export function dateOf(at: number | undefined): string {
  return at === undefined ? '' : new Date(at).toISOString().slice(0, 10);
}

/** The marks of one page in the order that the address asks for. */
export function sortedMarks(marks: readonly Mark[], { sort, order }: MarksPageQuery, costs: MarkCosts) {
  const compare: Readonly<Record<SortBy, (a: Mark, b: Mark) => number>> = {
    due: (a, b) => a.projectedDeletionAt - b.projectedDeletionAt,
    cost: (a, b) => (costs.of(a)?.amount ?? -1) - (costs.of(b)?.amount ?? -1),
    name: (a, b) => compareText(a.resource.name || a.id, b.resource.name || b.id),
    owner: (a, b) => compareText(a.owner ?? '', b.owner ?? ''),
  };
  const sorted = marks.toSorted(compare[sort]);
  return order === 'asc' ? sorted : sorted.toReversed();
}

function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
