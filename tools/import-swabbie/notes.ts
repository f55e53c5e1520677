import type { Problems } from '../../src/config/yaml/problems.ts';
import type { Path } from '../../src/config/yaml/tree.ts';
import type { ConfigurationProblem } from '../../src/core/common/errors.ts';

/** The messages of an import about places in Swabbie's file. */
export class Notes {
  readonly #problems: Problems;

  constructor(problems: Problems) {
    this.#problems = problems;
  }

  /** Swabbie would not have started with it: the import stops. */
  problem(path: Path, message: string): void {
    this.#problems.report(path, message);
  }

  /** A setting has no counterpart, or a weaker one. */
  lost(path: Path, why: string): void {
    this.#problems.warn(path, why);
  }

  /** All losses, in the order of the file. */
  all(): readonly ConfigurationProblem[] {
    return this.#problems.warnings();
  }

  /** @throws ConfigurationError when there are problems */
  throwProblems(): void {
    if (!this.#problems.none()) throw this.#problems.error();
  }
}
