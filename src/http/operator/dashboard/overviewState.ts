/** The figures of the first page. It reads no mark but up to {@link FEW_MARKS}, and the table of all marks. */
import { DAY_MS } from '../../../core/common/duration.ts';
import type { MarkRows } from '../../../core/mark/markTable.ts';
import type { ControlState } from '../../../core/policy/fleet.ts';
import type { MonthOfMoney } from '../../../core/ports/months.ts';
import type { AuditEvent } from '../../../core/resource/audit.ts';
import { CostSums, type CostTotal } from '../../../core/resource/prices.ts';
import { MarkCosts, withWaiting } from '../../app/costs.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { bucketed } from '../api/activity.ts';
import { allRows, eachRow } from '../api/markRows.ts';
import type { NamespaceState } from '../api/namespaceState.ts';
import { FEW_MARKS } from './fewMarks.ts';
import { idleBecause } from './overdue.ts';

const DAYS_AHEAD = 14;
const WEEK = 7;
/** With more namespaces the table counts the days: a read of each of them is too much for a page. */
const FEW_NAMESPACES = 50;

type Deps = Pick<OperatorDeps, 'clock' | 'marks' | 'markTable' | 'months' | 'events' | 'workConfigurations'>;

/** One day, UTC, and the number of marks whose date is on it. */
export interface DueDay {
  readonly at: number;
  readonly due: number;
}

/** The monthly cost of the marks of an owner, in one currency. */
export interface OwnerCost {
  /** Empty: nobody. */
  readonly owner: string;
  readonly currency: string;
  readonly total: CostTotal;
}

/** The marks of an owner whose date has passed. */
export interface OwnerOverdue {
  /** Empty: nobody. */
  readonly owner: string;
  readonly marks: number;
}

/** The figures of the whole fleet; days are days in UTC. */
export interface OverviewFigures {
  readonly marked: number;
  /** Those of `marked` to which nothing happens on their date, by their stage or their entry; they count for no day. */
  readonly idle: number;
  /** Due now, or past the date and deferred. */
  readonly overdue: number;
  readonly dueInAWeek: number;
  readonly deferred: number;
  /** In the last seven days, UTC. */
  readonly deleted: number;
  readonly kept: number;
  /** The first day is today; marks that are due already are on it. */
  readonly days: readonly DueDay[];
  /** The monthly savings of deleting all marks, by owner, the highest first; absent = too many marks to read for a page. */
  readonly costs?: readonly OwnerCost[];
  /** The most first; absent = too many marks to read for a page. */
  readonly overdueByOwner?: readonly OwnerOverdue[];
  /** At most 24, oldest first. */
  readonly months: readonly MonthOfMoney[];
}

/** Days are days in UTC. With more marks than the table takes there are no costs. */
export async function readFigures(
  deps: Deps,
  namespaces: readonly NamespaceState[],
  control: ControlState,
): Promise<OverviewFigures> {
  const now = deps.clock.now();
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const withMarks = namespaces.filter(({ counts }) => counts.marked > 0);
  const marked = sum(withMarks, ({ counts }) => counts.marked);
  const dated = withMarks.filter(({ configuration }) => !idleBecause({ control, configuration }));
  const deferred = sum(dated, (one) => one.deferred);
  const rows = await allRows(deps);
  const [days, hours, costs, months] = await Promise.all([
    dated.length > FEW_NAMESPACES && rows ? daysOfRows(rows, dated, today) : daysOf(deps, dated, today),
    deps.events.counts(today - (WEEK - 1) * DAY_MS, now),
    marked <= FEW_MARKS || rows ? readByOwner(deps, withMarks, now) : undefined,
    deps.months.read(),
  ]);
  const week = bucketed(hours, DAY_MS);
  const happened = (event: AuditEvent) => sum(week, ({ counts }) => counts[event] ?? 0);
  return {
    marked,
    idle: marked - sum(dated, ({ counts }) => counts.marked),
    overdue: sum(dated, ({ counts }) => counts.due) + deferred,
    dueInAWeek: sum(days.slice(0, WEEK), ({ due }) => due),
    deferred,
    deleted: happened('deleted'),
    kept: happened('optedOut'),
    days,
    months: costs ? withWaiting(months, now, waitingIn(costs.all)) : months,
    ...(costs ? { costs: costs.all, overdueByOwner: costs.overdue } : {}),
  };
}

/** By currency. */
function waitingIn(costs: readonly OwnerCost[]): ReadonlyMap<string, number> {
  const waiting = new Map<string, number>();
  // Types without a cost of their own need no prices, so their sum may have no currency.
  for (const { currency, total } of costs)
    if (currency !== '' && total.amount !== undefined)
      waiting.set(currency, (waiting.get(currency) ?? 0) + total.amount);
  return waiting;
}

function daysOfRows(rows: MarkRows, namespaces: readonly NamespaceState[], today: number): readonly DueDay[] {
  const due = Array.from({ length: DAYS_AHEAD }, () => 0);
  for (const { configuration } of namespaces) {
    for (const { state, projectedDeletionAt } of rows.of(configuration.namespace)) {
      // A deletion that has begun is looked at once more at once.
      const day = state === 'deleting' ? 0 : Math.max(0, Math.floor((projectedDeletionAt - today) / DAY_MS));
      if (day < DAYS_AHEAD) due[day] = (due[day] ?? 0) + 1;
    }
  }
  return due.map((count, day) => ({ at: today + day * DAY_MS, due: count }));
}

async function daysOf(
  { marks, clock }: Pick<Deps, 'marks' | 'clock'>,
  namespaces: readonly NamespaceState[],
  today: number,
): Promise<readonly DueDay[]> {
  const starts = Array.from({ length: DAYS_AHEAD }, (_, day) => today + day * DAY_MS);
  const ends = starts.map((start) => start + DAY_MS);
  const counts = await Promise.all(
    namespaces.map(({ configuration }) => marks.count(configuration.namespace, clock.now(), undefined, ends)),
  );
  return starts.map((at, day) => ({
    at,
    due: sum(counts, ({ before }) => (before?.[day] ?? 0) - (before?.[day - 1] ?? 0)),
  }));
}

interface ByOwner {
  readonly all: readonly OwnerCost[];
  readonly overdue: readonly OwnerOverdue[];
}

async function readByOwner(deps: Deps, namespaces: readonly NamespaceState[], now: number): Promise<ByOwner> {
  const configurations = namespaces.map(({ configuration }) => configuration);
  const costs = new MarkCosts(configurations);
  const sums = new CostSums<string>();
  const late = new Map<string, number>();
  const known = new Map(configurations.map((configuration) => [configuration.namespace, configuration]));
  for await (const page of eachRow(deps, configurations)) {
    for (const row of page) {
      const configuration = known.get(row.namespace);
      const cost = costs.of({ namespace: row.namespace, resource: row });
      const { owner = '', state, projectedDeletionAt } = row;
      if (projectedDeletionAt <= now && state !== 'deleting') late.set(owner, (late.get(owner) ?? 0) + 1);
      if (configuration) sums.add(keyOf(row.owner, configuration.prices?.currency), cost);
    }
  }
  const all = sums.totals().map(([key, total]) => ({ ...ownerOf(key), total }));
  const overdue = [...late].map(([owner, marks]) => ({ owner, marks }));
  return { all, overdue: overdue.toSorted((a, b) => b.marks - a.marks || (a.owner < b.owner ? -1 : 1)) };
}

/** Amounts of two currencies have no sum. */
function keyOf(owner = '', currency = ''): string {
  return `${currency} ${owner}`;
}

function ownerOf(key: string): Pick<OwnerCost, 'owner' | 'currency'> {
  const at = key.indexOf(' ');
  return { currency: key.slice(0, at), owner: key.slice(at + 1) };
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
