/** A named pipe: the log of a process whose reader can leave and come back. */
import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, readSync } from 'node:fs';

const { O_NONBLOCK, O_RDONLY, O_WRONLY } = constants;

export class Fifo {
  readonly #path: string;
  readonly #blocks: boolean;
  #reader: number | undefined;
  /** For the process that writes. */
  readonly writer: number;

  /** @param blocks false: a write fails while the reader does not read */
  constructor(path: string, { blocks = true } = {}) {
    execFileSync('mkfifo', [path]);
    this.#path = path;
    this.#blocks = blocks;
    this.open();
    this.writer = openSync(path, O_WRONLY | (this.#blocks ? 0 : O_NONBLOCK));
  }

  /** A reader comes. */
  open(): void {
    this.#reader = openSync(this.#path, O_RDONLY | O_NONBLOCK);
  }

  /** The reader leaves, with what it has not read. */
  leave(): void {
    if (this.#reader !== undefined) closeSync(this.#reader);
    this.#reader = undefined;
  }

  /** What was written since the last read. */
  read(): string {
    const bytes = Buffer.alloc(1 << 20);
    const parts: Buffer[] = [];
    for (;;) {
      const count = this.#take(bytes);
      if (count === 0) return Buffer.concat(parts).toString();
      parts.push(Buffer.from(bytes.subarray(0, count)));
    }
  }

  close(): void {
    this.leave();
    closeSync(this.writer);
  }

  #take(bytes: Buffer): number {
    try {
      return this.#reader === undefined ? 0 : readSync(this.#reader, bytes);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EAGAIN') return 0;
      throw error;
    }
  }
}
