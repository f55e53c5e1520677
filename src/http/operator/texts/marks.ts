import type { MarkSort } from '../../../core/mark/markIndex.ts';
import { numbersIn, type Texts } from './texts.ts';

const { pluralize, number } = numbersIn('en');
const german = numbersIn('de');
const germanMarks = (count: number) => german.pluralize(count, 'Markierung', 'Markierungen');

/** How many marks there are beside those of the page. */
interface Total {
  readonly total: number;
  readonly totalIsAtLeast?: boolean;
  readonly isFiltered: boolean;
}

const en = {
  title: 'Marks',
  heading: 'Resources marked for deletion',
  count: (here: number, { total, totalIsAtLeast, isFiltered }: Total) =>
    `${pluralize(here, 'mark', 'marks')} on this page, ${totalIsAtLeast ? 'at least ' : ''}${number(total)} ${
      isFiltered ? 'match the filters' : 'in all namespaces'
    }.`,
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

const de: typeof en = {
  title: 'Markierungen',
  heading: 'Zur Löschung markierte Ressourcen',
  count: (here, { total, totalIsAtLeast, isFiltered }) =>
    `${germanMarks(here)} auf dieser Seite, ${totalIsAtLeast ? 'mindestens ' : ''}${german.number(total)} ${
      isFiltered ? 'passen zu den Filtern' : 'in allen Namensräumen'
    }.`,
  none: 'Keine Markierungen.',
  noneYet: 'Keine Markierungen in diesem Teil; die nächste Seite setzt die Suche fort.',
  clear: 'Filter entfernen',
  nextPage: 'Nächste Seite',
  chips: 'Gesetzte Filter',
  drop: (name, value) => `Filter entfernen, ${name}: ${value}`,
  filter: {
    label: 'Markierungen filtern',
    q: 'Name oder Id',
    owner: 'Eigentümer',
    account: 'Konto',
    type: 'Typ',
    location: 'Ort',
    namespace: 'Namensraum',
    state: 'Zustand',
    group: 'Gruppe',
    dueBefore: 'Fällig vor',
    by: 'Gruppieren nach',
    nothing: 'nichts',
    sort: 'Sortieren nach',
    order: 'Reihenfolge',
    limit: 'Je Seite',
    button: 'Filtern',
  },
  by: { owner: 'Eigentümer', account: 'Konto', type: 'Typ', location: 'Ort', namespace: 'Namensraum' },
  sorts: { date: 'Datum', marked: 'markiert', cost: 'Kosten', name: 'Name' },
  orders: { asc: 'aufsteigend', desc: 'absteigend' },
  actions: {
    why: 'Warum (wird mit der Entscheidung gespeichert)',
    keep30: 'Ausgewählte 30 Tage behalten',
    lastDay: 'Letzter Tag (UTC)',
    keepUntil: 'Ausgewählte bis zu diesem Tag behalten',
    forever: 'Ausgewählte für immer behalten',
    csv: 'Ausgewählte als CSV',
    days: 'Tage von jetzt an, höchstens',
    forward: 'Ausgewählte vorziehen',
  },
  table: 'Markierungen',
  soonestFirst: 'Nach Namensraum, die nächste zuerst. Zeiten in UTC.',
  ofAll: 'In der Reihenfolge aller Namensräume. Zeiten in UTC.',
  columns: {
    select: 'Auswahl',
    resource: 'Ressource',
    namespace: 'Namensraum',
    state: 'Zustand',
    owner: 'Eigentümer',
    why: 'Warum',
    saving: 'Ersparnis',
    deletion: 'Löschung',
  },
  select: (name, id) => `${name}, ${id} auswählen`,
  group: (name, count) => `${name}: ${germanMarks(count)} auf dieser Seite.`,
  noOwner: 'ohne Eigentümer',
  ownerless: 'keiner',
  selected: {
    title: 'Ausgewählte Markierungen',
    back: 'Zurück zu den Markierungen',
    begun: (name) => `${name}: wird ab jetzt behalten, aber die Löschung hatte schon begonnen.`,
    kept: (name, time, hadMark) =>
      `${name}: wird ${time} behalten${hadMark ? '' : '; eine Markierung gab es nicht mehr'}.`,
    notKept: (name, why) => `${name}: nicht behalten. ${why}`,
    moved: (name, date) => `${name}: Das Löschdatum ist jetzt ${date}.`,
    stays: (name, date) =>
      `${name}: Das Löschdatum bleibt ${date}. Keines rückt vor das Ende seiner Frist, und keines nach hinten.`,
    noMark: (name) => `${name}: keine Markierung, deren Datum sich ändern kann.`,
    notMoved: (name, why) => `${name}: nichts geändert (${why}).`,
  },
};

/** For the list of marks and its filters. */
export const marksTexts: Texts<typeof en> = { en, de };
