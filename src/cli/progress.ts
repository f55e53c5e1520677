import type { Writable } from 'node:stream';

/** One line that overwrites itself, on a terminal; nothing in a pipe. */
export class Progress {
  readonly #stream: Writable & { readonly isTTY?: boolean };
  readonly #total: number;
  #done = 0;

  constructor(stream: Writable & { readonly isTTY?: boolean }, total: number) {
    this.#stream = stream;
    this.#total = total;
  }

  step(what: string): void {
    if (this.#stream.isTTY) this.#stream.write(`\r\x1b[2K[${this.#done}/${this.#total}] reading ${what}`);
    this.#done++;
  }

  end(): void {
    if (this.#stream.isTTY && this.#done > 0) this.#stream.write('\r\x1b[2K');
    this.#done = 0;
  }
}
