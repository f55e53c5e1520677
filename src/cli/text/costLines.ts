/** The costs of a plan, for people; lines without a figure are left out. */
import { joined } from '../../core/resource/ends.ts';
import { endWords } from '../../core/text/endWords.ts';
import { money, totalWords } from '../../core/text/money.ts';
import { visible } from '../../core/text/visible.ts';
import { type NamespacePlan, type Plan, type ResourcePlan, toDelete, totalIn } from '../../lifecycle/index.ts';
import { endOf } from './endOf.ts';

/** `≤ $1.20 in snapshots`: a table has little room. */
export function costOfRow({ monthlyCost }: ResourcePlan, { prices }: NamespacePlan): string | undefined {
  if (!monthlyCost?.amount || prices === null) return undefined;
  const { amount, upTo, stays } = monthlyCost;
  return `${upTo ? '≤ ' : ''}${money(amount, prices.currency)}${stays ? ' in snapshots' : ''}`;
}

/**
 * `$12.00 a month`: the end of these costs; absent where nothing is saved, or the saving is unknown.
 * @param atMost perhaps fewer are deleted
 */
export function savedWords({ prices, monthlyCost }: NamespacePlan, atMost: boolean): string | undefined {
  const { amount, upTo } = monthlyCost;
  if (!amount || prices === null) return undefined;
  return `${atMost ? 'at most ' : upTo ? 'up to ' : ''}${money(amount, prices.currency)} a month`;
}

/** `costs: $12.00 a month at list prices of 2026-05-01` */
export function costLines({ namespace, prices, monthlyCost, counts }: NamespacePlan): readonly string[] {
  if (toDelete(counts) === 0) return [];
  const { verb } = endWords[endOf(namespace)];
  const words = prices && totalWords(totalIn(monthlyCost), prices.currency);
  if (!prices || !words) return [];
  if (!monthlyCost.amount && monthlyCost.staying === null)
    return [`the resources to ${verb} cost ${words} of their own`];
  const old = prices.old ? ', out of date' : '';
  return [`the resources to ${verb} cost ${words} (list prices of ${prices.date}${old})`];
}

/** Sums over namespaces, each part with its title first; empty where there is no figure. */
export function costsPart({ monthlyCost, namespaces }: Plan): readonly (readonly string[])[] {
  const currency = namespaces.find(({ prices }) => prices !== null)?.prices?.currency;
  if (currency === undefined) return [];
  const rows = [
    ...monthlyCost.accounts.map(({ account, ...total }) => ({ of: `account ${account}`, total })),
    ...monthlyCost.owners.map(({ owner, ...total }) => ({ of: owner === null ? 'no owner' : `owner ${owner}`, total })),
    { of: 'total', total: monthlyCost.total },
  ];
  const lines = rows.flatMap(({ of, total }) => {
    const words = totalWords(totalIn(total), currency);
    return words === undefined ? [] : [`  ${visible(of)}  ${words}`];
  });
  return lines.length === 0
    ? []
    : [
        [
          `Cost of the resources to ${endWords[joined(namespaces.map(({ namespace }) => endOf(namespace)))].verb}, at list price, highest first`,
          ...lines,
        ],
      ];
}
