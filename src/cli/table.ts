/** A plan for people: planned deletions first, then undecided resources; kept ones only as a number. */
import { createColors } from 'picocolors';
import { visible } from '../core/text/visible.ts';
import { providers } from '../handlers/index.ts';
import { byPlannedCost, type NamespacePlan, type Plan, type ResourcePlan } from '../lifecycle/index.ts';
import { costLines, costOfRow, costsPart } from './costLines.ts';
import { evidenceLines } from './evidenceLines.ts';

interface Terminal {
  readonly isTTY?: boolean;
  readonly columns?: number;
}

const MAX_ROWS = 50;

/** @param terminal decides about colour and width; a pipe gets neither */
export function planTable(plan: Plan, terminal: Terminal, sort?: 'cost'): string {
  const { generatedAt, namespaces, missingPermissions } = plan;
  const color = createColors(terminal.isTTY ?? false);
  const width = terminal.isTTY ? Math.max(80, terminal.columns ?? 120) : 200;
  const order = sort === 'cost' ? byCostThenName : byVerdictThenName;
  const sections = namespaces.map((part) => section(part, Date.parse(generatedAt), color, width, order));
  const costs = costsPart(plan).map(([title = '', ...lines]) => [color.bold(title), ...lines].join('\n'));
  return [...sections, ...costs, ...missing(missingPermissions, color)].join('\n\n');
}

type Colors = ReturnType<typeof createColors>;

type Order = (a: ResourcePlan, b: ResourcePlan) => number;

function section(plan: NamespacePlan, now: number, color: Colors, width: number, order: Order): string {
  const { counts, status } = plan;
  const tint = status === 'complete' ? color.green : color.yellow;
  const lines = [
    `${color.bold(plan.namespace)}  ${tint(status)}  ${counts.candidate} of ${counts.listed} would be deleted, ` +
      `${counts.keep} kept, ${counts.unknown} unknown${plan.live ? '' : color.dim('  (dry run)')}`,
  ];
  if (plan.problem) lines.push(color.yellow(`  ${plan.problem}`));
  if (plan.notLiveBecause) lines.push(color.dim(`  not live: ${plan.notLiveBecause}`));
  if (plan.live && plan.neverDeletesBecause) {
    lines.push(color.dim(`  marks only, never notifies or deletes: ${plan.neverDeletesBecause}`));
  }
  lines.push(color.dim(`  ${originLine(plan)}`));
  lines.push(...ownerLines(plan).map((line) => color.yellow(`  ${line}`)));
  lines.push(...costLines(plan).map((line) => `  ${line}`));
  if (plan.madeWithout.length > 0) lines.push(color.dim(`  evidence left out: ${plan.madeWithout.join('; ')}`));
  if (plan.stateless)
    lines.push(color.dim('  stateless: Redis was not read, so opt-outs and last-use records may be missing'));
  lines.push(...evidenceLines(plan.evidence, now).map((line) => color.dim(`  ${line}`)));
  const shown = plan.resources.filter(({ verdict }) => verdict !== 'keep').sort(order);
  lines.push(...rows(shown.slice(0, MAX_ROWS), plan, color, width));
  if (shown.length > MAX_ROWS) lines.push(color.dim(`  … and ${shown.length - MAX_ROWS} more (--format json has all)`));
  return lines.join('\n');
}

/** The starting stage, and the source of its account if the configuration does not list it. */
function originLine({ account: { name, title, from }, live, startStage }: NamespacePlan): string {
  const by = providers.find(({ discovery }) => discovery?.from === from)?.discovery?.title ?? from;
  const starts = `${live ? 'starts' : 'would start'} at stage ${startStage}`;
  if (from === 'configuration') return starts;
  return `${starts}; account ${visible(name)}${title === null ? '' : ` (${visible(title)})`} from ${visible(by)}`;
}

/** Unowned resources have their own line: they have another recipient and a longer retention. */
function ownerLines({ owners: { unowned, invalidOwner }, ownersProblem }: NamespacePlan): readonly string[] {
  const lines: string[] = [];
  if (unowned > 0) lines.push(`${unowned} without an owner: notice.fallback is notified, and unownedRetention applies`);
  if (invalidOwner > 0) lines.push(`${invalidOwner} with an owner tag or entry that has no valid address`);
  if (ownersProblem !== null) lines.push(ownersProblem);
  return lines;
}

/** The permission to grant first comes first. */
function missing(permissions: Plan['missingPermissions'], color: Colors): readonly string[] {
  if (permissions.length === 0) return [];
  const lines = permissions.map(({ permission, places, blocks }) => {
    const many = blocks === null ? 'no resources could be listed' : `${blocks} unknown`;
    return `  ${permission}  ${many}  in ${places.join(', ')}`;
  });
  return [[color.bold('Missing permissions, by the number of resources they block'), ...lines].join('\n')];
}

function byVerdictThenName(a: ResourcePlan, b: ResourcePlan): number {
  return a.verdict.localeCompare(b.verdict) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id);
}

function byCostThenName(a: ResourcePlan, b: ResourcePlan): number {
  return byPlannedCost(a, b) || byVerdictThenName(a, b);
}

/** Left out where no row has a figure. */
const COST = 'a month';

const COLUMNS: readonly { title: string; of: (row: ResourcePlan, plan: NamespacePlan) => string }[] = [
  { title: 'verdict', of: (row) => row.verdict },
  { title: 'id', of: (row) => row.id },
  { title: 'name', of: (row) => (row.name === row.id ? '' : row.name) },
  { title: 'owner', of: (row) => row.owner ?? '–' },
  { title: 'on', of: (row) => row.wouldDeleteAt?.slice(0, 10) ?? '–' },
  { title: COST, of: (row, plan) => costOfRow(row, plan) ?? '–' },
  { title: 'why', of: (row) => row.reasons.join('; ') },
];

function rows(
  resources: readonly ResourcePlan[],
  plan: NamespacePlan,
  color: Colors,
  width: number,
): readonly string[] {
  if (resources.length === 0) return [];
  const columns = COLUMNS.filter(({ title }) => title !== COST || resources.some((row) => costOfRow(row, plan)));
  const cells = resources.map((row) => columns.map(({ of }) => visible(of(row, plan))));
  const widths = columns.map(({ title }, column) =>
    Math.min(40, Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0))),
  );
  const line = (values: readonly string[]) =>
    `  ${values.map((value, column) => cell(value, column === columns.length - 1 ? 500 : (widths[column] ?? 0))).join('  ')}`;
  const cut = (text: string) => (text.length > width ? `${text.slice(0, width - 1)}…` : text.trimEnd());
  return [color.dim(cut(line(columns.map(({ title }) => title)))), ...cells.map((row) => cut(line(row)))];
}

function cell(text: string, width: number): string {
  return text.length > width ? `${text.slice(0, width - 1)}…` : text.padEnd(Math.min(width, 40));
}
