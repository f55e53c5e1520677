/** Entries for one namespace: tried in the file's order, as rules of a firewall; one that can never match is a problem. */
import { matchesPattern } from '../../core/evaluation/pattern.ts';
import type { Matcher } from '../../core/policy/workConfiguration.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { valueAt } from '../yaml/plain.ts';
import type { Ignored, Reporter } from '../yaml/report.ts';
import { covers, entryWords, wantedBy } from './covers.ts';
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
  const wanted = (entry: number, { handler }: NamespaceTarget) => wantedBy(cleanup[entry], handler);
  reportElsewhere(targets, matches, reporter);
  const reached = new Set<number>();
  const hidden = new Map<string, Hidden>();
  const judged = [...byNamespace.values()].map((own): JudgedNamespace => {
    const kept: NamespaceTarget[] = [];
    for (const target of own) {
      const before = kept.find(({ entry }) => covers(wanted(entry, target), wanted(target.entry, target)));
      if (!before) {
        kept.push(target);
        reached.add(target.entry);
        continue;
      }
      const key = `${before.entry}:${target.entry}`;
      const words = entryWords(wanted(before.entry, target), target.handler);
      const pair = hidden.get(key) ?? { first: before.entry, second: target.entry, namespaces: [], words };
      pair.namespaces.push(target.namespace);
      hidden.set(key, pair);
    }
    const [first, ...others] = kept as [NamespaceTarget, ...NamespaceTarget[]];
    return { ...first, others: others.map(({ entry }) => entry) };
  });
  const ignored: Ignored[] = [];
  for (const pair of hidden.values()) {
    if (reached.has(pair.second)) ignored.push(...ignoredOf(pair));
    else reportHidden(pair, cleanup, reporter);
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
  readonly namespaces: Namespace[];
  /** Of the first one; absent: it judges everything. */
  readonly words: string | undefined;
}

function ignoredOf({ first, second, namespaces }: Hidden): readonly Ignored[] {
  const why = `cleanup[${first}] comes before it and judges the same resources there`;
  return namespaces.map((namespace) => ({ what: `${namespace} of cleanup[${second}]`, why }));
}

/** Both places, once per pair of entries. */
function reportHidden({ first, second, namespaces, words }: Hidden, cleanup: readonly unknown[], reporter: Reporter) {
  if (words === undefined) {
    const what = `only one entry may cover a namespace: ${namespaces.join(', ')}`;
    reporter.report(['cleanup', first, 'type'], `${what}; also in cleanup[${second}]`);
    reporter.report(['cleanup', second, 'type'], `${what}; already in cleanup[${first}]`);
    return;
  }
  const why = `this entry can never match: cleanup[${first}] (${words}) comes first and judges everything that it would`;
  const isWhole = valueAt(cleanup[second], ['match']) === undefined;
  reporter.report(['cleanup', second, isWhole ? 'type' : 'match'], why, isWhole ? 'value' : 'key');
}
