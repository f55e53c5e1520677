import { lookAtSlot } from '../core/work/slot.ts';

/** The manager passes these. Instants in ms since the epoch, by the wall clock. */
export interface TicksOptions {
  readonly now: () => number;
  /** The first slot of the schedule after `now()`. */
  readonly nextAt: () => number;
  /** Called with each slot that comes; late ones, too. */
  readonly tick: (slotAt: number) => void;
}

/**
 * A schedule that loses no slot for being late. node-cron only says when the slots are: its own timer drops a slot that
 * it reaches more than a second late, and waits until the slot that it once computed when the clock is set back.
 */
export class Ticks {
  readonly #options: TicksOptions;
  #awaitedAt: number;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: TicksOptions) {
    this.#options = options;
    this.#awaitedAt = options.nextAt();
  }

  /** Looks now, and again at the next slot, at the latest after a minute. */
  look(): void {
    const { now, nextAt, tick } = this.#options;
    const look = lookAtSlot(this.#awaitedAt, { now: now(), nextAt: nextAt() });
    this.#awaitedAt = look.awaitedAt;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.look(), look.waitMs);
    if (look.comeAt !== undefined) tick(look.comeAt);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
