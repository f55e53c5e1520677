import type { CallScope } from '../wire/target.ts';
import { readSnapshot } from './lastSnapshots.ts';

/** Of snapshots that something is made of, those that are not there. @throws ReadError when that could not be found out */
export async function missingSnapshots(target: CallScope, ids: readonly string[]): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const id of ids) if (!(await readSnapshot(target, id))) missing.push(id);
  return missing;
}
