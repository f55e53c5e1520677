import type { Clock } from '../../core/common/clock.ts';
import { aheadMs, type ProviderTime } from '../../core/common/providerTime.ts';
import type { ProviderTimes } from '../../core/ports/providerTimes.ts';

/** What the providers said last in this process, one answer for each. */
export class HeardTimes implements ProviderTimes {
  readonly #clock: Clock;
  readonly #last = new Map<string, ProviderTime>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  heard(by: string, at: number): void {
    this.#last.set(by, { by, at, heardAt: this.#clock.now() });
  }

  /**
   * Of all answers since an instant the one that differs most from the clock: one provider that contradicts it counts
   * more than all that confirm it. `undefined`: there was no answer.
   * @param since by the clock of this machine, ms since the epoch
   */
  since(since: number): ProviderTime | undefined {
    const answers = [...this.#last.values()].filter(({ heardAt }) => heardAt >= since);
    return answers.toSorted((a, b) => Math.abs(aheadMs(b)) - Math.abs(aheadMs(a)))[0];
  }
}
