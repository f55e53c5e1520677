import type { BlockedChange } from '../../../core/policy/pastPass.ts';
import type { Trip } from '../../../core/policy/trip.ts';
import type { Action } from '../../../core/policy/workConfiguration.ts';
import { form, number, pluralize } from './numbers.ts';

/** For the list of blocked passes, and for the page of one with its approval. */
export const blockedTexts = {
  title: 'Blocked',
  heading: 'Blocked passes',
  intro: 'A tripwire stops a pass before its first write. It stays so until the cause ends or an operator approves.',
  none: 'No pass is blocked.',
  columns: {
    namespace: 'Namespace',
    pass: 'Pass',
    resources: 'Resources',
    why: 'Why',
    when: 'When',
    review: 'Review',
  },
  reviewOf: (action: Action, namespace: string) => `Review ${action} of ${namespace}`,
  titleOf: (action: Action, namespace: string) => `Blocked: ${action} of ${namespace}`,
  headingOf: (action: Action, namespace: string) => `The ${action} pass of ${namespace} is blocked`,
  /** @param many the plural of the type */
  tripped: ({ code, values }: Trip, many: string): string => {
    const limit = code === 'newMarks' ? number(values.limit) : percent(values.limit);
    if (code === 'newMarks') return `${number(values.count)} ${many} would be marked at once; the limit is ${limit}`;
    if (code === 'shrunkBy') {
      const what = values.source === undefined ? `The listing of ${many}` : `Evidence ${values.source}`;
      return `${what} fell from ${number(values.before)} to ${number(values.now)}; the limit is a fall of ${limit}`;
    }
    const part = `${number(values.part)} of ${number(values.whole)}`;
    const share = percent(values.part / values.whole);
    if (code === 'markedShare') return `${part} ${many} (${share}) would be marked at once; the limit is ${limit}`;
    if (code === 'unmarkedShare')
      return `${part} marks of ${many} (${share}) would be removed at once; the limit is ${limit}`;
    return `${part} marks of ${many} (${share}) are due without a notice of their date; the limit is ${limit}`;
  },
  held: {
    heading: (count: number, many: string) =>
      count === 0 ? `No ${many} are held` : `${number(count)} ${many} are held until somebody approves or keeps them`,
    text: 'Families of names are reviewed here: while that is so, nothing is marked that nobody approved.',
    end: 'Nothing is left to review. An approval ends the review: from then on the limits count again.',
    state: 'held',
  },
  families: {
    title: 'Approve some families only',
    text: 'Those that are ticked are marked. All others, and whatever is new, are held until somebody approves or keeps them.',
    count: 'Count the ticked ones',
    all: 'Back to the whole set',
    more: (shown: number) =>
      `The ${number(shown)} largest families. The others are held; they stand here when these are decided.`,
    changed: 'The set has changed since: tick the families again.',
    chosen: (families: number, held: number) =>
      `${pluralize(families, 'family is', 'families are')} ticked; ${number(held)} ${form(held, 'is', 'are')} held.`,
  },
  stopped: (time: string, changes: number) =>
    `It stopped ${time}, before its first write, with ${pluralize(changes, 'change', 'changes')}.`,
  toForm: 'To the approval',
  thePass: 'The pass',
  facts: {
    pass: 'Pass',
    ended: 'Ended',
    listed: 'Listed',
    before: 'Listed before',
    difference: 'Difference',
    inARow: 'Seen in a row',
  },
  surveys: (count: number) => pluralize(count, 'equal survey', 'equal surveys'),
  findingsOf: (source: string) => `Findings of ${source}`,
  findings: (left: number, before: number | undefined) => `${left}, ${before ?? 'unknown'} before`,
  notOnRecord: 'The changes themselves are not on record.',
  totals: {
    label: 'What the changes are about',
    owner: 'By owner',
    age: 'By age',
    cost: 'By cost',
    family: 'By family of names',
    /** Of a part without a name. */
    noName: { owner: 'no owner', age: '–', cost: '–', family: 'no name' },
    more: (count: number) => `and ${number(count)} more`,
  },
  changes: {
    page: (from: number, to: number, all: number) => `${number(from)} to ${number(to)} of ${number(all)}`,
    previous: 'Previous page',
    next: 'Next page',
    csv: 'All of these as CSV',
    label: 'The changes',
    caption: (shown: number, all: number) =>
      `${shown === all ? `All ${number(shown)}` : `The first ${number(shown)} by id`} of ${pluralize(all, 'change', 'changes')}.`,
    resource: 'Resource',
    change: 'Change',
    owner: 'Owner',
    why: 'Why',
    kinds: { mark: 'new mark', unmark: 'mark removed', delete: 'deletion' } satisfies Record<
      BlockedChange['change'],
      string
    >,
  },
  since: 'Since the blocked pass before with another set',
  added: 'New in the set',
  removed: 'No longer in it',
  noChanges: 'none',
  compared: 'Compared',
  upTo: (id: string) => `up to the id ${id}`,
  tripwire: (name: string) => `Tripwire ${name}`,
  counts: { label: 'Counts of the pass', count: 'Count', number: 'Number' },
  approval: {
    title: (size: number, all = size) =>
      size === all ? `Approve exactly these ${size}` : `Approve ${number(size)} of ${number(all)}`,
    end: 'End the review',
    text: (action: Action) => `The next ${action} pass may do exactly this; another set makes the approval void.`,
    consequences: {
      mark: 'It marks and unmarks, and deletes nothing: each owner is notified first, and each resource is checked again.',
      notify: 'It notifies owners, and deletes nothing.',
      delete: 'It may DELETE these resources, each after one more check.',
    } satisfies Record<Action, string>,
    type: (size: number) => `Type the number ${size}`,
  },
  approvedBy: (actor: string, time: string, action: Action) =>
    `Approved by ${actor} ${time}. The next ${action} pass does it, if its set is still the same.`,
  over: {
    title: (changes: number, action: Action, namespace: string) =>
      `${pluralize(changes, 'change', 'changes')} of the ${action} pass of ${namespace}: no longer blocked`,
    applied: (actor: string, approved: string, passed: string) =>
      `Approved by ${actor} ${approved}, applied by the pass of ${passed}.`,
    passed: (time: string) => `Nobody approved this set. The pass of ${time} went through: the cause had ended.`,
    changed: 'A later pass took its place. Nothing of it was done yet.',
    approvedSince: (actor: string, time: string) => `Approved by ${actor} ${time}. No pass has done it yet.`,
    stopped: (time: string) => `It was stopped ${time}.`,
    pass: 'What its namespace did since',
  },
  refused: (typed: string, size: number) => `Nothing was approved: you typed "${typed}", and the set has ${size}.`,
  approved: {
    text: (size: number, action: Action, namespace: string, held: number) =>
      `You approved exactly these ${size}. The next ${action} pass of ${namespace} does it${held > 0 ? `, and holds ${number(held)} until somebody approves or keeps them` : ''}.`,
  },
};

function percent(share: number): string {
  return `${Math.round(share * 1000) / 10}%`;
}
