import type { OptOutTarget } from '../../../core/owner/optOut.ts';
import { number, pluralize } from './numbers.ts';

/** For the page of all that people keep. */
export const keptTexts = {
  title: 'Kept',
  heading: (count: number) => `People keep ${pluralize(count, 'resource', 'resources')}`,
  /** Groups and patterns keep any number of resources. */
  headingOf: (count: number) => `${pluralize(count, 'decision', 'decisions')} of people are in force`,
  soon: (count: number) =>
    count === 0
      ? 'None ends within 30 days.'
      : `${number(count)} of them ${count === 1 ? 'ends' : 'end'} within 30 days.`,
  byTag: 'A resource with the tag holystone:keep alone is not here: each survey reads that tag.',
  left: (count: number) =>
    `${pluralize(count, 'namespace is', 'namespaces are')} not read: there are too many for a page. The API has them all.`,
  filter: {
    label: 'Filter what is kept',
    q: 'Name, id or pattern: jenkins-*',
    by: 'Kept by',
    button: 'Filter',
  },
  caption: 'What ends soonest first. Times are UTC.',
  none: 'Nobody keeps anything here.',
  columns: { target: 'Resource', by: 'Kept by', until: 'Until', why: 'Why', where: 'Where' },
  undoColumn: 'Undo',
  kinds: { id: '', group: 'all of the group', pattern: 'every id or name like' } satisfies Record<
    OptOutTarget['kind'],
    string
  >,
  noReason: 'no reason given',
  page: (from: number, to: number, all: number) => `${number(from)} to ${number(to)} of ${number(all)}`,
  next: 'Next page',
  csv: 'All of these as CSV',
  undo: 'Undo',
  undoOf: (target: string, actor: string) => `Undo: ${target}, kept by ${actor}`,
  ask: {
    heading: (target: string) => `Keep ${target} no longer?`,
    who: (actor: string, until: string, reason: string | undefined) =>
      `${actor} keeps it ${until}${reason === undefined ? ', without a reason.' : `: ${reason}`}`,
    afterwards:
      'This deletes nothing. The next survey may mark it; then its owner is notified, and the whole time begins anew.',
    reason: 'Reason (required)',
    missing: 'Say why: the reason is kept with the change.',
    yes: 'Keep it no longer',
    no: 'Change nothing',
  },
  undone: (target: string, actor: string) => `${actor} no longer keeps ${target}.`,
  undoneTitle: 'No longer kept',
  back: 'Back to what is kept',
};
