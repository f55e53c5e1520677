/** What marks cost, where the price table has their location; without it nothing is said, whatever is stored. */
import type { Mark } from '../core/mark.ts';
import type { Namespace } from '../core/namespace.ts';
import { type MonthlyCost, type PriceList, statedPrices, totalOf } from '../core/prices.ts';
import type { WorkConfiguration } from '../core/workConfiguration.ts';
import type { Catalogue } from '../notify/texts/catalogue.ts';

/** The figures of marks under one configuration. */
export class MarkCosts {
  readonly #prices: ReadonlyMap<Namespace, PriceList | undefined>;

  constructor(workConfigurations: readonly WorkConfiguration[]) {
    this.#prices = new Map(workConfigurations.map(({ namespace, prices }) => [namespace, prices]));
  }

  /** `undefined` = no figure. */
  of({ namespace, resource }: Mark): (MonthlyCost & { readonly currency: string }) | undefined {
    const prices = this.#prices.get(namespace);
    return prices && resource.monthlyCost && { ...resource.monthlyCost, currency: prices.currency };
  }

  /** `up to $1.20 a month` */
  words(mark: Mark, catalogue: Catalogue): string | undefined {
    const cost = this.of(mark);
    return cost && catalogue.cost(totalOf([cost]), cost.currency);
  }

  /** Of all of them, with the day of the prices; `undefined` where nothing has a figure. */
  sentence(marks: readonly Mark[], catalogue: Catalogue, now: number): string | undefined {
    const priced = marks.filter((mark) => this.of(mark) !== undefined);
    const prices = statedPrices(this.#listsOf(priced), now);
    const words = prices && catalogue.cost(totalOf(marks.map((mark) => this.of(mark))), prices.currency);
    return prices && words && catalogue.costs({ words, count: marks.length, ...prices });
  }

  #listsOf(marks: readonly Mark[]): readonly PriceList[] {
    const namespaces = new Set(marks.map(({ namespace }) => namespace));
    return [...namespaces].flatMap((namespace) => this.#prices.get(namespace) ?? []);
  }
}
