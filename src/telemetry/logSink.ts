/**
 * Where log lines go. A line is written before `write` returns; what the destination does not take is kept, in order,
 * and written before the lines that come after it. Until then `problem` says so: the log is the record, and without a
 * record nothing is deleted.
 */
import { messageOf } from '../core/common/errors.ts';

/** Takes some of the bytes and returns how many; throws when it takes none. */
export type Put = (bytes: Buffer) => number;

/** Room for what is not written yet, bytes; a line beyond it is lost, and counted. */
const KEPT_BYTES = 16 * 1024 * 1024;
/** How long a line waits for a reader that is only slow; one that was found not to read is not waited for again. */
const SLOW_MS = 1_000;
const LOOK_MS = 10;
/** How often kept lines are tried again where nobody writes or asks. */
const AGAIN_MS = 1_000;

/** The destination of one log. */
export class LogSink {
  readonly #put: Put;
  readonly #onRecovery: (lost: number) => void;
  /** Lines, the first perhaps only its rest. */
  readonly #kept: Buffer[] = [];
  #keptBytes = 0;
  #lost = 0;
  #problem: string | undefined;
  #timer: NodeJS.Timeout | undefined;

  /** @param onRecovery called when all kept lines are written after a problem; `lost` lines are not among them */
  constructor(put: Put, onRecovery: (lost: number) => void) {
    this.#put = put;
    this.#onRecovery = onRecovery;
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#keptBytes + bytes.length > KEPT_BYTES) this.#lost++;
    else {
      this.#kept.push(bytes);
      this.#keptBytes += bytes.length;
    }
    this.#drain();
  }

  /** Why lines are not written, and what to do, as of a new attempt; `undefined` = all are. */
  problem(): string | undefined {
    if (this.#problem !== undefined) this.#drain();
    return this.#problem;
  }

  #drain(): void {
    const before = this.#problem;
    let written = 0;
    try {
      for (; written < this.#kept.length; written++) this.#putLine(written, before === undefined ? SLOW_MS : 0);
      this.#problem = undefined;
    } catch (error) {
      this.#problem = describe(error);
      this.#timer ??= setInterval(() => this.#drain(), AGAIN_MS).unref();
    } finally {
      this.#kept.splice(0, written);
    }
    if (before === undefined || this.#problem !== undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    const lost = this.#lost;
    this.#lost = 0;
    this.#onRecovery(lost);
  }

  #putLine(index: number, patienceMs: number): void {
    let waitedMs = 0;
    for (let rest = this.#kept[index] ?? NOTHING; rest.length > 0; ) {
      try {
        const taken = this.#put(rest);
        if (taken <= 0) throw new Error('it takes nothing');
        rest = rest.subarray(taken);
        this.#kept[index] = rest;
        this.#keptBytes -= taken;
      } catch (error) {
        if (codeOf(error) !== 'EAGAIN' || waitedMs >= patienceMs) throw error;
        Atomics.wait(STILL, 0, 0, LOOK_MS);
        waitedMs += LOOK_MS;
      }
    }
  }
}

const NOTHING = Buffer.alloc(0);
const STILL = new Int32Array(new SharedArrayBuffer(4));

/** What usually lies behind a code of the system. */
const CAUSES: Readonly<Record<string, string>> = {
  EPIPE: 'its reader is gone: restart this instance with one',
  EAGAIN: 'its reader does not read: mend or restart it',
  ENOSPC: 'the disk is full: make room',
  EDQUOT: 'the quota of the disk is used up: make room',
};

function describe(error: unknown): string {
  const code = codeOf(error);
  const cause = CAUSES[code];
  return `the log, which is the record, cannot be written, so Holystone deletes nothing: ${cause === undefined ? messageOf(error) : `${cause} (${code})`}`;
}

function codeOf(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code);
}
