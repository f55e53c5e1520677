/** Does an entry judge everything that a later one would? Works on plain data. */
import { isComparison } from '../../core/evaluation/comparison.ts';
import { keyOfTag, matcherWords } from '../../core/evaluation/matcher.ts';
import { matchesAnyName, matchesAnything, matchesPattern } from '../../core/evaluation/pattern.ts';
import { isOnlyPrefix, literalPrefix } from '../../core/evaluation/regexLiterals.ts';
import type { Condition } from '../../core/policy/condition.ts';
import type { Among, Matcher } from '../../core/policy/workConfiguration.ts';
import { ALL_LOCATIONS, isLocationPattern, meansLocation } from '../../core/resource/locationPattern.ts';
import type { Handler } from '../../handlers/contract/handler.ts';
import { listAt, textsAt, valueAt } from '../yaml/plain.ts';

/** What an entry is about. */
export interface Wanted {
  readonly match: Matcher | undefined;
  /** Of the list that divides a place (`repositories`); `all` where there is none. */
  readonly patterns: readonly string[];
}

export function wantedBy(entry: unknown, { divided }: Pick<Handler, 'divided'>): Wanted {
  const match = valueAt(entry, ['match']) as Matcher | undefined;
  if (divided?.part) {
    const name = valueAt(entry, [divided.by, divided.part.name]);
    return { match, patterns: [typeof name === 'string' ? name : divided.part.usualName] };
  }
  const patterns = divided && listAt(entry, divided.by).length > 0 ? textsAt(entry, divided.by) : undefined;
  return { match, patterns: patterns?.map(({ text }) => text) ?? [ALL_LOCATIONS] };
}

/** `undefined`: an entry is about all. */
export function amongOf({ patterns }: Wanted, { divided }: Pick<Handler, 'divided'>): Among | undefined {
  return divided === undefined || patterns.includes(ALL_LOCATIONS)
    ? undefined
    : { attribute: divided.attribute, patterns };
}

/** What an entry is about, as written: `repositories shop/*, infra/* and name=/^v/`; `undefined`: it is about all. */
export function entryWords({ match, patterns }: Wanted, { divided }: Pick<Handler, 'divided'>): string | undefined {
  const isAll = divided === undefined || patterns.includes(ALL_LOCATIONS);
  const words = [...(isAll ? [] : [`${divided.by} ${patterns.join(', ')}`]), ...(match ? [matcherWords(match)] : [])];
  return words.length === 0 ? undefined : words.join(' and ');
}

/**
 * Is `second` false wherever `first` is? Then it never judges, and its doubt keeps nothing either: a resource without
 * the tag is not that of `{ env: "*" }`, while `{ env: { not: prod } }` does not know.
 */
export function covers(first: Wanted, second: Wanted): boolean {
  if (!coversPatterns(first.patterns, second.patterns)) return false;
  const needed = conditionsOf(second.match ?? {});
  return conditionsOf(first.match ?? {}).every(([what, one]) => {
    if (isAlways(what, one)) return true;
    return needed.some(([other, condition]) => other === what && isCovered(what, one, condition));
  });
}

/** A pattern covers itself and the names that it means. */
function coversPatterns(first: readonly string[], second: readonly string[]): boolean {
  if (first.includes(ALL_LOCATIONS)) return true;
  return second.every((one) => first.includes(one) || (!isLocationPattern(one) && meansLocation(first, one)));
}

/** Does a matcher choose every resource, whatever it says? */
export function matchesEvery(match: Matcher): boolean {
  return conditionsOf(match).every(([what, one]) => isAlways(what, one));
}

const ALWAYS_THERE: ReadonlySet<string> = new Set(['name', 'id', 'account', 'attribute:name', 'attribute:id']);

/** Every resource has a name, an id and an account, each of one line. */
function isAlways(what: string, condition: Condition): boolean {
  if (!ALWAYS_THERE.has(what)) return false;
  if (!isComparison(condition)) return matchesAnyName(condition);
  const { is, matches, ...others } = condition;
  const patterns = [matches === undefined ? [] : [matches], is === undefined ? [] : [is].flat()];
  return Object.keys(others).length === 0 && patterns.every((any) => any.length === 0 || any.some(matchesAnyName));
}

/** All of them have to hold, and several may ask for one tag. */
function conditionsOf({ tag = {}, attribute = {}, ...fields }: Matcher): readonly (readonly [string, Condition])[] {
  const all: readonly (readonly [string, Condition | undefined])[] = [
    ...Object.entries(fields),
    ...Object.entries(tag).map(([key, one]) => [`tag:${key.toLowerCase()}`, one] as const),
    ...Object.entries(attribute).map(([path, one]) => {
      const key = keyOfTag(path);
      return [key === undefined ? `attribute:${path.toLowerCase()}` : `tag:${key.toLowerCase()}`, one] as const;
    }),
  ];
  return all.flatMap(([what, one]) => (one === undefined ? [] : [[what, one] as const]));
}

function isAnything(condition: Condition): boolean {
  return !isComparison(condition) && matchesAnything(condition);
}

function isCovered(what: string, one: Condition, other: Condition): boolean {
  if (JSON.stringify(one) === JSON.stringify(other)) return true;
  // Only texts are sure to be matched by `*`, and only where there has to be one.
  if (isComparison(other)) return isAnything(one) && what.startsWith('tag:') && other.absent === false;
  if (isComparison(one)) return false;
  if (matchesAnything(one)) return true;
  // A number, a boolean and a day stand for several spellings, and an owner for those in other case.
  const isLiteral = typeof other === 'string' && !/^[/*\d]/.test(other) && what !== 'owner';
  if (isLiteral) return matchesPattern(one, other);
  if (typeof other !== 'string') return false;
  const prefix = typeof one === 'string' && isOnlyPrefix(one) ? literalPrefix(one) : undefined;
  return prefix !== undefined && (literalPrefix(other) ?? '').startsWith(prefix);
}
