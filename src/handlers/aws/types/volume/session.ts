import { ReadError } from '../../../../core/common/errors.ts';
import type { Io, Scope, Session } from '../../../contract/handler.ts';
import { ec2 } from '../../calls/ec2.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { toVolume, type VolumeResource } from '../../resources/volume.ts';
import { deleteVolume, dryRunDelete, volumes } from '../../resources/volumeApi.ts';
import { ec2Tags } from '../../session/ec2Tags.ts';
import { openSession } from '../../session/session.ts';
import { readById } from '../../wire/readById.ts';
import type { CallScope } from '../../wire/target.ts';
import { quarantineVolumes } from './quarantine.ts';
import { volumeById } from './readVolumes.ts';
import { restoreVolume } from './restore.ts';

export function openVolumes(scope: Scope, io: Io): Session<VolumeResource> {
  return openSession<VolumeResource>(scope, io, {
    list: listVolumes,
    get: (reader, ids) => readById(reader, volumeById, ids),
    api: ec2.deleteVolume.api,
    dryRun: (deleter, { id }) => dryRunDelete(deleter, id),
    delete: async ({ id }, { deleter }) => ({ kind: 'accepted', requestId: await deleteVolume(deleter, id) }),
    quarantine: quarantineVolumes,
    binned: 'volume',
    restore: restoreVolume,
    tags: ec2Tags,
  });
}

async function* listVolumes(reader: CallScope): AsyncGenerator<readonly VolumeResource[]> {
  for await (const page of volumes(reader, 'listing volumes')) {
    yield page.map((volume) => {
      const resource = toVolume(volume);
      if (!resource) throw new ReadError('listing volumes: one came without an id', { problem: 'malformed' });
      return unshareStrings(resource);
    });
  }
}
