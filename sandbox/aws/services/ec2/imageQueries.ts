import type { DescribeImagesCommandInput } from '@aws-sdk/client-ec2';
import { AwsError } from '../../collections/errors.ts';
import type { Row } from '../../collections/table.ts';
import { IMAGE_IDS, type ImageRow } from '../../seeds/imageSeeds.ts';
import type { Call } from '../../store/call.ts';
import { collection } from '../../store/listing.ts';
import { type Ec2Handlers, listing, refuseMalformed } from './common.ts';

/**
 * The images of a DescribeImages request:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DescribeImages.html
 */
export const imageListing: NonNullable<Ec2Handlers['DescribeImages']> = listing(
  collection(askedFor, ({ image }) => image),
  {
    answer: 'Images',
    where(input, call) {
      refuseHiddenState(input);
      const owned = ownerTest(input.Owners, call.account.id);
      return (row) =>
        owned(row) &&
        (input.IncludeDisabled === true || row.image.State !== 'disabled') &&
        (input.IncludeDeprecated === true || !hiddenAsDeprecated(row, call)) &&
        executableBy(input.ExecutableUsers, row, call.account.id);
    },
    tags: true,
    filters: [
      'architecture',
      'creation-date',
      'description',
      'image-id',
      'image-type',
      'name',
      'owner-id',
      'platform',
      'root-device-type',
      'source-image-id',
      'source-instance-id',
      'state',
      'virtualization-type',
    ],
    special: {
      'block-device-mapping.snapshot-id': ({ image }) => image.BlockDeviceMappings?.map(({ Ebs }) => Ebs?.SnapshotId),
      'is-public': ({ image }) => image.Public,
      'owner-alias': ({ image }) => image.ImageOwnerAlias,
    },
  },
);

function askedFor(call: Call, { ImageIds }: DescribeImagesCommandInput): readonly Row<ImageRow>[] {
  const known = everyVisible(call);
  return ImageIds?.length ? byIds(ImageIds, known, call) : known;
}

/** Code and message: https://github.com/turbot/steampipe-plugin-aws/issues/2276 */
function refuseHiddenState({ Filters, IncludeDisabled }: DescribeImagesCommandInput): void {
  const isOfDisabled = Filters?.some(({ Name, Values }) => Name === 'state' && Values?.includes('disabled'));
  if (!isOfDisabled || IncludeDisabled) return;
  const must = "'IncludeDisabled' must be set to 'true' in the request.";
  throw new AwsError('InvalidParameter', `When filtering by the 'disabled' state, ${must}`);
}

/** "public images, private images that you own, and private images … for which you have explicit launch permissions" */
function everyVisible(call: Call): readonly Row<ImageRow>[] {
  const own = call.here.images.view();
  const others = call.store
    .everywhereIn(call.region)
    .filter((place) => place !== call.here)
    .flatMap((place) => place.images.view().filter(({ value }) => mayLaunch(value, call)));
  return others.length === 0 ? own : [...own, ...others].sort((a, b) => a.seq - b.seq);
}

export function mayLaunch({ image, launchPermissions }: ImageRow, { account: { id }, store }: Call): boolean {
  const granted = launchPermissions.some(
    ({ Group, UserId, OrganizationArn, OrganizationalUnitArn }) =>
      Group === 'all' ||
      UserId === id ||
      store.organization?.isNamedBy(id, OrganizationArn ?? OrganizationalUnitArn) === true,
  );
  return image.OwnerId === id || granted;
}

/**
 * "Recently deregistered images appear in the returned results for a short interval and then return empty results.
 * After all instances that reference a deregistered AMI are terminated, specifying the ID of the image will eventually
 * return an error": API_DescribeImages. https://github.com/boto/botocore/issues/2194 shows the empty result.
 */
function byIds(ids: readonly string[], known: readonly Row<ImageRow>[], call: Call): Row<ImageRow>[] {
  refuseMalformed(ids, IMAGE_IDS);
  const wanted = new Set(ids);
  const found = known.filter(({ key }) => wanted.delete(key));
  const missing = [...wanted].filter((id) => !isReferencedTombstone(id, call));
  if (missing.length > 0) throw IMAGE_IDS.notFound(missing);
  return found;
}

function isReferencedTombstone(id: string, { here }: Call): boolean {
  if (!here.deregistered.has(id)) return false;
  return here.instances
    .values()
    .some(({ instance }) => instance.ImageId === id && instance.State?.Name !== 'terminated');
}

const ALIASES = ['amazon', 'aws-marketplace', 'aws-backup-vault'];

function ownerTest(owners: readonly string[] | undefined, self: string): (row: ImageRow) => boolean {
  if (!owners?.length) return () => true;
  const bad = owners.find((owner) => owner !== 'self' && !ALIASES.includes(owner) && !/^\d{12}$/.test(owner));
  if (bad !== undefined) throw new AwsError('InvalidUserID.Malformed', `Invalid user id: "${bad}"`);
  const ids = new Set(owners.map((owner) => (owner === 'self' ? self : owner)));
  return ({ image }) => ids.has(image.OwnerId ?? '') || ids.has(image.ImageOwnerAlias ?? '-');
}

/** "If you are the AMI owner, all deprecated AMIs appear in the response regardless of what you specify" */
function hiddenAsDeprecated({ image }: ImageRow, call: Call): boolean {
  if (image.OwnerId === call.account.id || image.DeprecationTime === undefined) return false;
  return Date.parse(image.DeprecationTime) <= call.now.getTime();
}

function executableBy(users: readonly string[] | undefined, row: ImageRow, self: string): boolean {
  if (!users?.length) return true;
  return users.some((user) =>
    user === 'all'
      ? row.launchPermissions.some(({ Group }) => Group === 'all')
      : row.launchPermissions.some(({ UserId }) => UserId === (user === 'self' ? self : user)),
  );
}
