/**
 * The savings of deleting marks, where the price table has their location; without prices nothing is shown, even if
 * stored.
 */
import { oncePer } from '../../core/common/oncePer.ts';
import type { Mark } from '../../core/mark/mark.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { MonthOfMoney } from '../../core/ports/months.ts';
import { endsOf } from '../../core/resource/ends.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { knownCost, type MonthlyCost, type PriceList, statedPrices, totalOf } from '../../core/resource/prices.ts';
import type { Catalogue } from '../../notify/texts/common/catalogue.ts';
import { speaking } from '../../notify/texts/index.ts';

/** A placeholder: no amount uses it. */
const NO_CURRENCY = 'XXX';

/** What the figures need of a mark. */
export interface Costing {
  readonly namespace: Namespace;
  readonly resource: { readonly monthlyCost?: MonthlyCost | undefined };
}

/** The figures of marks under one configuration. */
export class MarkCosts {
  readonly #configurations: ReadonlyMap<Namespace, WorkConfiguration>;

  constructor(workConfigurations: readonly WorkConfiguration[]) {
    this.#configurations = byNamespace(workConfigurations);
  }

  /** `undefined` = unknown. A cost of 0 needs no currency. */
  of({ namespace, resource }: Costing): (MonthlyCost & { readonly currency?: string }) | undefined {
    const wc = this.#configurations.get(namespace);
    const cost = wc && knownCost(wc, resource.monthlyCost);
    return cost && { ...cost, ...(wc.prices ? { currency: wc.prices.currency } : {}) };
  }

  /** `up to $1.20 a month`; `undefined` = unknown */
  words(mark: Mark, catalogue: Catalogue): string | undefined {
    const cost = this.of(mark);
    return cost && catalogue.saving(totalOf([cost]), cost.currency ?? NO_CURRENCY, 1);
  }

  /** The same for the total of all, in each currency; `undefined` when no mark has a figure. */
  totalWords(marks: readonly Costing[], catalogue: Catalogue): string | undefined {
    const costs = marks.map((mark) => this.of(mark));
    const currencies = new Set(costs.flatMap((cost) => cost?.currency ?? []));
    const words = [...currencies].flatMap((currency) => {
      const own = costs.filter((cost) => cost?.currency === undefined || cost.currency === currency);
      return catalogue.saving(totalOf(own), currency, marks.length) ?? [];
    });
    return words.length === 0 ? undefined : words.join(', ');
  }

  /** As sentences with the day of the prices, or without a price in words; `undefined` = unknown. */
  about(mark: Mark, catalogue: Catalogue, now: number): string | undefined {
    return this.sentence([mark], catalogue, now) ?? this.words(mark, catalogue);
  }

  /** The total of all, with the day of the prices; `undefined` when no mark has a figure. */
  sentence(marks: readonly Mark[], catalogue: Catalogue, now: number): string | undefined {
    const priced = marks.filter((mark) => this.of(mark)?.amount);
    const prices = statedPrices(this.#listsOf(priced), now);
    const total = totalOf(marks.map((mark) => this.of(mark)));
    const ends = endsOf(marks.map(({ namespace }) => this.#configurations.get(namespace) ?? {}));
    return prices && speaking(catalogue, ends).savings(total, { ...prices, count: marks.length });
  }

  #listsOf(marks: readonly Mark[]): readonly PriceList[] {
    const namespaces = new Set(marks.map(({ namespace }) => namespace));
    return [...namespaces].flatMap((namespace) => this.#configurations.get(namespace)?.prices ?? []);
  }
}

// Once per configuration: a page of marks must not look at tens of thousands of namespaces.
const byNamespace = oncePer(
  (all: readonly WorkConfiguration[]): ReadonlyMap<Namespace, WorkConfiguration> =>
    new Map(all.map((wc) => [wc.namespace, wc])),
);

/**
 * What waits now is the sum of the marks themselves: what is stored of this month is up to a day old.
 * @param now ms since the epoch
 * @param waiting the monthly cost of all marks by currency
 */
export function withWaiting(
  months: readonly MonthOfMoney[],
  now: number,
  waiting: ReadonlyMap<string, number>,
): readonly MonthOfMoney[] {
  const month = new Date(now).toISOString().slice(0, 7);
  const known = months.map((one) =>
    one.month === month ? { ...one, waiting: waiting.get(one.currency) ?? one.waiting } : one,
  );
  const isKnown = (currency: string) => months.some((one) => one.month === month && one.currency === currency);
  const others = [...waiting].filter(([currency]) => !isKnown(currency));
  return [...known, ...others.map(([currency, amount]) => ({ month, currency, saved: 0, waiting: amount }))];
}
