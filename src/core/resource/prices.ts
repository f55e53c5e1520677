/** Monthly costs at list price: a figure for people, never a reason to delete. */

/** The list prices of one location. */
export interface Prices {
  /** ISO 4217: `USD`. */
  readonly currency: string;
  /** When these were the list prices, `2026-11-20`. */
  readonly date: string;
  /**
   * The price of one unit of an item per month; absent = not known.
   * @param item as in the price table: `ebs.gp3.gibibyte`, `ebs.snapshot.gibibyte`, `ec2.m5.large`
   */
  of(item: string): number | undefined;
}

/** Prices with their source, and the time until they are out of date. */
export interface PriceList extends Prices {
  /** The URL of the page with these prices. */
  readonly source: string;
  /** From this instant the texts call the prices old; ms since the epoch. */
  readonly staleAt: number;
}

/** The cost of a resource per month, in the currency of the prices behind it. */
export interface MonthlyCost {
  /** 0 = it has no cost of its own, which is known without prices. */
  readonly amount: number;
  /** The cost may be lower, and only the provider knows by how much: snapshots share blocks. */
  readonly upTo?: true;
  /**
   * The cost of the snapshots of an image, which stay when the image is deleted and have their own figures. Never added
   * to other figures; always `upTo`.
   */
  readonly stays?: true;
}

/** The cost of a resource without a cost of its own. */
export const COSTS_NOTHING: MonthlyCost = { amount: 0 };

/**
 * The known cost of a mark's resource now; `undefined` = not known.
 * @param stored the cost stored with the mark; a resource that costs nothing has none stored
 */
export function knownCost(
  {
    prices,
    costsNothing,
    isFollowed,
  }: { readonly prices?: Prices; readonly costsNothing?: true; readonly isFollowed?: true },
  stored: MonthlyCost | undefined,
): MonthlyCost | undefined {
  // What follows it has rows and figures of its own, and nobody may read that it stays.
  if (costsNothing || (prices && isFollowed && stored?.stays)) return COSTS_NOTHING;
  return prices && stored;
}

/** The prices behind the figures, for texts to people. */
export interface StatedPrices {
  readonly currency: string;
  /** The date of the oldest price list, `2026-11-20`. */
  readonly date: string;
  /** The date is longer ago than the configuration allows. */
  readonly old?: true;
}

/** The oldest of these lists; `undefined` without any. */
export function statedPrices(lists: readonly PriceList[], now: number): StatedPrices | undefined {
  const [first, ...others] = lists;
  if (first === undefined) return undefined;
  const { currency, date, staleAt } = others.reduce((a, b) => (b.date < a.date ? b : a), first);
  return { currency, date, ...(now >= staleAt ? { old: true } : {}) };
}

/** The total cost of several resources. */
export interface CostTotal {
  /** The costs that end with the deletion; 0 = no costs of their own; absent = there is no figure at all. */
  readonly amount?: number;
  /** `amount` may be less. */
  readonly upTo?: true;
  /** The maximum cost of snapshots, which stay; not in `amount`. */
  readonly staying?: number;
  /** The number of resources whose cost is not known. */
  readonly unpriced: number;
}

/** @param costs of each resource; `undefined` = not known */
export function totalOf(costs: readonly (MonthlyCost | undefined)[]): CostTotal {
  const sum = new CostSum();
  for (const cost of costs) sum.add(cost);
  return sum.total();
}

/** A running total, for more resources than are in memory at once. */
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

/** A total for each key. */
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

  /** The highest total first; `staying` counts as much as `amount`. */
  totals(): readonly (readonly [K, CostTotal])[] {
    const size = ({ amount = 0, staying = 0 }: CostTotal) => amount + staying;
    return [...this.#sums]
      .map(([key, sum]) => [key, sum.total()] as const)
      .toSorted(([, a], [, b]) => size(b) - size(a));
  }
}

/** The highest cost first, resources without a figure last; 0 = equal. */
export function byCost(a: MonthlyCost | undefined, b: MonthlyCost | undefined): number {
  return (b?.amount ?? -1) - (a?.amount ?? -1);
}

/** Rounds to a hundredth of a cent: finer digits are rounding errors. */
export function roundedAmount(amount: number): number {
  return Math.round(amount * 10_000) / 10_000;
}
