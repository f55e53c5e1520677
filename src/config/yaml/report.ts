import type { ConfigurationProblem } from '../../core/common/errors.ts';
import type { Path } from './tree.ts';

/** Collects problems by their path in the document. */
export interface Reporter {
  report(path: Path, message: string, at?: 'key' | 'value'): void;
}

/** A part of the file without a work configuration, and why; not an error. */
export interface Ignored {
  /** A namespace, or another ignored part, such as an account. */
  readonly what: string;
  readonly why: string;
}

/** Sorted by place; the same message at the same place only once. */
export function inOrder(problems: readonly ConfigurationProblem[]): readonly ConfigurationProblem[] {
  const sorted = [...problems].sort((a, b) => a.line - b.line || a.column - b.column);
  return sorted.filter((problem, index) => {
    const before = sorted[index - 1];
    return before?.line !== problem.line || before.column !== problem.column || before.message !== problem.message;
  });
}
