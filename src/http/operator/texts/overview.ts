import type { Action } from '../../../core/policy/workConfiguration.ts';
import type { EndWords } from '../../../core/text/endWords.ts';
import { form, number, pluralize } from './numbers.ts';

interface Waiting {
  readonly marked: number;
  /** Nothing happens to them on their date; among `marked` alone. */
  readonly idle: number;
  /** Past their date; among `dueInAWeek`. */
  readonly overdue: number;
  readonly dueInAWeek: number;
  readonly deleted: number;
  readonly kept: number;
}

/** For the first page. */
export const overviewTexts = {
  title: 'Overview',
  /** What waits, and what happened; counts of the last seven days, UTC. */
  waiting: (
    { marked, idle, overdue, dueInAWeek, deleted, kept }: Waiting,
    namespaces: number,
    { done: gone, does }: EndWords,
  ) => {
    const happened =
      deleted + kept === 0
        ? `Nothing was ${gone}, or kept by people,`
        : `${pluralize(deleted, 'resource was', 'resources were')} ${gone} and ${number(kept)} kept by people`;
    const done = `${happened} in the last 7 days.`;
    if (marked === 0) return `No resource waits for its date. ${done}`;
    const soon = dueInAWeek - overdue;
    const parts = [
      ...(overdue > 0 ? [`${number(overdue)} ${form(overdue, 'is', 'are')} past it`] : []),
      ...(soon > 0 ? [`${number(soon)} ${form(soon, 'goes', 'go')} within 7 days`] : []),
      ...(idle > 0 ? [`${number(idle)} ${form(idle, 'is', 'are')} where Holystone ${does} nothing at this stage`] : []),
    ];
    const wait = `${pluralize(marked, 'resource waits', 'resources wait')} for ${form(marked, 'its', 'their')} date, in ${pluralize(namespaces, 'namespace', 'namespaces')}`;
    return `${wait}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}. ${done}`;
  },
  days: {
    title: 'Due in the next 14 days',
    late: (overdue: number) =>
      `Days in UTC. ${pluralize(overdue, 'resource that is', 'resources that are')} past ${form(overdue, 'its', 'their')} date ${form(overdue, 'stands', 'stand')} on the first one.`,
    day: 'Day',
    due: 'Marks due',
  },
  tooMany: 'There are too many marks to sum up for a page:',
  allCosts: 'all costs as JSON',
  noCosts: 'No mark has a figure for its cost.',
  byOwner: {
    title: 'Waiting, by owner',
    overdue: 'Past their date, by owner',
    overdueOf: (owner: string) => `Past their date: ${owner}`,
    nobody: 'nobody',
    upTo: (amount: string) => `up to ${amount}`,
    /** Of images whose snapshots stay. */
    staying: (amount: string) => `nothing now: snapshots of up to ${amount} stay`,
    nothing: 'nothing',
    unpriced: 'no list price',
  },
  decisions: {
    title: 'Last decisions',
    none: 'Nobody has decided anything yet.',
    all: 'All activity',
  },
  attention: (causes: number) => `Needs you: ${pluralize(causes, 'cause', 'causes')}`,
  nothing: 'Nothing needs you',
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
    late: (count: number, namespaces: number) =>
      `${pluralize(count, 'date has', 'dates have')} passed${namespaces > 1 ? `, in ${number(namespaces)} namespaces` : ''}.`,
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
