import type { Volume } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../core/errors.ts';
import type { Finding } from '../../../core/finding.ts';
import { findInPages } from '../../collecting.ts';
import type { EvidenceSource } from '../../handler.ts';
import { permissionsOf } from '../calls/call.ts';
import { ec2 } from '../calls/ec2.ts';
import { detached } from '../detached.ts';
import { ownPlace, provenReader } from '../places.ts';
import { volumes } from '../volume/api.ts';

/** A volume does not need the snapshot that it was made from; whoever would make it again from there does. */
export const volumesMadeFrom: EvidenceSource = {
  name: 'volumesMadeFrom',
  summary: 'Volumes that were made from the snapshot, attached or not. They do not need it.',
  permissions: permissionsOf(ec2.describeVolumes),
  asks: 'place',
  optional: true,
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return findInPages(volumes(target, 'reading volumes'), useOf);
  },
};

function useOf({ VolumeId, SnapshotId: alias, State }: Volume): readonly Finding[] {
  if (!VolumeId) throw new ReadError('a volume came without its id', { problem: 'malformed' });
  if (!alias) return [];
  return [detached<Finding>({ alias, says: 'used', by: `volume ${VolumeId} (${State ?? 'state not known'})` })];
}
