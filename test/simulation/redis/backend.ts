import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { endOfValue } from './resp.ts';

/** As it is before the simulation takes its place. */
const connect = createRequire(import.meta.url)('node:net').createConnection as (options: object) => Socket;

/** A real connection to the real server; one question at a time. */
export class Backend {
  readonly #socket: Socket;
  #bytes: Buffer = Buffer.alloc(0);
  #wanted = 0;
  #from = 0;
  #given: ((answer: Buffer) => void) | undefined;

  private constructor(socket: Socket) {
    this.#socket = socket;
    socket.on('data', (some) => this.#take(some));
    socket.on('error', () => {});
    // A server that closes the connection (QUIT) answers nothing more.
    socket.on('close', () => this.#give(Buffer.alloc(0)));
  }

  static open(path: string): Promise<Backend> {
    const socket = connect({ path });
    return new Promise((resolve, reject) => {
      socket.once('connect', () => resolve(new Backend(socket)));
      socket.once('error', reject);
    });
  }

  /** @param answers how many values the answer has */
  ask(bytes: Buffer, answers: number): Promise<Buffer> {
    if (this.#given) throw new Error('two questions at once');
    return new Promise((resolve) => {
      this.#given = resolve;
      this.#wanted = answers;
      this.#from = 0;
      this.#socket.write(bytes);
    });
  }

  close(): void {
    this.#socket.destroy();
  }

  #take(some: Buffer): void {
    this.#bytes = this.#bytes.length > 0 ? Buffer.concat([this.#bytes, some]) : some;
    for (; this.#wanted > 0; this.#wanted--) {
      const end = endOfValue(this.#bytes, this.#from);
      if (end < 0 || end > this.#bytes.length) return;
      this.#from = end;
    }
    const answer = this.#bytes.subarray(0, this.#from);
    this.#bytes = this.#bytes.subarray(this.#from);
    this.#from = 0;
    this.#give(answer);
  }

  #give(answer: Buffer): void {
    const given = this.#given;
    this.#given = undefined;
    given?.(answer);
  }
}
