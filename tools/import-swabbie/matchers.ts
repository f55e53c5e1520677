/** Entries of `keep`, `only` and `where` for the properties that Swabbie compared. */
import { mismatchesOf } from '../../src/core/evaluation/attributePattern.ts';
import { inline, type Mapping } from '../import/commented.ts';
import { type Field, OTHER_KINDS } from './attributes.ts';
import { type Pattern, quoted } from './values.ts';

export function fieldMatcher(field: Field, pattern: Pattern): Mapping {
  if (field.kind === 'attribute') return inline({ attribute: attributePattern(field.path, pattern) });
  return inline({ [field.kind]: pattern });
}

/** Swabbie compared every value as a text; the loader refuses a text that no value of the attribute can equal. */
export function attributePattern(path: string, pattern: Pattern): Mapping {
  const never = Object.hasOwn(OTHER_KINDS, path) && mismatchesOf(OTHER_KINDS, path, pattern).length > 0;
  if (!never) return inline({ [path]: pattern });
  const text = String(pattern);
  return inline({ [path]: `/^${text.includes('${') ? text : quoted(text)}$/` });
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
