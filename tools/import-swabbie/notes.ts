import type { Problems } from '../../src/config/yaml/problems.ts';
import type { Path } from '../../src/config/yaml/tree.ts';
import type { ConfigurationProblem } from '../../src/core/common/errors.ts';

/** What an import has to say about places of Swabbie's file. */
export class Notes {
  readonly #problems: Problems;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /** Swabbie would not have started with it: nothing is imported. */
  problem(path: Path, message: string): void {
    this.#problems.report(path, message);
  }

  /** Something has no counterpart, or stands for less than it did. */
  lost(path: Path, why: string): void {
    this.#problems.warn(path, why);
  }

  /** Everything that was lost, in the order of the file. */
  all(): readonly ConfigurationProblem[] {
    return this.#problems.warnings();
  }

  /** @throws ConfigurationError when there are problems */
  throwProblems(): void {
    if (!this.#problems.none()) throw this.#problems.error();
  }
}
