import { messageOf } from '../../core/common/errors.ts';
import type { Logger } from '../../core/common/logger.ts';

/** Rows that no decision reads, and that a stranger may have written: an unreadable one is skipped, with one warning. */
export class ReadableRows {
  readonly #log: Pick<Logger, 'warn'>;
  readonly #what: string;
  #hasWarned = false;

  /** @param what the rows, for the warning */
  constructor(log: Pick<Logger, 'warn'>, what: string) {
    this.#log = log;
    this.#what = what;
  }

  /** @param read throws for a row that is unreadable @returns none or one */
  read<T>(read: () => T): readonly T[] {
    try {
      return [read()];
    } catch (error) {
      const problem = { what: this.#what, problem: messageOf(error) };
      if (!this.#hasWarned)
        this.#log.warn(problem, 'a row in Redis is unreadable and is skipped, as are others like it');
      this.#hasWarned = true;
      return [];
    }
  }
}
