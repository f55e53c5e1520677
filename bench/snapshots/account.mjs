// An account that took backups for years. Use is known by construction.
import { ACCOUNT, REGION } from '../contest.mjs';

const DAY = 86_400_000;
const OLD = new Date(Date.now() - 400 * DAY).toISOString();
const TAGS = { owner: 'ann@example.com', team: 'web', env: 'prod', app: 'shop' };

/** Of each image two devices; the last `unused` snapshots were made for images that are gone; the rest are backups. */
const FULL = { images: 20_000, volumes: 50_000, unused: 200 };
const QUICK = { images: 1_000, volumes: 2_500, unused: 20 };
export const SIZES = [100_000, 1_000_000].map((snapshots) => ({ ...FULL, snapshots }));
export const QUICK_SIZES = [5_000, 50_000].map((snapshots) => ({ ...QUICK, snapshots }));

const hex = (kind, index) => `${kind}-0${String(index).padStart(16, '0')}`;

export function seed(control, { snapshots, images, volumes, unused }) {
  const place = { account: ACCOUNT, region: REGION };
  const ofImage = (index) => [2 * index, 2 * index + 1].map((device) => hex('snap', device));
  add(
    images,
    (index) => ({
      ImageId: hex('ami', index),
      Name: `app-${index}`,
      CreationDate: OLD,
      BlockDeviceMappings: ofImage(index).map((SnapshotId, n) => ({ DeviceName: `/dev/sd${n}`, Ebs: { SnapshotId } })),
    }),
    (seeds) => control.addImages(place, seeds),
  );
  add(
    snapshots,
    (index) => ({
      SnapshotId: hex('snap', index),
      VolumeId: hex('vol', index % volumes),
      VolumeSize: 8,
      StartTime: OLD,
      Description: descriptionOf(index, { snapshots, images, unused }),
      tags: TAGS,
    }),
    (seeds) => control.addSnapshots(place, seeds),
  );
  add(
    volumes,
    (index) => ({ VolumeId: hex('vol', index), CreateTime: OLD, Size: 8, tags: TAGS }),
    (seeds) => control.addVolumes(place, seeds),
  );
}

function descriptionOf(index, { snapshots, images, unused }) {
  if (index >= snapshots - unused)
    return `Created by CreateImage(${hex('i', index)}) for ${hex('ami', index + 10 ** 9)}`;
  if (index < 2 * images) return `Created by CreateImage(${hex('i', index)}) for ${hex('ami', index >> 1)}`;
  return 'nightly backup';
}

/** A thousand at a time: so many seeds at once would cost more memory than the resources themselves. */
function add(count, make, put) {
  for (let from = 0; from < count; from += 1000) {
    put(Array.from({ length: Math.min(1000, count - from) }, (_, index) => make(from + index)));
  }
}
