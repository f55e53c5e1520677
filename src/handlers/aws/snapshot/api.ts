/** Every call this program makes about a snapshot itself; one page shows what it can do to one. */
import {
  type CreateVolumePermission,
  DeleteSnapshotCommand,
  DescribeSnapshotAttributeCommand,
  DescribeSnapshotsCommand,
  type Snapshot,
} from '@aws-sdk/client-ec2';
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
  const doing: Doing = { target, api: 'ec2:DescribeSnapshots', what: 'listing snapshots' };
  return pagesOf(doing, async (NextToken) => {
    const command = new DescribeSnapshotsCommand({ OwnerIds: ['self'], MaxResults: PAGE, NextToken });
    const answer = await call(target, doing.api, ({ ec2 }, options) => ec2.send(command, options));
    return { items: listed(answer.Snapshots, doing), nextToken: answer.NextToken };
  });
}

/**
 * Snapshots by id. One id that is not there fails the whole call.
 * @throws the SDK's own errors, `InvalidSnapshot.NotFound` among them
 */
export async function snapshotsById(target: Target, ids: readonly string[]): Promise<readonly Snapshot[]> {
  const doing: Doing = { target, api: 'ec2:DescribeSnapshots', what: 'reading snapshots' };
  // Pages are not possible together with ids; AWS answers all of at most 1,000.
  const command = new DescribeSnapshotsCommand({ SnapshotIds: [...ids] });
  const answer = await call(target, doing.api, ({ ec2 }, options) => ec2.send(command, options));
  return listed(answer.Snapshots, doing);
}

/** Who may make volumes of a snapshot, beside its own account. */
export async function volumePermissionsOf(
  target: Target,
  snapshotId: string,
): Promise<readonly CreateVolumePermission[]> {
  const doing: Doing = { target, api: 'ec2:DescribeSnapshotAttribute', what: `reading who may use ${snapshotId}` };
  const command = new DescribeSnapshotAttributeCommand({ SnapshotId: snapshotId, Attribute: 'createVolumePermission' });
  const answer = await call(target, doing.api, ({ ec2 }, options) => ec2.send(command, options));
  return listed(answer.CreateVolumePermissions, doing);
}

/** @returns AWS's request id; the answer says nothing else */
export async function deleteSnapshot(target: Target, snapshotId: string): Promise<string> {
  const command = new DeleteSnapshotCommand({ SnapshotId: snapshotId });
  const answer = await call(target, 'ec2:DeleteSnapshot', ({ ec2 }, options) => ec2.send(command, options));
  return answer.$metadata.requestId ?? 'unknown';
}

/** Whether it would be allowed; nothing happens. */
export function rehearseDelete(target: Target, snapshotId: string): Promise<void> {
  return rehearse(target, 'ec2:DeleteSnapshot', ({ ec2 }, options) =>
    ec2.send(new DeleteSnapshotCommand({ SnapshotId: snapshotId, DryRun: true }), options),
  );
}
