import type { VolumeStatusItem } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import type { Row } from '../../collections/table.ts';
import type { VolumeRow } from '../../seeds/volumeRow.ts';
import { VOLUME_IDS } from '../../seeds/volumeSeeds.ts';
import type { Call } from '../../store/call.ts';
import { collection, rowsOf } from '../../store/listing.ts';
import { type Ec2Handlers, ids, listing } from './common.ts';

/** "Maximum … 500": https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeVolumesModifications.html */
const MODIFICATION_PAGES = { min: 1, max: 500, otherwise: 500 };

/** Filters as in the API reference of each operation. */
export const volumeQueries: Ec2Handlers = {
  /** Only modified volumes; another id is an error: https://github.com/awslabs/aws-sdk-rust/issues/1346 */
  DescribeVolumesModifications: listing(
    collection(modified, ({ modification }) => modification ?? {}),
    {
      answer: 'VolumesModifications',
      named: ids('VolumeIds', VOLUME_IDS),
      pages: MODIFICATION_PAGES,
      filters: [
        'modification-state',
        'original-iops',
        'original-size',
        'original-volume-type',
        'start-time',
        'target-iops',
        'target-size',
        'target-volume-type',
        'volume-id',
      ],
    },
  ),

  /** For volumes in all states: "Volume status … does not reflect the volume state." */
  DescribeVolumeStatus: listing(collection(rowsOf('volumes'), statusOf), {
    answer: 'VolumeStatuses',
    named: ids('VolumeIds', { ...VOLUME_IDS, withoutPages: 'volumeSet' }),
    filters: ['availability-zone', 'volume-status.status'],
    special: {
      'volume-status.details-name': (row) => statusOf(row).VolumeStatus?.Details?.map(({ Name }) => Name),
      'volume-status.details-status': (row) => statusOf(row).VolumeStatus?.Details?.map(({ Status }) => Status),
    },
  }),
};

function modified(
  { here }: Call,
  { VolumeIds: ids = [] }: { readonly VolumeIds?: readonly string[] | undefined },
): readonly Row<VolumeRow>[] {
  const rows = here.volumes.view();
  const without = rows.find(({ key, value }) => ids.includes(key) && value.modification === undefined)?.key;
  if (without !== undefined) {
    throw new AwsError('InvalidVolumeModification.NotFound', `Modification for volume '${without}' does not exist.`);
  }
  return rows.filter(({ value }) => value.modification !== undefined);
}

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
