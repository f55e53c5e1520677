import type { VolumeModification } from '@aws-sdk/client-ec2';
import { batchesOf } from '../../../../core/common/batches.ts';
import { defined } from '../../../../core/common/defined.ts';
import { ReadError } from '../../../../core/common/errors.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { allOf } from '../../wire/paging.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';

/** A filter takes up to 200 values. */
const VALUES = 200;

/** Only for candidates: a modified volume is meant to be used. */
export const volumeModifications: EvidenceSource = {
  name: 'volumeModifications',
  summary:
    'The last change of size, type or performance: an unfinished one uses the volume, and its end is a last use.',
  permissions: permissionsOf(ec2.describeVolumesModifications),
  per: 'resource',
  places: ownPlace,
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    const ids = candidates.map(({ id }) => id);
    const findings: Finding[] = [];
    for (const Values of batchesOf(ids, VALUES)) {
      // Uses a filter, which omits ids that are gone or were never modified; as parameters they would fail the whole
      // call. https://github.com/awslabs/aws-sdk-rust/issues/1346
      const which = { Filters: [{ Name: 'volume-id', Values }] };
      const listing = pages(target, ec2.describeVolumesModifications, 'reading modifications of volumes', which);
      findings.push(...(await allOf(listing)).map(findingOf));
    }
    return findings;
  },
};

const OVER: ReadonlySet<unknown> = new Set(['completed', 'failed']);

/** An unknown state counts as unfinished, and an end without a date as now. */
function findingOf({ VolumeId: alias, ModificationState, Progress, EndTime }: VolumeModification): Finding {
  if (!alias) throw new ReadError('a modification came without its volume', { problem: 'malformed' });
  const state = ModificationState ?? 'state not known';
  if (!OVER.has(state)) {
    const progress = Progress === undefined ? '' : `, ${Progress} %`;
    return { alias, says: 'used', by: `a modification of it (${state}${progress})` };
  }
  return { alias, says: 'lastUsed', by: `a modification of it (${state})`, ...defined({ at: EndTime?.getTime() }) };
}
