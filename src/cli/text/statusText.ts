import { pluralize } from '../../core/common/pluralize.ts';
import { STAGES } from '../../core/policy/stage.ts';
import { visible } from '../../core/text/visible.ts';
import { withMinutes } from './minutes.ts';

interface Dated {
  readonly namespace: string;
  readonly id: string;
  /** ISO date and time. */
  readonly at: string;
}

/** A problem of a namespace. */
export interface Trouble {
  readonly namespace: string;
  readonly what: string;
}

/** The state of the fleet. */
export interface Status {
  readonly version: string;
  /** Names of the live instances. */
  readonly instances: readonly string[];
  /** The reason why nothing is deleted, or no work starts: the switch, its actor, time and reason. */
  readonly stopped: readonly string[];
  /** Switches and limits in words. */
  readonly control: string;
  /** How many types in accounts have each stage. */
  readonly stages: Readonly<Record<string, number>>;
  readonly namespaces: { readonly configured: number; readonly live: number };
  readonly marks: { readonly marked: number; readonly due: number };
  /** The next deletion of each of the first namespaces. */
  readonly next: readonly Dated[];
  /** The oldest mark of each namespace whose date has passed. */
  readonly overdue: readonly Dated[];
  readonly problems: readonly Trouble[];
  /** Owners whose message no transport accepted: nothing of theirs is deleted. */
  readonly refused: readonly RefusedOwner[];
}

interface RefusedOwner {
  readonly owner: string;
  readonly resources: number;
  /** The first attempt, ISO date and time. */
  readonly since: string;
  /** The last answer of the transport. */
  readonly problem: string;
}

/** As `status --output json` prints it: a problem is one text. */
export function statusDocument({ problems, ...status }: Status) {
  return { ...status, problems: problems.map(({ namespace, what }) => `${namespace}: ${what}`) };
}

/** The most lines of one kind on the one screen. */
const MOST = 5;

/** One screen: at most 5 lines of each kind. */
export function statusText(status: Status): string {
  const { instances, stopped, namespaces, marks } = status;
  const live =
    instances.length === 0 ? 'no live instance' : `${pluralize(instances.length, 'instance')}: ${instances.join(', ')}`;
  const stages = STAGES.filter((stage) => status.stages[stage]).map((stage) => `${status.stages[stage]} ${stage}`);
  const dry = namespaces.configured - namespaces.live;
  return [
    `Holystone ${status.version}, ${live}`,
    ...stopped.map((why) => `STOPPED: ${why}`),
    `Control:  ${status.control}`,
    `Stages:   ${stages.join(', ') || 'none'}`,
    ...(dry === 0 ? [] : [`Dry run:  ${dry} of ${pluralize(namespaces.configured, 'namespace')}, whatever the stage`]),
    `Marks:    ${marks.marked}, of which ${marks.due} due`,
    ...section('Next deletions', status.next.map(line)),
    ...section('Overdue', status.overdue.map(line)),
    ...section('Problems', grouped(status.problems)),
    ...section(
      'Owners that Holystone could not notify, so that it deletes nothing of theirs',
      status.refused.map(refusal),
    ),
    ...(status.problems.length + status.refused.length === 0 ? ['No problems.'] : []),
  ]
    .map(visible)
    .join('\n');
}

function line({ at, id, namespace }: Dated): string {
  return `${withMinutes(at)}  ${id} in ${namespace}`;
}

function refusal({ owner, resources, since, problem }: RefusedOwner): string {
  return `${owner}, ${pluralize(resources, 'resource')}, since ${withMinutes(since)}: ${problem}`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length > MOST ? [`  and ${lines.length - MOST} more; --output json lists all`] : [];
  return [`${title}:`, ...lines.slice(0, MOST).map((one) => `  ${one}`), ...more];
}

/** How many namespaces a line names that share a problem. */
const NAMED = 3;

/** Equal problems of several namespaces in one line: `24 namespaces: no complete mark pass yet (…)`. */
function grouped(problems: readonly Trouble[]): readonly string[] {
  const places = new Map<string, string[]>();
  for (const { namespace, what } of problems) places.set(what, [...(places.get(what) ?? []), namespace]);
  return [...places].map(([what, names]) => {
    if (names.length === 1) return `${names[0]}: ${what}`;
    const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
    return `${names.length} namespaces: ${what} (${names.slice(0, NAMED).join(', ')}${more})`;
  });
}
