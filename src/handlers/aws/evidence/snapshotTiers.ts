import type { SnapshotTierStatus, TieringOperationStatus } from '@aws-sdk/client-ec2';
import { ReadError } from '../../../core/errors.ts';
import type { Finding } from '../../../core/finding.ts';
import type { EvidenceSource } from '../../handler.ts';
import { permissionsOf } from '../calls/call.ts';
import { ec2 } from '../calls/ec2.ts';
import { call } from '../client.ts';
import { listed } from '../listed.ts';
import { pagesOf } from '../paging.ts';
import { ownPlace, provenReader } from '../places.ts';
import type { Doing } from '../readError.ts';
import type { Target } from '../target.ts';

/** While it moves, a snapshot's own description says nothing of it. */
export const snapshotTiers: EvidenceSource = {
  name: 'snapshotTiers',
  summary: 'Snapshots on their way into the archive or out of it.',
  permissions: permissionsOf(ec2.describeSnapshotTierStatus),
  asks: 'place',
  places: ownPlace,
  async read(place, scope, _candidates, io) {
    const target = await provenReader(place, scope, io);
    const findings: Finding[] = [];
    for await (const page of moving(target)) findings.push(...page.map(moveOf));
    return findings;
  },
};

type Moving = Extract<TieringOperationStatus, `${string}-in-progress`>;
/** All of the SDK's. Every snapshot that ever moved would come otherwise. */
const MOVING: Readonly<Record<Moving, true>> = {
  'archival-in-progress': true,
  'permanent-restore-in-progress': true,
  'temporary-restore-in-progress': true,
};

function moving(target: Target): AsyncIterable<readonly SnapshotTierStatus[]> {
  const doing: Doing = { target, api: ec2.describeSnapshotTierStatus.api, what: 'reading tiers of snapshots' };
  const Filters = [{ Name: 'last-tiering-operation', Values: Object.keys(MOVING) }];
  return pagesOf(doing, async (NextToken) => {
    const answer = await call(target, doing.api, async ({ ec2 }, options) =>
      (await ec2).describeSnapshotTierStatus({ Filters, MaxResults: 1000, NextToken }, options),
    );
    return { items: listed(answer.SnapshotTierStatuses, doing), nextToken: answer.NextToken };
  });
}

function moveOf({ SnapshotId: alias, LastTieringOperationStatus }: SnapshotTierStatus): Finding {
  if (!alias) throw new ReadError('the tier of a snapshot came without its id', { problem: 'malformed' });
  return { alias, says: 'used', by: `the archive (${LastTieringOperationStatus ?? 'operation not known'})` };
}
