/** The figures of the first page. Every read is bounded: by days, by namespaces with marks, by {@link FEW_MARKS}. */
import { DAY_MS } from '../../../core/common/duration.ts';
import type { MonthOfMoney } from '../../../core/mark/markIndex.ts';
import type { AuditEvent } from '../../../core/resource/audit.ts';
import { CostSums, type CostTotal } from '../../../core/resource/prices.ts';
import { MarkCosts, withWaiting } from '../../app/costs.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { bucketed } from '../api/activity.ts';
import { namespacesOf } from '../api/known.ts';
import type { NamespaceState } from '../api/namespaceState.ts';
import { eachMark, FEW_MARKS } from './fewMarks.ts';

const DAYS_AHEAD = 14;
const WEEK = 7;
/** The marks of more namespaces are counted by the index, all at once: a read for each of them and each day is too many. */
const FEW_NAMESPACES = 50;

type Deps = Pick<OperatorDeps, 'clock' | 'marks' | 'markIndex' | 'events' | 'workConfigurations'>;

/** One day, UTC, and the number of marks whose date is on it. */
export interface DueDay {
  readonly at: number;
  readonly due: number;
}

/** The monthly cost of the marks of an account, in one currency. */
export interface AccountCost {
  readonly account: string;
  readonly currency: string;
  readonly total: CostTotal;
}

/** The figures of the whole fleet; days are days in UTC. */
export interface OverviewFigures {
  readonly marked: number;
  /** Due now, or past the date and deferred. */
  readonly overdue: number;
  readonly dueInAWeek: number;
  readonly deferred: number;
  /** In the last seven days, UTC. */
  readonly deleted: number;
  readonly kept: number;
  /** The first day is today; marks that are due already are on it. */
  readonly days: readonly DueDay[];
  /** The monthly savings of deleting all marks, by account; absent = too many marks to read for a page. */
  readonly costs?: readonly AccountCost[];
  /** At most 24, oldest first. */
  readonly months: readonly MonthOfMoney[];
}

/** Days are days in UTC. With many marks there are no costs, and with many namespaces the days come from the index. */
export async function readFigures(deps: Deps, namespaces: readonly NamespaceState[]): Promise<OverviewFigures> {
  const now = deps.clock.now();
  const today = Math.floor(now / DAY_MS) * DAY_MS;
  const withMarks = namespaces.filter(({ counts }) => counts.marked > 0);
  const marked = sum(withMarks, ({ counts }) => counts.marked);
  const deferred = sum(withMarks, (one) => one.deferred);
  const [days, hours, costs, months] = await Promise.all([
    withMarks.length > FEW_NAMESPACES ? daysByIndex(deps, today) : daysOf(deps, withMarks, today),
    deps.events.counts(today - (WEEK - 1) * DAY_MS, now),
    marked <= FEW_MARKS ? readCosts(deps, withMarks) : undefined,
    deps.markIndex.months(),
  ]);
  const week = bucketed(hours, DAY_MS);
  const happened = (event: AuditEvent) => sum(week, ({ counts }) => counts[event] ?? 0);
  return {
    marked,
    overdue: sum(withMarks, ({ counts }) => counts.due) + deferred,
    dueInAWeek: sum(days.slice(0, WEEK), ({ due }) => due),
    deferred,
    deleted: happened('deleted'),
    kept: happened('optedOut'),
    days,
    months: costs ? withWaiting(months, waitingIn(costs)) : months,
    ...(costs ? { costs } : {}),
  };
}

/** By currency. */
function waitingIn(costs: readonly AccountCost[]): ReadonlyMap<string, number> {
  const waiting = new Map<string, number>();
  for (const { currency, total } of costs)
    if (total.amount !== undefined) waiting.set(currency, (waiting.get(currency) ?? 0) + total.amount);
  return waiting;
}

/** All of the index. While that is made, which the read of its gaps begins, the counts are too low. */
async function daysByIndex(deps: Deps, today: number): Promise<readonly DueDay[]> {
  const starts = Array.from({ length: DAYS_AHEAD }, (_, at) => today + at * DAY_MS);
  const [until] = await Promise.all([
    Promise.all(starts.map((start) => deps.markIndex.countBefore(start + DAY_MS))),
    deps.markIndex.missing(namespacesOf(deps)),
  ]);
  // Two counts are of two instants.
  return starts.map((at, day) => ({
    at,
    due: Math.max(0, (until[day] ?? 0) - (day === 0 ? 0 : (until[day - 1] ?? 0))),
  }));
}

function daysOf(deps: Pick<Deps, 'marks'>, namespaces: readonly NamespaceState[], today: number) {
  return Promise.all(Array.from({ length: DAYS_AHEAD }, (_, at) => dueOn(deps, namespaces, { today, at })));
}

async function dueOn(
  { marks }: Pick<Deps, 'marks'>,
  namespaces: readonly NamespaceState[],
  { today, at }: { readonly today: number; readonly at: number },
): Promise<DueDay> {
  const start = today + at * DAY_MS;
  const since = at === 0 ? undefined : start - 1;
  const counts = await Promise.all(
    namespaces.map(({ configuration }) => marks.count(configuration.namespace, start + DAY_MS - 1, since)),
  );
  return { at: start, due: sum(counts, ({ newlyDue }) => newlyDue) };
}

async function readCosts(
  deps: Pick<Deps, 'marks'>,
  namespaces: readonly NamespaceState[],
): Promise<readonly AccountCost[]> {
  const costs = new MarkCosts(namespaces.map(({ configuration }) => configuration));
  const sums = new CostSums<string>();
  const known = new Map(namespaces.map(({ configuration }) => [configuration.namespace, configuration]));
  for await (const mark of eachMark(deps, namespaces)) {
    const { account, prices } = known.get(mark.namespace) ?? {};
    if (account) sums.add(keyOf(account.name, prices?.currency), costs.of(mark));
  }
  return sums.totals().map(([key, total]) => ({ ...accountOf(key), total }));
}

/** Amounts of two currencies have no sum. */
function keyOf(account: string, currency = ''): string {
  return `${currency} ${account}`;
}

function accountOf(key: string): Pick<AccountCost, 'account' | 'currency'> {
  const at = key.indexOf(' ');
  return { currency: key.slice(0, at), account: key.slice(at + 1) };
}

function sum<T>(all: readonly T[], of: (one: T) => number): number {
  return all.reduce((total, one) => total + of(one), 0);
}
