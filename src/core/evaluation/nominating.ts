/** Which rules nominate a resource, and why. Pure. */
import type { Reason } from '../common/reason.ts';
import { inEnglish } from '../reason/english.ts';
import type { Resource } from '../resource/resource.ts';
import type { BoundWhen } from './policy.ts';
import type { Facts } from './rule.ts';

/** Does an entry of `when` match, and the answer of each rule in it, in words. */
export function ruleAnswers<R extends Resource>(
  subject: R,
  when: readonly BoundWhen<R>[],
  facts: Facts,
): { readonly isNominated: boolean; readonly words: readonly string[] } {
  const words = when.flat().map((rule) => {
    const reason = rule.matches(subject, facts);
    return `${rule.name}: ${reason === undefined ? 'no' : inEnglish(reason)}`;
  });
  return { isNominated: when.some((entry) => entryMatches(entry, subject, facts)), words };
}

/** The reasons of the entries of `when` that match, each once, and what was measured beside them; empty: none matches. */
export function nominationsOf<R extends Resource>(
  subject: R,
  when: readonly BoundWhen<R>[],
  facts: Facts,
): readonly Reason[] {
  const reasons = when
    .filter((entry) => entryMatches(entry, subject, facts))
    .map((entry) => allOf(entry.flatMap((rule) => rule.matches(subject, facts) ?? [])));
  const measured = facts.findings.flatMap(({ says, by }) => (says === 'quiet' ? [wordsOnly(by)] : []));
  if (reasons.length === 0) return [];
  const all = [...reasons, ...measured];
  return all.length === 1 ? all : [...new Map(all.map((one) => [inEnglish(one), one])).values()];
}

function entryMatches<R extends Resource>(entry: BoundWhen<R>, subject: R, facts: Facts): boolean {
  return entry.length > 0 && entry.every((rule) => rule.matches(subject, facts) !== undefined);
}

function allOf(all: readonly Reason[]): Reason {
  const [only] = all;
  return all.length === 1 && only ? only : { code: 'and', values: { all } };
}

function wordsOnly(words: string): Reason {
  return { code: 'words', values: { words } };
}
