import type { Action } from '../../../core/policy/workConfiguration.ts';
import { number, pluralize } from './numbers.ts';

/** For the list of namespaces, and for the page of one. */
export const namespacesTexts = {
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
