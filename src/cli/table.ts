/** A plan for people: what would go first, then what could not be decided; kept things as a number. */
import { createColors } from 'picocolors';
import { visible } from '../core/visible.ts';
import type { NamespacePlan, Plan, ResourcePlan } from '../lifecycle/index.ts';

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const MAX_ROWS = 50;

/** @param terminal decides about colour and width; a pipe gets neither */
export function planTable({ namespaces }: Plan, terminal: Terminal): string {
  const color = createColors(terminal.isTTY ?? false);
  const width = terminal.isTTY ? Math.max(80, terminal.columns ?? 120) : 200;
  return namespaces.map((plan) => section(plan, color, width)).join('\n\n');
}

type Colors = ReturnType<typeof createColors>;

function section(plan: NamespacePlan, color: Colors, width: number): string {
  const { counts, status } = plan;
  const tint = status === 'complete' ? color.green : color.yellow;
  const lines = [
    `${color.bold(plan.namespace)}  ${tint(status)}  ${counts.candidate} of ${counts.listed} would be deleted, ` +
      `${counts.keep} kept, ${counts.unknown} unknown${plan.live ? '' : color.dim('  (dry run)')}`,
  ];
  if (plan.problem) lines.push(color.yellow(`  ${plan.problem}`));
  if (plan.notLiveBecause) lines.push(color.dim(`  not live: ${plan.notLiveBecause}`));
  if (plan.stateless) lines.push(color.dim('  stateless: opt-outs and last uses that only Redis knows are not read'));
  const shown = plan.resources.filter(({ verdict }) => verdict !== 'keep').sort(byVerdictThenName);
  lines.push(...rows(shown.slice(0, MAX_ROWS), color, width));
  if (shown.length > MAX_ROWS) lines.push(color.dim(`  … and ${shown.length - MAX_ROWS} more (--format json has all)`));
  return lines.join('\n');
}

function byVerdictThenName(a: ResourcePlan, b: ResourcePlan): number {
  return a.verdict.localeCompare(b.verdict) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id);
}

const COLUMNS = [
  { title: 'verdict', of: (row: ResourcePlan) => row.verdict },
  { title: 'id', of: (row: ResourcePlan) => row.id },
  { title: 'name', of: (row: ResourcePlan) => (row.name === row.id ? '' : row.name) },
  { title: 'owner', of: (row: ResourcePlan) => row.owner ?? '–' },
  { title: 'on', of: (row: ResourcePlan) => row.wouldDeleteAt?.slice(0, 10) ?? '–' },
  { title: 'why', of: (row: ResourcePlan) => row.reasons.join('; ') },
] as const;

function rows(resources: readonly ResourcePlan[], color: Colors, width: number): readonly string[] {
  if (resources.length === 0) return [];
  const cells = resources.map((row) => COLUMNS.map(({ of }) => visible(of(row))));
  const widths = COLUMNS.map(({ title }, column) =>
    Math.min(40, Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0))),
  );
  const line = (values: readonly string[]) =>
    `  ${values.map((value, column) => cell(value, column === COLUMNS.length - 1 ? 500 : (widths[column] ?? 0))).join('  ')}`;
  const cut = (text: string) => (text.length > width ? `${text.slice(0, width - 1)}…` : text.trimEnd());
  return [color.dim(cut(line(COLUMNS.map(({ title }) => title)))), ...cells.map((row) => cut(line(row)))];
}

function cell(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(Math.min(width, 40));
}
