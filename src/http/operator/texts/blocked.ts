import type { BlockedChange } from '../../../core/policy/pastPass.ts';
import type { Action } from '../../../core/policy/workConfiguration.ts';
import { number, pluralize } from './numbers.ts';

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
    title: (size: number) => `Approve exactly these ${size}`,
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
    text: (size: number, action: Action, namespace: string) =>
      `You approved exactly these ${size}. The next ${action} pass of ${namespace} does it.`,
  },
};
