import type { Clock } from '../core/common/clock.ts';
import { DAY_MS } from '../core/common/duration.ts';
import { messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';
import { turn } from '../core/common/steps.ts';
import type { WorkConfiguration } from '../core/policy/workConfiguration.ts';
import type { Months } from '../core/ports/months.ts';
import type { MarkStore } from '../core/ports/ports.ts';

interface Deps {
  readonly marks: Pick<MarkStore, 'all'>;
  readonly markTable: { readonly isOn: boolean };
  readonly months: Pick<Months, 'storeWaiting'>;
  readonly workConfigurations: () => readonly WorkConfiguration[];
  readonly claimSlot: (name: string, at: number) => Promise<boolean>;
  readonly clock: Clock;
  readonly log: Logger;
}

/** Adds up what all marks cost a month, once a day: on the instance that claims the day. */
export class WaitingMoney {
  readonly #deps: Deps;
  #day = Number.NaN;
  #adding: Promise<void> | undefined;
  #isClosed = false;

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /** A pass marked something, or nothing any more. In the background; never throws. */
  look(): void {
    const day = Math.floor(this.#deps.clock.now() / DAY_MS);
    if (day === this.#day || !this.#deps.markTable.isOn) return;
    this.#day = day;
    this.#adding = this.#add(day * DAY_MS).catch((problem: unknown) => {
      // Another pass tries again where Redis did not answer.
      this.#day = Number.NaN;
      this.#deps.log.warn({ problem: messageOf(problem) }, 'the money of the month is not added up');
    });
  }

  /** Leaves the sum to another day where it takes long. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#adding;
  }

  async #add(day: number): Promise<void> {
    const { marks, workConfigurations, months, claimSlot, clock } = this.#deps;
    const configurations = workConfigurations().filter(({ prices }) => prices !== undefined);
    if (configurations.length === 0 || !(await claimSlot('money', day))) return;
    const waiting = new Map<string, number>();
    for (const { namespace, prices } of configurations) {
      const currency = prices?.currency ?? '';
      let sum = 0;
      for await (const page of marks.all(namespace)) {
        for (const { resource } of page) if (!resource.monthlyCost?.stays) sum += resource.monthlyCost?.amount ?? 0;
        if (this.#isClosed) return;
        await turn();
      }
      waiting.set(currency, (waiting.get(currency) ?? 0) + sum);
    }
    await months.storeWaiting(clock.now(), waiting);
  }
}
