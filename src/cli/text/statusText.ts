import { pluralize } from '../../core/common/pluralize.ts';
import { STAGES } from '../../core/policy/stage.ts';
import { visible } from '../../core/text/visible.ts';

interface Dated {
  readonly namespace: string;
  readonly id: string;
  /** ISO date and time. */
  readonly at: string;
}

/** The state of the fleet, as `status --output json` prints it. */
export interface Status {
  readonly version: string;
  /** Names of the live instances. */
  readonly instances: readonly string[];
  /** Why nothing is deleted, or no work starts: what, by whom, when and why. */
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
  readonly problems: readonly string[];
}

/** The most lines of one kind on the one screen. */
const MOST = 5;

export function statusText(status: Status): string {
  const { instances, stopped, namespaces, marks } = status;
  const live =
    instances.length === 0 ? 'no live instance' : `${pluralize(instances.length, 'instance')}: ${instances.join(', ')}`;
  const stages = STAGES.filter((stage) => status.stages[stage]).map((stage) => `${status.stages[stage]} ${stage}`);
  return [
    `Holystone ${status.version}, ${live}`,
    ...stopped.map((why) => `STOPPED: ${why}`),
    `Control:  ${status.control}`,
    `Stages:   ${stages.join(', ') || 'none'}; ${namespaces.live} of ${pluralize(namespaces.configured, 'namespace')} live`,
    `Marks:    ${marks.marked}, of which ${marks.due} due`,
    ...section('Next deletions', status.next.map(line)),
    ...section('Overdue', status.overdue.map(line)),
    ...section('Problems', status.problems),
    ...(status.problems.length === 0 ? ['No problems.'] : []),
  ]
    .map(visible)
    .join('\n');
}

function line({ at, id, namespace }: Dated): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC  ${id} in ${namespace}`;
}

function section(title: string, lines: readonly string[]): readonly string[] {
  if (lines.length === 0) return [];
  const more = lines.length > MOST ? [`  and ${lines.length - MOST} more; --output json lists all`] : [];
  return [`${title}:`, ...lines.slice(0, MOST).map((one) => `  ${one}`), ...more];
}
