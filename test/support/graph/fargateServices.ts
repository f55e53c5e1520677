/** ECS services on Fargate as graphs of their users; the verdicts follow from the construction. */
import type { Place, SandboxControl } from '../../../sandbox/aws/index.ts';
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { DAY, OWN } from './surveyed.ts';

type Row = readonly [string, (launching: Launching) => void];
type Seed = Parameters<SandboxControl['addEcsServices']>[1][number];

export const CLUSTER = 'shop';
const [APP, NET] = ['app', 'net'].map((kind) => (name: string) => `${kind}/of-${name}/0123456789abcdef`) as [
  (name: string) => string,
  (name: string) => string,
];

/** The ARN of the load balancer of a service. */
function balancerOf(name: string, kind = APP): string {
  return `arn:aws:elasticloadbalancing:us-east-1:${OWN.account}:loadbalancer/${kind(name)}`;
}

/**
 * One behind a load balancer, with two tasks. @param behind its load balancers; absent: an application load balancer of its own
 * @returns its id
 */
export function addService(
  control: SandboxControl,
  at: Place,
  serviceName: string,
  more: Seed = {},
  behind: readonly string[] = [balancerOf(serviceName)],
): string {
  const { account, region } = at;
  const targetGroupArn = groupOf(serviceName, at);
  control.addTargetGroups(at, [
    { TargetGroupName: serviceName, TargetGroupArn: targetGroupArn, LoadBalancerArns: [...behind] },
  ]);
  const seed = {
    launchType: 'FARGATE',
    desiredCount: 2,
    taskDefinition: `arn:aws:ecs:${region}:${account}:task-definition/${serviceName}:1`,
  } as const;
  const loadBalancers = [{ targetGroupArn, containerName: 'web', containerPort: 80 }];
  control.addEcsServices(at, [{ ...seed, serviceName, cluster: CLUSTER, loadBalancers, ...more }]);
  return `${CLUSTER}/${serviceName}`;
}

export function groupOf(name: string, { account, region }: Place = OWN): string {
  return `arn:aws:elasticloadbalancing:${region}:${account}:targetgroup/${name}/0123456789abcdef`;
}

export const serviceArn = (name: string, { account, region }: Place = OWN) =>
  `arn:aws:ecs:${region}:${account}:service/${CLUSTER}/${name}`;

/** A value of a metric; a seed replaces the one before. */
export function addValue(
  control: SandboxControl,
  at: Place,
  metric: { readonly namespace: string; readonly name: string; readonly dimensions: Readonly<Record<string, string>> },
  point: { readonly at: string; readonly value: number },
): void {
  const isSame = (one: { namespace: string; name: string; dimensions: object }) =>
    one.namespace === metric.namespace &&
    one.name === metric.name &&
    JSON.stringify(one.dimensions) === JSON.stringify(metric.dimensions);
  const known = control.state(at).metrics.find(isSame)?.points ?? [];
  control.addMetrics(at, [{ ...metric, points: [...known, point] }]);
}

const ago = (days: number, value: number) => ({ at: new Date(Date.now() - days * DAY).toISOString(), value });

const requested =
  (days: number, { name = 'RequestCount', more = '', value = 1 } = {}): Row[1] =>
  ({ control, at, name: of }) => {
    const dimensions = {
      LoadBalancer: APP(of),
      TargetGroup: `targetgroup/${of}${more}/0123456789abcdef`,
    };
    addValue(control, at, { namespace: 'AWS/ApplicationELB', name, dimensions }, ago(days, value));
  };

const worked =
  (days: number, value: number, name = 'CPUUtilization'): Row[1] =>
  ({ control, at, name: of }) => {
    const dimensions = { ClusterName: CLUSTER, ServiceName: of };
    addValue(control, at, { namespace: 'AWS/ECS', name, dimensions }, ago(days, value));
  };

const planned =
  (toProperties: (name: string) => Readonly<Record<string, unknown>>): Row[1] =>
  ({ control, at, name, user }) =>
    control.addCloudResources(at, [
      { TypeName: 'AWS::ARCRegionSwitch::Plan', Identifier: user, Properties: toProperties(name) },
    ]);

const scheduled =
  (input: (name: string) => object): Row[1] =>
  ({ control, at, name, user }) =>
    control.addSchedules(at, [
      {
        Name: user,
        Target: {
          Arn: 'arn:aws:scheduler:::aws-sdk:ecs:updateService',
          RoleArn: `arn:aws:iam::${at.account}:role/scheduler`,
          Input: JSON.stringify(input(name)),
        },
      },
    ]);

/** The definition of its tasks, with one container. */
const defining =
  (container: object): Row[1] =>
  ({ control, at, name }) =>
    control.addEcsTaskDefinitions(at, [
      { family: name, revision: 1, containerDefinitions: [{ name: 'web', image: 'nginx', ...container }] },
    ]);

const USED: readonly Row[] = [
  ['request today', requested(0)],
  ['request ten days ago', requested(10)],
  ['request at the end of the last month', requested(30)],
  ['work without a request', worked(6, 60)],
  ['work of a minute at the end of the last month', worked(31, 9)],
  ['schedule that starts it', scheduled((Service) => ({ Cluster: CLUSTER, Service, DesiredCount: 2 }))],
  ['plan of a switch of regions', planned((name) => ({ ServiceArn: serviceArn(name) }))],
  ['queue that its definition names', defining({ environment: [{ name: 'ORDERS_QUEUE_URL', value: 'orders' }] })],
];

const UNUSED: readonly Row[] = [
  ['request fifty days ago', requested(50)],
  ['request to another target group of its load balancer', requested(2, { more: 'x' })],
  ['answers of the load balancer itself', requested(2, { name: 'HTTP_Fixed_Response_Count' })],
  ['waiting', worked(3, 1.5)],
  ['memory of a program that waits', worked(3, 80, 'MemoryUtilization')],
  ['schedule that starts another', scheduled((name) => ({ Cluster: CLUSTER, Service: `${name}x`, DesiredCount: 2 }))],
  ['definition without a queue', defining({ environment: [{ name: 'LOG_LEVEL', value: 'info' }] })],
  ['plan of a switch of another', planned((name) => ({ ServiceArn: serviceArn(`${name}x`) }))],
];

export const FARGATE_SERVICE_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const PRIMARY = { id: 'ecs-svc/1', status: 'PRIMARY', rolloutState: 'COMPLETED' } as const;
const deployed = (more: object) => ({ deployments: [{ ...PRIMARY, ...more, createdAt: new Date(0) }] });

/** What keeps one, whoever calls it. */
export const SERVICE_PROPERTIES = {
  plain: {},
  tagged: { tags: [{ key: 'holystone:keep', value: 'always' }] },
  managed: { tags: [{ key: 'aws:cloudformation:stack-name', value: 'web' }] },
  scheduled: { tags: [{ key: 'Schedule', value: 'office-hours' }] },
  onInstances: { launchType: 'EC2' },
  onProvider: { launchType: undefined, capacityProviderStrategy: [{ capacityProvider: 'machines', base: 1 }] },
  anywhere: { launchType: undefined },
  draining: { status: 'DRAINING' },
  stopped: { desiredCount: 0 },
  crashing: { runningCount: 0, pendingCount: 1 },
  starting: { pendingCount: 1 },
  deploying: deployed({ rolloutState: 'IN_PROGRESS' }),
  failedRollout: deployed({ rolloutState: 'FAILED' }),
  rolling: {
    deployments: [
      { ...PRIMARY, createdAt: new Date(0) },
      { id: 'ecs-svc/2', status: 'ACTIVE', createdAt: new Date(0) },
    ],
  },
  byCodeDeploy: { deploymentController: { type: 'CODE_DEPLOY' }, taskSets: [] },
  external: { deploymentController: { type: 'EXTERNAL' } },
  taskSets: { taskSets: [{ id: 'ecs-svc/3' }] },
  blueGreen: { deploymentConfiguration: { strategy: 'BLUE_GREEN' } },
  byEcs: { resourceManagementType: 'ECS' },
  withVolume: deployed({ volumeConfigurations: [{ name: 'data' }] }),
  withoutBalancer: { loadBalancers: [] },
  classic: { loadBalancers: [{ loadBalancerName: 'old', containerName: 'web', containerPort: 80 }] },
  takingTurns: {
    loadBalancers: [{ targetGroupArn: groupOf('x'), advancedConfiguration: { alternateTargetGroupArn: groupOf('y') } }],
  },
  noSuchGroup: { loadBalancers: [{ targetGroupArn: groupOf('nowhere') }] },
  inCloudMap: { serviceRegistries: [{ registryArn: 'arn:aws:servicediscovery:us-east-1:111111111111:service/srv-1' }] },
  connected: deployed({ serviceConnectConfiguration: { enabled: true, namespace: 'shop' } }),
  inLattice: deployed({
    vpcLatticeConfigurations: [
      { roleArn: 'arn:aws:iam::111111111111:role/l', targetGroupArn: 'tg-1', portName: 'web' },
    ],
  }),
  young: {},
} as const;

type Is = Exclude<keyof typeof SERVICE_PROPERTIES, 'plain'>;

export const FARGATE_SERVICE_KEPT = (Object.keys(SERVICE_PROPERTIES) as (keyof typeof SERVICE_PROPERTIES)[]).filter(
  (is): is is Is => is !== 'plain',
);

export const fargateServices = launchedKind<Is>({
  type: 'fargateService',
  kept: FARGATE_SERVICE_KEPT,
  users: FARGATE_SERVICE_USERS,
  launched: (index) => ({ id: `${CLUSTER}/web-${index}`, name: `web-${index}` }),
  add(control, { name }, is, createdAt) {
    const id = addService(control, OWN, name, { createdAt, ...(SERVICE_PROPERTIES[is] as Seed) });
    control.addScalableTargets(OWN, [{ ResourceId: `service/${id}`, CreationTime: createdAt }]);
  },
});

/** The ARN of a network load balancer of a service. */
export const networkBalancerOf = (name: string) => balancerOf(name, NET);
