import { ec2 } from '../../calls/ec2.ts';
import { ownPlace } from '../../wire/places.ts';
import { plainSource, used } from '../plainSource.ts';

/** The account pays by the hour for immediate volumes of the snapshot. */
export const fastRestores = plainSource({
  name: 'fastRestores',
  summary: 'Availability zones in which fast snapshot restore is on, or being switched on or off.',
  places: ownPlace,
  reads: ec2.describeFastSnapshotRestores,
  what: 'reading fast snapshot restores',
  find({ SnapshotId, AvailabilityZone, AvailabilityZoneId, State = 'state not known' as const }) {
    const zone = AvailabilityZone ?? AvailabilityZoneId ?? 'a zone that AWS does not name';
    const by = `fast snapshot restore in ${zone} (${State})`;
    const use = used(SnapshotId, by, 'a fast snapshot restore came without its snapshot');
    return State === 'disabled' ? [] : use;
  },
});
