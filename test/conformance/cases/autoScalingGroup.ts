/** An account's Auto Scaling groups without instances, each named after the thing that may still start some. */
import {
  PutScalingPolicyCommand,
  PutScheduledUpdateGroupActionCommand,
  PutWarmPoolCommand,
  StartInstanceRefreshCommand,
} from '@aws-sdk/client-auto-scaling';
import type { Case, TypeCases } from '../case.ts';
import { aClassicLoadBalancer, aTargetGroup, type LoadBalancers, register } from '../loadBalancers.ts';
import { aGroup, aLaunchConfiguration, anImage, anInstance } from '../seed.ts';
import type { World } from '../world.ts';

interface GroupCase extends Case {
  readonly sizes?: { readonly MinSize?: number; readonly MaxSize?: number; readonly DesiredCapacity?: number };
  /** Makes load balancers and target groups. */
  attachedTo?(world: World): Promise<LoadBalancers>;
  /** Makes its user. */
  use?(world: World, group: string): Promise<unknown>;
}

const target = {
  PredefinedMetricSpecification: { PredefinedMetricType: 'ASGAverageCPUUtilization' as const },
  TargetValue: 50,
};

const GROUP_CASES: readonly GroupCase[] = [
  { name: '0/0/0', kinds: [] },
  { name: '0/0/5', kinds: [], sizes: { MaxSize: 5 } },
  {
    name: '0/0/5-with-a-scaling-policy',
    kinds: ['scalingPolicies'],
    sizes: { MaxSize: 5 },
    use: (world, AutoScalingGroupName) =>
      world.autoScaling.send(
        new PutScalingPolicyCommand({
          AutoScalingGroupName,
          PolicyName: 'cpu',
          PolicyType: 'TargetTrackingScaling',
          TargetTrackingConfiguration: target,
        }),
      ),
    custodian: 'Size alone does not show that a policy may start instances; its filter `scaling-policy` does.',
  },
  {
    name: '0/0/5-with-a-scheduled-action',
    kinds: ['scheduledActions'],
    sizes: { MaxSize: 5 },
    use: (world, AutoScalingGroupName) =>
      world.autoScaling.send(
        new PutScheduledUpdateGroupActionCommand({
          AutoScalingGroupName,
          ScheduledActionName: 'nightly',
          Recurrence: '0 1 * * *',
          DesiredCapacity: 2,
        }),
      ),
    custodian: 'It has no filter that looks at scheduled actions.',
  },
  {
    name: '0/0/5-with-a-warm-pool',
    kinds: ['warmPools'],
    sizes: { MaxSize: 5 },
    use: (world, AutoScalingGroupName) =>
      world.autoScaling.send(new PutWarmPoolCommand({ AutoScalingGroupName, MinSize: 0 })),
    custodian: 'It has no filter that looks at warm pools.',
  },
  {
    name: '0/0/5-with-an-instance-refresh',
    kinds: ['instanceRefreshes'],
    sizes: { MaxSize: 5 },
    use: (world, AutoScalingGroupName) =>
      world.autoScaling.send(new StartInstanceRefreshCommand({ AutoScalingGroupName })),
    custodian: 'It has no filter that looks at instance refreshes.',
  },
  {
    name: '0/0/5-of-a-load-balancer-with-an-instance',
    kinds: ['loadBalancerHealth'],
    sizes: { MaxSize: 5 },
    attachedTo: (world) => aClassicLoadBalancer(world, 'with-an-instance'),
    use: async (world) =>
      register(world, 'with-an-instance', await anInstance(world, await anImage(world, BALANCED.name))),
    custodian: 'It does not ask who else is behind the load balancers of a group.',
  },
  {
    name: '0/0/5-of-a-load-balancer-without-instances',
    kinds: [],
    sizes: { MaxSize: 5 },
    attachedTo: (world) => aClassicLoadBalancer(world, 'without-instances'),
  },
  {
    name: '0/0/5-of-a-target-group-without-targets',
    kinds: [],
    sizes: { MaxSize: 5 },
    attachedTo: (world) => aTargetGroup(world, 'without-targets'),
  },
  { name: '1/1/1', kinds: ['groupInstances'], sizes: { MinSize: 1, MaxSize: 1, DesiredCapacity: 1 } },
  {
    name: '0/0/5-of-a-cluster-autoscaler',
    kinds: [],
    sizes: { MaxSize: 5 },
    tags: { 'k8s.io/cluster-autoscaler/enabled': 'true' },
    keptBy: 'managedBy: managed-by:cluster-autoscaler',
    custodian: 'It does not know what other controllers manage.',
  },
];

/** Made by the cases of images and of versions of templates, and as empty as 0/0/0. */
const MADE_ELSEWHERE = [
  'by-launch-configuration',
  'by-template',
  'by-mixed-instances-policy',
  'by-override',
  'named-in-the-middle',
];

/** The template that all groups of {@link GROUP_CASES} would launch, and one does. */
const LAUNCHED: Case = {
  name: 'of all groups by size',
  kinds: ['autoScalingGroups', 'instances', 'launchConfigurations'],
};
const BALANCED: Case = { name: 'of an instance behind a load balancer', kinds: ['instances'] };

/** Made by the cases of groups. */
export const IMAGES_OF_GROUPS = [LAUNCHED, BALANCED];

async function makeGroupsImage(world: World): Promise<void> {
  await aLaunchConfiguration(world, LAUNCH_CONFIGURATION, await anImage(world, LAUNCHED.name));
}

async function makeGroup(world: World, { name, sizes, tags = {}, attachedTo, use }: GroupCase): Promise<string> {
  const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value, PropagateAtLaunch: false }));
  const loadBalancers = await attachedTo?.(world);
  await aGroup(world, name, { LaunchConfigurationName: LAUNCH_CONFIGURATION, ...sizes, ...loadBalancers, Tags });
  await use?.(world, name);
  return name;
}

const LAUNCH_CONFIGURATION = 'of-all-groups-by-size';

export const autoScalingGroup: TypeCases = {
  cases: [...GROUP_CASES, ...MADE_ELSEWHERE.map((name) => ({ name, kinds: [] }))],
  async make(world, attempt) {
    await makeGroupsImage(world);
    for (const given of GROUP_CASES) await attempt(given.name, () => makeGroup(world, given));
  },
  one: {
    async make(world, name) {
      await aLaunchConfiguration(world, name, 'ami-0123456789abcdef0');
      await aGroup(world, name, { LaunchConfigurationName: name });
      return name;
    },
    nowhere: 'nowhere',
  },
  custodian: {
    policy: `resource: aws.asg
    filters:
      - type: value
        key: Instances
        value_type: size
        value: 0
      - DesiredCapacity: 0`,
    nameOf: ({ AutoScalingGroupName }) => AutoScalingGroupName,
  },
  // Activities are none there, ever.
  moto: { cannotRead: ['instanceRefreshes'], cannotMake: ['0/0/5-with-an-instance-refresh'] },
  shown: {
    many: 'Auto Scaling groups',
    one: 'Group',
    note: 'Custodian has no `unused` for groups; what comes nearest is that there are no instances and none are wanted.',
  },
};
