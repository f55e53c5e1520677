import type { ConfigurationProblem } from '../../core/common/errors.ts';
import type { Path } from './tree.ts';

/** Collects problems by their path in the document; placed and sorted at the end. */
export interface Reporter {
  report(path: Path, message: string, at?: 'key' | 'value'): void;
}

/** Something that yields no work configuration, and why; not an error. */
export interface Ignored {
  /** A namespace, or what else was left out. */
  readonly what: string;
  readonly why: string;
}

/** By place; the same words at the same place once. */
export function inOrder(problems: readonly ConfigurationProblem[]): readonly ConfigurationProblem[] {
  const sorted = [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
  return sorted.filter((problem, index) => {
    const before = sorted[index - 1];
    return before?.line !== problem.line || before.column !== problem.column || before.message !== problem.message;
  });
}
