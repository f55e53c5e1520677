import type { Provider } from '../../handlers/contract/provider.ts';
import { listAt, valueAt } from '../yaml/plain.ts';
import type { Problems } from '../yaml/problems.ts';
import { quote } from '../yaml/quote.ts';

/**
 * With two names, the same resources have two namespaces: two marks, notices and paces, and opt-outs that only one of them
 * knows. Messages omit the ids.
 * @param data plain data that may be invalid
 */
export function oneNamePerAccount(
  data: unknown,
  providers: readonly Provider[],
  problems: Pick<Problems, 'report'>,
): void {
  const accounts = listAt(data, 'accounts');
  const ids = accounts.map((account) => {
    const [id, named] = [valueAt(account, ['id']), valueAt(account, ['provider'])];
    if (typeof id !== 'string') return undefined;
    const sameId = providers.find(({ name }) => name === named)?.account.sameId;
    return JSON.stringify([named, sameId?.(id) ?? id]);
  });
  const nameOf = (index: number) => quote(String(valueAt(accounts[index], ['name'])));
  ids.forEach((id, index) => {
    const first = ids.indexOf(id);
    if (id === undefined || first === index) return;
    const what = `${nameOf(first)} and ${nameOf(index)} have the same id; declare an account once, under one name`;
    for (const place of [first, index]) problems.report(['accounts', place, 'id'], what);
  });
}
