import type { MarkSort } from '../../../core/mark/markTable.ts';
import type { EndWords } from '../../../core/text/endWords.ts';
import { form, number, pluralize } from './numbers.ts';

/** How many marks there are beside those of the page. */
interface Total {
  readonly total: number;
  readonly totalIsAtLeast?: boolean;
  readonly isFiltered: boolean;
}

/** For the list of marks and its filters. */
export const marksTexts = {
  title: 'Marks',
  heading: ({ total, totalIsAtLeast, isFiltered }: Total) =>
    `${totalIsAtLeast ? 'At least ' : ''}${pluralize(total, 'resource', 'resources')} ${
      isFiltered ? form(total, 'matches', 'match') : form(total, 'waits for its date', 'wait for their date')
    }`,
  here: (here: number) => `${number(here)} on this page.`,
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
    /** In the field: a pattern is of the whole name or id. */
    qHint: 'Name, id or pattern: jenkins-*',
    owner: 'Owner',
    account: 'Account',
    type: 'Type',
    location: 'Location',
    namespace: 'Namespace',
    state: 'State',
    group: 'Group',
    entry: 'Entry',
    dueBefore: 'Due before',
    by: 'Group by',
    nothing: 'nothing',
    sort: 'Sort by',
    order: 'Order',
    limit: 'Per page',
    all: { account: 'All accounts', type: 'All types', state: 'Any state' },
    more: 'More',
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
    label: 'What to do with the selected ones',
    /** A script writes the number before it. */
    selected: 'Selected',
    whole: (total: number) => `All ${number(total)} that match, on all pages`,
    why: 'Why (kept with the decision)',
    keep30: 'Keep 30 days',
    lastDay: 'Last day (UTC)',
    keepUntil: 'Keep until that day',
    forever: 'Keep forever',
    csv: 'CSV',
    days: 'Days from now, at most',
    forward: 'Bring forward',
  },
  refused: {
    noneSelected: 'Select at least one resource. Nothing was changed.',
    noDay: 'Choose the last day. Nothing was changed.',
    noDays: 'Say in how many days from now, from 1 to 365. Nothing was changed.',
    until: (why: string) => `The last day ${why}. Nothing was changed.`,
    otherSet: (shown: number) =>
      `Nothing was changed: the ${number(shown)} that were counted are not the ones that match now. Look at them again.`,
  },
  table: 'Marks',
  soonestFirst: 'By namespace, soonest first. Times are UTC.',
  ofAll: 'In the order of all namespaces. Times are UTC.',
  columns: {
    select: 'Select',
    resource: 'Resource',
    state: 'State',
    owner: 'Owner',
    where: 'Where',
    why: 'Why',
    saving: 'A month',
    deletion: 'Due',
  },
  select: (name: string, id: string) => `Select ${name}, ${id}`,
  group: (name: string, count: number) => `${name}: ${pluralize(count, 'mark', 'marks')} on this page.`,
  noOwner: 'no owner',
  /** In the column of owners. */
  ownerless: 'none',
  selected: {
    title: 'Selected marks',
    back: 'Back to the marks',
    of: (done: number, all: number) => `${number(done)} of ${number(all)} are done; each has its answer below.`,
    begun: (name: string, { noun }: EndWords) => `${name}: kept from now on, but its ${noun} had begun.`,
    kept: (name: string, time: string, hadMark: boolean) =>
      `${name}: kept ${time}${hadMark ? '' : '; it had no mark any more'}.`,
    notKept: (name: string, why: string) => `${name}: not kept. ${why}`,
    moved: (name: string, date: string, { noun }: EndWords) => `${name}: the date of its ${noun} is now ${date}.`,
    stays: (name: string, date: string, { noun }: EndWords) =>
      `${name}: the date of its ${noun} stays ${date}. No date moves before the end of its notice, and none moves out.`,
    noMark: (name: string) => `${name}: it has no mark whose date could move.`,
    notMoved: (name: string, why: string) => `${name}: ${why}.`,
  },
};
