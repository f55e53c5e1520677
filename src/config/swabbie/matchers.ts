/** Entries of `keep`, `only` and `where` for what Swabbie asked about a resource. */
import { type Field, FREE_TEXTS } from './attributes.ts';
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

/** Of a free text Swabbie also took each part between commas: one more pattern for what keeps. */
export function betweenCommas(field: Field, pattern: Pattern): Mapping | undefined {
  if (field.kind !== 'attribute' || !FREE_TEXTS.includes(field.path)) return undefined;
  if (typeof pattern !== 'string' || /[/*${}]/.test(pattern)) return undefined;
  const quoted = pattern.replaceAll(/[\\^$.|?*+()[\]{}]/g, '\\$&');
  return fieldMatcher(field, `/(^|,)\\s*${quoted}\\s*(,|$)/`);
}

/** The same entry twice is one. */
export function keyOf(matcher: unknown): string {
  return JSON.stringify(matcher);
}
