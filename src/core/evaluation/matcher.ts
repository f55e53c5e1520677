import type { Matcher, ValuePattern } from '../policy/workConfiguration.ts';
import { valuesAt } from '../resource/attribute.ts';
import type { Resource } from '../resource/resource.ts';
import { matchesPattern } from './pattern.ts';

/** The resource with the other values that a matcher compares. */
export interface Subject {
  readonly resource: Resource;
  readonly account: string;
  readonly owner: string | undefined;
}

/**
 * Does an entry of `keep` match? All its fields must match; a value that the resource lacks never matches. Of several
 * tags whose keys differ only in case one has to match. Blanks around keys and values, invisible characters, and another
 * way to write an accent make no difference: nobody sees why such a tag would keep nothing.
 * @returns the matched fields, for a reason (`tag team=infra`), or `undefined`
 */
export function matchKeep(matcher: Matcher, subject: Subject): string | undefined {
  const asked = questionsOf(matcher, subject, tagsAsSeen).map(({ what, pattern, values }) => ({
    what,
    value: values
      .flatMap(asSeen)
      .find((value) => matchesPattern(pattern, value) || (what === 'owner' && isSameAddress(pattern, value))),
  }));
  const all = asked.length > 0 && asked.every(({ value }) => value !== undefined);
  return all ? asked.map(({ what, value }) => `${what}=${String(value)}`).join(' and ') : undefined;
}

/** Does an entry of `only` match? As for {@link matchKeep}, but all tags whose keys differ only in case have to match. */
export function matchesOnly(matcher: Matcher, subject: Subject): boolean {
  const asked = questionsOf(matcher, subject);
  return asked.length > 0 && asked.every(({ pattern, values }) => allMatch(pattern, values));
}

/** Does each value match, and is there one? */
export function allMatch(pattern: ValuePattern, values: readonly unknown[]): boolean {
  return values.length > 0 && values.every((value) => matchesPattern(pattern, value));
}

/** The fields of a matcher, for people: `tag team=infra and name=/^golden-/`. */
export function matcherWords({ tag = {}, attribute = {}, ...fields }: Matcher): string {
  const all = [
    ...Object.entries(fields),
    ...Object.entries(tag).map(([key, pattern]) => [`tag ${key}`, pattern] as const),
    ...Object.entries(attribute),
  ];
  return all.flatMap(([what, pattern]) => (pattern === undefined ? [] : [`${what}=${String(pattern)}`])).join(' and ');
}

interface Question {
  readonly what: string;
  readonly pattern: ValuePattern;
  readonly values: readonly unknown[];
}

type TagValues = (resource: Resource, key: string) => readonly unknown[];

const tagValues: TagValues = (resource, key) => valuesAt(resource, `tag:${key}`);

/** Of every key that a person would take for this one. */
const tagsAsSeen: TagValues = (resource, key) => {
  const wanted = seen(key).toLowerCase();
  const odd = Object.keys(resource.tags).filter((one) => !SEEN_WHOLE.test(one) && seen(one).toLowerCase() === wanted);
  return [...tagValues(resource, key), ...odd.map((one) => resource.tags[one])];
};

/** Nothing but ASCII, and no blank at an end. */
const SEEN_WHOLE = /^[!-~](?:[ -~]*[!-~])?$/;

function asSeen(value: unknown): readonly unknown[] {
  return typeof value !== 'string' || SEEN_WHOLE.test(value) ? [value] : [value, seen(value)];
}

/** Whoever names an owner to keep means the person, in whatever case the address is written. */
function isSameAddress(pattern: ValuePattern, value: unknown): boolean {
  return String(pattern).toLowerCase() === String(value).toLowerCase();
}

function seen(text: string): string {
  return text
    .normalize('NFC')
    .replace(/\p{Cf}/gu, '')
    .trim();
}

function questionsOf(
  matcher: Matcher,
  { resource, account, owner }: Subject,
  valuesOf: TagValues = tagValues,
): readonly Question[] {
  const questions: Question[] = [];
  const ask = (what: string, pattern: ValuePattern | undefined, values: readonly unknown[]) => {
    if (pattern !== undefined) questions.push({ what, pattern, values });
  };
  ask('name', matcher.name, [resource.name]);
  ask('id', matcher.id, [resource.id]);
  ask('owner', matcher.owner, owner === undefined ? [] : [owner]);
  ask('account', matcher.account, [account]);
  for (const [key, pattern] of Object.entries(matcher.tag ?? {})) {
    ask(`tag ${key}`, pattern, valuesOf(resource, key));
  }
  for (const [path, pattern] of Object.entries(matcher.attribute ?? {})) ask(path, pattern, valuesAt(resource, path));
  return questions;
}
