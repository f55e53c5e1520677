/** The true time of a run, ms since the epoch. */
export interface TrueTime {
  readonly startAt: number;
  readonly now: number;
}

/** How the clocks of a machine differ from true time. */
export interface ClockErrors {
  /** The wall clock is ahead by this, ms. */
  readonly aheadMs?: number;
  /** Its oscillator: 1 = exact. One for all its clocks. */
  readonly rate?: number;
}

/** Any monotonic clock begins somewhere. */
const MONOTONIC_START_MS = 1_000;

/** One simulated machine with one process. Its clocks are functions of true time, its sleeps and the steps of its wall clock. */
export class Machine {
  readonly name: string;
  readonly #time: TrueTime;
  readonly #rate: number;
  aheadMs: number;
  asleepUntil = Number.NEGATIVE_INFINITY;
  isDead = false;
  #sleptMs = 0;

  constructor(time: TrueTime, name: string, { aheadMs = 0, rate = 1 }: ClockErrors = {}) {
    this.#time = time;
    this.name = name;
    this.aheadMs = aheadMs;
    this.#rate = rate;
  }

  get clockErrors(): ClockErrors {
    return { aheadMs: this.aheadMs, rate: this.#rate };
  }

  get isAsleep(): boolean {
    return this.asleepUntil > this.#time.now;
  }

  /** CLOCK_REALTIME, whole ms. */
  wallMs(): number {
    return Math.floor(this.#time.startAt + this.#passed() * this.#rate + this.aheadMs);
  }

  /** CLOCK_MONOTONIC: stands while the machine is suspended. */
  monotonicMs(): number {
    return (this.#passed() - this.#sleptMs) * this.#rate + MONOTONIC_START_MS;
  }

  /** CLOCK_BOOTTIME: goes on while the machine is suspended; in steps of 10 ms, as `/proc/uptime` has it. */
  uptimeMs(): number {
    return Math.floor((this.#passed() * this.#rate + MONOTONIC_START_MS) / 10) * 10;
  }

  /** The true time at which its monotonic clock will show this, unless it sleeps again. */
  trueAt(monotonicMs: number): number {
    return (monotonicMs - MONOTONIC_START_MS) / this.#rate + this.#sleptMs + this.#time.startAt;
  }

  /** Nothing of it runs for so long. @param kind `suspended` = its monotonic clock stands; `stopped` = it goes on (SIGSTOP) */
  sleep(ms: number, kind: 'suspended' | 'stopped'): void {
    this.asleepUntil = this.#time.now + ms;
    if (kind === 'suspended') this.#sleptMs += ms;
  }

  /** What a skip of idle time adds to a monotonic instant. */
  monotonicSpan(ms: number): number {
    return ms * this.#rate;
  }

  #passed(): number {
    return this.#time.now - this.#time.startAt;
  }
}
