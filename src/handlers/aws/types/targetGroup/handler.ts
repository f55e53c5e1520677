import { elbV2 } from '../../calls/loadBalancing.ts';
import { balancersOfTargetGroups } from '../../evidence/balancing/balancersOfTargetGroups.ts';
import { registeredTargets } from '../../evidence/balancing/registeredTargets.ts';
import { leftovers } from '../../evidence/clusters/leftovers.ts';
import { ecsServices } from '../../evidence/mentioning/containers.ts';
import { mentionedBy } from '../../evidence/mentioning/mentionedBy.ts';
import { clusterParameters } from '../../resources/clusterParameters.ts';
import { ec2Page } from '../../resources/consolePage.ts';
import { toTargetGroup } from '../../resources/targetGroup.ts';
import { elbV2Tags, MOST_IDS } from '../../session/balancerTags.ts';
import { fromTags } from '../../session/tags.ts';
import { ownPlace } from '../../wire/places.ts';
import { readList } from '../../wire/reading.ts';
import { resourceType } from '../resourceType.ts';
import { restoreTargetGroup } from './restore.ts';

const left = leftovers({ task: 'target-group', isForService: true });

/** It is free; it keeps nothing alive, and AWS refuses to delete one that a listener names. */
export const targetGroup = resourceType({
  resourceType: 'targetGroup',
  called: { en: 'target group', de: 'Zielgruppe' },
  alsoCalled: ['tg', 'elbv2 target group'],
  summary:
    'Target groups of Application, Network and Gateway Load Balancers. AWS does not say when one was made: its age counts from the first survey that saw it.',
  attributes: {
    tags: 'map',
    targetType: 'text',
    protocol: 'text',
    protocolVersion: 'text',
    port: 'number',
    vpcId: 'text',
  },
  noun: 'target group',
  pageOf: ec2Page('TargetGroup:targetGroupArn='),
  arns: ['elasticloadbalancing:*:*:targetgroup/*/*'],
  parameters: clusterParameters,
  evidence: [
    registeredTargets,
    balancersOfTargetGroups,
    // ECS names a target group by its ARN, in whatever account the service is.
    ...mentionedBy('targetGroup', ownPlace).filter(({ name }) => name !== ecsServices.name),
    ecsServices,
    ...left.evidence,
  ],
  after: ['loadBalancerV2'],
  rules: left.rules,
  safeguards: left.safeguards,
  dated: 'byFirstSeen',
  reads: elbV2.describeTargetGroups,
  mostIds: MOST_IDS,
  idsInput: (TargetGroupArns) => ({ TargetGroupArns }),
  idOf: ({ TargetGroupArn }) => TargetGroupArn,
  toResource: toTargetGroup,
  tagging: elbV2Tags,
  describeCalls: [elbV2.describeTargetGroupAttributes],
  async describe(target, targetGroup, { tags }) {
    const { TargetGroupArn = '' } = targetGroup;
    const what = `reading the attributes of ${TargetGroupArn}`;
    const attributes = await readList(target, elbV2.describeTargetGroupAttributes, what, { TargetGroupArn });
    return { targetGroup, attributes, tags: fromTags(tags) };
  },
  deletes: elbV2.deleteTargetGroup,
  deleteInput: (TargetGroupArn) => ({ TargetGroupArn }),
  isReadAgain: true,
  ends: 'deleted',
  restore: { calls: [elbV2.createTargetGroup, elbV2.modifyTargetGroupAttributes], plan: restoreTargetGroup },
});
