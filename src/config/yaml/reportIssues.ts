import type { z } from 'zod';
import { explain, type Subject } from './explain.ts';
import { valueAt } from './plain.ts';
import { showValue } from './redact.ts';
import type { Reporter } from './report.ts';
import type { Path, Tree } from './tree.ts';

/** More than are ever listed; to explain one takes a look at all spellings that would have been right. */
const MOST_EXPLAINED = 200;

/** Says what a schema has against a document, each at its place; what could not even be read was reported before. */
export function reportIssues(
  issues: readonly z.core.$ZodIssue[],
  tree: Tree,
  problems: Reporter,
  base: Path = [],
): void {
  const subject = subjectOf(tree);
  for (const issue of withoutEchoes(issues).slice(0, MOST_EXPLAINED)) {
    for (const { path, message, at } of explain(issue, subject, base)) {
      if (!tree.unreadable(path)) problems.report(path, message, at);
    }
  }
}

/** An unknown key often leaves its mapping empty; that is the same mistake, said twice. */
function withoutEchoes(issues: readonly z.core.$ZodIssue[]): readonly z.core.$ZodIssue[] {
  const keyOf = ({ path }: z.core.$ZodIssue) => JSON.stringify(path);
  const withUnknownKeys = new Set(issues.filter(({ code }) => code === 'unrecognized_keys').map(keyOf));
  return issues.filter((issue) => issue.code !== 'custom' || !withUnknownKeys.has(keyOf(issue)));
}

function subjectOf(tree: Tree): Subject {
  return {
    valueAt: (path) => valueAt(tree.data, path),
    show: (path) => showValue(valueAt(tree.data, path), path, tree.fromVariables(path)),
  };
}
