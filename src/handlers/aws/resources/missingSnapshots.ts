import type { CallScope } from '../wire/target.ts';
import { readSnapshot } from './lastSnapshots.ts';

/** Returns the ids whose snapshots do not exist. @throws ReadError when a read failed */
export async function missingSnapshots(target: CallScope, ids: readonly string[]): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const id of ids) if (!(await readSnapshot(target, id))) missing.push(id);
  return missing;
}
