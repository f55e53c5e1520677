// How long does one turn of the event loop keep the main thread busy? By its CPU time, so that what else the machine does is not counted.
import { openSync, readSync } from 'node:fs';

const NS_PER_MS = 1_000_000;

export class TurnMeter {
  #clock = threadClock();
  #next;
  #last = 0;
  #lastWall = 0;
  #longest = { cpuMs: 0, wallMs: 0 };
  #over = 0;

  /** @param limitMs turns above it are counted */
  constructor(limitMs) {
    this.limitMs = limitMs;
  }

  /** Runs `work`, and says how long the longest turn was meanwhile. */
  async during(work) {
    this.#longest = { cpuMs: 0, wallMs: 0 };
    this.#over = 0;
    await new Promise(setImmediate);
    this.#last = this.#clock();
    this.#lastWall = performance.now();
    this.#next = setImmediate(this.#turn);
    try {
      await work();
      // The turn in which it ended counts too.
      await new Promise(setImmediate);
    } finally {
      clearImmediate(this.#next);
    }
    return { ...this.#longest, over: this.#over };
  }

  #turn = () => {
    const [now, wall] = [this.#clock(), performance.now()];
    const cpuMs = (now - this.#last) / NS_PER_MS;
    if (cpuMs > this.#longest.cpuMs) this.#longest.cpuMs = cpuMs;
    if (wall - this.#lastWall > this.#longest.wallMs) this.#longest.wallMs = wall - this.#lastWall;
    if (cpuMs > this.limitMs) this.#over++;
    [this.#last, this.#lastWall] = [now, wall];
    this.#next = setImmediate(this.#turn);
  };
}

/** CPU time in ns: that of this thread where Linux reports it (`/proc/thread-self/schedstat`), else that of the process. */
function threadClock() {
  try {
    const file = openSync('/proc/thread-self/schedstat', 'r');
    const bytes = Buffer.alloc(64);
    return () => Number(bytes.toString('latin1', 0, readSync(file, bytes, 0, 64, 0)).split(' ', 1)[0]);
  } catch {
    return () => {
      const { user, system } = process.cpuUsage();
      return (user + system) * 1_000;
    };
  }
}
