/** The tags that keep a resource, as conditions of a policy. Pure. */
import { KEEP_TAG } from '../../../core/owner/optOut.ts';
import type { Matcher } from '../../../core/policy/workConfiguration.ts';

/** Operator → key → its values. */
export type Condition = Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;

/** Entries of `keep` that a policy cannot express, as text: the daemon still enforces them. */
export function notExpressible(keep: readonly Matcher[]): readonly string[] {
  return keep.filter((matcher) => conditionOf(matcher) === undefined).map((matcher) => JSON.stringify(matcher));
}

/** Every tag that keeps for ever, ours and those of other people. */
const ALWAYS_KEPT: readonly Matcher[] = [
  { tag: { [KEEP_TAG]: 'always' } },
  { tag: { expiration_time: 'never' } },
  { tag: { expires: 'never' } },
  { tag: { ttl: 'never' } },
];

/** One for each tag that keeps for ever, and for each entry that a policy can express. @param keep of the configuration */
export function keepingConditions(keep: readonly Matcher[]): readonly Condition[] {
  const conditions = [...ALWAYS_KEPT, ...keep].map(conditionOf).filter((condition) => condition !== undefined);
  return [...new Map(conditions.map((condition) => [JSON.stringify(condition), condition])).values()];
}

/**
 * Tags that must all match, as IAM compares them; IAM also compares keys without case. IAM cannot match names, owners,
 * attributes or regular expressions.
 */
function conditionOf(matcher: Matcher): Condition | undefined {
  const { tag = {}, ...others } = matcher;
  const patterns = Object.entries(tag);
  if (Object.keys(others).length > 0 || patterns.length === 0) return undefined;
  const exact: Record<string, string> = {};
  const any: Record<string, string> = {};
  for (const [key, pattern] of patterns) {
    if (typeof pattern === 'object') return undefined;
    const text = String(pattern);
    // `/regex/`, `/regex/i`: a text with this start is always a regular expression (core/pattern).
    if (text.startsWith('/')) return undefined;
    if (text === '*') any[`aws:ResourceTag/${key}`] = '*';
    else exact[`aws:ResourceTag/${key}`] = text;
  }
  return {
    ...(isEmpty(exact) ? {} : { StringEqualsIgnoreCase: exact }),
    ...(isEmpty(any) ? {} : { StringLike: any }),
  };
}

function isEmpty(object: object): boolean {
  return Object.keys(object).length === 0;
}
