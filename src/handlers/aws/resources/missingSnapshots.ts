import { ec2 } from '../calls/ec2.ts';
import { isNotFound } from '../wire/errors.ts';
import { readError } from '../wire/readError.ts';
import type { CallScope } from '../wire/target.ts';
import { snapshotsById } from './snapshotApi.ts';

/** Of snapshots that something is made of, those that are not there. @throws ReadError when that could not be found out */
export async function missingSnapshots(target: CallScope, ids: readonly string[]): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const id of ids) if (!(await isThere(target, id))) missing.push(id);
  return missing;
}

async function isThere(target: CallScope, id: string): Promise<boolean> {
  try {
    return (await snapshotsById(target, [id])).some(({ SnapshotId }) => SnapshotId === id);
  } catch (error) {
    if (isNotFound(error)) return false;
    throw readError(error, { target, api: ec2.describeSnapshots.api, what: `reading snapshot ${id}` });
  }
}
