/** An account's security groups, each named after its user. */
import {
  AuthorizeSecurityGroupIngressCommand,
  CreateLaunchTemplateCommand,
  CreateNetworkInterfaceCommand,
  CreateSecurityGroupCommand,
  CreateVpcEndpointCommand,
} from '@aws-sdk/client-ec2';
import { CreateLoadBalancerCommand } from '@aws-sdk/client-elastic-load-balancing';
import type { Case, TypeCases } from '../case.ts';
import { GROUP_NAMERS } from '../groupNamers.ts';
import { IDLE_GROUPS } from '../idleGroups.ts';
import { SERVED_GROUPS } from '../servedGroups.ts';
import type { World } from '../world.ts';

interface GroupCase extends Case {
  /** Makes its user. */
  use?(world: World, id: string, withRule: string): Promise<unknown>;
}

const WITH_RULE = 'sgr-with-the-rule';

/** AWS does not date groups, and a plan without Redis has not seen any before. */
const UNDATED = 'it has no readable creation date';
/** Its `unused` also asks Lambda, CodeBuild and EventBridge, which neither the sandbox nor this comparison has. */
const NO_FILTER = 'It lists all groups here: its filter needs services that this comparison does not have.';

const GROUP_CASES: readonly GroupCase[] = [
  { name: 'sgr-of-nothing', kinds: [], keptBy: UNDATED },
  { name: 'sgr-of-an-interface', kinds: ['groupInterfaces'], use: onInterface },
  { name: 'sgr-in-a-rule', kinds: ['groupRules'], use: inRule },
  { name: WITH_RULE, kinds: [], keptBy: UNDATED },
  {
    name: 'sgr-in-a-template',
    kinds: ['launchTemplateVersions'],
    use: ({ ec2 }, id) => {
      const LaunchTemplateData = { SecurityGroupIds: [id] };
      return ec2.send(new CreateLaunchTemplateCommand({ LaunchTemplateName: 'with-a-group', LaunchTemplateData }));
    },
  },
  {
    name: 'sgr-of-an-endpoint',
    kinds: ['vpcEndpoints'],
    use: async ({ ec2, network }, id) => {
      const { vpc: VpcId } = await network();
      const given = { ServiceName: 'com.amazonaws.us-east-1.sts', VpcEndpointType: 'Interface' as const };
      return ec2.send(new CreateVpcEndpointCommand({ VpcId, ...given, SecurityGroupIds: [id] }));
    },
  },
  ...[...GROUP_NAMERS, ...SERVED_GROUPS, ...IDLE_GROUPS].map(
    ({ name, kind, use }): GroupCase => ({ name, kinds: [kind], keptBy: UNDATED, use }),
  ),
  { name: 'sgr-of-a-classic-balancer', kinds: ['classicBalancerGroups'], use: onClassic },
];

export const securityGroup: TypeCases = {
  cases: GROUP_CASES.map((given) => ({ ...given, custodian: NO_FILTER })),
  async make(world, attempt) {
    const made = new Map<string, string>();
    for (const { name } of GROUP_CASES) await attempt(name, async () => made.set(name, await aGroup(world, name)));
    for (const { name, use } of GROUP_CASES) {
      if (use) await attempt(name, () => use(world, made.get(name) ?? '', made.get(WITH_RULE) ?? ''));
    }
  },
  one: { make: aGroup, nowhere: 'sg-0123456789abcdef0' },
  // Without a Redis everything is seen for the first time.
  entry: 'unusedFor: off',
  custodian: {
    policy: `resource: aws.security-group
    filters:
      - type: value
        key: GroupName
        op: ne
        value: default`,
    nameOf: ({ GroupName }) => GroupName,
  },
  // It brings a default group into each VPC, and a group of its own for each classic load balancer.
  moto: {
    cannotRead: [
      'appBlockBuilders',
      'appRunnerConnectors',
      'ecsServices',
      'emrClusters',
      'flinkApplications',
      'groupShares',
      'imageInfrastructures',
      'serverlessCaches',
      'serverlessWarehouseEndpoints',
      'serverlessWarehouses',
      'serviceNetworks',
      'stateMachines',
      'streamingFleets',
      'streamingImageBuilders',
      'userProfiles',
      'warehouseEndpoints',
    ],
    // Its caches name no group.
    verdicts: { 'sgr-of-a-cache': 'keep: it has no readable creation date' },
    cannotMake: [
      'sgr-of-a-warehouse-endpoint',
      'sgr-of-a-workgroup',
      'sgr-of-a-workgroup-endpoint',
      'sgr-of-a-serverless-cache',
      'sgr-of-a-user-profile',
      'sgr-of-an-endpoint-configuration',
      'sgr-shared-with-a-stranger',
      'sgr-of-a-vpc-connector',
      // Its server does not take the request, though its library does.
      'sgr-of-a-flink-application',
      // It describes no association.
      'sgr-of-a-service-network',
      'sgr-of-an-infrastructure',
      'sgr-of-a-streaming-fleet',
      'sgr-of-a-streaming-image-builder',
      'sgr-of-an-app-block-builder',
    ],
    brings: /^default/,
  },
  shown: { many: 'Security groups', one: 'Security group' },
};

async function aGroup(world: World, GroupName: string): Promise<string> {
  const { vpc: VpcId } = await world.network();
  const made = await world.ec2.send(
    new CreateSecurityGroupCommand({ GroupName, Description: 'of a comparison', VpcId }),
  );
  return made.GroupId ?? '';
}

async function onInterface(world: World, id: string): Promise<void> {
  const { subnet: SubnetId } = await world.network();
  const Tags = [{ Key: 'Name', Value: 'with-a-group' }];
  const TagSpecifications = [{ ResourceType: 'network-interface' as const, Tags }];
  await world.ec2.send(new CreateNetworkInterfaceCommand({ SubnetId, Groups: [id], TagSpecifications }));
}

async function inRule(world: World, id: string, GroupId: string): Promise<void> {
  const IpPermissions = [{ IpProtocol: 'tcp', FromPort: 443, ToPort: 443, UserIdGroupPairs: [{ GroupId: id }] }];
  await world.ec2.send(new AuthorizeSecurityGroupIngressCommand({ GroupId, IpPermissions }));
}

async function onClassic({ elb }: World, id: string): Promise<void> {
  const Listeners = [{ Protocol: 'HTTP', LoadBalancerPort: 80, InstancePort: 80 }];
  const given = { LoadBalancerName: 'classic-of-a-group', AvailabilityZones: ['us-east-1a'], SecurityGroups: [id] };
  await elb.send(new CreateLoadBalancerCommand({ ...given, Listeners }));
}
