/** Do opt-out links work until the deletion of their resources? */
import { DAY_MS, formatMs } from '../../core/common/duration.ts';
import { groupBy } from '../../core/common/groupBy.ts';
import { type Closure, longestClosure, type Window } from '../../core/policy/window.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Reporter } from '../yaml/report.ts';

const MINUTE_MS = 60_000;
const WEEK_MS = 7 * DAY_MS;
/** Business days without a window are Monday to Friday. */
const OFFICE_DAYS = 5;
/** The longest time from the creation of a link to the acceptance of its message, when retention begins. */
const DELIVERY_MS = 15 * MINUTE_MS;

/** Reports the live namespace with the longest retention, if its links expire before the deletion. */
export function checkLinks(configurations: readonly WorkConfiguration[], validForMs: number, reporter: Reporter): void {
  const [longest] = configurations
    .filter(({ live, notice }) => live && notice.enabled)
    .map(({ namespace, ...rest }) => ({ namespace, ms: untilDeletionMs(rest) }))
    .sort((a, b) => b.ms - a.ms);
  if (!longest || longest.ms <= validForMs) return;
  const unit = longest.ms >= DAY_MS ? DAY_MS : MINUTE_MS;
  const least = formatMs(Math.ceil(longest.ms / unit) * unit);
  reporter.report(
    ['optOut', 'validFor'],
    `too short for ${longest.namespace}, where the links must work until the deletion; allowed: at least ${least}`,
  );
}

type Retention = Pick<WorkConfiguration, 'retention' | 'unownedRetention' | 'notice' | 'window'>;

/** The longest time from the creation of a link to the date in its message; a window opens at least once a week, but for the days of its calendar. */
function untilDeletionMs({ retention, unownedRetention, notice, window }: Retention): number {
  const openDays = window?.days.length ?? OFFICE_DAYS;
  const longest = [retention, ...(notice.fallback === undefined ? [] : [unownedRetention])].map((duration) =>
    'ms' in duration ? duration.ms : Math.ceil((duration.businessDays + closedInYear(window)) / openDays) * WEEK_MS,
  );
  return Math.max(...longest) + DELIVERY_MS + (window ? WEEK_MS + closureOf(window).days * DAY_MS : 0);
}

/** The most days of its calendar in any year. */
function closedInYear(window: Window | undefined): number {
  const byYear = groupBy(window?.closed ?? [], (day) => day.slice(0, 4));
  const everyYear = [...byYear].filter(([year]) => year.startsWith('--')).flatMap(([, days]) => days).length;
  return everyYear + Math.max(0, ...[...byYear].map(([year, days]) => (year.startsWith('--') ? 0 : days.length)));
}

const closures = new WeakMap<readonly string[], Closure>();

/** A thousand namespaces share one calendar. */
function closureOf(window: Window): Pick<Closure, 'days'> {
  if (window.closed === undefined) return { days: 0 };
  const known = closures.get(window.closed) ?? longestClosure(window);
  closures.set(window.closed, known);
  return known;
}
