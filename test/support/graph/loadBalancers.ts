/** Everything that may use a classic load balancer, and whether it does. */
import { dnsNameOf, type Row, record, trafficIn } from './balancerUsers.ts';
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { OWN } from './surveyed.ts';

const instance = (...states: readonly string[]): Row => [
  `instance, ${states.join(' and ')}`,
  ({ control, id }) => {
    const registered = states.map((State, index) => ({ InstanceId: `i-0000000000000000${index}`, State }));
    control.update(OWN, 'loadBalancer', id, { states: registered });
  },
];

/** An Auto Scaling group with nothing in it; `more` names its attachments. */
const group =
  (more: (launching: Launching) => object): Row[1] =>
  (s) => {
    s.control.addAutoScalingGroups(s.at, [{ AutoScalingGroupName: `${s.user}-web`, ...more(s) }]);
  };

const traffic = trafficIn('AWS/ELB', (id) => id);

const ecsService =
  (seed: (loadBalancerName: string) => object): Row[1] =>
  ({ control, at, name, user }) => {
    control.addEcsServices(at, [{ serviceName: user, cluster: 'shop', ...seed(name) }]);
  };

const deploymentGroup: Row[1] = ({ control, at, name, user }) => {
  const loadBalancerInfo = { elbInfoList: [{ name: 'another' }, { name }] };
  control.addDeploymentGroups(at, [{ applicationName: `${user}-shop`, deploymentGroupName: user, loadBalancerInfo }]);
};

const USED: readonly Row[] = [
  ['requests today', traffic('RequestCount', 0, 1)],
  ['new connections ten days ago', traffic('EstimatedALBNewConnectionCount', 10, 3)],
  ['ECS service', ecsService((loadBalancerName) => ({ loadBalancers: [{ loadBalancerName }] }))],
  [
    'task set of an ECS service',
    ecsService((loadBalancerName) => ({ taskSets: [{ loadBalancers: [{ loadBalancerName }] }] })),
  ],
  ['deployment group', deploymentGroup],
  [
    'integration of an HTTP API, by its name',
    ({ control, at, name, user }) => {
      const IntegrationUri = `https://dualstack.${dnsNameOf(name)}/shop`;
      control.addHttpApis(at, [{ Name: user, integrations: [{ IntegrationType: 'HTTP_PROXY', IntegrationUri }] }]);
    },
  ],
  instance('InService'),
  instance('OutOfService'),
  instance('Unknown'),
  instance('OutOfService', 'InService'),
  ['Auto Scaling group', group(({ name }) => ({ LoadBalancerNames: [name] }))],
  ['Auto Scaling group, the second of its two', group(({ name }) => ({ LoadBalancerNames: ['another', name] }))],
  [
    'Auto Scaling group, as a traffic source',
    group(({ name }) => ({ TrafficSources: [{ Identifier: name, Type: 'elb' }] })),
  ],
  [
    'the first of two Auto Scaling groups',
    (s) => {
      group(({ name }) => ({ LoadBalancerNames: [name] }))(s);
      group(() => ({ LoadBalancerNames: ['another'] }))({ ...s, user: `${s.user}-last` });
    },
  ],
  ['alias record', record('dualstack.')],
  ['alias record for IPv6', record('ipv6.')],
  ['alias record of a private zone', record('', true)],
  ['alias record of another account', (s) => record('')({ ...s, at: s.elsewhere })],
  [
    'record with its name',
    ({ control, at, name, user }) => {
      const ResourceRecords = [{ Value: dnsNameOf(name).toLowerCase() }];
      const records = [{ Name: `www.${user}.example.`, Type: 'CNAME' as const, TTL: 60, ResourceRecords }];
      control.addHostedZones(at, [{ Name: `${user}.example.`, records }]);
    },
  ],
];

const UNUSED: readonly Row[] = [
  ['requests a year ago', traffic('RequestCount', 370, 5)],
  ['requests that are none', traffic('RequestCount', 1, 0)],
  ['health checks', traffic('HealthyHostCount', 1, 2)],
  ['requests of another load balancer', traffic('RequestCount', 1, 2, 'f')],
  [
    'ECS service of another account',
    (s) => ecsService((loadBalancerName) => ({ loadBalancers: [{ loadBalancerName }] }))({ ...s, at: s.elsewhere }),
  ],
  ['deployment group of another account', (s) => deploymentGroup({ ...s, at: s.elsewhere })],
  ['alias record of another load balancer', record('other-')],
  [
    'Auto Scaling group of another account',
    (s) => group(({ name }) => ({ LoadBalancerNames: [name] }))({ ...s, at: s.elsewhere }),
  ],
  [
    'Auto Scaling group with a target group of the same name',
    group(({ name }) => ({
      TargetGroupARNs: [`arn:aws:elasticloadbalancing:us-east-1:111111111111:targetgroup/${name}/0123456789abcdef`],
    })),
  ],
  [
    'another kind of load balancer of the same name, with a listener',
    ({ control, name }) => {
      const listeners = [{ DefaultActions: [{ Type: 'fixed-response' as const }] }];
      control.addLoadBalancerV2s(OWN, [{ LoadBalancerName: name, listeners }]);
    },
  ],
];

export const CLASSIC_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const launched = (index: number) => ({ id: `Classic-${index}`, name: `Classic-${index}` });

export const loadBalancers = launchedKind<'young' | 'tagged' | 'managed'>({
  type: 'loadBalancer',
  kept: ['young', 'tagged', 'managed'],
  users: CLASSIC_USERS,
  launched,
  add(control, { name: LoadBalancerName }, is, CreatedTime) {
    const tags = {
      plain: {},
      young: {},
      tagged: { 'holystone:keep': 'always' },
      managed: { 'elbv2.k8s.aws/cluster': 'shop' },
    }[is];
    control.addLoadBalancers(OWN, [{ LoadBalancerName, DNSName: dnsNameOf(LoadBalancerName), CreatedTime, tags }]);
  },
});
