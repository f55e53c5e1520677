import { DAY_MS } from '../../../../core/common/duration.ts';
import { defineHandler } from '../../../contract/defineHandler.ts';
import { permissionsOf } from '../../calls/call.ts';
import { ec2 } from '../../calls/ec2.ts';
import { inOwnPlace } from '../../evidence/inOwnPlace.ts';
import { autoScalingGroups } from '../../evidence/launches/autoScalingGroups.ts';
import { batch } from '../../evidence/launches/batch.ts';
import { eksNodegroups } from '../../evidence/launches/eksNodegroups.ts';
import { fleets } from '../../evidence/launches/fleets.ts';
import { instances } from '../../evidence/launches/instances.ts';
import { spotRequests } from '../../evidence/launches/spotRequests.ts';
import { imageDistributions } from '../../evidence/references/imageDistributions.ts';
import type { TemplateResource } from '../../resources/launchTemplate.ts';
import { type TemplateParameters, templateParameters } from '../../resources/launchTemplateParameters.ts';
import { managedBy } from '../../resources/managedBy.ts';
import { openTemplates } from './session.ts';

export const launchTemplate = defineHandler<TemplateResource, TemplateParameters>({
  provider: 'aws',
  resourceType: 'launchTemplate',
  summary:
    'EC2 launch templates with all their versions. Elastic Disaster Recovery and Application Migration Service are not asked: what they make they tag, and `managedBy` keeps it.',
  permissions: {
    list: permissionsOf(ec2.describeLaunchTemplates, ec2.describeLaunchTemplateVersions),
    delete: permissionsOf(ec2.deleteLaunchTemplate),
    protect: permissionsOf(ec2.createTags, ec2.deleteTags),
    restore: permissionsOf(
      ec2.describeLaunchTemplates,
      ec2.describeLaunchTemplateVersions,
      ec2.createLaunchTemplate,
      ec2.createLaunchTemplateVersion,
      ec2.createTags,
      ec2.modifyLaunchTemplate,
    ),
    resources: ['ec2:*:*:launch-template/*'],
  },
  parameters: templateParameters,
  evidence: [
    inOwnPlace(autoScalingGroups),
    inOwnPlace(batch),
    eksNodegroups,
    inOwnPlace(fleets),
    imageDistributions,
    inOwnPlace(instances),
    inOwnPlace(spotRequests),
  ],
  safeguards: [managedBy],
  // Who launches from one by hand, or a pipeline does now and then, leaves nothing behind when its instances are gone.
  firstSightIsUse: { unusedForMs: 90 * DAY_MS },
  definition: ({ id, described }) => {
    if (!described) throw new Error(`${id} was not read by id: its definition is not complete`);
    return described;
  },
  open: openTemplates,
});
