/** When passes ended, from the lines of the log: each namespace must be surveyed on and on after the last fault. */
import type { Line } from './recordLog.ts';
import type { Scale } from './scale.ts';

/** The others come only where there are marks; a resource that waits for them is seen at the end. */
const ACTIONS = ['mark'] as const;
const HOUR = 3_600_000;
/** How many cadences an action may need. */
const CADENCES = 3;

export class Passes {
  readonly #completeAt = new Map<string, number>();

  ended({ namespace, action, outcome }: Line, now: number): void {
    if (outcome === 'complete' || outcome === 'paced') this.#completeAt.set(`${action} ${namespace}`, now);
  }

  /** Actions of a namespace without a complete pass for too long, if nothing disturbed them since. */
  late({ every }: Scale, namespace: string, now: number, lastFaultAt: number): readonly string[] {
    return ACTIONS.flatMap((action) => {
      const boundMs = CADENCES * Number.parseInt(every[action], 10) * HOUR;
      const since = Math.max(this.#completeAt.get(`${action} ${namespace}`) ?? 0, lastFaultAt);
      const hours = Math.round((now - since) / HOUR);
      return since + boundMs < now ? [`no complete ${action} pass of ${namespace} for ${hours} h`] : [];
    });
  }
}
