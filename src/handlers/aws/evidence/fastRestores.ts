import type { DescribeFastSnapshotRestoreSuccessItem } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../core/errors.ts';
import type { Finding } from '../../../core/finding.ts';
import { findInPages } from '../../collecting.ts';
import type { EvidenceSource } from '../../handler.ts';
import { call } from '../client.ts';
import { listed } from '../listed.ts';
import { pagesOf } from '../paging.ts';
import { ownPlace, provenReader } from '../places.ts';
import type { Doing } from '../readError.ts';
import type { Target } from '../target.ts';

/** Somebody pays by the hour to have volumes of it at once. */
export const fastRestores: EvidenceSource = {
  name: 'fastRestores',
  summary: 'Availability zones in which fast snapshot restore is on, or being switched on or off.',
  permissions: ['ec2:DescribeFastSnapshotRestores'],
  asks: 'place',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    return findInPages(restores(target), useOf);
  },
};

/** "Maximum value of 200": https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeFastSnapshotRestores.html */
const PAGE = 200;

function restores(target: Target): AsyncIterable<readonly DescribeFastSnapshotRestoreSuccessItem[]> {
  const doing: Doing = { target, api: 'ec2:DescribeFastSnapshotRestores', what: 'reading fast snapshot restores' };
  return pagesOf(doing, async (NextToken) => {
    const answer = await call(target, doing.api, async ({ ec2 }, options) =>
      (await ec2).describeFastSnapshotRestores({ MaxResults: PAGE, NextToken }, options),
    );
    return { items: listed(answer.FastSnapshotRestores, doing), nextToken: answer.NextToken };
  });
}

function useOf({
  SnapshotId: alias,
  AvailabilityZone,
  AvailabilityZoneId,
  State,
}: DescribeFastSnapshotRestoreSuccessItem): readonly Finding[] {
  if (!alias) throw new ReadError('a fast snapshot restore came without its snapshot', { problem: 'malformed' });
  if (State === 'disabled') return [];
  const zone = AvailabilityZone ?? AvailabilityZoneId ?? 'a zone that AWS does not name';
  return [{ alias, says: 'used', by: `fast snapshot restore in ${zone} (${State ?? 'state not known'})` }];
}
