import type { Finding } from '../../../../core/common/finding.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { type Initialization, initializations } from './initialization.ts';

/** Data that is still being copied, from a snapshot or from the source volume. */
export const volumeInitialization: EvidenceSource = {
  name: 'volumeInitialization',
  summary: 'Unfinished initialization: the volume is still being filled from a snapshot or another volume.',
  permissions: permissionsOf(ec2.describeVolumeStatus),
  per: 'resource',
  places: ownPlace,
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    const ids = candidates.map(({ id }) => id);
    return [...(await initializations(target, ids))].flatMap(([id, read]) => findingsOf(id, read));
  },
};

function findingsOf(alias: string, read: Initialization): readonly Finding[] {
  switch (read.kind) {
    case 'over':
      return [];
    case 'underWay':
      return [{ alias, says: 'used', by: `its initialization (${read.progress})` }];
    case 'gone':
      return [{ alias, says: 'unknown', by: 'it vanished while it was being read' }];
    case 'unknown':
      return [{ alias, says: 'unknown', by: read.why }];
  }
}
