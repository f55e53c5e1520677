/** The longest time until the schedule is looked at again, ms: the wall clock may be set, and the machine may sleep. */
const LOOK_EVERY_MS = 60_000;

/** What a look at the schedule finds. Instants in ms since the epoch, by the wall clock. */
export interface Look {
  /** The slot that has come; absent: none has. */
  readonly comeAt?: number;
  /** The slot that is awaited now. */
  readonly awaitedAt: number;
  /** Until the next look, ms. */
  readonly waitMs: number;
}

/**
 * Has the awaited slot of a schedule come? It has, however late the look is: the process may have been busy or stopped,
 * or the clock was set. Of several that passed meanwhile one counts. When the clock was set back, an earlier slot than
 * the awaited one comes next.
 * @param nextAt the first slot after `now`
 */
export function lookAtSlot(
  awaitedAt: number,
  { now, nextAt }: { readonly now: number; readonly nextAt: number },
): Look {
  const waitMs = Math.min(Math.max(nextAt - now, 1), LOOK_EVERY_MS);
  return { awaitedAt: nextAt, waitMs, ...(awaitedAt <= now ? { comeAt: awaitedAt } : {}) };
}
