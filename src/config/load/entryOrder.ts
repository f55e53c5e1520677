/** Entries for one namespace: tried in the file's order, as rules of a firewall; one that can never match is a problem. */
import { isComparison } from '../../core/evaluation/comparison.ts';
import { keyOfTag, matcherWords } from '../../core/evaluation/matcher.ts';
import { matchesAnything, matchesPattern } from '../../core/evaluation/pattern.ts';
import { isOnlyPrefix, literalPrefix } from '../../core/evaluation/regexLiterals.ts';
import type { Condition } from '../../core/policy/condition.ts';
import type { Matcher } from '../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { valueAt } from '../yaml/plain.ts';
import type { Ignored, Reporter } from '../yaml/report.ts';
import type { JudgedNamespace, NamespaceTarget } from './namespaceTarget.ts';

/** @param targets of all entries, in the order of these */
export function inOrder(
  targets: readonly NamespaceTarget[],
  cleanup: readonly unknown[],
  reporter: Reporter,
): { readonly judged: readonly JudgedNamespace[]; readonly ignored: readonly Ignored[] } {
  const matches = cleanup.map((entry) => valueAt(entry, ['match']) as Matcher | undefined);
  const byNamespace = new Map<Namespace, NamespaceTarget[]>();
  for (const target of targets) {
    const own = byNamespace.get(target.namespace);
    if (own) own.push(target);
    else byNamespace.set(target.namespace, [target]);
  }
  reportElsewhere(targets, matches, reporter);
  const reached = new Set<number>();
  const hidden = new Map<string, { first: number; second: number; namespaces: Namespace[] }>();
  const judged = [...byNamespace.values()].map((own): JudgedNamespace => {
    const kept: NamespaceTarget[] = [];
    for (const target of own) {
      const before = kept.find(({ entry }) => covers(matches[entry], matches[target.entry]));
      if (!before) {
        kept.push(target);
        reached.add(target.entry);
        continue;
      }
      const key = `${before.entry}:${target.entry}`;
      const pair = hidden.get(key) ?? { first: before.entry, second: target.entry, namespaces: [] };
      pair.namespaces.push(target.namespace);
      hidden.set(key, pair);
    }
    const [first, ...others] = kept as [NamespaceTarget, ...NamespaceTarget[]];
    return { ...first, others: others.map(({ entry }) => entry) };
  });
  const ignored: Ignored[] = [];
  for (const pair of hidden.values()) {
    if (reached.has(pair.second)) ignored.push(...ignoredOf(pair));
    else reportHidden(pair, matches, reporter);
  }
  return { judged, ignored };
}

/** An entry whose `match` names no account of its own. */
function reportElsewhere(
  targets: readonly NamespaceTarget[],
  matches: readonly (Matcher | undefined)[],
  reporter: Reporter,
): void {
  for (const [entry, match] of matches.entries()) {
    const own = targets.filter((target) => target.entry === entry);
    const wanted = match?.account;
    if (wanted === undefined || typeof wanted === 'object' || own.length === 0) continue;
    if (own.some(({ accountName }) => matchesPattern(wanted, accountName))) continue;
    const names = [...new Set(own.map(({ accountName }) => accountName))].join(', ');
    const why = `this entry can never match: it judges ${names}, and \`account\` names none of them`;
    reporter.report(['cleanup', entry, 'match', 'account'], why);
  }
}

interface Hidden {
  readonly first: number;
  readonly second: number;
  readonly namespaces: readonly Namespace[];
}

function ignoredOf({ first, second, namespaces }: Hidden): readonly Ignored[] {
  const why = `cleanup[${first}] comes before it and judges the same resources there`;
  return namespaces.map((namespace) => ({ what: `${namespace} of cleanup[${second}]`, why }));
}

/** Both places, once per pair of entries. */
function reportHidden(
  { first, second, namespaces }: Hidden,
  matches: readonly (Matcher | undefined)[],
  reporter: Reporter,
) {
  const match = matches[first];
  if (match === undefined) {
    const what = `only one entry may cover a namespace: ${namespaces.join(', ')}`;
    reporter.report(['cleanup', first, 'type'], `${what}; also in cleanup[${second}]`);
    reporter.report(['cleanup', second, 'type'], `${what}; already in cleanup[${first}]`);
    return;
  }
  const why = `this entry can never match: cleanup[${first}] (${matcherWords(match)}) comes first and judges everything that it would`;
  const isWhole = matches[second] === undefined;
  reporter.report(['cleanup', second, isWhole ? 'type' : 'match'], why, isWhole ? 'value' : 'key');
}

/**
 * Is `second` false wherever `first` is? Then it never judges, and its doubt keeps nothing either: a resource without
 * the tag is not that of `{ env: "*" }`, while `{ env: { not: prod } }` does not know.
 */
function covers(first: Matcher | undefined, second: Matcher | undefined): boolean {
  if (first === undefined) return true;
  const needed = conditionsOf(second ?? {});
  return conditionsOf(first).every(([what, one]) => {
    // Every resource has a name, an id and an account.
    if (ALWAYS_THERE.has(what) && isAnything(one)) return true;
    return needed.some(([other, condition]) => other === what && isCovered(what, one, condition));
  });
}

const ALWAYS_THERE: ReadonlySet<string> = new Set(['name', 'id', 'account']);

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
