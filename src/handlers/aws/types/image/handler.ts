import { defineHandler } from '../../../contract/defineHandler.ts';
import { externalReferences } from '../../../documents/references.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { autoScalingGroups } from '../../evidence/launches/autoScalingGroups.ts';
import { batch } from '../../evidence/launches/batch.ts';
import { emr } from '../../evidence/launches/emr.ts';
import { fleets } from '../../evidence/launches/fleets.ts';
import { instances } from '../../evidence/launches/instances.ts';
import { launchConfigurations } from '../../evidence/launches/launchConfigurations.ts';
import { launchTemplateVersions } from '../../evidence/launches/launchTemplateVersions.ts';
import { spotRequests } from '../../evidence/launches/spotRequests.ts';
import { imageBuilder } from '../../evidence/references/imageBuilder.ts';
import { imageReferences } from '../../evidence/references/imageReferences.ts';
import { ssmParameters } from '../../evidence/references/ssmParameters.ts';
import { launchPermissions } from '../../evidence/sharing/launchPermissions.ts';
import { usageReports } from '../../evidence/sharing/usageReports.ts';
import type { ImageResource } from '../../resources/image.ts';
import { type ImageParameters, imageParameters } from '../../resources/imageParameters.ts';
import { binPermission } from '../../session/recycleBin.ts';
import { takeOutPermission } from '../../session/recycleBinRestore.ts';
import { keepNewest } from './keepNewest.ts';
import { imageCost } from './monthlyCost.ts';
import { imageSafeguards } from './safeguards.ts';
import { openImages } from './session.ts';

export const image = defineHandler<ImageResource, ImageParameters>({
  provider: 'aws',
  resourceType: 'image',
  summary: 'Amazon machine images (AMIs) of the account. Their snapshots stay when they are deregistered.',
  permissions: {
    list: permissionsOf(ec2.describeImages, ec2.describeImageAttribute),
    delete: permissionsOf(ec2.deregisterImage),
    protect: permissionsOf(ec2.createTags, ec2.deleteTags),
    restorable: [binPermission('image')],
    restore: [
      ec2.describeImages.api,
      ec2.describeImageAttribute.api,
      ec2.describeSnapshots.api,
      binPermission('image'),
      binPermission('snapshot'),
      takeOutPermission('image'),
      takeOutPermission('snapshot'),
    ],
    resources: ['ec2:*::image/*'],
  },
  parameters: imageParameters,
  evidence: [
    autoScalingGroups,
    batch,
    emr,
    externalReferences(({ evidence }) => evidence.externalReferences),
    fleets,
    imageReferences,
    imageBuilder,
    instances,
    launchConfigurations,
    launchPermissions,
    launchTemplateVersions,
    spotRequests,
    ssmParameters,
    usageReports,
  ],
  reach: 'launchPermissions',
  safeguards: imageSafeguards,
  setPolicies: [keepNewest],
  quarantine: {
    summary:
      'It is disabled: nobody can launch from it, and AWS takes away its launch permissions, which its definition keeps. ' +
      'Who keeps it has it enabled again, and who enables it keeps it.',
    permissions: permissionsOf(ec2.disableImage),
    undo: permissionsOf(ec2.enableImage),
  },
  monthlyCost: imageCost,
  definition: ({ id, described }) => {
    if (!described) throw new Error(`${id} was not read by id: its definition is not complete`);
    return described;
  },
  open: openImages,
});
