import type { z } from 'zod';
import { defined } from '../../core/common/defined.ts';
import { explain, type Subject } from './explain.ts';
import type { Synonyms } from './nearest.ts';
import { valueAt } from './plain.ts';
import { showValue } from './redact.ts';
import type { Reporter } from './report.ts';
import type { Path, Tree } from './tree.ts';

/** More than are ever listed; a limit, because each explanation compares all valid spellings. */
const MOST_EXPLAINED = 200;

/** Reports the schema's issues, each at its place; skips unreadable values, which are already reported. */
export function reportIssues(
  issues: readonly z.core.$ZodIssue[],
  tree: Tree,
  problems: Reporter,
  { base = [], synonyms }: { readonly base?: Path; readonly synonyms?: Synonyms } = {},
): void {
  const subject = { ...subjectOf(tree), ...defined({ synonyms }) };
  for (const issue of withoutEchoes(issues).slice(0, MOST_EXPLAINED)) {
    for (const { path, message, at } of explain(issue, subject, base)) {
      if (!tree.unreadable(path)) problems.report(path, message, at);
    }
  }
}

/** An unknown key often leaves its mapping empty; this second issue is the same mistake and is removed. */
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
