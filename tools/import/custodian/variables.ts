/** Variables in the texts of a policy of Custodian (`Policy.expand_variables`, and `vars` of c7n-org). */
import { isPlain } from '../sourceFile.ts';

/** How often in a regex: Python's `format` finds no variable of that name, and leaves the text as it is. */
const COUNTS = /\{(?:\d{1,9}(?:,\d{0,9})?|,\d{1,9})\}/g;

/** May Custodian put something else in the place of a part of it? Keys of a mapping stay as they are there. */
export function hasVariable(value: unknown): boolean {
  if (typeof value === 'string') return /[{}]/.test(value.replace(COUNTS, ''));
  if (Array.isArray(value)) return value.some(hasVariable);
  return isPlain(value) && Object.values(value).some(hasVariable);
}
