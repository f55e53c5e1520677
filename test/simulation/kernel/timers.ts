/** Timers of simulated machines, due by the monotonic clock of each; those of the process itself stay real. */
import { createRequire, syncBuiltinESMExports } from 'node:module';
import { here } from './current.ts';
import type { Machine } from './machine.ts';
import { real } from './real.ts';
import type { Happens, Simulation } from './simulation.ts';

const require = createRequire(import.meta.url);
const LONGEST_MS = 2_147_483_647;
/** A timer that is shorter, or that repeats, is housekeeping: it stands while time is skipped. */
const SHORT_MS = 20_000;
/** One up to here looks whether something has come: it does so at once after time was skipped. */
const LOOK_MS = 60_000;

type Callback = (...given: unknown[]) => void;

class Timer {
  readonly #simulation: Simulation;
  readonly #machine: Machine;
  readonly #call: () => void;
  readonly #ms: number;
  readonly #repeats: boolean;
  #event: Happens;

  constructor(at: { simulation: Simulation; machine: Machine }, call: () => void, ms: unknown, repeats: boolean) {
    this.#simulation = at.simulation;
    this.#machine = at.machine;
    this.#call = call;
    this.#ms = Math.max(1, Math.min(Number(ms) || 1, LONGEST_MS));
    this.#repeats = repeats;
    this.#event = this.#begin();
  }

  #begin(): Happens {
    const monotonicMs = this.#machine.monotonicMs() + this.#ms;
    const skip = this.#repeats || this.#ms <= SHORT_MS ? 'stands' : this.#ms <= LOOK_MS ? 'looks' : undefined;
    const what = this.#repeats ? 'interval' : 'timer';
    const at = this.#machine.trueAt(monotonicMs);
    return this.#simulation.at(at, this.#machine, what, () => this.#fire(), { monotonicMs, skip });
  }

  #fire(): void {
    if (this.#repeats) this.#event = this.#begin();
    this.#call();
  }

  cancel(): void {
    this.#event.isCancelled = true;
  }

  close(): this {
    this.cancel();
    return this;
  }

  refresh(): this {
    this.cancel();
    this.#event = this.#begin();
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  hasRef(): boolean {
    return true;
  }
}

class Immediate {
  readonly event: Happens;

  constructor(event: Happens) {
    this.event = event;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }
}

function timerOf(realTimer: typeof setTimeout | typeof setInterval, repeats: boolean) {
  return (call: Callback, ms?: unknown, ...given: unknown[]) => {
    const at = here();
    if (!at) return realTimer(call, Number(ms ?? 0), ...given);
    return new Timer(at, () => call(...given), ms, repeats);
  };
}

function clear(timer: unknown): void {
  if (timer instanceof Timer) timer.cancel();
  else real.clearTimeout(timer as NodeJS.Timeout);
}

function immediate(call: Callback, ...given: unknown[]): unknown {
  const at = here();
  if (!at) return real.setImmediate(call, ...given);
  const { simulation, machine } = at;
  return new Immediate(simulation.at(simulation.now, machine, 'immediate', () => call(...given)));
}

function clearedImmediate(given: unknown): void {
  if (given instanceof Immediate) given.event.isCancelled = true;
  else real.clearImmediate(given as NodeJS.Immediate);
}

type Waiting = { readonly signal?: AbortSignal } | undefined;

function waiting(realWait: (ms?: number, value?: unknown, options?: object) => Promise<unknown>) {
  return (ms?: number, value?: unknown, options?: Waiting): Promise<unknown> => {
    const at = here();
    if (!at) return realWait(ms, value, options);
    const signal = options?.signal;
    return new Promise((resolve, reject) => {
      const abort = () => {
        timer.cancel();
        reject(Object.assign(new Error('The operation was aborted', { cause: signal?.reason }), ABORTED));
      };
      const end = () => {
        signal?.removeEventListener('abort', abort);
        resolve(value);
      };
      const timer = new Timer(at, end, ms, false);
      if (signal?.aborted) abort();
      else signal?.addEventListener('abort', abort, { once: true });
    });
  };
}

const ABORTED = { name: 'AbortError', code: 'ABORT_ERR' };

/** Once, before the program is imported. */
export function installTimers(): void {
  const timers = {
    setTimeout: timerOf(real.setTimeout, false),
    setInterval: timerOf(real.setInterval, true),
    setImmediate: immediate,
    clearTimeout: clear,
    clearInterval: clear,
    clearImmediate: clearedImmediate,
  };
  Object.assign(globalThis, timers);
  Object.assign(require('node:timers'), timers);
  const promises = require('node:timers/promises');
  const next = promises.setImmediate as (value?: unknown) => Promise<unknown>;
  promises.setTimeout = waiting(promises.setTimeout);
  promises.setImmediate = (value?: unknown) =>
    here() ? new Promise((resolve) => immediate(() => resolve(value))) : next(value);
  AbortSignal.timeout = (ms) => {
    const controller = new AbortController();
    timers.setTimeout(() => controller.abort(new DOMException('timed out', 'TimeoutError')), ms);
    return controller.signal;
  };
  syncBuiltinESMExports();
}
