import { ReadError } from '../../../core/errors.ts';
import type { Io, Scope, Session } from '../../handler.ts';
import { ec2 } from '../calls/ec2.ts';
import { detached } from '../detached.ts';
import { ec2Tags } from '../ec2Tags.ts';
import { readById } from '../readById.ts';
import { openSession } from '../session.ts';
import type { Target } from '../target.ts';
import { deleteVolume, rehearseDelete, volumes } from './api.ts';
import { quarantineVolumes } from './quarantine.ts';
import { volumeById } from './readVolumes.ts';
import { toVolume, type VolumeResource } from './resource.ts';
import { restoreVolume } from './restore.ts';

export function openVolumes(scope: Scope, io: Io): Session<VolumeResource> {
  return openSession<VolumeResource>(scope, io, {
    list: listVolumes,
    get: (reader, ids) => readById(reader, volumeById, ids),
    api: ec2.deleteVolume.api,
    rehearse: (deleter, { id }) => rehearseDelete(deleter, id),
    delete: async ({ id }, { deleter }) => ({ kind: 'accepted', requestId: await deleteVolume(deleter, id) }),
    quarantine: quarantineVolumes,
    binned: 'volume',
    restore: restoreVolume,
    tags: ec2Tags,
  });
}

async function* listVolumes(reader: Target): AsyncGenerator<readonly VolumeResource[]> {
  for await (const page of volumes(reader, 'listing volumes')) {
    yield page.map((volume) => {
      const resource = toVolume(volume);
      if (!resource) throw new ReadError('listing volumes: one came without an id', { problem: 'malformed' });
      return detached(resource);
    });
  }
}
