import { z } from 'zod';
import { defined } from '../../../core/common/defined.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import { CostSum, CostSums, type PriceList, statedPrices } from '../../../core/resource/prices.ts';
import { MarkCosts } from '../../app/costs.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { SharedReads } from '../../app/sharedReads.ts';
import type { App } from '../../app/validation.ts';
import { sortedConfigurations } from './known.ts';

type Deps = Pick<OperatorDeps, 'marks' | 'markIndex' | 'workConfigurations' | 'clock'>;

/**
 * `GET costs`: monthly cost by namespace, account and owner, the highest first, and of the last months. It reads every
 * mark, so requests share reads.
 */
export function costRoutes(app: App, deps: Deps): void {
  const reads = new SharedReads<Costs>();
  app.get('/costs', { schema: { querystring: CostQuery } }, async ({ query: { limit } }) => {
    const [costs, months] = await Promise.all([reads.read('costs', () => readCosts(deps)), deps.markIndex.months()]);
    const { namespaces, accounts, owners, ...sums } = costs;
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
      months,
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

const MARKS_PER_READ = 500;

type Costs = Awaited<ReturnType<typeof readCosts>>;

async function readCosts(deps: Deps) {
  const configurations = sortedConfigurations(deps);
  const costs = new MarkCosts(configurations);
  const total = new CostSum();
  const [namespaces, accounts, owners] = [
    new CostSums<Namespace>(),
    new CostSums<string>(),
    new CostSums<string | null>(),
  ];
  const lists: PriceList[] = [];
  for (const { namespace, account, prices } of configurations) {
    let cursor: string | undefined;
    do {
      const page = await deps.marks.page(namespace, cursor, MARKS_PER_READ);
      for (const mark of page.marks) {
        const cost = costs.of(mark);
        total.add(cost);
        namespaces.add(namespace, cost);
        accounts.add(account.name, cost);
        owners.add(mark.owner ?? null, cost);
      }
      if (prices && page.marks.length > 0) lists.push(prices);
      cursor = page.next;
    } while (cursor !== undefined);
  }
  return {
    /** The date of the oldest prices; absent when the table has none of the locations. */
    prices: statedPrices(lists, deps.clock.now()),
    total: total.total(),
    namespaces: listOf('namespace', namespaces),
    accounts: listOf('account', accounts),
    owners: listOf('owner', owners),
  };
}

function listOf<N extends string, K>(name: N, sums: CostSums<K>) {
  return sums.totals().map(([key, total]) => ({ [name]: key, ...total }));
}
