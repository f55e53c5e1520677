/** The snapshots that a quarantine makes of a volume before its deletion. They remain: only people delete them. */
import type { Snapshot } from '@aws-sdk/client-ec2';
import { QUARANTINE_TAG } from '../../../core/mark/quarantine.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { ec2 } from '../calls/ec2.ts';
import { allOf } from '../wire/paging.ts';
import { unlessGone } from '../wire/readError.ts';
import { pages, readList } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';
import { LAST_IMAGE_TAG } from './lastImages.ts';

/** The snapshots of a volume in any state, whether or not the volume exists; newest first. @throws ReadError */
export async function lastSnapshotsOf(target: CallScope, volumeId: string): Promise<readonly Snapshot[]> {
  const Filters = [
    { Name: 'volume-id', Values: [volumeId] },
    { Name: 'tag-key', Values: [QUARANTINE_TAG] },
  ];
  const what = `looking for the last snapshot of ${volumeId}`;
  const found = await allOf(pages(target, ec2.describeSnapshots, what, { Filters }));
  return found.sort((a, b) => startOf(b) - startOf(a));
}

/** Did Holystone make it of a volume before its deletion? A quarantine leaves nothing else on snapshots but those of last images. */
export function isLastSnapshot({ tags }: Pick<Resource, 'tags'>): boolean {
  return QUARANTINE_TAG in tags && !(LAST_IMAGE_TAG in tags);
}

/** ms since the epoch; a snapshot without a date comes last. */
export function startOf({ StartTime }: Snapshot): number {
  return StartTime?.getTime() ?? 0;
}

/** @returns `undefined`: it does not exist @throws ReadError when the read failed */
export async function readSnapshot(target: CallScope, id: string): Promise<Snapshot | undefined> {
  const reading = readList(target, ec2.describeSnapshots, `reading snapshot ${id}`, { SnapshotIds: [id] });
  return (await unlessGone(reading, [])).find(({ SnapshotId }) => SnapshotId === id);
}
