import { capitalized, type EndWords } from '../../../core/text/endWords.ts';
import { number, pluralize } from './numbers.ts';

/** For the page that finds anything by name or id. */
export const searchTexts = {
  title: 'Search',
  heading: (count: number, isMore: boolean, text: string) =>
    `${isMore ? 'More than ' : ''}${pluralize(count, 'resource matches', 'resources match')} “${text}”`,
  ask: 'Find a resource by its name or its id',
  where: 'In the names and ids of marks, of what people keep, and of what Holystone deleted.',
  marked: 'Marked',
  kept: 'Kept',
  ended: ({ done }: EndWords) => capitalized(done),
  now: 'At the providers, now',
  none: 'none',
  allMarks: 'All of these marks',
  allKept: 'All that is kept',
  allDeleted: 'All of these deletions',
  due: (when: string, { noun }: EndWords) => `${noun} ${when}`,
  by: (actor: string, until: string) => `by ${actor}, ${until}`,
  elsewhere:
    'Holystone knows what it marked and deleted, and what people keep. It can ask the providers for anything else.',
  check: 'Check it now',
  checks: 'It reads every namespace, and changes nothing.',
  noneNow: 'No provider shows a resource with this id, or with this text in its name.',
  part: (count: number) => `These are the first ${number(count)}.`,
  unread: (count: number) => `${pluralize(count, 'namespace', 'namespaces')} could not be read; it may be there:`,
};
