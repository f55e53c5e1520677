/** Patterns in `accounts` for locations that the provider finds: `all`, or a name with `*`. Pure. */
import { matchesStars } from '../common/stars.ts';

/** The word for every location of an account. */
export const ALL_LOCATIONS = 'all';
/** A part between slashes that matches any number of parts, also none. */
const ANY_PARTS = '**';

/** Is the text a pattern of locations that the provider must find, not the name of one location? */
export function isLocationPattern(text: string): boolean {
  return text === ALL_LOCATIONS || text.includes('*');
}

/**
 * Does one of these patterns match the location? `*` matches any text within a part between slashes, the part `**` any
 * number of parts. Compared without case, like namespaces.
 * @example meansLocation(['team-*\/**'], 'team-a/web/base') // true
 */
export function meansLocation(patterns: readonly string[], location: string): boolean {
  const parts = location.toLowerCase().split('/');
  return patterns.some((pattern) => pattern === ALL_LOCATIONS || matchesParts(pattern.toLowerCase().split('/'), parts));
}

/** Backtracks only to the last `**`, which then matches one part more: the time is the product of both lengths. */
function matchesParts(pattern: readonly string[], parts: readonly string[]): boolean {
  let [at, part, anyAt, resumeAt] = [0, 0, -1, 0];
  while (part < parts.length) {
    const wanted = pattern[at];
    if (wanted === ANY_PARTS) {
      anyAt = at++;
      resumeAt = part;
    } else if (wanted !== undefined && matchesStars(wanted, parts[part] as string)) {
      at++;
      part++;
    } else if (anyAt >= 0) {
      at = anyAt + 1;
      part = ++resumeAt;
    } else return false;
  }
  return pattern.slice(at).every((rest) => rest === ANY_PARTS);
}
