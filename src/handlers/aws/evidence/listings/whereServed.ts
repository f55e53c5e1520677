import { ReadError } from '../../../../core/common/errors.ts';
import { cloudControl } from '../../calls/cloudControl.ts';
import { codeOf } from '../../wire/errors.ts';
import { read } from '../../wire/reading.ts';
import { isKnownRegion } from '../../wire/regions.ts';
import type { CallScope } from '../../wire/target.ts';

/** A service that not every region has. */
export interface Served {
  /** A type of the service, as CloudFormation names it. */
  readonly type: string;
  /** Where AWS documents the service. */
  readonly regions: readonly string[];
  /** One of the services that `cloudControl` switches off. */
  readonly isRare?: true;
}

/**
 * Does a region lack the service? Where it is not documented to be, AWS is asked for one of its types: two witnesses that there is
 * nothing (docs/adr/0057-services-of-a-region.md).
 */
export async function isMissing({ type: TypeName, regions }: Served, target: CallScope): Promise<boolean> {
  if (!isKnownRegion(target.region) || regions.includes(target.region)) return false;
  try {
    await read(target, cloudControl.listResources, `looking for ${TypeName}`, { TypeName });
  } catch (error) {
    if (!(error instanceof ReadError)) throw error;
    // Whatever else it says, the type may be there: the service itself is asked.
    return codeOf(error.cause) === 'TypeNotFoundException';
  }
  return false;
}
