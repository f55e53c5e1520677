import { z } from 'zod';
import { defined } from '../../../core/common/defined.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import { CostSums, type MonthlyCost, statedPrices } from '../../../core/resource/prices.ts';
import { MarkCosts, withWaiting } from '../../app/costs.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { SharedReads } from '../../app/sharedReads.ts';
import type { App } from '../../app/validation.ts';
import { configurationsOf, sortedConfigurations } from './known.ts';
import { eachRow } from './markRows.ts';

type Deps = Pick<OperatorDeps, 'marks' | 'markTable' | 'months' | 'workConfigurations' | 'clock'>;

/**
 * `GET costs`: monthly cost by namespace, account and owner, the highest first, and of the last months. It looks at
 * every mark, so requests share that.
 */
export function costRoutes(app: App, deps: Deps): void {
  const reads = new SharedReads<Costs>();
  app.get('/costs', { schema: { querystring: CostQuery } }, async ({ query: { limit } }) => {
    const [costs, months] = await Promise.all([reads.read('costs', () => readCosts(deps)), deps.months.read()]);
    const { namespaces, accounts, owners, waiting, ...sums } = costs;
    const more = defined({
      namespaces: leftOut(namespaces, limit),
      accounts: leftOut(accounts, limit),
      owners: leftOut(owners, limit),
    });
    return {
      ...sums,
      namespaces: namespaces.slice(0, limit),
      accounts: accounts.slice(0, limit),
      owners: owners.slice(0, limit),
      months: withWaiting(months, deps.clock.now(), waiting),
      /** How many lower ones each list leaves out. */
      ...(Object.keys(more).length === 0 ? {} : { more }),
    };
  });
}

const CostQuery = z.strictObject({
  limit: z.coerce.number().int().min(1).max(500).default(100).describe('Of each list, the highest first.'),
});

function leftOut(list: readonly unknown[], limit: number): number | undefined {
  return list.length > limit ? list.length - limit : undefined;
}

type Costs = Awaited<ReturnType<typeof readCosts>>;

async function readCosts(deps: Deps) {
  const configurations = sortedConfigurations(deps);
  const costs = new MarkCosts(configurations);
  const isOneCurrency = new Set(configurations.flatMap(({ prices }) => prices?.currency ?? [])).size <= 1;
  const sums = () => new NamedSums(isOneCurrency);
  const [totals, namespaces, accounts, owners] = [sums(), sums(), sums(), sums()];
  const known = configurationsOf(deps);
  const priced = new Set<Namespace>();
  for await (const page of eachRow(deps, configurations)) {
    for (const row of page) {
      const { account, prices } = known.get(row.namespace) ?? {};
      const cost = costs.of({ namespace: row.namespace, resource: row });
      if (prices) priced.add(row.namespace);
      for (const [by, name] of [
        [totals, 'all'],
        [namespaces, row.namespace],
        [accounts, account?.name ?? ''],
        [owners, row.owner ?? null],
      ] as const)
        by.add(name, prices?.currency, cost);
    }
  }
  const lists = [...priced].flatMap((namespace) => known.get(namespace)?.prices ?? []);
  const sum = totals.list('all');
  return {
    /** The date of the oldest prices; absent when the table has none of the locations. */
    prices: statedPrices(lists, deps.clock.now()),
    total: isOneCurrency
      ? (totals.totals()[0]?.[1] ?? { unpriced: 0 })
      : { unpriced: sum.reduce((all, { unpriced }) => all + unpriced, 0) },
    /** Amounts of two currencies have no sum. */
    totals: isOneCurrency ? undefined : sum.map(({ all: _, ...total }) => total),
    waiting: totals.amounts(statedPrices(lists, 0)?.currency),
    namespaces: namespaces.list('namespace'),
    accounts: accounts.list('account'),
    owners: owners.list('owner'),
  };
}

/** Sums by name, in any case, and by currency where there are several. */
class NamedSums {
  readonly #isOneCurrency: boolean;
  readonly #sums = new CostSums<string>();
  /** The first spelling of a name. */
  readonly #keys = new Map<string, { readonly name: string | null; readonly currency?: string }>();

  constructor(isOneCurrency: boolean) {
    this.#isOneCurrency = isOneCurrency;
  }

  add(name: string | null, currency: string | undefined, cost: MonthlyCost | undefined): void {
    const own = this.#isOneCurrency || currency === undefined ? {} : { currency };
    const key = JSON.stringify([name?.toLowerCase() ?? null, own.currency]);
    if (!this.#keys.has(key)) this.#keys.set(key, { name, ...own });
    this.#sums.add(key, cost);
  }

  totals() {
    return this.#sums.totals();
  }

  list<N extends string>(as: N) {
    return this.totals().map(([key, total]) => {
      const { name, ...currency } = this.#keys.get(key) as { name: string | null; currency?: string };
      return { [as]: name, ...currency, ...total } as Record<N, string | null> & typeof currency & typeof total;
    });
  }

  /** By currency; @param only the one where there are no others */
  amounts(only: string | undefined): ReadonlyMap<string, number> {
    const all = this.totals().map(([key, { amount }]) => [this.#keys.get(key)?.currency ?? only, amount] as const);
    return new Map(all.flatMap(([currency, amount]) => (currency && amount !== undefined ? [[currency, amount]] : [])));
  }
}
