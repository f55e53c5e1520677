import type { Snapshot } from '@aws-sdk/client-ec2';
import type { Finding } from '../../../../core/common/finding.ts';
import type { Resource } from '../../../../core/resource/resource.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import type { SnapshotResource } from '../../resources/snapshot.ts';
import { realVolume } from '../../resources/snapshotProvenance.ts';
import { allOf } from '../../wire/paging.ts';
import { ownRegions, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';

type Candidate = Resource & Pick<SnapshotResource, 'volumeSize'>;

/**
 * AWS does not report the source of a copy. Tools write it into the description by default; if the text is another one,
 * the source may be any snapshot of that size. Another account can copy only a snapshot that is shared with it.
 */
export const pendingCopies: EvidenceSource = {
  name: 'pendingCopies',
  summary:
    'Copies that are being made in any region of the account, by the snapshot that their description names; a copy without one makes every snapshot of the same size unknown.',
  permissions: permissionsOf(ec2.describeSnapshots),
  per: 'resource',
  places: ownRegions,
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    const pending = { Filters: [{ Name: 'status', Values: ['pending'] }] };
    const made = pages(target, ec2.describeSnapshots, 'reading snapshots that are being made', pending);
    const copies = (await allOf(made)).filter(({ VolumeId }) => realVolume(VolumeId) === undefined);
    return copies.flatMap((copy) => findingsOf(copy, candidates, place.location));
  },
};

const SNAPSHOT_ID = /\bsnap-(?:[0-9a-f]{17}|[0-9a-f]{8})\b/g;

function findingsOf(
  { SnapshotId, Description = '', VolumeSize }: Snapshot,
  candidates: readonly Candidate[],
  location: string,
): readonly Finding[] {
  const copy = `snapshot ${SnapshotId} in ${location}, a copy in progress`;
  const named = new Set(Description.match(SNAPSHOT_ID));
  if (named.size > 0) {
    return candidates.filter(({ id }) => named.has(id)).map(({ id }) => ({ alias: id, says: 'used', by: copy }));
  }
  const mayBeMeant = ({ volumeSize }: Candidate) =>
    volumeSize === undefined || VolumeSize === undefined || volumeSize === VolumeSize;
  return candidates.filter(mayBeMeant).map(({ id }) => ({
    alias: id,
    says: 'unknown',
    by: `${copy}, does not name its source; it may be this snapshot`,
  }));
}
