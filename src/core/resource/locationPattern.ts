/** How an entry of `accounts` names locations that its provider finds: `all`, or a name with `*` in it. Pure. */
import { matchesStars } from '../common/stars.ts';

/** The word for every location of an account. */
export const ALL_LOCATIONS = 'all';
/** A part between slashes that stands for any number of parts, none included. */
const ANY_PARTS = '**';

/** Does the text stand for locations that have to be found, or is it the name of one? */
export function isLocationPattern(text: string): boolean {
  return text === ALL_LOCATIONS || text.includes('*');
}

/**
 * Does one of these patterns mean the location? `*` is anything within a part between slashes, the part `**` is any
 * number of parts. Compared without case, as namespaces are.
 * @example meansLocation(['team-*\/**'], 'team-a/web/base') // true
 */
export function meansLocation(patterns: readonly string[], location: string): boolean {
  const parts = location.toLowerCase().split('/');
  return patterns.some((pattern) => pattern === ALL_LOCATIONS || matchesParts(pattern.toLowerCase().split('/'), parts));
}

/** Goes back to the last `**` only, and lets it stand for one part more: the time is the product of both lengths. */
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
