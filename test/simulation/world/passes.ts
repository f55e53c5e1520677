/** When passes ended, from the lines of the log: each action must go on after the last fault. */
import type { Scale } from './configuration.ts';
import type { Line } from './recordLog.ts';

/** The others come only where there are marks; a resource that waits for them is seen at the end. */
const ACTIONS = ['mark'] as const;
const HOUR = 3_600_000;
/** How many cadences an action may need. */
const CADENCES = 3;

export class Passes {
  readonly #completeAt = new Map<string, number>();

  ended({ action, outcome }: Line, now: number): void {
    if (outcome === 'complete' || outcome === 'paced') this.#completeAt.set(String(action), now);
  }

  /** Actions without a complete pass for too long, if nothing disturbed them since. */
  late({ every }: Scale, now: number, lastFaultAt: number): readonly string[] {
    return ACTIONS.flatMap((action) => {
      const boundMs = CADENCES * Number.parseInt(every[action], 10) * HOUR;
      const since = Math.max(this.#completeAt.get(action) ?? 0, lastFaultAt);
      return since + boundMs < now ? [`no complete ${action} pass for ${Math.round((now - since) / HOUR)} h`] : [];
    });
  }
}
