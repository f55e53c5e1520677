import { matchesStars } from '../common/stars.ts';
import { hasUnseen } from '../text/visible.ts';

/** More patterns would slow each permit down, which tries all of them. */
export const MAX_KEEP_PATTERNS = 100;

const MAX_LENGTH = 200;

/** `why` completes the sentence "the pattern … ": it is for people, in English. */
export type KeepPatternCheck =
  | { readonly kind: 'pattern'; readonly value: string }
  | { readonly kind: 'invalid'; readonly problem: KeepPatternProblem; readonly why: string };

/** Why a text is no pattern; the page has a sentence for each. */
export type KeepPatternProblem = 'empty' | 'long' | 'characters' | 'all' | 'noStar';

const WHY: Readonly<Record<KeepPatternProblem, string>> = {
  empty: 'is empty',
  long: `is longer than ${MAX_LENGTH} characters`,
  characters: 'has a line break or another invisible character: * can stand for it',
  all: 'would keep everything: keep the group in its place',
  noStar: 'has no *: keep the resource by its id',
};

/**
 * A pattern by which a person keeps resources, also future ones: `*` is any text, all other characters are
 * themselves. One literal character is required, so that no owner keeps everything by accident.
 */
export function readKeepPattern(text: string): KeepPatternCheck {
  // Accents as one sign: so are they in what {@link matchesPattern} compares it with.
  const value = text.trim().normalize('NFC');
  if (value === '') return invalid('empty');
  if (value.length > MAX_LENGTH) return invalid('long');
  // A page would show another text than it stores. In an id, `*` can stand for them.
  if (hasUnseen(value)) return invalid('characters');
  if (!value.includes('*')) return invalid('noStar');
  return /^\*+$/.test(value) ? invalid('all') : { kind: 'pattern', value };
}

/** Has the namespace as many patterns as it may have, this one not among them? */
export function isOneTooMany(
  stored: readonly { readonly target: { readonly value: string } }[],
  pattern: string,
): boolean {
  const patterns = new Set(stored.map(({ target }) => target.value));
  return !patterns.has(pattern) && patterns.size >= MAX_KEEP_PATTERNS;
}

/** Does the pattern keep a resource with this id or this name? One of an earlier version may have accents in two signs. */
export function matchesPattern(pattern: string, text: string): boolean {
  const asOne = pattern.normalize('NFC');
  return matchesStars(pattern, text) || (asOne !== pattern && matchesStars(asOne, text));
}

/**
 * The text before a pattern of the owner of a group, so that it keeps no resources of others: ids may begin with
 * their group (`shop/web:v1`), or the namespace is the group. `undefined`: the group has no patterns.
 */
export function patternPrefix({ id, group, location }: OfGroup): string | undefined {
  if (group === undefined || group === '' || group.includes('*')) return undefined;
  if (id.startsWith(`${group}:`)) return `${group}:`;
  return location.toLowerCase() === group.toLowerCase() ? '' : undefined;
}

interface OfGroup {
  readonly id: string;
  readonly group: string | undefined;
  readonly location: string;
}

function invalid(problem: KeepPatternProblem): KeepPatternCheck {
  return { kind: 'invalid', problem, why: WHY[problem] };
}
