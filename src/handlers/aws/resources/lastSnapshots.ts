/** The snapshots that a quarantine makes of a volume before it is deleted. They stay: nobody but people deletes them. */
import type { Snapshot } from '@aws-sdk/client-ec2';
import { QUARANTINE_TAG } from '../../../core/mark/quarantine.ts';
import { ec2 } from '../calls/ec2.ts';
import { isNotFound } from '../wire/errors.ts';
import { readError } from '../wire/readError.ts';
import { pages } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';
import { snapshotsById } from './snapshotApi.ts';

/** For whoever reads them; a quarantine without the right cannot end. */
export const LAST_SNAPSHOT_PERMISSION = ec2.describeSnapshots.api;

/** Those of a volume, whether it is there or not, in whatever state; the newest first. @throws ReadError */
export async function lastSnapshotsOf(target: CallScope, volumeId: string): Promise<readonly Snapshot[]> {
  const Filters = [
    { Name: 'volume-id', Values: [volumeId] },
    { Name: 'tag-key', Values: [QUARANTINE_TAG] },
  ];
  const listing = pages(target, ec2.describeSnapshots, `looking for the last snapshot of ${volumeId}`, {
    OwnerIds: ['self'],
    Filters,
  });
  const found: Snapshot[] = [];
  for await (const page of listing) found.push(...page);
  return found.sort((a, b) => startOf(b) - startOf(a));
}

/** ms since the epoch; one that AWS does not date comes last. */
export function startOf({ StartTime }: Snapshot): number {
  return StartTime?.getTime() ?? 0;
}

/** @returns `undefined`: it is not there @throws ReadError when that could not be found out */
export async function readSnapshot(target: CallScope, id: string): Promise<Snapshot | undefined> {
  try {
    return (await snapshotsById(target, [id])).find(({ SnapshotId }) => SnapshotId === id);
  } catch (error) {
    if (isNotFound(error)) return undefined;
    throw readError(error, { target, api: LAST_SNAPSHOT_PERMISSION, what: `reading snapshot ${id}` });
  }
}
