import { ReadError } from '../../../../core/common/errors.ts';
import type { Io, Scope, Session } from '../../../contract/handler.ts';
import { ec2 } from '../../calls/ec2.ts';
import { type SnapshotResource, toSnapshot } from '../../resources/snapshot.ts';
import { deleteSnapshot, dryRunDelete, ownSnapshots } from '../../resources/snapshotApi.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { ec2Tags } from '../../session/ec2Tags.ts';
import { openSession } from '../../session/session.ts';
import { readById } from '../../wire/readById.ts';
import type { CallScope } from '../../wire/target.ts';
import { snapshotById } from './readSnapshots.ts';
import { restoreSnapshot } from './restore.ts';

export function openSnapshots(scope: Scope, io: Io): Session<SnapshotResource> {
  return openSession<SnapshotResource>(scope, io, {
    list: listSnapshots,
    get: (reader, ids) => readById(reader, snapshotById, ids),
    api: ec2.deleteSnapshot.api,
    dryRun: (deleter, { id }) => dryRunDelete(deleter, id),
    delete: async ({ id }, { deleter }) => ({ kind: 'deleted', requestId: await deleteSnapshot(deleter, id) }),
    binned: 'snapshot',
    restore: restoreSnapshot,
    tags: ec2Tags,
  });
}

async function* listSnapshots(reader: CallScope): AsyncGenerator<readonly SnapshotResource[]> {
  for await (const page of ownSnapshots(reader)) {
    yield page.map((snapshot) => {
      const resource = toSnapshot(snapshot);
      if (!resource) throw new ReadError('listing snapshots: one came without an id', { problem: 'malformed' });
      return unshareStrings(resource);
    });
  }
}
