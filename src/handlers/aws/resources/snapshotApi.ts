/** Every call this program makes about a snapshot itself; one page shows what it can do to one. */
import type { CreateVolumePermission, Filter, Snapshot } from '@aws-sdk/client-ec2';
import { ec2 } from '../calls/ec2.ts';
import { dryRun } from '../session/dryRun.ts';
import { send } from '../wire/client.ts';
import { list, pages } from '../wire/reading.ts';
import type { CallScope } from '../wire/target.ts';

/** The account's own snapshots, page by page. */
export function ownSnapshots(target: CallScope): AsyncIterable<readonly Snapshot[]> {
  return pages(target, ec2.describeSnapshots, 'listing snapshots', { OwnerIds: ['self'] });
}

/** The account's own snapshots that are being made or copied, page by page. */
export function pendingSnapshots(target: CallScope): AsyncIterable<readonly Snapshot[]> {
  return filtered(target, { Name: 'status', Values: ['pending'] }, 'reading snapshots that are being made');
}

/** The account's own snapshots that are described in one of these ways (`*` is anything), page by page. */
export function snapshotsDescribed(target: CallScope, texts: readonly string[]): AsyncIterable<readonly Snapshot[]> {
  return filtered(target, { Name: 'description', Values: [...texts] }, 'reading snapshots by their descriptions');
}

function filtered(target: CallScope, filter: Filter, what: string): AsyncIterable<readonly Snapshot[]> {
  return pages(target, ec2.describeSnapshots, what, { OwnerIds: ['self'], Filters: [filter] });
}

/**
 * Snapshots by id. One id that is not there fails the whole call.
 * @throws the SDK's own errors, `InvalidSnapshot.NotFound` among them
 */
export function snapshotsById(target: CallScope, ids: readonly string[]): Promise<readonly Snapshot[]> {
  // Pages are not possible together with ids; AWS answers all of at most 1,000.
  return list(target, ec2.describeSnapshots, 'reading snapshots', { SnapshotIds: [...ids] });
}

/** Who may make volumes of a snapshot, beside its own account. */
export function volumePermissionsOf(target: CallScope, snapshotId: string): Promise<readonly CreateVolumePermission[]> {
  return list(target, ec2.describeSnapshotAttribute, `reading who may use ${snapshotId}`, {
    SnapshotId: snapshotId,
    Attribute: 'createVolumePermission',
  });
}

/** @returns AWS's request id; the answer says nothing else */
export async function deleteSnapshot(target: CallScope, snapshotId: string): Promise<string> {
  const answer = await send(target, ec2.deleteSnapshot, { SnapshotId: snapshotId });
  return answer.$metadata.requestId ?? 'unknown';
}

/** Whether it would be allowed; nothing happens. */
export function dryRunDelete(target: CallScope, snapshotId: string): Promise<void> {
  return dryRun(target, ec2.deleteSnapshot, { SnapshotId: snapshotId });
}
