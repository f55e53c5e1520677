/** Questions on a terminal, one line each. */
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';
import type { Question } from './questions.ts';

/** Asks for one answer at a time, and again while an answer is invalid. */
export class Asker {
  readonly #lines: AsyncIterator<string>;
  readonly #output: Writable;
  readonly #close: () => void;

  /** @param signal ends the questions */
  constructor(input: Readable, output: Writable, signal: AbortSignal) {
    // Without `terminal` the lines are edited by the terminal itself, and the signals stay ours.
    const reader = createInterface({ input, terminal: false, signal });
    this.#lines = reader[Symbol.asyncIterator]();
    this.#output = output;
    this.#close = () => reader.close();
  }

  /** @throws Error when the input ends before a valid answer */
  async ask({ text, example, standard, problemOf }: Question): Promise<string> {
    for (;;) {
      this.#output.write(`${text}\n  [${standard ?? `such as ${example}`}] `);
      const { done, value } = await this.#lines.next();
      if (done) throw new Error('the input ended before the last answer; nothing was written');
      const answer = value.trim() || (standard ?? '');
      const problem = answer === '' ? `an answer is needed, such as ${example}` : problemOf(answer);
      if (problem === undefined) return answer;
      this.#output.write(`  ${problem}\n`);
    }
  }

  close(): void {
    this.#close();
  }
}
