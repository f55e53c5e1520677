/** Every call this program makes about a volume itself; one page shows what it can do to one. */
import type { CreateSnapshotRequest, Volume } from '@aws-sdk/client-ec2';
import { ec2 } from '../calls/ec2.ts';
import { dryRun } from '../session/dryRun.ts';
import { fromTags } from '../session/tags.ts';
import { send } from '../wire/client.ts';
import { list, pages } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

/** Volumes that an AWS service manages are volumes too. */
const EVERY_KIND = { IncludeManagedResources: true };

/** Every volume of the account, page by page. */
export function volumes(target: CallScope, what: string): AsyncIterable<readonly Volume[]> {
  return pages(target, ec2.describeVolumes, what);
}

/**
 * Volumes by id. One id that is not there fails the whole call.
 * @throws the SDK's own errors, `InvalidVolume.NotFound` among them
 */
export function volumesById(target: CallScope, ids: readonly string[]): Promise<readonly Volume[]> {
  return list(target, ec2.describeVolumes, 'reading volumes', { VolumeIds: [...ids], ...EVERY_KIND });
}

/**
 * Never detaches: AWS refuses one that is attached. "The volume can remain in the deleting state for several minutes."
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteVolume.html
 * @returns AWS's request id
 */
export async function deleteVolume(target: CallScope, VolumeId: string): Promise<string> {
  const answer = await send(target, ec2.deleteVolume, { VolumeId });
  return answer.$metadata.requestId ?? 'unknown';
}

/** Whether it would be allowed; nothing happens. */
export function dryRunDelete(target: CallScope, VolumeId: string): Promise<void> {
  return dryRun(target, ec2.deleteVolume, { VolumeId });
}

/** How a snapshot is known again. */
interface Described {
  readonly description: string;
  readonly tags: Readonly<Record<string, string>>;
}

/**
 * Of one that is attached or not; it is `pending` for a while.
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_CreateSnapshot.html
 * @returns `undefined` when the answer does not name it
 */
export async function createSnapshot(
  target: CallScope,
  volumeId: string,
  described: Described,
): Promise<{ readonly snapshotId: string; readonly requestId: string } | undefined> {
  const answer = await send(target, ec2.createSnapshot, snapshotRequest(volumeId, described));
  const { SnapshotId: snapshotId } = answer;
  return snapshotId ? { snapshotId, requestId: answer.$metadata.requestId ?? 'unknown' } : undefined;
}

/** Whether it would be allowed, with the tags it gets; nothing happens. */
export function dryRunSnapshot(target: CallScope, volumeId: string, described: Described): Promise<void> {
  return dryRun(target, ec2.createSnapshot, snapshotRequest(volumeId, described));
}

function snapshotRequest(VolumeId: string, { description: Description, tags }: Described): CreateSnapshotRequest {
  return { VolumeId, Description, TagSpecifications: [{ ResourceType: 'snapshot', Tags: fromTags(tags) }] };
}
