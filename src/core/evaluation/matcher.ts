import type { Matcher, ValuePattern } from '../policy/workConfiguration.ts';
import { attributeOf } from '../resource/attribute.ts';
import type { Resource } from '../resource/resource.ts';
import { matchesPattern } from './pattern.ts';

/** The resource with the other values that a matcher compares. */
interface Subject {
  readonly resource: Resource;
  readonly account: string;
  readonly owner: string | undefined;
}

/**
 * Does an entry of `keep` or `only` match? All its fields must match; a value that the resource lacks never matches.
 * @returns the matched fields, for a reason (`tag team=infra`), or `undefined`
 */
export function matchEntry(matcher: Matcher, subject: Subject): string | undefined {
  const asked = questionsOf(matcher, subject);
  const all = asked.length > 0 && asked.every(({ pattern, value }) => matchesPattern(pattern, value));
  return all ? asked.map(({ what, value }) => `${what}=${String(value)}`).join(' and ') : undefined;
}

interface Question {
  readonly what: string;
  readonly pattern: ValuePattern;
  readonly value: unknown;
}

function questionsOf(matcher: Matcher, { resource, account, owner }: Subject): readonly Question[] {
  const questions: Question[] = [];
  const ask = (what: string, pattern: ValuePattern | undefined, value: unknown) => {
    if (pattern !== undefined) questions.push({ what, pattern, value });
  };
  ask('name', matcher.name, resource.name);
  ask('id', matcher.id, resource.id);
  ask('owner', matcher.owner, owner);
  ask('account', matcher.account, account);
  for (const [key, pattern] of Object.entries(matcher.tag ?? {})) {
    ask(`tag ${key}`, pattern, attributeOf(resource, `tag:${key}`));
  }
  for (const [path, pattern] of Object.entries(matcher.attribute ?? {}))
    ask(path, pattern, attributeOf(resource, path));
  return questions;
}
