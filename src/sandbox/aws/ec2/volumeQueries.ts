import type { Volume, VolumeModification, VolumeStatusItem } from '@aws-sdk/client-ec2';
import type { Call } from '../call.ts';
import { AwsError } from '../errors.ts';
import { ec2Filter, type FilterTable } from '../filters.ts';
import type { VolumeRow } from '../store.ts';
import type { Row } from '../table.ts';
import { type Ec2Handlers, ec2Page, LARGE_PAGES, nextToken, refuseIdsWithPages, refuseMalformed } from './common.ts';

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVolumes.html, Filters. */
const FILTERS: FilterTable<Volume> = {
  'attachment.attach-time': (volume) => (volume.Attachments ?? []).map(({ AttachTime }) => AttachTime),
  'attachment.delete-on-termination': (volume) => (volume.Attachments ?? []).map((one) => one.DeleteOnTermination),
  'attachment.device': (volume) => (volume.Attachments ?? []).map(({ Device }) => Device),
  'attachment.instance-id': (volume) => (volume.Attachments ?? []).map(({ InstanceId }) => InstanceId),
  'attachment.status': (volume) => (volume.Attachments ?? []).map(({ State }) => State),
  'availability-zone': (volume) => volume.AvailabilityZone,
  'create-time': (volume) => volume.CreateTime,
  encrypted: (volume) => volume.Encrypted,
  'fast-restored': (volume) => volume.FastRestored,
  'multi-attach-enabled': (volume) => volume.MultiAttachEnabled,
  'operator.managed': (volume) => volume.Operator?.Managed,
  'operator.principal': (volume) => volume.Operator?.Principal,
  size: (volume) => volume.Size,
  'snapshot-id': (volume) => volume.SnapshotId,
  status: (volume) => volume.State,
  'volume-id': (volume) => volume.VolumeId,
  'volume-type': (volume) => volume.VolumeType,
};

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVolumesModifications.html, Filters and MaxResults. */
const MODIFICATION_FILTERS: FilterTable<VolumeModification> = {
  'modification-state': (modification) => modification.ModificationState,
  'original-iops': (modification) => modification.OriginalIops,
  'original-size': (modification) => modification.OriginalSize,
  'original-volume-type': (modification) => modification.OriginalVolumeType,
  'start-time': (modification) => modification.StartTime,
  'target-iops': (modification) => modification.TargetIops,
  'target-size': (modification) => modification.TargetSize,
  'target-volume-type': (modification) => modification.TargetVolumeType,
  'volume-id': (modification) => modification.VolumeId,
};
const MODIFICATION_PAGES = { min: 1, max: 500, otherwise: 500 };

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVolumeStatus.html, Filters. */
const STATUS_FILTERS: FilterTable<VolumeStatusItem> = {
  'availability-zone': (item) => item.AvailabilityZone,
  'volume-status.details-name': (item) => (item.VolumeStatus?.Details ?? []).map(({ Name }) => Name),
  'volume-status.details-status': (item) => (item.VolumeStatus?.Details ?? []).map(({ Status }) => Status),
  'volume-status.status': (item) => item.VolumeStatus?.Status,
};

export const volumeQueries: Ec2Handlers = {
  DescribeVolumes(input, call) {
    refuseIdsWithPages(input.VolumeIds, input, 'volumeSet');
    const matches = ec2Filter(input.Filters, FILTERS, ({ Tags }) => Tags);
    const rows = rowsOf(input.VolumeIds, call);
    const scope = `DescribeVolumes ${call.account.id}`;
    const page = ec2Page(rows, input, scope, LARGE_PAGES, ({ value }) => matches(value.volume));
    return { Volumes: page.rows.map(({ value }) => value.volume), ...nextToken(page) };
  },

  /** Only volumes that were modified; to name another is an error: https://github.com/awslabs/aws-sdk-rust/issues/1346 */
  DescribeVolumesModifications(input, call) {
    const matches = ec2Filter(input.Filters, MODIFICATION_FILTERS);
    const rows = rowsOf(input.VolumeIds, call).filter(({ key, value }) => {
      if (value.modification === undefined && input.VolumeIds?.length) {
        throw new AwsError('InvalidVolumeModification.NotFound', `Modification for volume '${key}' does not exist.`);
      }
      return value.modification !== undefined;
    });
    const scope = `DescribeVolumesModifications ${call.account.id}`;
    const page = ec2Page(rows, input, scope, MODIFICATION_PAGES, ({ value }) => matches(value.modification ?? {}));
    return { VolumesModifications: page.rows.flatMap(({ value }) => value.modification ?? []), ...nextToken(page) };
  },

  /** Of all states: "Volume status … does not reflect the volume state." */
  DescribeVolumeStatus(input, call) {
    refuseIdsWithPages(input.VolumeIds, input, 'volumeSet');
    const matches = ec2Filter(input.Filters, STATUS_FILTERS);
    const rows = rowsOf(input.VolumeIds, call);
    const scope = `DescribeVolumeStatus ${call.account.id}`;
    const page = ec2Page(rows, input, scope, LARGE_PAGES, ({ value }) => matches(statusOf(value)));
    return { VolumeStatuses: page.rows.map(({ value }) => statusOf(value)), ...nextToken(page) };
  },
};

function statusOf({ volume, initialization }: VolumeRow): VolumeStatusItem {
  const isOver = initialization === undefined || initialization.Progress === 100;
  return {
    VolumeId: volume.VolumeId,
    AvailabilityZone: volume.AvailabilityZone,
    Actions: [],
    Events: [],
    VolumeStatus: {
      Status: 'ok',
      Details: [
        { Name: 'io-enabled', Status: 'passed' },
        { Name: 'io-performance', Status: 'not-applicable' },
        { Name: 'initialization-state', Status: isOver ? 'completed' : 'initializing' },
      ],
    },
    ...(initialization && { InitializationStatusDetails: initialization }),
  };
}

function rowsOf(ids: readonly string[] | undefined, { here }: Call): readonly Row<VolumeRow>[] {
  const known = here.volumes.view();
  if (!ids?.length) return known;
  refuseMalformed(ids, 'vol', 'InvalidVolumeID.Malformed');
  const wanted = new Set(ids);
  const found = known.filter(({ key }) => wanted.delete(key));
  for (const id of wanted) throw volumeNotFound(id);
  return found;
}

export function volumeNotFound(id: string): AwsError {
  return new AwsError('InvalidVolume.NotFound', `The volume '${id}' does not exist.`);
}
