/**
 * Does the `match` of an entry hold? Read once for each entry, since it is asked for each resource. Pure.
 *
 * Not known: an attribute that the resource lacks, an uncertain owner, and values or keys that a person takes for those of
 * the entry, or for each other, while they are not. Then no later entry may judge the resource either.
 */
import type { Condition } from '../policy/condition.ts';
import type { Among, Matcher } from '../policy/workConfiguration.ts';
import { attributeOf, valuesAt } from '../resource/attribute.ts';
import { meansLocation } from '../resource/locationPattern.ts';
import type { Resource } from '../resource/resource.ts';
import { type Answer, allOf, isComparison } from './comparison.ts';
import {
  answerOf,
  asSeen,
  isSameAddress,
  keyOfTag,
  resemblesAs,
  SEEN_WHOLE,
  tagsAsSeen,
  tagValues,
} from './matcher.ts';
import type { Policy } from './policy.ts';

/** @param now business time, ms since the epoch */
export type EntryMatch = (resource: Resource, policy: Pick<Policy, 'account' | 'ownerOf'>, now: number) => Answer;

/** Is the resource among those that an entry is about? Many resources share a value, so each answer is kept. */
export function amongOf({ attribute, patterns }: Among): EntryMatch {
  const known = new Map<string, boolean>();
  return (resource) => {
    const value = attributeOf(resource, attribute);
    if (typeof value !== 'string') return undefined;
    const answer = known.get(value) ?? meansLocation(patterns, value);
    known.set(value, answer);
    return answer;
  };
}

/** The answer to one field. */
type Question = EntryMatch;

export function entryMatchOf({ name, id, owner, account, tag = {}, attribute = {} }: Matcher): EntryMatch {
  const questions: Question[] = [];
  const ask = (condition: Condition | undefined, question: (condition: Condition) => Question) => {
    if (condition !== undefined) questions.push(question(condition));
  };
  ask(name, (condition) => (resource, _policy, now) => answerTo('name', condition, [resource.name], now));
  ask(id, (condition) => (resource, _policy, now) => answerTo('id', condition, [resource.id], now));
  ask(account, (condition) => (_resource, policy, now) => answerTo('account', condition, [policy.account], now));
  ask(owner, ofOwner);
  for (const [key, condition] of Object.entries(tag)) ask(condition, (one) => ofTag(key, one));
  for (const [path, condition] of Object.entries(attribute)) {
    const key = keyOfTag(path);
    ask(condition, (one) => (key === undefined ? ofAttribute(path, one) : ofTag(key, one)));
  }
  const [first] = questions;
  if (first && questions.length === 1) return first;
  return (resource, policy, now) => allOf(questions.map((question) => question(resource, policy, now)));
}

function ofOwner(condition: Condition): Question {
  return (resource, policy, now) => {
    const { owner, unsure, refused = [] } = policy.ownerOf(resource);
    if (unsure !== undefined || refused.length > 0) return undefined;
    if (!isComparison(condition) && isSameAddress(condition, owner)) return true;
    return answerTo('owner', condition, owner === undefined ? [] : [owner], now);
  };
}

/** A tag that is missing is not the one that the entry names: that is known. */
function ofTag(key: string, condition: Condition): Question {
  return (resource, _policy, now) => {
    const values = tagValues(resource, key);
    if (hasOddKeys(resource) && tagsAsSeen(resource, key).length !== values.length) return undefined;
    return answerTo(`tag ${key}`, condition, values, now);
  };
}

/** A listing may leave an attribute out, so a missing one says nothing. */
function ofAttribute(path: string, condition: Condition): Question {
  return (resource, _policy, now) => {
    const values = valuesAt(resource, path);
    return values.length === 0 ? undefined : answerTo(path, condition, values, now);
  };
}

/** The same answer however it is read, or none. */
function answerTo(what: string, condition: Condition, values: readonly unknown[], now: number): Answer {
  const strict = answerOf(condition, { values, of: 'all', now });
  if (values.length <= 1 && isPlain(values[0]) && !(what === 'owner' && isComparison(condition))) return strict;
  const seen = values.flatMap(asSeen);
  const others = (['all', 'any'] as const).flatMap((of) => [
    answerOf(condition, { values, of, now }),
    answerOf(condition, { values: seen, of, resembles: resemblesAs(what), now }),
  ]);
  return others.every((other) => other === strict) ? strict : undefined;
}

/** Does everybody read the value, or each of a list, as it is? */
export function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  return typeof value !== 'string' || SEEN_WHOLE.test(value);
}

const ODD = /[^!-~]/;

/** Keys that a person may take for another one. */
export function hasOddKeys({ tags }: Pick<Resource, 'tags'>): boolean {
  for (const key in tags) if (ODD.test(key)) return true;
  return false;
}
