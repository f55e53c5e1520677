import { z } from 'zod';
import type { Safeguard } from '../../../../core/evaluation/rule.ts';
import { ec2 } from '../../calls/ec2.ts';
import { leftovers } from '../../evidence/clusters/leftovers.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { linkedToTemplates, withTemplateUsers } from '../../evidence/mentioning/templateUsers.ts';
import { groupInterfaces } from '../../evidence/network/groupInterfaces.ts';
import { groupRules } from '../../evidence/network/groupRules.ts';
import { groupShares } from '../../evidence/network/groupShares.ts';
import { peeredReferences } from '../../evidence/network/peeredReferences.ts';
import { replicationSettings } from '../../evidence/network/replicationSettings.ts';
import { clusterParameters } from '../../resources/clusterParameters.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import { ownedByAnother } from '../../resources/safeguards.ts';
import { type SecurityGroupResource, toSecurityGroup } from '../../resources/securityGroup.ts';
import { templateProtection } from '../../resources/templateProtection.ts';
import { everyAccount } from '../../wire/places.ts';
import { ec2Type } from '../ec2Type.ts';
import { restoreSecurityGroup } from './restore.ts';

const WHY_ONLY_OFF =
  'off; Holystone revokes no rule, because that cuts off unseen users of the group at once (docs/adr/0053-no-rule-is-revoked.md). Security groups of a gone cluster that only name each other stay, and the reason names them: revoke their rules by hand';

/** The keys of an entry for security groups. */
const securityGroupParameters = clusterParameters.extend({
  evidence: templateProtection,
  revokeRules: z
    .enum(['off'], { error: WHY_ONLY_OFF })
    .default('off')
    .describe('Holystone revokes no rule so that security groups which only name each other can be deleted.'),
});

const left = leftovers({ task: 'security-group' });

/** "You can't delete a default security group": https://docs.aws.amazon.com/vpc/latest/userguide/default-security-group.html */
const defaultGroup: Safeguard<SecurityGroupResource> = {
  name: 'defaultGroup',
  summary: 'It is the default group of its VPC.',
  keeps: ({ name }) => (name === 'default' ? 'it is the default group of its VPC' : undefined),
};

/** It is free. Holystone removes none of its rules, and takes it from nothing that uses it. */
export const securityGroup = ec2Type({
  resourceType: 'securityGroup',
  called: { en: 'security group', de: 'Sicherheitsgruppe' },
  alsoCalled: ['sg', 'security group', 'firewall'],
  summary:
    'Security groups of VPCs. AWS does not say when one was made: its age counts from the first survey that saw it. No list of its users can be proven complete.',
  attributes: {
    tags: 'map',
    description: 'text',
    vpcId: 'text',
    ownerId: 'text',
    isOfAnother: 'boolean',
    ingressRules: 'number',
    egressRules: 'number',
  },
  noun: 'security group',
  pageOf: ec2Page('SecurityGroup:groupId='),
  arns: ['ec2:*:*:security-group/*'],
  parameters: securityGroupParameters,
  linkedTypes: linkedToTemplates,
  evidence: withTemplateUsers(
    [
      groupInterfaces,
      groupRules,
      groupShares,
      peeredReferences,
      replicationSettings,
      ...mentionedBy('securityGroup'),
      ...left.evidence,
    ],
    everyAccount,
  ),
  unlistedUsers: 'scripts and templates outside AWS that name the group and have started nothing with it yet',
  after: ['loadBalancer', 'loadBalancerV2', 'networkInterface', 'securityGroup'],
  rules: left.rules,
  safeguards: [defaultGroup, ownedByAnother, ...left.safeguards],
  dated: 'byFirstSeen',
  reads: ec2.describeSecurityGroups,
  idsInput: (GroupIds) => ({ GroupIds }),
  idOf: ({ GroupId }) => GroupId,
  toResource: toSecurityGroup,
  deletes: ec2.deleteSecurityGroup,
  deleteInput: (GroupId) => ({ GroupId }),
  ends: 'deleted',
  restore: {
    calls: [
      ec2.createSecurityGroup,
      ec2.createTags,
      ec2.authorizeSecurityGroupIngress,
      ec2.authorizeSecurityGroupEgress,
      ec2.revokeSecurityGroupEgress,
    ],
    plan: restoreSecurityGroup,
  },
});
