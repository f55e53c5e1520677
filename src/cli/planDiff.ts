/** `plan --diff`: the earlier document, and the differences for people. */
import { readFileSync } from 'node:fs';
import { messageOf } from '../core/common/errors.ts';
import { type EarlierPlan, readEarlierPlan } from '../core/evaluation/earlierPlan.ts';
import { visible } from '../core/text/visible.ts';
import type { NamespaceDiff, PlanDiff, ResourceDiff } from '../lifecycle/index.ts';
import { UsageError } from './context.ts';
import type { Colors } from './text/colors.ts';

/**
 * @param quick whether the new plan is made with `--quick`
 * @throws UsageError when it is not the output of `plan --output json`, or only one of the two is quick
 */
export function earlierPlanOf(path: string, quick: boolean): EarlierPlan {
  const wanted = 'give a file written by "holystone plan --output json"';
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${messageOf(error)}; ${wanted}`);
  }
  const plan = readEarlierPlan(text);
  if ('problem' in plan) throw new UsageError(`${path} is not a plan (${plan.problem}); ${wanted}`);
  if (plan.quick === true && !quick) throw new UsageError(`${path} was made with --quick; compare it with --quick`);
  if (plan.quick !== true && quick) throw new UsageError(`${path} was made without --quick; compare it without`);
  return plan;
}

const MAX_ROWS = 50;

/** At most 50 rows for each namespace. */
export function diffTable({ against, namespaces, missing }: PlanDiff, color: Colors): string {
  const sections = namespaces.map((diff) => [color.bold(headOf(diff)), ...rowsOf(diff)].join('\n'));
  const gone = missing.length === 0 ? [] : [`only in the earlier plan: ${missing.join(', ')}`];
  return [color.dim(`against the plan of ${against}`), ...sections, ...gone].join('\n\n');
}

function headOf({ namespace, status, notCompared, appeared, disappeared, changed }: NamespaceDiff): string {
  if (notCompared !== null) return `${namespace}  not compared: ${notCompared}`;
  const is = status === 'complete' ? '' : `  (${status} now)`;
  if (appeared.length + disappeared.length + changed.length === 0) return `${namespace}  no changes${is}`;
  return (
    `${namespace}  ${appeared.length} more would be deleted, ${disappeared.length} no longer, ` +
    `${changed.length} for other reasons${is}`
  );
}

function rowsOf({ appeared, disappeared, changed }: NamespaceDiff): readonly string[] {
  const rows = [
    ...appeared.map((diff) => `  + ${whatOf(diff)}  ${reasonsOf(diff.now)}`),
    ...disappeared.map(
      (diff) =>
        `  - ${whatOf(diff)}  now ${diff.now.verdict}${diff.now.reasons.length > 0 ? ': ' : ''}${reasonsOf(diff.now)}`,
    ),
    ...changed.map((diff) => `  ~ ${whatOf(diff)}  ${reasonsOf(diff.now)}  (was: ${reasonsOf(diff.before)})`),
  ];
  const left = rows.length - MAX_ROWS;
  return left > 0 ? [...rows.slice(0, MAX_ROWS), `  … and ${left} more (--output json has all)`] : rows;
}

function whatOf({ id, name }: ResourceDiff): string {
  return visible(name === id ? id : `${id} ${name}`);
}

function reasonsOf({ reasons }: ResourceDiff['now']): string {
  return visible(reasons.join('; '));
}
