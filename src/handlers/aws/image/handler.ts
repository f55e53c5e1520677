import type { Handler } from '../../handler.ts';
import { autoScalingGroups } from '../evidence/autoScalingGroups.ts';
import { instances } from '../evidence/instances.ts';
import { launchConfigurations } from '../evidence/launchConfigurations.ts';
import { launchPermissions } from '../evidence/launchPermissions.ts';
import { launchTemplateVersions } from '../evidence/launchTemplateVersions.ts';
import { keepNewest } from './keepNewest.ts';
import { imageNotReadYet } from './notReadYet.ts';
import { type ImageParameters, imageParameters } from './parameters.ts';
import type { ImageResource } from './resource.ts';
import { imageSafeguards } from './safeguards.ts';
import { openImages } from './session.ts';

export const image: Handler<ImageResource, ImageParameters> = {
  provider: 'aws',
  resourceType: 'image',
  summary: 'Amazon machine images (AMIs) of the account. Their snapshots stay when they are deregistered.',
  permissions: {
    list: ['ec2:DescribeImages', 'ec2:DescribeImageAttribute'],
    delete: ['ec2:DeregisterImage'],
    protect: ['ec2:CreateTags', 'ec2:DeleteTags'],
  },
  parameters: imageParameters,
  evidence: [autoScalingGroups, instances, launchConfigurations, launchPermissions, launchTemplateVersions],
  notReadYet: imageNotReadYet,
  safeguards: imageSafeguards,
  rules: [],
  setPolicies: [keepNewest],
  dated: 'byProvider',
  maxBatch: 1,
  definition: ({ id, described }) => {
    if (!described) throw new Error(`${id} was not read by id: its definition is not complete`);
    return described;
  },
  open: openImages,
};
