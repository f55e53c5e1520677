import { oncePer, oncePerText } from '../common/oncePer.ts';
import { keyAsSeen, SEEN_WHOLE, seen } from '../common/seen.ts';
import { addressesOf } from '../owner/owners.ts';
import type { Condition, ValuePattern } from '../policy/condition.ts';
import type { Matcher } from '../policy/workConfiguration.ts';
import { valuesAt } from '../resource/attribute.ts';
import { idsOf, type Resource } from '../resource/resource.ts';
import { type Answer, type Compared, compare, conditionWords, isComparison } from './comparison.ts';
import { compilePattern, matchesPattern } from './pattern.ts';

/** The resource with the other values that a matcher compares. */
export interface Subject {
  readonly resource: Resource;
  readonly account: string;
  readonly owner: string | undefined;
  /** Business time, ms since the epoch. */
  readonly now: number;
}

/**
 * Does an entry of `keep` match? All its fields must match; a value that the resource lacks never matches a pattern, and
 * makes a comparison unknown, which keeps. Of several tags whose keys differ only in case one has to match. Blanks around
 * keys and values, invisible characters, another case of a text, and another way to write an accent make no difference, in the
 * resource or in the entry: nobody sees why such a tag would keep nothing.
 * @returns the matched fields, for a reason (`tag team=infra`), or `undefined`
 */
export function matchKeep(matcher: Matcher, subject: Subject): string | undefined {
  const all: string[] = [];
  for (const question of questionsOf(matcher)) {
    const words = keptWords(question, question.valuesOf(subject, AS_SEEN), subject.now);
    if (words === undefined) return undefined;
    all.push(words);
  }
  return all.length > 0 ? all.join(' and ') : undefined;
}

function keptWords({ what, condition }: Question, values: readonly unknown[], now: number): string | undefined {
  const read = values.flatMap(asSeen);
  if (isComparison(condition)) {
    const { matches } = condition;
    const others = matches === undefined ? [] : [{ ...condition, matches: textAsSeen(matches) }];
    const answers = [condition, ...others].map((one) => compare(one, { values: read, of: 'any', resembles, now }));
    const answer = answers.find((one) => one !== false);
    if (answers.every((one) => one === false)) return undefined;
    return answer ? `${what} ${conditionWords(condition)}` : `${what} ${conditionWords(condition)} (not known)`;
  }
  const value = read.find((one) => looksLike(condition, one));
  return value === undefined ? undefined : `${what}=${String(value)}`;
}

/** Does an entry of `only` match? As for {@link matchKeep}, but all tags whose keys differ only in case have to match. */
export function matchesOnly(matcher: Matcher, subject: Subject): boolean {
  const asks = questionsOf(matcher);
  return (
    asks.length > 0 &&
    asks.every(({ condition, valuesOf }) => allMatch(condition, valuesOf(subject, AS_WRITTEN), subject.now))
  );
}

/** Does each value match, and is there one? An unknown answer is none. */
function allMatch(condition: Condition, values: readonly unknown[], now: number): boolean {
  return answerOf(condition, { values, of: 'all', resembles, now }) === true;
}

/** A pattern is never unknown: a value that the resource lacks does not match. */
export function answerOf(condition: Condition, { values, ...how }: Compared): Answer {
  if (isComparison(condition)) return compare(condition, { values, ...how });
  const matches = (value: unknown) => matchesPattern(condition, value);
  return values.length > 0 && (how.of === 'all' ? values.every(matches) : values.some(matches));
}

/** Does a condition of the rule `attribute` hold for an attribute or tag of a resource? An unknown answer is `false`. */
export function holds(condition: Condition, resource: Resource, path: string, now: number): boolean {
  const key = keyOfTag(path);
  const values = key === undefined ? valuesAt(resource, path) : tagOf(resource, key, condition);
  return allMatch(condition, values, now);
}

export function keyOfTag(path: string): string | undefined {
  return /^tag:(.+)$/s.exec(path)?.[1];
}

/** A tag that a person takes for this one is not absent, and its value is another one than `not` names only if it looks so. */
function tagOf(resource: Resource, key: string, condition: Condition, valuesOf: TagValues = tagValues) {
  const asksAbsence = isComparison(condition) && (condition.absent !== undefined || condition.not !== undefined);
  return (asksAbsence ? tagsAsSeen : valuesOf)(resource, key);
}

/** The fields of a matcher, for people: `tag team=infra and name=/^golden-/`. */
export function matcherWords({ tag = {}, attribute = {}, ...fields }: Matcher): string {
  const all = [
    ...Object.entries(fields),
    ...Object.entries(tag).map(([key, pattern]) => [`tag ${key}`, pattern] as const),
    ...Object.entries(attribute),
  ];
  return all
    .flatMap(([what, condition]) => {
      if (condition === undefined) return [];
      return isComparison(condition) ? `${what} ${conditionWords(condition)}` : `${what}=${String(condition)}`;
    })
    .join(' and ');
}

/** A field of a matcher. */
interface Question {
  readonly what: string;
  readonly condition: Condition;
  readonly valuesOf: (subject: Subject, looks: Looks) => readonly unknown[];
}

/** How the values of a resource are looked up. */
interface Looks {
  readonly tags: TagValues;
  readonly ids: (resource: Resource) => readonly string[];
}

type TagValues = (resource: Resource, key: string) => readonly unknown[];

const tagValues: TagValues = (resource, key) => valuesAt(resource, `tag:${key}`);

/** Of every key that a person would take for this one. */
export const tagsAsSeen: TagValues = (resource, key) => {
  const found = [...tagValues(resource, key)];
  for (const one in resource.tags) {
    if (!SEEN_WHOLE.test(one) && keyAsSeen(one) === keyAsSeen(key)) found.push(resource.tags[one]);
  }
  return found;
};

const AS_SEEN: Looks = { tags: tagsAsSeen, ids: idsOf };
const AS_WRITTEN: Looks = { tags: tagValues, ids: ({ id }) => [id] };

/** Does the value look like the one that a pattern names? */
export function resembles(pattern: ValuePattern, value: unknown): boolean {
  return asSeen(value).some((one) => looksLike(pattern, one));
}

function looksLike(pattern: ValuePattern, value: unknown): boolean {
  const asSeen = patternAsSeen(pattern);
  const isMatch = matchesPattern(pattern, value) || (asSeen !== pattern && matchesPattern(asSeen, value));
  return isMatch || isSameText(pattern, value);
}

function patternAsSeen(pattern: ValuePattern): ValuePattern {
  return typeof pattern === 'string' ? textAsSeen(pattern) : pattern;
}

/** Of a regex, where that is one, too. */
const textAsSeen = oncePerText((pattern) =>
  compilePattern(seen(pattern)).kind === 'pattern' ? seen(pattern) : pattern,
);

/** A value, or a list of them, and what a person sees of it. */
export function asSeen(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return [value, value.flatMap(asSeen)];
  return typeof value !== 'string' || SEEN_WHOLE.test(value) ? [value] : [value, seen(value)];
}

/** Whoever names `prod` to keep means `Prod` as well; a regex says which case it means. */
export function isSameText(pattern: ValuePattern, value: unknown): boolean {
  return keyAsSeen(String(pattern)) === String(value).toLowerCase();
}

/** Once for each entry, which all resources are asked about. */
const questionsOf = oncePer((matcher: Matcher): readonly Question[] => {
  const questions: Question[] = [];
  const ask = (what: string, condition: Condition | undefined, valuesOf: Question['valuesOf']) => {
    if (condition !== undefined) questions.push({ what, condition, valuesOf });
  };
  ask('name', matcher.name, ({ resource }) => [resource.name]);
  ask('id', matcher.id, ({ resource }, { ids }) => ids(resource));
  ask('owner', matcher.owner, ({ owner }) => (owner === undefined ? [] : addressesOf(owner)));
  ask('account', matcher.account, ({ account }) => [account]);
  for (const [key, condition] of Object.entries(matcher.tag ?? {})) {
    ask(`tag ${key}`, condition, ({ resource }, { tags }) => tagOf(resource, key, condition, tags));
  }
  for (const [path, condition] of Object.entries(matcher.attribute ?? {})) {
    const key = keyOfTag(path);
    ask(path, condition, ({ resource }, { tags }) =>
      key === undefined ? valuesAt(resource, path) : tagOf(resource, key, condition, tags),
    );
  }
  return questions;
});
