/**
 * One true time, one heap of events, several machines. Exactly one machine runs at a time: an event is delivered, and
 * the next one only when Node has no microtask and no immediate left, and no real answer of Redis is awaited.
 */
import { Heap } from './heap.ts';
import type { Machine, TrueTime } from './machine.ts';
import { type Random, randomOf } from './random.ts';
import { real } from './real.ts';

/** An event of a run. */
export interface Happens {
  /** True time, ms. */
  at: number;
  readonly order: number;
  readonly machine: Machine;
  readonly what: string;
  readonly run: () => unknown;
  /** A timer: due by the monotonic clock of its machine. */
  monotonicMs?: number;
  /** Part of an idle instance's housekeeping, over which time may be skipped; what it does meanwhile. */
  readonly skip?: 'stands' | 'looks' | undefined;
  isCancelled?: boolean;
}

/** The rest of an event. */
export type Planned = Pick<Happens, 'monotonicMs' | 'skip'>;

/** A real file is being read: the configuration of the SDK. */
const READING = /FSReq|FileHandle/;
/** A module is loaded by a thread, of which nothing can be seen, ms. */
const LOADING_MS = 1;

/** One run. */
export class Simulation implements TrueTime {
  readonly startAt: number;
  now: number;
  readonly heap = new Heap<Happens>();
  /** Decisions of the world. */
  readonly random: Random;
  /** What the program draws, of all machines in their order. */
  readonly productRandom: Random;
  current: Machine | undefined;
  steps = 0;
  skippedMs = 0;
  /** True time of the last step of work or fault. */
  busyAt: number;
  /** Answers of real servers that the current step awaits. */
  awaited = 0;
  digest = 2_166_136_261;
  crash: unknown;
  /** Modules that the program imports when it needs them are loaded in the first run of a process; later ones find them. */
  isWarming = false;
  /** The steps, where they are to be compared. */
  trace: string[] | undefined;
  #order = 0;

  constructor(seed: number, startAt: number) {
    this.random = randomOf(seed);
    this.productRandom = randomOf(seed ^ 0x9e3779b9);
    this.startAt = startAt;
    this.now = startAt;
    this.busyAt = startAt;
  }

  /** A hop in the network, ms. */
  latencyMs(): number {
    return 0.1 + this.random() * 0.9;
  }

  at(at: number, machine: Machine, what: string, run: () => unknown, rest: Planned = {}): Happens {
    const event: Happens = { at, order: this.#order++, machine, what, run, ...rest };
    this.heap.push(event);
    return event;
  }

  in(ms: number, machine: Machine, what: string, run: () => unknown, rest?: Planned): Happens {
    return this.at(this.now + ms, machine, what, run, rest);
  }

  /** Nothing is skipped until so long after now. */
  busy(ms = 0): void {
    this.busyAt = Math.max(this.busyAt, this.now + ms);
  }

  /** Delivers the next event. @returns false when none is left */
  async step(): Promise<boolean> {
    for (;;) {
      const event = this.heap.pop();
      if (!event) return false;
      if (event.isCancelled || event.machine.isDead) continue;
      const dueAt = this.#dueAt(event);
      if (dueAt > event.at + 0.001) {
        event.at = dueAt;
        this.heap.push(event);
        continue;
      }
      if (event.at > this.now) this.now = event.at;
      this.steps++;
      this.#note(event);
      await this.as(event.machine, event.run);
      if (this.isWarming && !event.skip) await this.#load(event.machine);
      return true;
    }
  }

  /** Runs code of a machine until Node has nothing left to do at once. */
  async as(machine: Machine, run: () => unknown): Promise<void> {
    this.current = machine;
    try {
      Promise.resolve(run()).catch((error: unknown) => {
        this.crash ??= error;
      });
    } catch (error) {
      this.crash ??= error;
    }
    do await new Promise<void>((resolve) => real.setImmediate(resolve));
    while (this.awaited > 0 || process.getActiveResourcesInfo().some((what) => READING.test(what)));
    this.current = undefined;
    if (this.crash !== undefined) throw this.crash;
  }

  /** A real answer that the current step awaits; the step does not end before. */
  async awaiting<T>(answer: Promise<T>): Promise<T> {
    this.awaited++;
    try {
      return await answer;
    } finally {
      this.awaited--;
    }
  }

  async #load(machine: Machine): Promise<void> {
    await new Promise((resolve) => real.setTimeout(resolve, LOADING_MS));
    await this.as(machine, () => {});
  }

  #dueAt({ at, machine, monotonicMs }: Happens): number {
    const awakeAt = machine.asleepUntil > Math.max(this.now, at) ? machine.asleepUntil : at;
    return monotonicMs === undefined ? awakeAt : Math.max(awakeAt, machine.trueAt(monotonicMs));
  }

  /** The digest proves that a run is repeated exactly: FNV-1a over every step and its time, µs. */
  #note({ machine, what }: Happens): void {
    const line = `${machine.name} ${what}@${Math.round((this.now - this.startAt) * 1_000)}`;
    this.trace?.push(line);
    let { digest } = this;
    for (let at = 0; at < line.length; at++) digest = Math.imul(digest ^ line.charCodeAt(at), 16_777_619) >>> 0;
    this.digest = digest;
  }
}
