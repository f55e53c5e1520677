/** The resources of a plan for people: a row each, and why under it; equal reasons in succession only once. */
import { pluralize } from '../../core/common/pluralize.ts';
import { bytesWords } from '../../core/text/bytes.ts';
import { endWords } from '../../core/text/endWords.ts';
import { visible } from '../../core/text/visible.ts';
import { byPlannedCost, type NamespacePlan, type ResourcePlan, toDelete } from '../../lifecycle/index.ts';
import { costOfRow } from '../text/costLines.ts';
import { endOf } from '../text/endOf.ts';
import { type Page, put } from '../text/page.ts';
import { isLimit, limited } from './quickWords.ts';

/** Planned deletions and undecided resources, what follows one of them in its row; kept ones are only counted, unless `kept` asks for them. */
export function rowsOf(plan: NamespacePlan, sort: 'cost' | undefined, kept = false): readonly ResourcePlan[] {
  const order = sort === 'cost' ? byCostThenName : byVerdictThenName;
  return plan.resources
    .filter(({ verdict, toldIn }) => toldIn === undefined && (kept || verdict !== 'keep'))
    .sort(order);
}

function byVerdictThenName(a: ResourcePlan, b: ResourcePlan): number {
  return a.verdict.localeCompare(b.verdict) || a.name.localeCompare(b.name) || a.id.localeCompare(b.id);
}

function byCostThenName(a: ResourcePlan, b: ResourcePlan): number {
  return byPlannedCost(a, b) || byVerdictThenName(a, b);
}

/** @param most how many rows; a line says how many more there are */
export function rowLines(rows: readonly ResourcePlan[], plan: NamespacePlan, most: number, page: Page): string[] {
  const { color } = page;
  const shown = rows.slice(0, most);
  const cells = shown.map((row) => cellsOf(row, plan).map(visible));
  // One name of 255 characters must not move the columns of all the others.
  const short = cells.filter((row) => isShort(row, page));
  const widths = [0, 1, 2, 3, 4, 5].map((column) => Math.max(0, ...short.map((row) => (row[column] ?? '').length)));
  const lines = shown.flatMap((row, index) => {
    const why = whyOf(row);
    const begin = shown.findLastIndex((other, at) => at < index && whyOf(other) !== why) + 1;
    const isLast = shown[index + 1] === undefined || whyOf(shown[index + 1] as ResourcePlan) !== why;
    const line = rowLine(row, cells[index] as readonly string[], widths, page);
    if (!isLast || why === '') return line;
    const each = index > begin ? 'each: ' : '';
    return [...line, ...put(`${each}${why}`, page, 6, color.dim)];
  });
  const left = rows.length - shown.length;
  return left > 0 ? [...lines, ...put(`… and ${left} more (--verbose shows all)`, page, 2, color.dim)] : lines;
}

/** The longest cell that widens its column, in characters. */
const WIDEST = 60;

function isShort(cells: readonly string[], { width }: Page): boolean {
  return cells.every(({ length }) => length <= WIDEST) && BEFORE_CELLS + cells.join('  ').length <= width;
}

/** `  - ` */
const BEFORE_CELLS = 4;

/** In columns where they fit, else one cell after the other. */
function rowLine({ verdict }: ResourcePlan, cells: readonly string[], widths: readonly number[], page: Page) {
  const { sign, paint } = signOf(verdict, page);
  const columns = cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).filter((column) => column !== '');
  const aligned = `  ${sign} ${columns.join('  ')}`.trimEnd();
  if (aligned.length <= page.width) return [aligned.replace(sign, paint)];
  const [first = '', ...others] = put(`${sign} ${cells.filter((cell) => cell !== '').join(' · ')}`, page, 2);
  return [first.replace(sign, paint), ...others];
}

function signOf(verdict: ResourcePlan['verdict'], { color }: Page) {
  if (verdict === 'keep') return { sign: '=', paint: color.green };
  return verdict === 'unknown' ? { sign: '?', paint: color.yellow } : { sign: '-', paint: color.red };
}

function cellsOf(row: ResourcePlan, plan: NamespacePlan): readonly string[] {
  const { id, name, owner, wouldDeleteAt } = row;
  const cost = costOfRow(row, plan) ?? '';
  const size = row.freesBytes === undefined ? '' : bytesWords(row.freesBytes);
  return [id, name === id ? '' : name, owner ?? 'no owner', wouldDeleteAt?.slice(0, 10) ?? '', size, cost];
}

const BEFORE_WHY: Partial<Record<ResourcePlan['verdict'], string>> = { unknown: 'unknown: ', keep: 'kept: ' };

function whyOf({ verdict, reasons, notAsked = [], refused, review }: ResourcePlan): string {
  const open = notAsked.length > 0 ? [`not read: ${notAsked.join(', ')}`] : [];
  if (review) return `held until somebody approves it: ${reasons.join('; ')}`;
  return `${BEFORE_WHY[verdict] ?? ''}${[...reasons, ...open, ...(refused === undefined ? [] : [refused])].join('; ')}`;
}

/** `10 of 12 to delete, 2 kept`, and of a quick plan `at most 10 of 12 to delete, at least 2 kept` */
export function countsWords(plan: NamespacePlan): string {
  const { listed, keep, unknown, held = 0 } = plan.counts;
  if (listed === 0) return pluralize(0, 'resource');
  const isQuick = isLimit(plan);
  const open = unknown > 0 ? `, ${unknown} unknown` : '';
  const after = held > 0 ? ` (${held} after others)` : '';
  const most = limited('at most', toDelete(plan.counts), isQuick);
  return `${most} of ${listed} to ${endWords[endOf(plan.namespace)].verb}${after}, ${limited('at least', keep, isQuick)} kept${open}`;
}
