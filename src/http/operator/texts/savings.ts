import { pluralize } from './numbers.ts';

/** For the page of the savings, and the sentence about them on the first page. */
export const savingsTexts = {
  title: 'Savings',
  /** Of a month, and of the marks of now. */
  heading: (saved: string, month: string, waiting: string) =>
    `${saved} a month saved in ${month}, ${waiting === '' ? 'nothing' : waiting} waiting`,
  onlyWaiting: (waiting: string, month: string) => `${waiting} a month waiting, no figure saved in ${month} yet`,
  explained:
    'What the deletions of a month save a month from then on, at list prices. Waiting: what the marks of now would save.',
  since: (day: string) => `By team and type since ${day}; deletions before it are in the sum of their month only.`,
  none: 'No deletion has been counted by team and type yet.',
  filter: { label: 'Choose a month', month: 'Month', all: 'all months', button: 'Show' },
  month: 'Month',
  team: 'Team',
  type: 'Type',
  saved: 'Saved a month',
  unpriced: 'Without a figure',
  noTeam: 'no owner',
  otherTeams: 'other teams',
  noFigure: 'no figure',
  csv: 'All of these as CSV',
  more: (count: number) => `${pluralize(count, 'more row is', 'more rows are')} in the CSV.`,
  link: 'Savings by team',
};
