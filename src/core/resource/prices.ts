/** What things cost a month, at list price: a figure for people, never a reason to delete. */

/** The list prices of one location. */
export interface Prices {
  /** ISO 4217: `USD`. */
  readonly currency: string;
  /** When these were the list prices, `2026-11-20`. */
  readonly date: string;
  /**
   * What one unit of an item costs a month; absent = nobody knows.
   * @param item as the price table spells it: `ebs.gp3.gibibyte`, `ebs.snapshot.gibibyte`, `ec2.m5.large`
   */
  of(item: string): number | undefined;
}

/** With where they come from and how long they are believed. */
export interface PriceList extends Prices {
  /** The URL at which they were read. */
  readonly source: string;
  /** From here on people are told that they are old; ms since the epoch. */
  readonly staleAt: number;
}

/** What a resource costs a month, in the currency of the prices it was computed from. */
export interface MonthlyCost {
  /** 0 = it costs nothing of its own, which is known without prices. */
  readonly amount: number;
  /** It may be less, and nobody outside of the provider can tell how much: snapshots share blocks. */
  readonly upTo?: true;
  /**
   * It is that of the snapshots of an image, which stay when the image goes and have figures of their own. Never added to
   * other figures; always `upTo`.
   */
  readonly stays?: true;
}

/** Of what costs nothing of its own. */
export const COSTS_NOTHING: MonthlyCost = { amount: 0 };

/**
 * What a mark is known to cost now; `undefined` = nobody knows.
 * @param stored with the mark; of what costs nothing, nothing is
 */
export function knownCost(
  { prices, costsNothing }: { readonly prices?: Prices; readonly costsNothing?: true },
  stored: MonthlyCost | undefined,
): MonthlyCost | undefined {
  if (costsNothing) return COSTS_NOTHING;
  return prices && stored;
}

/** The prices that figures rest on, as people are told. */
export interface StatedPrices {
  readonly currency: string;
  /** Of the oldest of them, `2026-11-20`. */
  readonly date: string;
  /** That is longer ago than the configuration believes. */
  readonly old?: true;
}

/** The oldest of these lists; `undefined` without any. */
export function statedPrices(lists: readonly PriceList[], now: number): StatedPrices | undefined {
  const [first, ...others] = lists;
  if (first === undefined) return undefined;
  const { currency, date, staleAt } = others.reduce((a, b) => (b.date < a.date ? b : a), first);
  return { currency, date, ...(now >= staleAt ? { old: true } : {}) };
}

/** What several cost together. */
export interface CostTotal {
  /** Of those whose cost ends with them; 0 = they cost nothing of their own; absent = there is no figure at all. */
  readonly amount?: number;
  /** `amount` may be less. */
  readonly upTo?: true;
  /** Up to so much in snapshots, which stay; not in `amount`. */
  readonly staying?: number;
  /** Of how many nobody knows what they cost. */
  readonly unpriced: number;
}

/** @param costs of each resource; `undefined` = nobody knows */
export function totalOf(costs: readonly (MonthlyCost | undefined)[]): CostTotal {
  const sum = new CostSum();
  for (const cost of costs) sum.add(cost);
  return sum.total();
}

/** A total that grows, of more than are in memory at once. */
export class CostSum {
  #amount: number | undefined;
  #upTo = false;
  #staying: number | undefined;
  #unpriced = 0;

  add(cost: MonthlyCost | undefined): void {
    if (cost === undefined) this.#unpriced++;
    else if (cost.stays) this.#staying = (this.#staying ?? 0) + cost.amount;
    else {
      this.#amount = (this.#amount ?? 0) + cost.amount;
      this.#upTo ||= cost.upTo ?? false;
    }
  }

  total(): CostTotal {
    return {
      ...(this.#amount === undefined ? {} : { amount: roundedAmount(this.#amount) }),
      ...(this.#upTo ? { upTo: true } : {}),
      ...(this.#staying === undefined ? {} : { staying: roundedAmount(this.#staying) }),
      unpriced: this.#unpriced,
    };
  }
}

/** A total of each kind. */
export class CostSums<K> {
  readonly #sums = new Map<K, CostSum>();

  add(key: K, cost: MonthlyCost | undefined): void {
    let sum = this.#sums.get(key);
    if (!sum) {
      sum = new CostSum();
      this.#sums.set(key, sum);
    }
    sum.add(cost);
  }

  /** The costliest first; what stays counts as much as what goes. */
  totals(): readonly (readonly [K, CostTotal])[] {
    const size = ({ amount = 0, staying = 0 }: CostTotal) => amount + staying;
    return [...this.#sums]
      .map(([key, sum]) => [key, sum.total()] as const)
      .toSorted(([, a], [, b]) => size(b) - size(a));
  }
}

/** The costliest first, and what has no figure last; 0 = alike. */
export function byCost(a: MonthlyCost | undefined, b: MonthlyCost | undefined): number {
  return (b?.amount ?? -1) - (a?.amount ?? -1);
}

/** To a hundredth of a cent: finer is noise of the computation. */
export function roundedAmount(amount: number): number {
  return Math.round(amount * 10_000) / 10_000;
}
