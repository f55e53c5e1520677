import type { Snapshot } from '@aws-sdk/client-ec2';
import { AwsError } from '../errors.ts';
import { ec2Filter, type FilterTable } from '../filters.ts';
import type { Row } from '../table.ts';
import { type Ec2Handlers, ec2Page, LARGE_PAGES, nextToken, refuseIdsWithPages, refuseMalformed } from './common.ts';

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeSnapshots.html, Filters. */
const FILTERS: FilterTable<Snapshot> = {
  description: (snapshot) => snapshot.Description,
  encrypted: (snapshot) => snapshot.Encrypted,
  'owner-id': (snapshot) => snapshot.OwnerId,
  progress: (snapshot) => snapshot.Progress,
  'snapshot-id': (snapshot) => snapshot.SnapshotId,
  'start-time': (snapshot) => snapshot.StartTime,
  status: (snapshot) => snapshot.State,
  'storage-tier': (snapshot) => snapshot.StorageTier,
  'volume-id': (snapshot) => snapshot.VolumeId,
  'volume-size': (snapshot) => snapshot.VolumeSize,
};

export const snapshots: Ec2Handlers = {
  /** Own snapshots only: the sandbox shares none. */
  DescribeSnapshots(input, call) {
    const ids = input.SnapshotIds ?? [];
    refuseIdsWithPages(ids, input, 'snapshotSet');
    const matches = ec2Filter(input.Filters, FILTERS, (snapshot) => snapshot.Tags);
    const owners = (input.OwnerIds ?? []).map((owner) => (owner === 'self' ? call.account.id : owner));
    const known = call.here.snapshots.view();
    const asked = ids.length === 0 ? known : byIds(ids, known);
    const owned = ({ OwnerId = '' }: Snapshot) => owners.length === 0 || owners.includes(OwnerId);
    const scope = `DescribeSnapshots ${call.account.id}`;
    const page = ec2Page(asked, input, scope, LARGE_PAGES, ({ value }) => owned(value) && matches(value));
    return { Snapshots: page.rows.map(({ value }) => value), ...nextToken(page) };
  },
};

function byIds(ids: readonly string[], known: readonly Row<Snapshot>[]): Row<Snapshot>[] {
  refuseMalformed(ids, 'snap', 'InvalidSnapshotID.Malformed');
  const wanted = new Set(ids);
  const found = known.filter(({ key }) => wanted.delete(key));
  for (const id of wanted) throw new AwsError('InvalidSnapshot.NotFound', `The snapshot '${id}' does not exist.`);
  return found;
}
