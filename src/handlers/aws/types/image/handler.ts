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
import { ec2Page } from '../../resources/consolePage.ts';
import { EVERY_IMAGE, toImage } from '../../resources/image.ts';
import { type ImageParameters, imageParameters } from '../../resources/imageParameters.ts';
import { launchPermissionsOf } from '../../resources/sharing.ts';
import { everyAccount } from '../../wire/places.ts';
import { ec2Type } from '../ec2Type.ts';
import { keepNewest } from './keepNewest.ts';
import { imageCost } from './monthlyCost.ts';
import { quarantineImages } from './quarantine.ts';
import { restoreImage } from './restore.ts';
import { imageSafeguards } from './safeguards.ts';

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
