import type { z } from 'zod';
import { safeValueOf } from '../../core/evaluation/pattern.ts';
import { setAt } from '../yaml/coerce.ts';
import type { Problems } from '../yaml/problems.ts';
import type { Tree } from '../yaml/tree.ts';

/**
 * Puts the safe value of an issue in place of the given one, with a warning at its place.
 * @returns whether anything changed
 */
export function disable(issues: readonly z.core.$ZodIssue[], tree: Tree, problems: Problems): boolean {
  let changed = false;
  for (const issue of issues) {
    const safe = safeValueOf(issue);
    if (safe === undefined || !setAt(tree.data, issue.path, safe)) continue;
    problems.warn(issue.path, `${issue.message}; this entry deletes nothing until it is corrected`);
    changed = true;
  }
  return changed;
}
