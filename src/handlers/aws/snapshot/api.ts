/** Every call this program makes about a snapshot itself; one page shows what it can do to one. */

import type { CreateVolumePermission, Filter, Snapshot } from '@aws-sdk/client-ec2';
import { ec2 } from '../calls/ec2.ts';
import { call } from '../client.ts';
import { listed } from '../listed.ts';
import { pagesOf } from '../paging.ts';
import type { Doing } from '../readError.ts';
import { rehearse } from '../rehearsing.ts';
import type { Target } from '../target.ts';

/** Without MaxResults a big account's answer times out. 1,000 is the most AWS gives per page. */
const PAGE = 1000;

/** The account's own snapshots, page by page. */
export function ownSnapshots(target: Target): AsyncIterable<readonly Snapshot[]> {
  const doing: Doing = { target, api: ec2.describeSnapshots.api, what: 'listing snapshots' };
  return pagesOf(doing, async (NextToken) => {
    const answer = await call(target, doing.api, async ({ ec2 }, options) =>
      (await ec2).describeSnapshots({ OwnerIds: ['self'], MaxResults: PAGE, NextToken }, options),
    );
    return { items: listed(answer.Snapshots, doing), nextToken: answer.NextToken };
  });
}

/** The account's own snapshots that are being made or copied, page by page. */
export function pendingSnapshots(target: Target): AsyncIterable<readonly Snapshot[]> {
  return filtered(target, { Name: 'status', Values: ['pending'] }, 'reading snapshots that are being made');
}

/** The account's own snapshots that are described in one of these ways (`*` is anything), page by page. */
export function snapshotsDescribed(target: Target, texts: readonly string[]): AsyncIterable<readonly Snapshot[]> {
  return filtered(target, { Name: 'description', Values: [...texts] }, 'reading snapshots by their descriptions');
}

function filtered(target: Target, filter: Filter, what: string): AsyncIterable<readonly Snapshot[]> {
  const doing: Doing = { target, api: ec2.describeSnapshots.api, what };
  return pagesOf(doing, async (NextToken) => {
    const answer = await call(target, doing.api, async ({ ec2 }, options) =>
      (await ec2).describeSnapshots({ OwnerIds: ['self'], Filters: [filter], MaxResults: PAGE, NextToken }, options),
    );
    return { items: listed(answer.Snapshots, doing), nextToken: answer.NextToken };
  });
}

/**
 * Snapshots by id. One id that is not there fails the whole call.
 * @throws the SDK's own errors, `InvalidSnapshot.NotFound` among them
 */
export async function snapshotsById(target: Target, ids: readonly string[]): Promise<readonly Snapshot[]> {
  const doing: Doing = { target, api: ec2.describeSnapshots.api, what: 'reading snapshots' };
  // Pages are not possible together with ids; AWS answers all of at most 1,000.
  const answer = await call(target, doing.api, async ({ ec2 }, options) =>
    (await ec2).describeSnapshots({ SnapshotIds: [...ids] }, options),
  );
  return listed(answer.Snapshots, doing);
}

/** Who may make volumes of a snapshot, beside its own account. */
export async function volumePermissionsOf(
  target: Target,
  snapshotId: string,
): Promise<readonly CreateVolumePermission[]> {
  const doing: Doing = { target, api: ec2.describeSnapshotAttribute.api, what: `reading who may use ${snapshotId}` };
  const answer = await call(target, doing.api, async ({ ec2 }, options) =>
    (await ec2).describeSnapshotAttribute({ SnapshotId: snapshotId, Attribute: 'createVolumePermission' }, options),
  );
  return listed(answer.CreateVolumePermissions, doing);
}

/** @returns AWS's request id; the answer says nothing else */
export async function deleteSnapshot(target: Target, snapshotId: string): Promise<string> {
  const answer = await call(target, ec2.deleteSnapshot.api, async ({ ec2 }, options) =>
    (await ec2).deleteSnapshot({ SnapshotId: snapshotId }, options),
  );
  return answer.$metadata.requestId ?? 'unknown';
}

/** Whether it would be allowed; nothing happens. */
export function rehearseDelete(target: Target, snapshotId: string): Promise<void> {
  return rehearse(target, ec2.deleteSnapshot.api, async ({ ec2 }, options) =>
    (await ec2).deleteSnapshot({ SnapshotId: snapshotId, DryRun: true }, options),
  );
}
