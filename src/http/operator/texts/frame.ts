import { form, number, pluralize } from './numbers.ts';

/** Why the whole fleet deletes nothing. */
export type OffBecause = 'unproven' | 'killed' | 'out' | 'paused' | 'notLive';

/** For the top and the foot of every page, and for the keys. */
export const frameTexts = {
  pages: {
    Overview: 'Overview',
    Marks: 'Marks',
    Kept: 'Kept',
    Namespaces: 'Namespaces',
    Blocked: 'Blocked',
    Owners: 'Owners',
    Savings: 'Savings',
    Stages: 'Stages',
    Activity: 'Activity',
    Instances: 'Instances',
  },
  pagesLabel: 'Pages',
  skip: 'Skip to the page',
  find: 'Find anything by name or id',
  api: 'API',
  instances: (count: number, isInStep: boolean) =>
    `${pluralize(count, 'instance', 'instances')}, ${isInStep ? 'in step' : 'NOT in step'}`,
  on: 'deletion is ON',
  off: 'deletion is OFF',
  offBecause: {
    unproven: 'the control of the fleet is not proven',
    killed: 'the kill switch is on',
    out: 'the fleet is out of service',
    paused: 'the capacity is 0',
    notLive: 'no namespace is live',
  } satisfies Record<OffBecause, string>,
  attention: (count: number) =>
    count === 0 ? 'nothing needs you' : `${number(count)} ${form(count, 'cause needs', 'causes need')} you`,
  account: 'Your rights, and the way out',
  stop: 'Stop all deletions',
  stopNow: 'Stop now, on all instances',
  resume: 'Allow deletions again',
  resumeNow: 'Allow deletions',
  reasonRequired: 'Reason (required)',
  asJson: 'as JSON',
  asCommand: 'as command:',
  keys: {
    shortcuts: 'Keyboard shortcuts',
    on: 'Keyboard shortcuts are on',
    off: 'Keyboard shortcuts are off',
    help: '/ search · j and k rows · o open · g and a letter: o m k b w n s i a',
  },
  disobedient: {
    title: 'Not all instances obey yet',
    text: (names: readonly string[]) =>
      `Holystone stored the change, but these instances do not obey it yet: ${names.join(', ')}.`,
  },
};
