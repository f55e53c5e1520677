/** A quarantine that the provider ends by itself has to end before that, wherever its end is moved into the window. */
import { DAY_MS, formatMs, HOUR_MS } from '../../core/common/duration.ts';
import { oncePerText } from '../../core/common/oncePer.ts';
import { type Closure, longestClosure, type Window } from '../../core/policy/window.ts';
import type { EntryProblem } from '../../handlers/contract/entry.ts';
import type { Handler } from '../../handlers/contract/handler.ts';

/** @returns what to write instead, unless it always ends in time */
export function lateQuarantine(
  { quarantine }: Pick<Handler, 'quarantine'>,
  { quarantineMs, window }: { readonly quarantineMs?: number; readonly window?: Window | undefined },
): readonly EntryProblem[] {
  const ends = quarantine?.endsAfterMs;
  if (quarantineMs === undefined || ends === undefined || !window) return [];
  const laterMs = longestMoveMs(window);
  if (quarantineMs + laterMs < ends) return [];
  const left = Math.floor((ends - laterMs - 1) / DAY_MS) * DAY_MS;
  const todo =
    left > 0
      ? `write \`quarantine: ${formatMs(left)}\`, or a window that opens more often`
      : 'write a window that opens more often';
  const message = `its window may end it up to ${formatMs(laterMs)} later than ${formatMs(quarantineMs)}, and the provider ends it after ${formatMs(ends)} by itself, so it might never be deleted: ${todo}`;
  return [{ path: ['quarantine'], message }];
}

/** The longest time from an instant to the next one at which the window is open. */
function longestMoveMs({ days, closed = [], timeZone, fromMinute, toMinute }: Window): number {
  const openMinutes = toMinute > fromMinute ? toMinute - fromMinute : toMinute - fromMinute + 24 * 60;
  return (closureOf(JSON.stringify({ days, closed, timeZone })).days + 1) * DAY_MS - (openMinutes / 60) * HOUR_MS;
}

/** Thousands of namespaces share a window. */
const closureOf = oncePerText((opening): Closure => longestClosure(JSON.parse(opening)));
