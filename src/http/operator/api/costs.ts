import type { Namespace } from '../../../core/resource/namespace.ts';
import { CostSum, CostSums, type PriceList, statedPrices } from '../../../core/resource/prices.ts';
import { MarkCosts } from '../../app/costs.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { SharedReads } from '../../app/sharedReads.ts';
import type { App } from '../../app/validation.ts';
import { sortedConfigurations } from './known.ts';

type Deps = Pick<OperatorDeps, 'marks' | 'workConfigurations' | 'clock'>;

/** `GET costs`: monthly cost by namespace, account and owner. It reads every mark, so requests share reads. */
export function costRoutes(app: App, deps: Deps): void {
  const reads = new SharedReads<object>();
  app.get('/costs', () => reads.read('costs', () => readCosts(deps)));
}

const MARKS_PER_READ = 500;

async function readCosts(deps: Deps): Promise<object> {
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
