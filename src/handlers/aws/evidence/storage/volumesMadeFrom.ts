import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import { ec2 } from '../../calls/ec2.ts';
import { unshareStrings } from '../../resources/unshareStrings.ts';
import { ownPlace } from '../../wire/places.ts';
import { plainSource } from '../plainSource.ts';

/** A volume does not need the snapshot it was made from; a person who wants to recreate the volume needs it. */
export const volumesMadeFrom = plainSource({
  name: 'volumesMadeFrom',
  summary: 'Volumes made from the snapshot, attached or not. They do not need it.',
  optional: true,
  places: ownPlace,
  reads: ec2.describeVolumes,
  what: 'reading volumes',
  find({ VolumeId, SnapshotId: alias, State }) {
    if (!VolumeId) throw new ReadError('a volume came without its id', { problem: 'malformed' });
    if (!alias) return [];
    return unshareStrings<Finding>({ alias, says: 'used', by: `volume ${VolumeId} (${State ?? 'state not known'})` });
  },
});
