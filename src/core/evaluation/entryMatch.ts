/**
 * Does the `match` of an entry hold? Read once for each entry, since it is asked for each resource. Pure.
 *
 * Not known: an attribute that the resource lacks, an uncertain owner, and values or keys that a person takes for those of
 * the entry, or for each other, while they are not. Then no later entry may judge the resource either.
 */

import { MOST_REMEMBERED } from '../common/oncePer.ts';
import { addressesOf } from '../owner/owners.ts';
import type { Condition } from '../policy/condition.ts';
import type { Among, Matcher } from '../policy/workConfiguration.ts';
import { attributeOf } from '../resource/attribute.ts';
import { meansLocation } from '../resource/locationPattern.ts';
import { idsOf, type Resource } from '../resource/resource.ts';
import { type Answer, isComparison } from './comparison.ts';
import { answerOf, asSeen, isSameText, keyOfTag, resembles, tagsAsSeen } from './matcher.ts';
import type { Policy } from './policy.ts';
import { isPlain, type Reading, readingOnce } from './reading.ts';

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

/** @param reading shared by the entries of one place; absent: its own */
export function entryMatchOf(
  { name, id, owner, account, tag = {}, attribute = {} }: Matcher,
  reading: Reading = readingOnce(),
): EntryMatch {
  const questions: Question[] = [];
  const ask = (condition: Condition | undefined, question: (condition: Condition) => Question) => {
    if (condition !== undefined) questions.push(question(condition));
  };
  ask(name, (condition) => {
    const answer = answering('name', condition);
    return (resource, _policy, now) => answer([resource.name], now);
  });
  ask(id, ofIds);
  ask(account, (condition) => {
    const answer = answering('account', condition);
    return (_resource, policy, now) => answer([policy.account], now);
  });
  ask(owner, ofOwner);
  for (const [key, condition] of Object.entries(tag)) ask(condition, (one) => ofTag(key, one, reading));
  for (const [path, condition] of Object.entries(attribute)) {
    const key = keyOfTag(path);
    ask(condition, (one) => (key === undefined ? ofAttribute(path, one, reading) : ofTag(key, one, reading)));
  }
  const [first] = questions;
  if (first && questions.length === 1) return first;
  return (resource, policy, now) => {
    let all: Answer = true;
    for (const question of questions) {
      const answer = question(resource, policy, now);
      if (answer === false) return false;
      if (answer === undefined) all = undefined;
    }
    return all;
  };
}

/** An asset gets another id when an entry is added for its place: a pattern of one of its ids means it all the same. */
function ofIds(condition: Condition): Question {
  const answer = answering('id', condition);
  return (resource, _policy, now) => {
    const answers = new Set(idsOf(resource).map((id) => answer([id], now)));
    if (answers.size === 1) return [...answers][0];
    return answers.has(true) && !isComparison(condition) ? true : undefined;
  };
}

function ofOwner(condition: Condition): Question {
  const answer = answering('owner', condition);
  const ofOne = (address: string, now: number): Answer =>
    !isComparison(condition) && isSameText(condition, address) ? true : answer([address], now);
  return (resource, policy, now) => {
    const { owner, unsure, refused = [] } = policy.ownerOf(resource);
    if (unsure !== undefined || refused.length > 0) return undefined;
    if (owner === undefined) return answer([], now);
    // Of several people all have to fit, or none: an entry for one of them does not say what is right for the others.
    const answers = new Set(addressesOf(owner).map((address) => ofOne(address, now)));
    return answers.size === 1 ? [...answers][0] : undefined;
  };
}

/** A tag that is missing is not the one that the entry names: that is known. */
function ofTag(key: string, condition: Condition, { at, hasOddKeys }: Reading): Question {
  const answer = remembered(`tag ${key}`, condition);
  const valuesOf = at(`tag:${key}`);
  return (resource, _policy, now) => {
    const values = valuesOf(resource);
    if (hasOddKeys(resource) && tagsAsSeen(resource, key).length !== values.length) return undefined;
    return answer(values, now);
  };
}

/** A listing may leave an attribute out, so a missing one says nothing. */
function ofAttribute(path: string, condition: Condition, { at }: Reading): Question {
  const answer = remembered(path, condition);
  const valuesOf = at(path);
  return (resource, _policy, now) => {
    const values = valuesOf(resource);
    return values.length === 0 ? undefined : answer(values, now);
  };
}

/** Many resources share a value, and what a comparison of it says depends on nothing else, unless it asks for an age. */
export function remembered(what: string, condition: Condition): Answering {
  const answerTo = answering(what, condition);
  if (isComparison(condition) && condition.olderThan !== undefined) return answerTo;
  const known = new Map<unknown, Answer>();
  return (values, now) => {
    const [value] = values;
    if (values.length !== 1 || typeof value === 'object') return answerTo(values, now);
    if (known.has(value)) return known.get(value);
    const answer = answerTo(values, now);
    if (known.size < MOST_REMEMBERED) known.set(value, answer);
    return answer;
  };
}

/** Says whether a condition holds for values. @param now business time, ms since the epoch */
type Answering = (values: readonly unknown[], now: number) => Answer;

/** Tags and owners: people write their values in any case. @param what `owner`, `tag env`, `tag:env`, `tags.env` */
export function isWrittenByPeople(what: string): boolean {
  return /^(?:owner$|tag[ :]|tags\.)/i.test(what);
}

/** The same answer however it is read, or none. */
function answering(what: string, condition: Condition): Answering {
  const isOdd = !isPlain(isComparison(condition) ? Object.values(condition).flat() : condition);
  const isOfPeople = isWrittenByPeople(what) || isOdd;
  const inAnyCase = isOfPeople && !isComparison(condition) ? { is: condition } : condition;
  return (values, now) => {
    const strict = answerOf(condition, { values, of: 'all', now });
    const anyCase = isOfPeople && values.length > 0;
    if (values.length <= 1 && isPlain(values[0]) && !anyCase) return strict;
    const seen = values.flatMap(asSeen);
    const wanted = anyCase ? inAnyCase : condition;
    const others = (['all', 'any'] as const).flatMap((of) => [
      answerOf(condition, { values, of, now }),
      answerOf(wanted, { values: seen, of, resembles, now }),
    ]);
    return others.every((other) => other === strict) ? strict : undefined;
  };
}
