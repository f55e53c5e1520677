import type { Snapshot } from '@aws-sdk/client-ec2';
import { messageOf } from '../../../../core/common/errors.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import { ec2 } from '../../calls/ec2.ts';
import { type SnapshotResource, toSnapshot } from '../../resources/snapshot.ts';
import { snapshotsById, volumePermissionsOf } from '../../resources/snapshotApi.ts';
import { isNotFound } from '../../wire/errors.ts';
import { type ById, unknownRead } from '../../wire/readById.ts';
import { readError } from '../../wire/readError.ts';
import type { CallScope } from '../../wire/target.ts';

/** Snapshots by id, with what a restored one would have to be given again. */
export const snapshotById: ById<Snapshot, SnapshotResource> = {
  api: ec2.describeSnapshots.api,
  noun: 'snapshot',
  idOf: ({ SnapshotId }) => SnapshotId,
  fetch: snapshotsById,
  toRead: readOf,
};

async function readOf(target: CallScope, id: string, snapshot: Snapshot): Promise<Read<SnapshotResource>> {
  const resource = toSnapshot(snapshot);
  if (!resource) return unknownRead(`AWS answered without the id of ${id}`);
  try {
    const createVolumePermissions = await volumePermissionsOf(target, id);
    return { kind: 'found', resource: { ...resource, described: { snapshot, createVolumePermissions } } };
  } catch (error) {
    if (isNotFound(error)) return { kind: 'gone' };
    const doing = { target, api: ec2.describeSnapshotAttribute.api, what: `reading who may use ${id}` };
    const failed = readError(error, doing);
    if (target.io.signal.aborted) throw failed;
    return unknownRead(messageOf(failed));
  }
}
