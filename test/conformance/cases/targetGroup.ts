/** An account's target groups, each named after its user. */
import { CreateApplicationCommand, CreateDeploymentGroupCommand } from '@aws-sdk/client-codedeploy';
import { CreateTargetGroupCommand, RegisterTargetsCommand } from '@aws-sdk/client-elastic-load-balancing-v2';
import type { Case, TypeCases } from '../case.ts';
import { aTargetGroup } from '../loadBalancers.ts';
import type { World } from '../world.ts';
import { TARGET_GROUPS_OF_BALANCERS } from './loadBalancerV2.ts';

interface GroupCase extends Case {
  use?(world: World, arn: string): Promise<unknown>;
}

/** AWS does not date target groups, and a plan without Redis has not seen any before. */
const UNDATED = 'it has no readable creation date';

const NO_AGE = 'It asks neither for the age nor for registered targets.';

const GROUP_CASES: readonly GroupCase[] = [
  { name: 'without-users', kinds: [], keptBy: UNDATED, custodian: NO_AGE },
  {
    name: 'with-a-target',
    kinds: [],
    keptBy: UNDATED,
    custodian: NO_AGE,
    use: ({ elbV2 }, TargetGroupArn) =>
      elbV2.send(new RegisterTargetsCommand({ TargetGroupArn, Targets: [{ Id: '10.0.0.9', Port: 80 }] })),
  },
  {
    name: 'of-a-deployment-group',
    kinds: ['deploymentGroups'],
    keptBy: UNDATED,
    custodian: 'It looks only at load balancers, and not at CodeDeploy.',
    async use({ codeDeploy }) {
      const applicationName = 'shop';
      await codeDeploy.send(new CreateApplicationCommand({ applicationName }));
      const loadBalancerInfo = { targetGroupInfoList: [{ name: 'of-a-deployment-group' }] };
      const serviceRoleArn = 'arn:aws:iam::111111111111:role/codedeploy';
      const group = { applicationName, deploymentGroupName: 'web', serviceRoleArn, loadBalancerInfo };
      await codeDeploy.send(new CreateDeploymentGroupCommand(group));
    },
  },
  {
    name: 'of-a-cluster',
    kinds: [],
    tags: { 'elbv2.k8s.aws/cluster': 'shop' },
    keptBy: 'managedBy: managed-by:kubernetes',
    custodian: 'It does not know what other controllers manage.',
  },
];

/** Made by the cases of groups. */
const OF_GROUPS: readonly Case[] = [
  {
    name: 'without-targets',
    kinds: ['attachedGroups'],
    custodian: 'It looks only at load balancers, and not at Auto Scaling groups.',
  },
];

async function make(world: World, { name, tags = {}, use }: GroupCase): Promise<void> {
  const { vpc: VpcId } = await world.network();
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
  const TargetType = 'ip';
  const { TargetGroups } = await world.elbV2.send(
    new CreateTargetGroupCommand({
      Name: name,
      Protocol: 'HTTP',
      Port: 80,
      VpcId,
      TargetType,
      ...(Tags.length > 0 && { Tags }),
    }),
  );
  await use?.(world, TargetGroups?.[0]?.TargetGroupArn ?? '');
}

export const targetGroup: TypeCases = {
  cases: [...GROUP_CASES, ...OF_GROUPS, ...TARGET_GROUPS_OF_BALANCERS],
  async make(world, attempt) {
    for (const given of GROUP_CASES) await attempt(given.name, () => make(world, given));
  },
  one: {
    async make(world, name) {
      return (await aTargetGroup(world, name)).TargetGroupARNs?.[0] ?? '';
    },
    nowhere: 'arn:aws:elasticloadbalancing:us-east-1:111111111111:targetgroup/nowhere/0123456789abcdef',
  },
  custodian: {
    policy: `resource: aws.app-elb-target-group
    filters:
      - LoadBalancerArns: []`,
    nameOf: ({ TargetGroupName }) => TargetGroupName,
  },
  moto: { cannotRead: ['deploymentGroups'] },
  shown: { many: 'Target groups', one: 'Target group' },
};
