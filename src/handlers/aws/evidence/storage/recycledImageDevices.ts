import type { ImageRecycleBinInfo } from '@aws-sdk/client-ec2';
import { batchesOf } from '../../../../core/common/batches.ts';
import type { Finding } from '../../../../core/common/finding.ts';
import type { Resource } from '../../../../core/resource/resource.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { describedFor, imageOf } from '../../resources/snapshotProvenance.ts';
import { allOf } from '../../wire/paging.ts';
import { ownPlace, provenReader } from '../../wire/places.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/**
 * AWS does not list the snapshots of an image in the Recycle Bin. Most images have snapshots made for them, which
 * `recycledImages` keeps; an image without such snapshots was registered by hand from others, and these are unknown.
 */
export const recycledImageDevices: EvidenceSource = {
  name: 'recycledImageDevices',
  summary:
    'Images in the Recycle Bin without a snapshot made for them: any snapshot older than their deregistration may belong to them, so it is unknown.',
  permissions: permissionsOf(ec2.describeSnapshots, ec2.listImagesInRecycleBin),
  per: 'resource',
  places: ownPlace,
  async read(place, scope, candidates, io) {
    const target = await provenReader(place, scope, io);
    const images = await allOf(pages(target, ec2.listImagesInRecycleBin, 'reading images in the Recycle Bin'));
    const withSnapshots = await thoseWithSnapshots(target, images);
    const others = images.filter(({ ImageId }) => ImageId === undefined || !withSnapshots.has(ImageId));
    return others.flatMap((image) =>
      candidates.filter((each) => mayNeed(image, each)).map(({ id }) => doubt(id, image)),
    );
  },
};

/**
 * The maximum number of values in a filter, two for each image:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/Using_Filtering.html
 */
const IMAGES_PER_CALL = 100;

async function thoseWithSnapshots(
  target: CallScope,
  images: readonly ImageRecycleBinInfo[],
): Promise<ReadonlySet<string | undefined>> {
  const ids = images.flatMap(({ ImageId }) => ImageId ?? []);
  const found = new Set<string | undefined>();
  for (const batch of batchesOf(ids, IMAGES_PER_CALL)) {
    const which = { Filters: [{ Name: 'description', Values: batch.flatMap(describedFor) }] };
    const what = 'reading snapshots by their descriptions';
    const snapshots = await allOf(pages(target, ec2.describeSnapshots, what, which));
    for (const snapshot of snapshots) found.add(imageOf(snapshot));
  }
  return found;
}

function mayNeed({ RecycleBinEnterTime: at }: ImageRecycleBinInfo, { createdAt }: Resource): boolean {
  return at === undefined || createdAt === undefined || createdAt <= at;
}

function doubt(alias: string, { ImageId, Name, RecycleBinExitTime }: ImageRecycleBinInfo): Finding {
  const until = RecycleBinExitTime === undefined ? '' : ` until ${RecycleBinExitTime.toISOString().slice(0, 10)}`;
  const image = `image ${ImageId ?? '(without id)'} "${Name ?? ''}", in the Recycle Bin${until}`;
  return { alias, says: 'unknown', by: `${image}, may need it: no snapshot says that it was made for that image` };
}
