/** Entries of `keep`, `only` and `where` for the properties that Swabbie compared. */
import type { Field } from './attributes.ts';
import { inline, type Mapping } from './commented.ts';
import type { Pattern } from './values.ts';

export function fieldMatcher(field: Field, pattern: Pattern): Mapping {
  if (field.kind === 'attribute') return inline({ attribute: inline({ [field.path]: pattern }) });
  return inline({ [field.kind]: pattern });
}

export function tagMatcher(key: string, pattern: Pattern): Mapping {
  return inline({ tag: inline({ [key]: pattern }) });
}

/** Every resource has an account. */
export const EVERYTHING: Mapping = inline({ account: '*' });

/** Equal entries have the same key. */
export function keyOf(matcher: unknown): string {
  return JSON.stringify(matcher);
}
