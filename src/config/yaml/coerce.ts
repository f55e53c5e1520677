import type { z } from 'zod';
import { valueAt } from './plain.ts';
import type { Path, Tree } from './tree.ts';

/**
 * A variable is always text; where the schema needs a number or a boolean, the text is converted.
 * @returns whether anything changed
 */
export function coerce(issues: readonly z.core.$ZodIssue[], tree: Tree, base: Path = []): boolean {
  let changed = false;
  for (const issue of issues) {
    const path = [...base, ...issue.path];
    if (issue.code === 'invalid_union') {
      for (const branch of issue.errors) changed = coerce(branch, tree, path) || changed;
    }
    if (issue.code !== 'invalid_type' || !tree.fromVariables(path)) continue;
    const value = readAs(issue.expected, valueAt(tree.data, path));
    if (value !== undefined) changed = setAt(tree.data, path, value) || changed;
  }
  return changed;
}

function readAs(expected: string, value: unknown): number | boolean | undefined {
  if (typeof value !== 'string') return undefined;
  if (expected === 'boolean' && (value === 'true' || value === 'false')) return value === 'true';
  const isNumber = (expected === 'number' || expected === 'int') && /^-?\d{1,15}(\.\d{1,15})?$/.test(value);
  return isNumber ? Number(value) : undefined;
}

/** @returns whether there is a mapping or list to put it in */
export function setAt(data: unknown, path: Path, value: unknown): boolean {
  const parent = valueAt(data, path.slice(0, -1));
  const key = path.at(-1);
  if (typeof parent !== 'object' || parent === null || key === undefined) return false;
  (parent as Record<PropertyKey, unknown>)[key] = value;
  return true;
}
