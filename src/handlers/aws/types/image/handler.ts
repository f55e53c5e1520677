import { defined } from '../../../../core/common/defined.ts';
import { newestOf } from '../../../../core/evaluation/newest.ts';
import type { Safeguard, SetPolicy } from '../../../../core/evaluation/rule.ts';
import { QUARANTINE_TAG } from '../../../../core/mark/quarantine.ts';
import type { MonthlyCost, Prices } from '../../../../core/resource/prices.ts';
import { externalReferences } from '../../../documents/references.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { leftovers } from '../../evidence/clusters/leftovers.ts';
import { autoScalingGroups } from '../../evidence/launches/autoScalingGroups.ts';
import { fleets } from '../../evidence/launches/fleets.ts';
import { spotRequests } from '../../evidence/launches/spotRequests.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { linkedToTemplates, withTemplateUsers } from '../../evidence/mentioning/templateUsers.ts';
import { imageBuilder } from '../../evidence/references/imageBuilder.ts';
import { imageFamily } from '../../evidence/references/imageFamily.ts';
import { imageReferences } from '../../evidence/references/imageReferences.ts';
import { ssmParameters } from '../../evidence/references/ssmParameters.ts';
import { launchPermissions } from '../../evidence/sharing/launchPermissions.ts';
import { usageReports } from '../../evidence/sharing/usageReports.ts';
import { backupDay } from '../../resources/backupDay.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import { copySources } from '../../resources/copySources.ts';
import { familyTag } from '../../resources/familyTag.ts';
import { EVERY_IMAGE, type ImageResource, toImage } from '../../resources/image.ts';
import { type ImageParameters, imageParameters } from '../../resources/imageParameters.ts';
import { LAST_IMAGE_TAG } from '../../resources/lastImages.ts';
import { nameStem } from '../../resources/nameStem.ts';
import { launchPermissionsOf } from '../../resources/sharing.ts';
import { everyAccount } from '../../wire/places.ts';
import { ec2Type } from '../ec2Type.ts';
import { quarantineImages } from './quarantine.ts';
import { restoreImage } from './restore.ts';

/** `pending` is being created; people must handle `failed`, `error` and other states; a missing state is unknown. */
const state: Safeguard<ImageResource, ImageParameters> = {
  name: 'state',
  summary: 'Its state is neither `available` nor `disabled`.',
  keeps: ({ state }) =>
    state === 'available' || state === 'disabled' ? undefined : `its state is ${state ?? 'not known'}`,
};

/**
 * AWS would refuse anyway; this check avoids a false notice. The protection may last a day after it is switched off.
 */
const deregistrationProtection: Safeguard<ImageResource, ImageParameters> = {
  name: 'deregistrationProtection',
  summary: 'It has deregistration protection.',
  keeps: ({ deregistrationProtection: value }) =>
    value === undefined || value === 'disabled' ? undefined : `its deregistration protection is ${value}`,
};

/** It is the only copy of what was on the volumes of the instance: nothing that is said of images makes it worthless. */
const lastImage: Safeguard<ImageResource, ImageParameters> = {
  name: 'lastImage',
  summary: 'Holystone made it before it terminated an instance; only people delete it.',
  keeps: ({ tags: { [LAST_IMAGE_TAG]: of } }) =>
    of === undefined ? undefined : `it is the last image of instance ${of}, which only people delete`,
};

/** Beside those of every leftover: the verdict has the reason of every one that keeps it, in this order. */
const imageSafeguards: readonly Safeguard<ImageResource, ImageParameters>[] = [
  backupDay,
  deregistrationProtection,
  lastImage,
  state,
];

/** Keeps the newest images of each family: a team rolls back to them. */
export const keepNewest: SetPolicy<ImageResource, ImageParameters> = {
  name: 'keepNewest',
  summary:
    'The newest `count` (3) available images of each family are kept, and as many copies; a family is a name stem or a tag.',
  enabled: (parameters) => parameters.keepNewest !== 'off',
  row(image, { keepNewest: settings }) {
    // No user can roll back to an image that cannot be launched, so it must not take the place of another; nor must the last
    // image of an instance, which has the instance's tags and stays in any case.
    if (settings === 'off' || !canBeLaunched(image) || LAST_IMAGE_TAG in image.tags) return undefined;
    const at = image.createdAt?.getTime();
    const family = familyOf(image, settings.by);
    return { id: image.id, family, ...defined({ at, name: image.name }) };
  },
  keep: (rows, { keepNewest: settings }) => (settings === 'off' ? new Map() : newestOf(rows, settings.count)),
};

/** An image that only our quarantine disabled is enabled again as soon as it is kept. */
function canBeLaunched({ state, tags }: ImageResource): boolean {
  return state === 'available' || (state === 'disabled' && QUARANTINE_TAG in tags);
}

/**
 * An image without the tag belongs to its name's family: a missing tag must not remove the protection. The date of a copy is
 * that of its copying, and says nothing about when it was built: copies are a family of their own.
 */
function familyOf(image: ImageResource, by: string): string {
  const value = familyTag(image, by);
  const family = value === undefined ? `"${nameStem(image.name)}"` : `${by}=${value}`;
  return copySources(image).length > 0 ? `the copies of ${family}` : family;
}

const left = leftovers({ isOfNoStack: true });

export const image = ec2Type({
  resourceType: 'image',
  called: { en: 'AMI', de: 'AMI' },
  alsoCalled: ['ami', 'machine image', 'ec2 image'],
  summary:
    'Amazon machine images (AMIs) of the account. Their snapshots stay when they are deregistered, or follow them (`withSnapshots`).',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    lastUsedAt: 'date',
    state: 'text',
    public: 'boolean',
    description: 'text',
    architecture: 'text',
    imageType: 'text',
    platformDetails: 'text',
    rootDeviceType: 'text',
    virtualizationType: 'text',
    deprecationTime: 'date',
    deregistrationProtection: 'text',
    sourceImageId: 'text',
    sourceInstanceId: 'text',
    snapshotIds: 'texts',
    snapshotGibibytes: 'number',
  },
  noun: 'image',
  pageOf: ec2Page('ImageDetails:imageId='),
  arns: ['ec2:*::image/*'],
  parameters: imageParameters,
  linkedTypes: linkedToTemplates,
  followedBy: { key: 'withSnapshots', types: ['snapshot'] },
  evidence: withTemplateUsers(
    [
      autoScalingGroups,
      externalReferences(({ evidence }: ImageParameters) => evidence.externalReferences),
      fleets,
      imageFamily,
      imageReferences,
      imageBuilder,
      launchPermissions,
      spotRequests,
      ssmParameters,
      usageReports,
      ...mentionedBy('image'),
      ...left.evidence,
    ],
    everyAccount,
  ),
  reach: 'launchPermissions',
  rules: left.rules,
  safeguards: [...left.safeguards, ...imageSafeguards],
  setPolicies: [keepNewest],
  quarantine: {
    summary:
      'Holystone disables it: no instance can launch from it, and AWS removes its launch permissions, which its definition keeps. ' +
      'An owner who keeps it gets it enabled again, and enabling it keeps it.',
    permissions: permissionsOf(ec2.disableImage),
    undo: permissionsOf(ec2.enableImage),
  },
  monthlyCost: imageCost,
  reads: ec2.describeImages,
  idsInput: (ImageIds) => ({ ImageIds, ...EVERY_IMAGE }),
  idOf: ({ ImageId }) => ImageId,
  toResource: toImage,
  isGone: ({ State }) => State === 'deregistered',
  describeCalls: [ec2.describeImageAttribute],
  // A disabled image has no launch permissions: AWS removes them and refuses to describe them.
  describe: async (target, image, { id }) => ({
    image,
    launchPermissions: image.State === 'disabled' ? [] : await launchPermissionsOf(target, id),
  }),
  // Does not delete the snapshots (law 7), as `DeleteAssociatedSnapshots` would without a permit for each (ADR 173).
  deletes: ec2.deregisterImage,
  deleteInput: (ImageId) => ({ ImageId }),
  isDone: ({ Return }) => Return === true,
  ends: 'deleted',
  quarantining: quarantineImages,
  binned: 'image',
  restore: {
    calls: [
      ec2.describeSnapshots,
      ec2.listImagesInRecycleBin,
      ec2.listSnapshotsInRecycleBin,
      ec2.restoreImageFromRecycleBin,
      ec2.restoreSnapshotFromRecycleBin,
    ],
    plan: restoreImage,
  },
});

/**
 * An image costs nothing itself; the snapshots of its block devices do, and remain after its deregistration. AWS bills
 * them by changed blocks, which it does not report, so their volumes' sizes are the maximum cost.
 * https://docs.aws.amazon.com/ebs/latest/userguide/ebs-snapshots.html
 */
function imageCost({ snapshotGibibytes }: ImageResource, prices: Prices): MonthlyCost | undefined {
  const price = prices.of('ebs.snapshot.gibibyte');
  if (price === undefined || !snapshotGibibytes) return undefined;
  return { amount: snapshotGibibytes * price, upTo: true, stays: true };
}
