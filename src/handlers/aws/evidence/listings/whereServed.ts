import { ReadError } from '../../../../core/common/errors.ts';
import { cloudControl } from '../../calls/cloudControl.ts';
import { codeOf } from '../../wire/errors.ts';
import { provenReader } from '../../wire/places.ts';
import { read } from '../../wire/reading.ts';
import { isKnownRegion } from '../../wire/regions.ts';
import type { ListingSource } from './listingSource.ts';

interface Served {
  /** A type of the service, as CloudFormation names it. */
  readonly type: string;
  /** Where AWS documents the service. */
  readonly regions: readonly string[];
}

/**
 * A listing by the client of a service that not every region has. Where the service is not documented to be, AWS is first
 * asked for one of its types: two witnesses that there is nothing (docs/adr/0111-types-of-cloud-control.md).
 */
export function whereServed({ type: TypeName, regions }: Served, source: ListingSource): ListingSource {
  return {
    ...source,
    group: 'cloudControl',
    permissions: [...source.permissions, cloudControl.listResources.api].toSorted(),
    async read(place, scope, candidates, io) {
      if (isKnownRegion(place.location) && !regions.includes(place.location)) {
        const target = await provenReader(place, scope, io);
        try {
          await read(target, cloudControl.listResources, `looking for ${TypeName}`, { TypeName });
        } catch (error) {
          if (!(error instanceof ReadError)) throw error;
          if (codeOf(error.cause) === 'TypeNotFoundException') return [];
          // Whatever else it says, the type may be there: the service itself is asked.
        }
      }
      return source.read(place, scope, candidates, io);
    },
  };
}
