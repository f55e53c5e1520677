/** Everything that may use a load balancer, and whether it does. */
import type { Place } from '../../../sandbox/aws/index.ts';
import { dnsNameOf, type Row, record, trafficIn } from './balancerUsers.ts';
import { type Launching, launchedKind, launchUser } from './launched.ts';
import { OWN } from './surveyed.ts';

type Actions = readonly Readonly<Record<string, unknown>>[];

const TARGET = { Target: { Id: 'i-00000000000000001', Port: 80 } };

/** @returns the ARN */
function targetGroup({ control, user }: Launching, states: readonly string[]): string {
  const targets = states.map((State) => ({ ...TARGET, TargetHealth: { State: State as 'healthy' } }));
  return control.addTargetGroups(OWN, [{ TargetGroupName: `${user}-targets`, targets }])[0] ?? '';
}

function listen({ control, id }: Launching, DefaultActions: Actions, ...ruleActions: readonly Actions[]): void {
  const rules = ruleActions.map((Actions) => ({ Actions }));
  control.update(OWN, 'loadBalancerV2', id, {
    moreListeners: [{ Protocol: 'HTTPS', Port: 443, DefaultActions, rules }],
  });
}

const forward = (TargetGroupArn: string) => ({ Type: 'forward', TargetGroupArn });

const listener = (...states: string[]): Row => [
  `listener, targets ${states.join() || 'none'}`,
  (s) => listen(s, [forward(targetGroup(s, states))]),
];

/** A listener whose target group has no targets, and what registers targets there. */
const registering = (
  what: string,
  add: (launching: Launching, arn: string, name: string) => void,
  byRule = false,
): Row => [
  `listener, no targets, ${what}`,
  (s) => {
    const arn = targetGroup(s, []);
    if (byRule) listen(s, [forward(targetGroup({ ...s, user: `${s.user}-a` }, []))], [forward(arn)]);
    else listen(s, [forward(arn)]);
    add(s, arn, `${s.user}-targets`);
  },
];
const serviceOf =
  (status: string) =>
  ({ control, at, user }: Launching, targetGroupArn: string) => {
    control.addEcsServices(at, [{ serviceName: user, status, loadBalancers: [{ targetGroupArn }] }]);
  };

const endpointService = (member: 'NetworkLoadBalancerArns' | 'GatewayLoadBalancerArns'): Row => [
  `endpoint service, ${member}`,
  ({ control, id }) => {
    control.addEndpointServices(OWN, [{ [member]: [id] }]);
  },
];

const alb = (idOf: (id: string) => string): Row[1] => {
  return ({ control, id, user }) => {
    const targets = [{ Target: { Id: idOf(id), Port: 80 }, TargetHealth: { State: 'healthy' as const } }];
    control.addTargetGroups(OWN, [{ TargetGroupName: `${user}-alb`, TargetType: 'alb', targets }]);
  };
};

const traffic = trafficIn('AWS/ApplicationELB', (id) => `${id.split(':loadbalancer/')[1]}`);

const accelerator = (at: (launching: Launching) => Place, idOf = (id: string) => id): Row[1] => {
  return (launching) => {
    const listeners = [[{ endpoints: [] }], [{ region: OWN.region, endpoints: [idOf(launching.id)] }]];
    launching.control.addAccelerators({ ...at(launching), region: 'us-west-2' }, [{ Name: launching.user, listeners }]);
  };
};

const attachment =
  (Principals: string[]): Row[1] =>
  ({ control, at, id, user }) => {
    const Resources = [{ EndpointId: id, Region: OWN.region }];
    control.addAcceleratorAttachments({ ...at, region: 'us-west-2' }, [{ Name: user, Principals, Resources }]);
  };

const listenerOf = (id: string) => `${id.replace(':loadbalancer/', ':listener/')}/0123456789abcdef`;

const restApi =
  (methodIntegration: (launching: Launching) => Record<string, string>): Row[1] =>
  (launching) => {
    const { control, at, user } = launching;
    const resourceMethods = { GET: { httpMethod: 'GET', methodIntegration: methodIntegration(launching) } };
    control.addRestApis(at, [
      {
        name: user,
        resources: [
          { id: 'root', path: '/' },
          { id: 'r1', path: '/shop', resourceMethods },
        ],
      },
    ]);
  };

const httpApi =
  (IntegrationUri: (launching: Launching) => string): Row[1] =>
  (launching) => {
    const integrations = [{ IntegrationType: 'HTTP_PROXY' as const, IntegrationUri: IntegrationUri(launching) }];
    launching.control.addHttpApis(launching.at, [{ Name: launching.user, integrations }]);
  };

const deploymentGroup =
  (listenerOfRoute: (id: string) => string): Row[1] =>
  ({ control, at, id, user }) => {
    const prodTrafficRoute = { listenerArns: [listenerOfRoute(id)] };
    const targetGroups = [{ name: 'not-there-a' }, { name: 'not-there-b' }];
    const loadBalancerInfo = { targetGroupPairInfoList: [{ targetGroups, prodTrafficRoute }] };
    control.addDeploymentGroups(at, [{ deploymentGroupName: user, loadBalancerInfo }]);
  };

const USED: readonly Row[] = [
  ['endpoint of an accelerator', accelerator(({ at }) => at)],
  ['endpoint of an accelerator of another account', accelerator(({ elsewhere }) => elsewhere)],
  ['offered to the accelerators of another account', attachment(['999999999999'])],
  [
    'VPC link of a REST API',
    ({ control, at, id }) => {
      control.addVpcLinks(at, [{ targetArns: [id] }]);
    },
  ],
  ['integration of a REST API, by its listener', restApi(({ id }) => ({ integrationTarget: listenerOf(id) }))],
  ['integration of a REST API, by its ARN', restApi(({ id }) => ({ integrationTarget: id }))],
  [
    'integration of a REST API, by its name',
    restApi(({ name }) => ({ uri: `http://${dnsNameOf(name)}:8080/{proxy}` })),
  ],
  ['integration of an HTTP API, by its listener', httpApi(({ id }) => listenerOf(id))],
  ['integration of an HTTP API, by its name', httpApi(({ name }) => `https://dualstack.${dnsNameOf(name)}/shop`)],
  ['production listener of a deployment group', deploymentGroup(listenerOf)],
  ['requests today', traffic('RequestCount', 0, 1)],
  ['bytes ten days ago', traffic('ProcessedBytes', 10, 40)],
  ['alias record', record('dualstack.')],
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
  listener('healthy'),
  listener('unhealthy', 'draining'),
  listener('unused'),
  registering('an ECS service', serviceOf('ACTIVE')),
  registering('an ECS service of another account', (s, arn) => serviceOf('ACTIVE')({ ...s, at: s.elsewhere }, arn)),
  registering(
    'an Auto Scaling group, by a rule',
    ({ control, at, user }, arn) => {
      control.addAutoScalingGroups(at, [{ AutoScalingGroupName: user, TargetGroupARNs: [arn] }]);
    },
    true,
  ),
  registering(
    'a deployment group, by a rule',
    ({ control, at, user }, _arn, name) => {
      const loadBalancerInfo = { targetGroupInfoList: [{ name }] };
      control.addDeploymentGroups(at, [{ deploymentGroupName: user, loadBalancerInfo }]);
    },
    true,
  ),
  [
    'listener, the second of two weighted groups has a target',
    (s) => {
      const TargetGroups = [
        { TargetGroupArn: targetGroup({ ...s, user: `${s.user}-a` }, []), Weight: 1 },
        { TargetGroupArn: targetGroup(s, ['initial']), Weight: 0 },
      ];
      listen(s, [{ Type: 'forward', ForwardConfig: { TargetGroups } }]);
    },
  ],
  [
    'rule with targets, behind an authentication',
    (s) => {
      const gate = { Type: 'authenticate-oidc', Order: 1 };
      listen(
        s,
        [forward(targetGroup({ ...s, user: `${s.user}-a` }, []))],
        [gate, forward(targetGroup(s, ['healthy']))],
      );
    },
  ],
  ['default redirect', (s) => listen(s, [{ Type: 'redirect', RedirectConfig: { StatusCode: 'HTTP_301' } }])],
  ['default fixed response', (s) => listen(s, [{ Type: 'fixed-response' }])],
  ['redirecting rule', (s) => listen(s, [forward(targetGroup(s, []))], [{ Type: 'redirect' }])],
  endpointService('NetworkLoadBalancerArns'),
  endpointService('GatewayLoadBalancerArns'),
  ['target of a network load balancer', alb((id) => id)],
  [
    'deletion protection',
    ({ control, id }) => {
      const attributes = [{ Key: 'deletion_protection.enabled', Value: 'true' }];
      control.update(OWN, 'loadBalancerV2', id, { attributes });
    },
  ],
];

const UNUSED: readonly Row[] = [
  [
    'endpoint of an accelerator, another load balancer',
    accelerator(
      ({ at }) => at,
      (id) => `${id.slice(0, -1)}f`,
    ),
  ],
  ['attachment of nobody', attachment([])],
  [
    'integration of an HTTP API with Cloud Map',
    httpApi(() => 'arn:aws:servicediscovery:us-east-1:111111111111:service/srv-1'),
  ],
  ['integration of an HTTP API with another load balancer', httpApi(({ id }) => listenerOf(`${id.slice(0, -1)}f`))],
  ['requests a year ago', traffic('RequestCount', 370, 5)],
  ['requests that are none', traffic('RequestCount', 1, 0)],
  ['health checks', traffic('HealthyHostCount', 1, 2)],
  ['requests of another load balancer', traffic('RequestCount', 1, 2, 'f')],
  ['alias record of another load balancer', record('other-')],
  listener(),
  registering('an ECS service that is inactive', serviceOf('INACTIVE')),
  ['rule without targets', (s) => listen(s, [forward(targetGroup(s, []))], [forward(targetGroup(s, []))])],
  ['another load balancer of the same name is a target', alb((id) => `${id.slice(0, -1)}f`)],
  [
    'endpoint service of another load balancer',
    ({ control, id }) => {
      control.addEndpointServices(OWN, [{ NetworkLoadBalancerArns: [`${id.slice(0, -1)}f`] }]);
    },
  ],
];

export const BALANCER_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const launched = (index: number) => ({
  id: `arn:aws:elasticloadbalancing:us-east-1:111111111111:loadbalancer/app/Balancer-${index}/00000000000000${String(index).padStart(2, '0')}`,
  name: `Balancer-${index}`,
});

export const loadBalancerV2s = launchedKind<'young' | 'tagged' | 'managed' | 'provisioning' | 'failed'>({
  type: 'loadBalancerV2',
  kept: ['young', 'tagged', 'managed', 'provisioning', 'failed'],
  users: BALANCER_USERS,
  launched,
  add(control, { id: LoadBalancerArn, name: LoadBalancerName }, is, CreatedTime) {
    const tags =
      is === 'tagged' ? { 'holystone:keep': 'always' } : is === 'managed' ? { 'elbv2.k8s.aws/cluster': 'shop' } : {};
    const Code = is === 'provisioning' || is === 'failed' ? is : 'active';
    control.addLoadBalancerV2s(OWN, [
      { LoadBalancerArn, LoadBalancerName, DNSName: dnsNameOf(LoadBalancerName), CreatedTime, tags, State: { Code } },
    ]);
  },
});
