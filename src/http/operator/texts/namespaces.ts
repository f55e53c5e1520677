import type { Action } from '../../../core/policy/workConfiguration.ts';
import { numbersIn, type Texts } from './texts.ts';
import { sharedWords } from './words.ts';

const { pluralize, number } = numbersIn('en');
const german = numbersIn('de');

const en = {
  title: 'Namespaces',
  count: (count: number) => pluralize(count, 'namespace', 'namespaces'),
  matrix: 'Accounts and types',
  caption: 'Stage; marks and those that are due; the age of the oldest complete survey. Locations are folded.',
  account: 'Account',
  markedAndDue: (marked: number, due: number) => `${number(marked)} marked, ${number(due)} due`,
  noSurvey: 'no complete survey',
  columns: {
    namespace: 'Namespace',
    mode: 'Mode',
    work: 'Work',
    marked: 'Marked',
    due: 'Due',
    passes: 'Last passes',
    missing: 'Missing evidence',
  },
  noPasses: 'none yet',
  marks: 'Its marks',
  problemOf: (action: Action) => `Problem of ${action}`,
  recalculate: 'Marks, the oldest first',
  seconds: 'Seconds from now to their deletion, at most',
  bringForward: 'Bring dates forward',
  past: {
    label: 'Last passes',
    caption: 'Newest first; equal passes one after the other are one row. Times are UTC.',
    ended: 'Ended',
    pass: 'Pass',
    outcome: 'Outcome',
    times: 'Times',
    counts: 'Counts',
    problem: 'Problem',
  },
  evidence: {
    title: 'Evidence of the last survey',
    source: 'Evidence',
    findings: 'Findings',
    notRead: 'not read',
  },
  settings: {
    title: 'Configuration in force, with all defaults',
    intro: 'As this instance uses it, without secrets. Names and values are those of the API.',
  },
  moved: {
    title: 'Dates',
    text: (moved: number, considered: number) =>
      `${number(moved)} of ${pluralize(considered, 'date', 'dates')} moved. No date moves before the end of its notice.`,
  },
};

const de: typeof en = {
  title: 'Namensräume',
  count: (count) => german.pluralize(count, 'Namensraum', 'Namensräume'),
  matrix: 'Konten und Typen',
  caption:
    'Stufe; Markierungen und wie viele davon fällig sind; Alter der ältesten vollständigen Durchsicht. Orte sind zusammengefasst.',
  account: 'Konto',
  markedAndDue: (marked, due) => `${german.number(marked)} markiert, ${german.number(due)} fällig`,
  noSurvey: 'keine vollständige Durchsicht',
  columns: {
    namespace: 'Namensraum',
    mode: 'Betriebsart',
    work: 'Arbeit',
    marked: 'Markiert',
    due: 'Fällig',
    passes: 'Letzte Durchläufe',
    missing: 'Fehlende Nachweise',
  },
  noPasses: 'noch keine',
  marks: 'Seine Markierungen',
  problemOf: (action) => `Problem beim ${sharedWords.de.actions[action]}`,
  recalculate: 'Markierungen, die ältesten zuerst',
  seconds: 'Sekunden von jetzt bis zu ihrer Löschung, höchstens',
  bringForward: 'Daten vorziehen',
  past: {
    label: 'Letzte Durchläufe',
    caption: 'Die neuesten zuerst; gleiche Durchläufe hintereinander sind eine Zeile. Zeiten in UTC.',
    ended: 'Ende',
    pass: 'Durchlauf',
    outcome: 'Ergebnis',
    times: 'Anzahl',
    counts: 'Zahlen',
    problem: 'Problem',
  },
  evidence: {
    title: 'Nachweise der letzten Durchsicht',
    source: 'Nachweis',
    findings: 'Funde',
    notRead: 'nicht gelesen',
  },
  settings: {
    title: 'Geltende Konfiguration mit allen Vorgaben',
    intro: 'So benutzt sie diese Instanz, ohne Geheimnisse. Namen und Werte sind die der API.',
  },
  moved: {
    title: 'Löschdaten',
    text: (moved, considered) =>
      `${german.number(moved)} von ${german.pluralize(considered, 'Datum', 'Daten')} verschoben. Keines rückt vor das Ende seiner Frist.`,
  },
};

/** For the list of namespaces, and for the page of one. */
export const namespacesTexts: Texts<typeof en> = { en, de };
