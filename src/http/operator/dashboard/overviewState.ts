/** The figures of the first page. It reads no mark but up to {@link FEW_MARKS}, and the table of all marks. */
import { DAY_MS } from '../../../core/common/duration.ts';
import type { MarkRow } from '../../../core/mark/markTable.ts';
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
  const isFew = marked <= FEW_MARKS || (await allRows(deps)) !== undefined;
  const [{ days, overdue, costs, owners }, hours, months] = await Promise.all([
    isFew ? readRows(deps, withMarks, dated, now) : countRows(deps, dated, now),
    deps.events.counts(today - (WEEK - 1) * DAY_MS, now),
    deps.months.read(),
  ]);
  const week = bucketed(hours, DAY_MS);
  const happened = (event: AuditEvent) => sum(week, ({ counts }) => counts[event] ?? 0);
  return {
    marked,
    idle: marked - sum(dated, ({ counts }) => counts.marked),
    overdue,
    dueInAWeek: sum(days.slice(0, WEEK), (due) => due),
    deleted: happened('deleted'),
    kept: happened('optedOut'),
    days: days.map((due, day) => ({ at: today + day * DAY_MS, due })),
    months: costs ? withWaiting(months, now, waitingIn(costs)) : months,
    ...(costs ? { costs, overdueByOwner: owners } : {}),
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

/** All from one read: a mark that goes meanwhile is in each of them, or in none. */
interface Dates extends Partial<Owners> {
  /** From today on, marks that are due already on the first one. */
  readonly days: readonly number[];
  readonly overdue: number;
}

interface Owners {
  readonly costs: readonly OwnerCost[];
  readonly owners: readonly OwnerOverdue[];
}

/** Of more marks than are read for a page. */
async function countRows(
  { marks }: Pick<Deps, 'marks'>,
  namespaces: readonly NamespaceState[],
  now: number,
): Promise<Dates> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const ends = Array.from({ length: DAYS_AHEAD }, (_, day) => today + (day + 1) * DAY_MS);
  const counts = await Promise.all(
    namespaces.map(({ configuration }) => marks.count(configuration.namespace, now, undefined, ends)),
  );
  const before = (end: number) => sum(counts, (one) => one.before?.[end] ?? 0);
  return {
    days: ends.map((_, day) => before(day) - (day === 0 ? 0 : before(day - 1))),
    overdue: sum(counts, ({ newlyDue }) => newlyDue),
  };
}

/** @param dated those of the namespaces where something happens on a date */
async function readRows(
  deps: Deps,
  namespaces: readonly NamespaceState[],
  dated: readonly NamespaceState[],
  now: number,
): Promise<Dates & Owners> {
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const configurations = namespaces.map(({ configuration }) => configuration);
  const costs = new MarkCosts(configurations);
  const sums = new CostSums<string>();
  const late = new Map<string, number>();
  const days = Array.from({ length: DAYS_AHEAD }, () => 0);
  const known = new Map(configurations.map((configuration) => [configuration.namespace, configuration]));
  const withDates = new Set(dated.map(({ configuration }) => configuration.namespace));
  for await (const page of eachRow(deps, configurations)) {
    for (const row of page) {
      const currency = known.get(row.namespace)?.prices?.currency;
      sums.add(keyOf(row.owner, currency), costs.of({ namespace: row.namespace, resource: row }));
      if (!withDates.has(row.namespace)) continue;
      const { owner = '', projectedDeletionAt } = row;
      const isLate = isPast(row, now);
      const day = isLate ? 0 : Math.floor((projectedDeletionAt - today) / DAY_MS);
      if (day < DAYS_AHEAD) days[day] = (days[day] ?? 0) + 1;
      if (isLate) late.set(owner, (late.get(owner) ?? 0) + 1);
    }
  }
  const owners = [...late].map(([owner, marks]) => ({ owner, marks }));
  return {
    days,
    overdue: sum(owners, ({ marks }) => marks),
    costs: sums.totals().map(([key, total]) => ({ ...ownerOf(key), total })),
    owners: owners.toSorted((a, b) => b.marks - a.marks || (a.owner < b.owner ? -1 : 1)),
  };
}

/** A deletion that has begun is looked at once more at once, whatever its date was. */
function isPast({ state, projectedDeletionAt }: MarkRow, now: number): boolean {
  return state === 'deleting' || projectedDeletionAt <= now;
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
