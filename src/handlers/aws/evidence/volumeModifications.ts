import type { VolumeModification } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../core/errors.ts';
import type { Finding } from '../../../core/finding.ts';
import type { EvidenceSource } from '../../handler.ts';
import { permissionsOf } from '../calls/call.ts';
import { ec2 } from '../calls/ec2.ts';
import { call } from '../client.ts';
import { listed } from '../listed.ts';
import { allOf, pagesOf } from '../paging.ts';
import { ownPlace, provenReader } from '../places.ts';
import type { Doing } from '../readError.ts';
import type { Target } from '../target.ts';

/** "up to a limit of 500" a page; a filter takes up to 200 values. */
const PAGE = 500;
const VALUES = 200;

/** Only those of candidates: whoever changes a volume means to use it. */
export const volumeModifications: EvidenceSource = {
  name: 'volumeModifications',
  summary:
    'The last change of size, type or performance: one that is not over uses the volume, and its end is a last use.',
  permissions: permissionsOf(ec2.describeVolumesModifications),
  asks: 'candidates',
  places: ownPlace,
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    const ids = candidates.map(({ id }) => id);
    const findings: Finding[] = [];
    for (let start = 0; start < ids.length; start += VALUES) {
      findings.push(...(await modificationsOf(target, ids.slice(start, start + VALUES))).map(findingOf));
    }
    return findings;
  },
};

const OVER: ReadonlySet<unknown> = new Set(['completed', 'failed']);

/** A state that is not known here counts as not over, and an end without a date as now. */
function findingOf({ VolumeId: alias, ModificationState, Progress, EndTime }: VolumeModification): Finding {
  if (!alias) throw new ReadError('a modification came without its volume', { problem: 'malformed' });
  const state = ModificationState ?? 'state not known';
  if (!OVER.has(state)) {
    const progress = Progress === undefined ? '' : `, ${Progress} %`;
    return { alias, says: 'used', by: `a modification of it (${state}${progress})` };
  }
  const at = EndTime?.getTime();
  return { alias, says: 'lastUsed', by: `a modification of it (${state})`, ...(at === undefined ? {} : { at }) };
}

/**
 * By a filter: an id that was never modified, or is gone, is left out, where naming it would fail the whole call.
 * https://github.com/awslabs/aws-sdk-rust/issues/1346
 */
function modificationsOf(target: Target, ids: readonly string[]): Promise<readonly VolumeModification[]> {
  const doing: Doing = { target, api: ec2.describeVolumesModifications.api, what: 'reading modifications of volumes' };
  const Filters = [{ Name: 'volume-id', Values: [...ids] }];
  const pages = pagesOf(doing, async (NextToken) => {
    const which = { Filters, MaxResults: PAGE, NextToken, IncludeManagedResources: true };
    const answer = await call(target, doing.api, async ({ ec2 }, options) =>
      (await ec2).describeVolumesModifications(which, options),
    );
    return { items: listed(answer.VolumesModifications, doing), nextToken: answer.NextToken };
  });
  return allOf(pages);
}
