import { messageOf } from '../core/common/errors.ts';
import type { Logger } from '../core/common/logger.ts';

/** Logs a problem once per subject and cause, until the subject is solved. */
export class ProblemLog {
  readonly #logger: Logger;
  readonly #current = new Map<string, string>();

  constructor(logger: Logger) {
    this.#logger = logger;
  }

  /** @param subject the item, the tick or Redis, which has the problem */
  report(subject: string, message: string, error: unknown): void {
    const problem = messageOf(error);
    const known = this.#current.get(subject) === problem;
    this.#current.set(subject, problem);
    const fields = { subject, problem, cause: causeOf(error) };
    if (known) this.#logger.debug(fields, message);
    else this.#logger.error(fields, message);
  }

  solved(subject: string): void {
    if (this.#current.delete(subject)) this.#logger.info({ subject }, 'recovered');
  }
}

function causeOf(error: unknown): string | undefined {
  return error instanceof Error && error.cause !== undefined ? messageOf(error.cause) : undefined;
}
