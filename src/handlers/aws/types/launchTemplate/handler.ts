import { DAY_MS } from '../../../../core/common/duration.ts';
import { ec2 } from '../../calls/ec2.ts';
import { leftovers } from '../../evidence/clusters/leftovers.ts';
import { templateUsers } from '../../evidence/mentioning/templateUsers.ts';
import { clusterParameters } from '../../resources/clusterParameters.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import { toTemplateResource } from '../../resources/launchTemplate.ts';
import { describeTemplate } from '../../resources/wholeTemplate.ts';
import { ownPlace } from '../../wire/places.ts';
import { ec2Type } from '../ec2Type.ts';

import { restoreTemplate } from './restore.ts';

const left = leftovers({});

export const launchTemplate = ec2Type({
  resourceType: 'launchTemplate',
  called: { en: 'launch template', de: 'Launch-Template' },
  alsoCalled: ['lt', 'template'],
  mayBeId: (text) => /^lt-[^:]*$/i.test(text),
  summary:
    'EC2 launch templates with all their versions. Holystone does not read Elastic Disaster Recovery and Application Migration Service: they tag their launch templates, and `managedBy` keeps those.',
  attributes: {
    tags: 'map',
    createdAt: 'date',
    revision: 'text',
    createdBy: 'text',
    operator: 'text',
    defaultVersionNumber: 'number',
    latestVersionNumber: 'number',
  },
  noun: 'launch template',
  pageOf: ec2Page('LaunchTemplateDetails:launchTemplateId='),
  arns: ['ec2:*:*:launch-template/*'],
  parameters: clusterParameters,
  evidence: [...templateUsers(ownPlace), ...left.evidence],
  rules: left.rules,
  safeguards: left.safeguards,
  // A person or a pipeline that launches from it now and then leaves no trace once its instances are gone.
  firstSeenIsUse: { unusedForMs: 90 * DAY_MS },
  reads: ec2.describeLaunchTemplates,
  idsInput: (LaunchTemplateIds) => ({ LaunchTemplateIds, IncludeManagedResources: true }),
  idOf: ({ LaunchTemplateId }) => LaunchTemplateId,
  toResource: toTemplateResource,
  describeCalls: [ec2.describeLaunchTemplateVersions],
  describe: describeTemplate,
  // Deletes all its versions. AWS does not refuse it, even if something launches from the template:
  // https://docs.aws.amazon.com/AWSEC2/latest/APIReference/API_DeleteLaunchTemplate.html
  deletes: ec2.deleteLaunchTemplate,
  deleteInput: (LaunchTemplateId) => ({ LaunchTemplateId }),
  isDone: ({ LaunchTemplate }, id) => LaunchTemplate?.LaunchTemplateId === id,
  // It would go with a version that is in no definition.
  isReadAgain: true,
  takesTypes: ['launchTemplateVersion'],
  ends: 'deleted',
  restore: {
    calls: [ec2.createLaunchTemplate, ec2.createLaunchTemplateVersion, ec2.createTags, ec2.modifyLaunchTemplate],
    plan: restoreTemplate,
  },
});
