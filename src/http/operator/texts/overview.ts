import type { Action } from '../../../core/policy/workConfiguration.ts';
import { form, number, pluralize } from './numbers.ts';

/** For the first page. */
export const overviewTexts = {
  title: 'Overview',
  days: {
    title: (day: string) => `Due in the next 14 days from ${day} (UTC), the first with all that is overdue`,
    day: 'Day',
    due: 'Marks due',
  },
  tiles: {
    marked: (namespaces: number) => `marked, in ${pluralize(namespaces, 'namespace', 'namespaces')}`,
    dueInAWeek: 'due within 7 days, overdue included',
    deferred: 'past their date and deferred',
    deleted: 'deleted in 7 days',
    kept: 'kept by people in 7 days',
    saving: 'a month, once all marks are deleted',
  },
  notSummedUp: 'not summed up',
  noFigure: 'no figure',
  tooMany: 'There are too many marks to sum up for a page:',
  allCosts: 'all costs as JSON',
  noCosts: 'No mark has a figure for its cost.',
  savings: {
    title: 'Monthly savings of the deletion of all marks, by account (list prices)',
    account: 'Account',
    month: 'A month',
    upTo: (amount: string) => `up to ${amount}`,
  },
  attention: 'Needs attention',
  nothing: 'Nothing needs attention.',
  more: (count: number) => `… and ${number(count)} more, worst first.`,
  items: {
    approved: 'approved',
    notReady: 'not ready',
    thisInstance: 'this instance',
    differs: 'differs',
    stopped: (action: Action, changes: number) =>
      `The ${action} pass stopped before its first write, with ${pluralize(changes, 'resource', 'resources')}.`,
    /** @param unlisted namespaces of which nothing is known */
    inPlaces: (unknown: number, unlisted: number, namespaces: number) => {
      const all = pluralize(namespaces, 'namespace', 'namespaces');
      const not = 'could not be listed.';
      if (unknown === 0 && unlisted === 0) return `In ${all}.`;
      if (unknown === 0) return unlisted === namespaces ? `${all} ${not}` : `${number(unlisted)} of ${all} ${not}`;
      const stay = `${pluralize(unknown, 'resource is', 'resources are')} unknown and ${form(unknown, 'stays', 'stay')}, in ${all}`;
      return unlisted === 0 ? `${stay}.` : `${stay}; ${number(unlisted)} of them ${not}`;
    },
    morePlaces: (count: number) => `… and ${number(count)} more.`,
    places: 'Where',
    lastPass: (action: Action) => `The last ${action} pass.`,
    notFound: 'not found',
    andMore: (count: number) => `The same in ${pluralize(count, 'other namespace', 'other namespaces')}.`,
    refused: 'refused',
    notSent: 'not sent',
    noneDeleted: (resources: number) =>
      `Holystone deletes none of ${pluralize(resources, 'resource', 'resources')} until the owner is notified.`,
    overdue: 'overdue',
    deferred: (count: number) =>
      `${pluralize(count, 'resource', 'resources')} past ${form(count, 'its', 'their')} deletion date. Holystone did not delete ${form(count, 'it', 'them')} and tries again; each mark says why.`,
    deferredIn: (namespaces: number) => pluralize(namespaces, 'namespace', 'namespaces'),
    buttons: { instances: 'Instances', review: 'Review', look: 'Show why', owner: 'Owner', marks: 'Marks' },
  },
  stopped: {
    unproven:
      'The control of the fleet in Redis is not proven: an earlier release wrote it, or somebody without a key of signing. Nothing is marked or deleted. Look at the stages and the limits, correct them, then allow deletions again (or run holystone kill --lift).',
    killed: 'The kill switch is on: no instance sends a request that deletes.',
    out: 'Out of service: no new work starts.',
    paused: 'The capacity is 0: all work is paused.',
    by: (actor: string, when: string, reason: string | undefined) =>
      `${actor} set this on ${when} UTC${reason === undefined ? ', without a reason.' : `: ${reason}`}`,
  },
  dry: {
    where: (dry: number, all: number) =>
      dry === all ? 'Dry run.' : `Dry run in ${number(dry)} of ${pluralize(all, 'namespace', 'namespaces')}.`,
    text: 'Holystone marks, mails and deletes nothing there.',
    unknown: 'unknown reason',
    andMore: (names: string, more: number) => `${names} and ${number(more)} more`,
  },
};
