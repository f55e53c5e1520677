import type { Snapshot } from '@aws-sdk/client-ec2';
import type { Call } from '../call.ts';
import { AwsError } from '../errors.ts';
import { ec2Filter, type FilterTable } from '../filters.ts';
import type { Row } from '../table.ts';
import {
  type Ec2Handlers,
  ec2Page,
  LARGE_PAGES,
  nextToken,
  refuseIdsWithPages,
  refuseMalformed,
  stopIfDryRun,
} from './common.ts';
import { intoBin } from './recycleBin.ts';

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

  /** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteSnapshot.html; the answer says nothing. */
  DeleteSnapshot(input, call) {
    const snapshot = ownSnapshot(input.SnapshotId, call);
    const id = snapshot.SnapshotId ?? '';
    refuseUsed(id, call);
    refuseLocked(id, call);
    stopIfDryRun(input);
    call.here.snapshots.remove(id);
    intoBin('snapshots', id, snapshot, call);
    for (const table of [call.here.volumePermissions, call.here.snapshotLocks, call.here.snapshotTiers])
      table.remove(id);
    for (const { key, value } of call.here.fastRestores.view()) {
      if (value.SnapshotId === id) call.here.fastRestores.remove(key);
    }
    return {};
  },
};

/** The caller's own snapshot, or the error EC2 gives for another's and an unknown one. */
export function ownSnapshot(id: string | undefined, call: Call): Snapshot {
  const snapshotId = id ?? '';
  refuseMalformed([snapshotId], 'snap', 'InvalidSnapshotID.Malformed');
  const own = call.here.snapshots.get(snapshotId);
  if (!own) throw notFound(snapshotId);
  return own;
}

/**
 * Documented of the root device, and so in fact of any device of a registered image, a disabled one too:
 * https://docs.aws.amazon.com/ebs/latest/userguide/ebs-deleting-snapshot.html
 */
function refuseUsed(id: string, { here }: Call): void {
  const user = here.images
    .values()
    .find(({ image }) => image.BlockDeviceMappings?.some(({ Ebs }) => Ebs?.SnapshotId === id))?.image.ImageId;
  if (user === undefined) return;
  throw new AwsError('InvalidSnapshot.InUse', `The snapshot ${id} is currently in use by ${user}`);
}

/** "A locked snapshot can't be deleted": API_LockSnapshot, which does not say with what code. */
function refuseLocked(id: string, { here }: Call): void {
  const lock = here.snapshotLocks.get(id);
  if (lock === undefined || lock.LockState === 'expired') return;
  throw new AwsError('OperationNotPermitted', `The snapshot ${id} is locked (${lock.LockState})`);
}

function notFound(id: string): AwsError {
  return new AwsError('InvalidSnapshot.NotFound', `The snapshot '${id}' does not exist.`);
}

function byIds(ids: readonly string[], known: readonly Row<Snapshot>[]): Row<Snapshot>[] {
  refuseMalformed(ids, 'snap', 'InvalidSnapshotID.Malformed');
  const wanted = new Set(ids);
  const found = known.filter(({ key }) => wanted.delete(key));
  for (const id of wanted) throw notFound(id);
  return found;
}
