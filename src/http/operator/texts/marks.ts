import type { MarkSort } from '../../../core/mark/markTable.ts';
import { number, pluralize } from './numbers.ts';

/** How many marks there are beside those of the page. */
interface Total {
  readonly total: number;
  readonly totalIsAtLeast?: boolean;
  readonly isFiltered: boolean;
}

/** For the list of marks and its filters. */
export const marksTexts = {
  title: 'Marks',
  heading: 'Resources marked for deletion',
  count: (here: number, { total, totalIsAtLeast, isFiltered }: Total) =>
    `${pluralize(here, 'mark', 'marks')} on this page, ${totalIsAtLeast ? 'at least ' : ''}${number(total)} ${
      isFiltered ? 'match the filters' : 'in all namespaces'
    }.`,
  /** @param most so many have an order */
  tooManyToSort: (marked: number, most: number) =>
    `${pluralize(marked, 'mark', 'marks')} match, and this instance puts at most ${number(most)} in order: choose an account, a location, a type or a namespace. Until then they are in the order by namespace.`,
  none: 'No marks here.',
  noneYet: 'No marks in this part; the next page continues the search.',
  clear: 'Clear the filters',
  nextPage: 'Next page',
  chips: 'Filters in force',
  drop: (name: string, value: string) => `Drop the filter ${name}: ${value}`,
  filter: {
    label: 'Filter the marks',
    q: 'Name or id',
    owner: 'Owner',
    account: 'Account',
    type: 'Type',
    location: 'Location',
    namespace: 'Namespace',
    state: 'State',
    group: 'Group',
    dueBefore: 'Due before',
    by: 'Group by',
    nothing: 'nothing',
    sort: 'Sort by',
    order: 'Order',
    limit: 'Per page',
    button: 'Filter',
  },
  by: {
    owner: 'owner',
    account: 'account',
    type: 'type',
    location: 'location',
    namespace: 'namespace',
  },
  sorts: { date: 'date', marked: 'marked', cost: 'cost', name: 'name' } satisfies Record<MarkSort, string>,
  orders: { asc: 'ascending', desc: 'descending' },
  actions: {
    why: 'Why (kept with the decision)',
    keep30: 'Keep selected 30 days',
    lastDay: 'Last day (UTC)',
    keepUntil: 'Keep selected until that day',
    forever: 'Keep selected forever',
    csv: 'Selected as CSV',
    days: 'Days from now, at most',
    forward: 'Bring selected forward',
  },
  table: 'Marks',
  soonestFirst: 'By namespace, soonest first. Times are UTC.',
  ofAll: 'In the order of all namespaces. Times are UTC.',
  columns: {
    select: 'Select',
    resource: 'Resource',
    namespace: 'Namespace',
    state: 'State',
    owner: 'Owner',
    why: 'Why',
    saving: 'Saving',
    deletion: 'Deletion',
  },
  select: (name: string, id: string) => `Select ${name}, ${id}`,
  group: (name: string, count: number) => `${name}: ${pluralize(count, 'mark', 'marks')} on this page.`,
  noOwner: 'no owner',
  /** In the column of owners. */
  ownerless: 'none',
  selected: {
    title: 'Selected marks',
    back: 'Back to the marks',
    begun: (name: string) => `${name}: kept from now on, but its deletion had begun.`,
    kept: (name: string, time: string, hadMark: boolean) =>
      `${name}: kept ${time}${hadMark ? '' : '; it had no mark any more'}.`,
    notKept: (name: string, why: string) => `${name}: not kept. ${why}`,
    moved: (name: string, date: string) => `${name}: its deletion date is now ${date}.`,
    stays: (name: string, date: string) =>
      `${name}: its deletion date stays ${date}. No date moves before the end of its notice, and none moves out.`,
    noMark: (name: string) => `${name}: it has no mark whose date could move.`,
    notMoved: (name: string, why: string) => `${name}: ${why}.`,
  },
};
