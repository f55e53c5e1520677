/** The snapshots that a quarantine makes of a volume before it is deleted. They stay: nobody but people deletes them. */
import type { Snapshot } from '@aws-sdk/client-ec2';
import { QUARANTINE_TAG } from '../../../core/mark/quarantine.ts';
import { ec2 } from '../calls/ec2.ts';
import { allOf } from '../wire/paging.ts';
import { saysNotFound } from '../wire/readError.ts';
import { pages, readList } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

/** Those of a volume, whether it is there or not, in whatever state; the newest first. @throws ReadError */
export async function lastSnapshotsOf(target: CallScope, volumeId: string): Promise<readonly Snapshot[]> {
  const Filters = [
    { Name: 'volume-id', Values: [volumeId] },
    { Name: 'tag-key', Values: [QUARANTINE_TAG] },
  ];
  const what = `looking for the last snapshot of ${volumeId}`;
  const found = await allOf(pages(target, ec2.describeSnapshots, what, { Filters }));
  return found.sort((a, b) => startOf(b) - startOf(a));
}

/** ms since the epoch; one that AWS does not date comes last. */
export function startOf({ StartTime }: Snapshot): number {
  return StartTime?.getTime() ?? 0;
}

/** @returns `undefined`: it is not there @throws ReadError when that could not be found out */
export async function readSnapshot(target: CallScope, id: string): Promise<Snapshot | undefined> {
  try {
    const found = await readList(target, ec2.describeSnapshots, `reading snapshot ${id}`, { SnapshotIds: [id] });
    return found.find(({ SnapshotId }) => SnapshotId === id);
  } catch (error) {
    if (saysNotFound(error)) return undefined;
    throw error;
  }
}
