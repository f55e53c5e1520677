import type { Quarantines } from '../../core/mark/quarantines.ts';
import { type Covering, type Stranded, strandedBecause } from '../../core/policy/stranded.ts';

/** Recorded resources that stay in quarantine under a configuration. @throws StoreError */
export async function findStranded(
  quarantines: Pick<Quarantines, 'namespaces' | 'ids'>,
  covering: Covering,
): Promise<readonly Stranded[]> {
  const found: Stranded[] = [];
  for (const namespace of await quarantines.namespaces()) {
    const why = strandedBecause(covering, namespace);
    if (why === undefined) continue;
    const ids = await quarantines.ids(namespace);
    if (ids.length > 0) found.push({ namespace, ids, why });
  }
  return found;
}
