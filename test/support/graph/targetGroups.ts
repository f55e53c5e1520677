/** Everything that may name a target group or is registered with it, and whether that makes it a user. */
import type { EcsServiceSeed } from '../../../sandbox/aws/seeds/ecsSeeds.ts';
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { OWN } from './surveyed.ts';

type Row = readonly [string, (launching: Launching) => void];

/** Only its last entries count, and any of them is a target. */
const target = (state: string, Id = 'i-00000000000000001'): Row => [
  `target ${Id.slice(0, 20)}, ${state}`,
  ({ control, id }) =>
    control.update(OWN, 'targetGroup', id, { targets: [{ Target: { Id }, TargetHealth: { State: state } }] }),
];

type Loaded = (name: string) => object;

const deploymentGroup =
  (loadBalancerInfo: Loaded, isElsewhere = false): Row[1] =>
  ({ control, at, elsewhere, name, user }) => {
    control.addDeploymentGroups(isElsewhere ? elsewhere : at, [
      { applicationName: `${user}-shop`, deploymentGroupName: user, loadBalancerInfo: loadBalancerInfo(name) },
    ]);
  };

const inPair: Loaded = (name) => ({
  targetGroupPairInfoList: [
    { targetGroups: [{ name: 'not-there' }, { name }], prodTrafficRoute: { listenerArns: [] } },
  ],
});

const ecsService = (seed: (arn: string) => EcsServiceSeed, isElsewhere = false): Row[1] => {
  return ({ control, at, elsewhere, id, user }) => {
    control.addEcsServices(isElsewhere ? elsewhere : at, [{ serviceName: user, cluster: 'shop', ...seed(id) }]);
  };
};

const USED: readonly Row[] = [
  ['ECS service', ecsService((targetGroupArn) => ({ loadBalancers: [{ targetGroupArn }] }))],
  ['ECS service of another account', ecsService((targetGroupArn) => ({ loadBalancers: [{ targetGroupArn }] }), true)],
  [
    'task set of an ECS service',
    ecsService((targetGroupArn) => ({ taskSets: [{ loadBalancers: [{ targetGroupArn }] }] })),
  ],
  [
    'ECS service, its alternate target group',
    ecsService((alternateTargetGroupArn) => ({
      loadBalancers: [{ targetGroupArn: 'arn:not-there', advancedConfiguration: { alternateTargetGroupArn } }],
    })),
  ],
  ['deployment group', deploymentGroup((name) => ({ targetGroupInfoList: [{ name }] }))],
  ['deployment group, the second of a pair', deploymentGroup(inPair)],
  ...['healthy', 'unhealthy', 'draining', 'initial', 'unused', 'unavailable'].map((state) => target(state)),
  target('unused', '10.0.0.9'),
  target('unavailable', 'arn:aws:lambda:us-east-1:111111111111:function:web'),
  [
    'load balancer',
    ({ control, id, user }) => {
      const balancer = `arn:aws:elasticloadbalancing:us-east-1:111111111111:loadbalancer/app/${user}/0123456789abcdef`;
      control.update(OWN, 'targetGroup', id, { LoadBalancerArns: [balancer] });
    },
  ],
  [
    'Auto Scaling group',
    ({ control, id, user }) => {
      control.addAutoScalingGroups(OWN, [{ AutoScalingGroupName: `${user}-targets`, TargetGroupARNs: [id] }]);
    },
  ],
  [
    'Auto Scaling group, as a traffic source',
    ({ control, id, user }) => {
      const TrafficSources = [{ Identifier: id, Type: 'elbv2' }];
      control.addAutoScalingGroups(OWN, [{ AutoScalingGroupName: `${user}-targets`, TrafficSources }]);
    },
  ],
];

const UNUSED: readonly Row[] = [
  [
    'inactive ECS service',
    ecsService((targetGroupArn) => ({ status: 'INACTIVE', loadBalancers: [{ targetGroupArn }] })),
  ],
  ['deployment group with a classic load balancer', deploymentGroup((name) => ({ elbInfoList: [{ name }] }))],
  ['deployment group of another account', deploymentGroup(inPair, true)],
  [
    'Auto Scaling group of another account',
    ({ control, elsewhere, id, user }) => {
      control.addAutoScalingGroups(elsewhere, [{ AutoScalingGroupName: `${user}-targets`, TargetGroupARNs: [id] }]);
    },
  ],
  [
    'Auto Scaling group with a classic load balancer of the same name',
    ({ control, name, user }) => {
      control.addAutoScalingGroups(OWN, [{ AutoScalingGroupName: `${user}-targets`, LoadBalancerNames: [name] }]);
    },
  ],
  [
    'Auto Scaling group with an earlier target group of the same name',
    ({ control, id, user }) => {
      control.addAutoScalingGroups(OWN, [
        { AutoScalingGroupName: `${user}-targets`, TargetGroupARNs: [`${id.slice(0, -1)}f`] },
      ]);
    },
  ],
];

export const TARGET_GROUP_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const launched = (index: number) => ({
  id: `arn:aws:elasticloadbalancing:us-east-1:111111111111:targetgroup/Targets-${index}/00000000000000${String(index).padStart(2, '0')}`,
  name: `Targets-${index}`,
});

export const targetGroups = launchedKind<'tagged' | 'managed'>({
  type: 'targetGroup',
  kept: ['tagged', 'managed'],
  users: TARGET_GROUP_USERS,
  launched,
  add(control, { id: TargetGroupArn, name: TargetGroupName }, is) {
    const tags = {
      plain: {},
      tagged: { 'holystone:keep': 'always' },
      managed: { 'elbv2.k8s.aws/cluster': 'shop' },
    }[is];
    control.addTargetGroups(OWN, [{ TargetGroupArn, TargetGroupName, tags }]);
  },
});
