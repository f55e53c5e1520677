import type { Image, LaunchPermission } from '@aws-sdk/client-ec2';
import { defined } from '../../../../core/common/defined.ts';
import { QUARANTINE_TAG } from '../../../../core/mark/quarantine.ts';
import type { Read } from '../../../../core/resource/resource.ts';
import type { NotRestored, Restored, RestoreStep, Restoring } from '../../../../core/resource/restoring.ts';
import { ec2 } from '../../calls/ec2.ts';
import { EVERY_IMAGE, type ImageResource } from '../../resources/image.ts';
import { readSnapshot } from '../../resources/lastSnapshots.ts';
import { awsCommand, awsJsonCommand, plainJson } from '../../session/commandLine.ts';
import { findInBin } from '../../session/recycleBin.ts';
import { dryRunRestore, restoreFromRecycleBin, standingOf, takeOutSteps } from '../../session/recycleBinRestore.ts';
import { isThere, notRecoverable, refused, type Wanted } from '../../session/restoring.ts';
import { fromTags, toTags } from '../../session/tags.ts';
import { read } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

interface Definition {
  readonly image: Image;
  readonly launchPermissions: readonly LaunchPermission[];
}

/**
 * Restores an image with its snapshots from the Recycle Bin; if the bin does not have it, the image can be registered
 * again from its snapshots, under another id.
 */
export async function restoreImage(wanted: Wanted, now: Read<ImageResource> | undefined): Promise<Restoring> {
  const { restorer, stored } = wanted;
  const { image, launchPermissions } = stored.definition as Definition;
  // Right after the deregistration AWS's answer is unclear; then the bin decides.
  if (now?.kind === 'found') return there(restorer, now.resource, launchPermissions);
  const snapshots = await standingOf(restorer, 'snapshot', await missingSnapshots(restorer, snapshotsOf(image)));
  const inBin = await findInBin(restorer, 'image', stored.id);
  if (!inBin) {
    if (snapshots.gone.length > 0)
      return notRecoverable(wanted, [], `and its snapshots no longer exist: ${lost(snapshots)}`);
    const steps = [
      ...takeOutSteps(restorer, 'snapshot', snapshots.inBin),
      ...registering(restorer, image, launchPermissions),
    ];
    const left = 'it can be registered again from its snapshots, under another id';
    return notRecoverable(wanted, steps, `${left}${unlicensed(image)}`);
  }
  const taker = await ofTheSameName(restorer, stored.id, image.Name);
  if (taker !== undefined) return refused(`its name "${image.Name}" is taken by ${taker}`);
  if (snapshots.gone.length > 0) return refused(`it is useless without its snapshots: ${lost(snapshots)}`);
  await dryRunRestore(restorer, 'image', stored.id);
  return {
    kind: 'ready',
    id: stored.id,
    ...inBin,
    steps: [...takeOutSteps(restorer, 'snapshot', snapshots.inBin), ...takeOutSteps(restorer, 'image', [stored.id])],
    afterwards: sharing(restorer, stored.id, launchPermissions),
    run: () => takeOutWith(wanted, snapshots.inBin, launchPermissions),
  };
}

/** A disabled image is enabled by the daemon as soon as it is kept, or by a person. */
function there(target: CallScope, image: ImageResource, permissions: readonly LaunchPermission[]): Restoring {
  const { id, state, tags, described } = image;
  const afterwards = described?.launchPermissions.length ? [] : sharing(target, id, permissions);
  if (state !== 'disabled' || !(QUARANTINE_TAG in tags)) return { ...isThere(id), afterwards };
  const command = awsCommand(target, 'ec2 enable-image', { 'image-id': id });
  const why = 'it exists, in quarantine: keep it, and the next survey enables it again';
  return { kind: 'byHand', why, steps: [{ says: 'enables it now', command }, ...afterwards] };
}

async function takeOutWith(
  { restorer, stored: { id } }: Wanted,
  snapshots: readonly string[],
  launchPermissions: readonly LaunchPermission[],
): Promise<Restored | NotRestored> {
  const parts = await restoreFromRecycleBin(restorer, 'snapshot', snapshots);
  if ('kind' in parts) return parts;
  const done = await restoreFromRecycleBin(restorer, 'image', [id]);
  if ('kind' in done) return done;
  return { kind: 'restored', id, ...done, afterwards: sharing(restorer, id, launchPermissions) };
}

function snapshotsOf({ BlockDeviceMappings = [] }: Image): readonly string[] {
  return BlockDeviceMappings.flatMap(({ Ebs }) => Ebs?.SnapshotId ?? []);
}

function lost({ gone }: { readonly gone: readonly string[] }): string {
  return `${gone.join(', ')}, gone and not in the Recycle Bin`;
}

/**
 * Image names are unique in an account and region:
 * https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_RegisterImage.html
 */
async function ofTheSameName(target: CallScope, id: string, name: string | undefined): Promise<string | undefined> {
  if (!name) return undefined;
  // Escapes the name: a filter treats * and ? as wildcards.
  const Values = [name.replace(/[*?\\]/g, '\\$&')];
  const question = { Owners: ['self'], Filters: [{ Name: 'name', Values }], ...EVERY_IMAGE };
  const { Images = [] } = await read(target, ec2.describeImages, `looking for images called ${name}`, question);
  return Images.find((other) => other.ImageId !== id && other.Name === name)?.ImageId;
}

/** AWS may not restore the launch permissions, and a person must decide about sharing. */
function sharing(target: CallScope, id: string, permissions: readonly LaunchPermission[]): readonly RestoreStep[] {
  if (permissions.length === 0) return [];
  const options = { 'image-id': id, 'launch-permission': plainJson({ Add: permissions }) };
  const command = awsCommand(target, 'ec2 modify-image-attribute', options);
  return [{ says: 'shares it again as before, if it is not shared', command }];
}

/** https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_RegisterImage.html */
function registering(
  target: CallScope,
  image: Image,
  permissions: readonly LaunchPermission[],
): readonly RestoreStep[] {
  const tags = fromTags(toTags(image.Tags)).filter(({ Key }) => !Key?.startsWith('aws:'));
  const input = defined({
    Name: image.Name,
    Description: image.Description,
    Architecture: image.Architecture,
    RootDeviceName: image.RootDeviceName,
    VirtualizationType: image.VirtualizationType,
    BlockDeviceMappings: image.BlockDeviceMappings?.map(registered),
    BootMode: image.BootMode,
    EnaSupport: image.EnaSupport,
    ImageLocation: image.RootDeviceType === 'instance-store' ? image.ImageLocation : undefined,
    ImdsSupport: image.ImdsSupport,
    KernelId: image.KernelId,
    RamdiskId: image.RamdiskId,
    SriovNetSupport: image.SriovNetSupport,
    TagSpecifications: tags.length > 0 ? [{ ResourceType: 'image', Tags: tags }] : undefined,
    TpmSupport: image.TpmSupport,
  });
  const command = `IMAGE_ID=$(${awsJsonCommand(target, 'ec2 register-image', input)} --query ImageId --output text)`;
  const registers = { says: 'registers it again, under another id', command };
  return [registers, ...verifying(target, image), ...sharing(target, '$IMAGE_ID', permissions)];
}

/**
 * AWS takes the billing information of Windows, Red Hat, SUSE and SQL Server from the metadata of the snapshot, if that has
 * it: https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_RegisterImage.html. Only "Linux/UNIX" has none:
 * https://docs.aws.amazon.com/AWSEC2/latest/UserGuide/billing-info-fields.html.
 */
function isBilled(image: Image): boolean {
  return platformOf(image) !== FREE;
}

const FREE = 'Linux/UNIX';

function unlicensed(image: Image): string {
  if (!isBilled(image)) return '';
  return `, but perhaps without the billing information of "${platformOf(image)}", which its snapshots may not have: then it has no licence, gets no updates or does not start, and is of no use`;
}

function verifying(target: CallScope, image: Image): readonly RestoreStep[] {
  if (!isBilled(image)) return [];
  const command = `${awsCommand(target, 'ec2 describe-images', { 'image-ids': '$IMAGE_ID' })} --query 'Images[].PlatformDetails'`;
  return [{ says: `answers "${platformOf(image)}", or the new image has lost its billing information`, command }];
}

function platformOf({ PlatformDetails, Platform }: Image): string {
  return PlatformDetails ?? Platform ?? FREE;
}

type Mapping = NonNullable<Image['BlockDeviceMappings']>[number];

/** The snapshot determines encryption and key: AWS refuses them in this request. */
function registered({ Ebs, ...mapping }: Mapping): Mapping {
  if (Ebs?.SnapshotId === undefined) return { ...mapping, ...defined({ Ebs }) };
  const { Encrypted: _encrypted, KmsKeyId: _key, ...rest } = Ebs;
  return { ...mapping, Ebs: rest };
}

/** Returns the ids whose snapshots do not exist. @throws ReadError when a read failed */
async function missingSnapshots(target: CallScope, ids: readonly string[]): Promise<readonly string[]> {
  const missing: string[] = [];
  for (const id of ids) if (!(await readSnapshot(target, id))) missing.push(id);
  return missing;
}
