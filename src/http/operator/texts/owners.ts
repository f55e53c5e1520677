import type { Decisions } from '../../../core/ports/events.ts';
import { form, number, pluralize } from './numbers.ts';

/** For the list of owners, and for resources without one. */
export const ownersTexts = {
  title: 'Owners',
  findLabel: 'Find an owner',
  part: 'Part of the address',
  find: 'Find',
  /** Of many marks. */
  fromTable: {
    made: 'There are many marks: the figures come from a table of them, which follows within a moment.',
    making:
      'There are many marks: the figures come from a table of them. Holystone is still reading it: owners may be missing.',
    off: 'There are too many marks to read for a page, and the configuration switches their table off: only owners with a waiting message are here.',
    tooMany:
      'There are more marks than the memory of this instance takes: only owners with a waiting message are here.',
  },
  none: 'No owners here.',
  noneYet: 'No owners in this part; the next page continues the search.',
  nextPage: 'Next page',
  caption: 'Owners whom Holystone could not notify come first: it deletes none of their resources.',
  columns: {
    owner: 'Owner',
    marks: 'Marks',
    notified: 'Notified',
    saving: 'Saving',
    last: 'Last message',
    next: 'Next message',
    more: 'More',
  },
  noOwner: 'no owner',
  resources: (count: number) => pluralize(count, 'resource', 'resources'),
  /** @param next when the message is sent; absent: never */
  waits: (resources: string, next: string | undefined) => `${resources}, ${next ?? 'will not be sent'}`,
  nextTick: 'next tick',
  /** Of an attempt. */
  atNextTick: 'at the next tick',
  refused: 'refused',
  notSent: 'not sent',
  attempts: (count: number, first: string, next: string) =>
    `${pluralize(count, 'attempt', 'attempts')}, the first ${first}, the next ${next}`,
  decisions: 'Decisions',
  decided: ({ kept, undone, expedited, disclaimed }: Decisions) =>
    [
      kept > 0 && `${number(kept)} kept`,
      undone > 0 && `${number(undone)} kept no longer`,
      expedited > 0 && `${number(expedited)} to be deleted early`,
      disclaimed > 0 && `${number(disclaimed)} not theirs`,
    ]
      .filter((words) => words !== false)
      .join(', '),
  preview: 'Preview',
  /** The name of a link or a button for people who do not see its row. */
  of: (what: string, owner: string) => `${what}: ${owner}`,
  toFix: 'To fix',
  unowned: (count: number) =>
    `${pluralize(count, 'mark has', 'marks have')} no owner of ${form(count, 'its', 'their')} own`,
  unownedWhy: 'Holystone notifies the fallback; without one it deletes none of them. Tag them with an owner.',
  invalid: (count: number) =>
    `${pluralize(count, 'candidate has', 'candidates have')} an owner tag without a valid address`,
  invalidWhy: 'In the last survey. The plan of the namespace names each of them:',
  namespace: 'Namespace',
  count: 'Candidates',
  command: 'Command',
  nothingToFix: 'Every mark has an owner, and the last surveys found no owner tag without a valid address.',
};
