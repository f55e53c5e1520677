/** Security groups as graphs of their users; the verdicts follow from the construction. */

import { NAMERS, NAMERS_OF_OTHERS } from './groupNamers.ts';
import type { GraphKind } from './kind.ts';
import { type LaunchGraph, type Launching, launchedKind, launchUser } from './launched.ts';
import { SERVED, SERVED_NO_MORE } from './servedGroups.ts';
import { OTHER, OWN, STRANGER } from './surveyed.ts';

type Row = readonly [string, (launching: Launching) => void];
type Is = 'tagged' | 'managed' | 'default' | 'foreign';

const elsewhere = (add: (s: Launching) => unknown) => (s: Launching) => {
  add({ ...s, at: s.elsewhere });
};

const onInterface =
  (more: object, other = '') =>
  ({ control, at, id }: Launching) => {
    control.addNetworkInterfaces(at, [{ Groups: [{ GroupId: `${id}${other}` }], ...more }]);
  };

/** The default group of a VPC, which is kept itself, and whose rule names the group. */
const RULE_USERS = ['rule for incoming traffic', 'rule for outgoing traffic'] as const;
const ruleGroupOf = (id: string) => id.replace('sg-0', 'sg-1');
const inRule =
  (member: 'IpPermissions' | 'IpPermissionsEgress', other = '') =>
  ({ control, at, id }: Launching) => {
    const GroupId = ruleGroupOf(id);
    if (control.state(at).securityGroups.some((group) => group.GroupId === GroupId)) return;
    const rule = { IpProtocol: 'tcp', FromPort: 443, ToPort: 443, UserIdGroupPairs: [{ GroupId: `${id}${other}` }] };
    control.addSecurityGroups(at, [{ GroupId, GroupName: 'default', [member]: [rule] }]);
  };

const templated =
  (versions: readonly object[]) =>
  ({ control, at, name, user }: Launching) => {
    control.addLaunchTemplates(at, [{ LaunchTemplateName: `${name}-${user}`, versions }]);
  };
const inTemplate = (of: (s: Launching) => readonly object[]) => (s: Launching) => templated(of(s))(s);

const inConfiguration =
  (of: (s: Launching) => string) =>
  (s: Launching): void => {
    const seed = { LaunchConfigurationName: `${s.name}-${s.user}`, SecurityGroups: [of(s)] };
    s.control.addLaunchConfigurations(s.at, [seed]);
  };

/** Without a zone, so that no interface has the group too. */
const onBalancer = ({ control, at, id }: Launching) => {
  control.addLoadBalancerV2s(at, [{ SecurityGroups: [id], AvailabilityZones: [] }]);
};
const onClassic = ({ control, at, id }: Launching) => {
  control.addLoadBalancers(at, [{ SecurityGroups: [id], Subnets: [] }]);
};

const onEndpoint =
  (State: string, other = '') =>
  ({ control, at, id }: Launching) => {
    control.addVpcEndpoints(at, [{ State: State as 'Available', Groups: [{ GroupId: `${id}${other}` }] }]);
  };
const associated =
  (State: 'associated' | 'disassociated') =>
  ({ control, at, id }: Launching) => {
    control.addGroupAssociations(at, [{ GroupId: id, VpcId: 'vpc-00000000000000002', State }]);
  };
/** In an account that no configuration names. */
const peered =
  (more: object) =>
  ({ control, at, id }: Launching) => {
    const rule = { IpProtocol: '-1', UserIdGroupPairs: [{ GroupId: id, ...more }] };
    const seed = { VpcId: 'vpc-00000000000000009', IpPermissions: [rule] };
    control.addAccount({ id: STRANGER });
    control.addSecurityGroups({ ...at, account: STRANGER }, [seed]);
  };

/** Through AWS RAM. */
const sharedWith =
  (principal: string, more: object = {}) =>
  ({ control, at, id }: Launching) => {
    const resources = [`arn:aws:ec2:${at.region}:${at.account}:security-group/${id}`];
    control.addResourceShares(at, [{ resources, principals: [principal], ...more }]);
  };

const OF_BALANCER = { RequesterManaged: true, Status: 'in-use' as const };

const USED: readonly Row[] = [
  ...(['available', 'in-use', 'pending'] as const).map(
    (Status): Row => [`interface, ${Status}`, onInterface({ Status })],
  ),
  [
    'interface of a load balancer that is gone',
    onInterface({ ...OF_BALANCER, Description: 'ELB app/web/50dc6c495c0c9188' }),
  ],
  ['interface of a classic load balancer', onInterface({ ...OF_BALANCER, Description: 'ELB web' })],
  ['interface of another account', elsewhere(onInterface({}))],
  [RULE_USERS[0], inRule('IpPermissions')],
  [RULE_USERS[1], inRule('IpPermissionsEgress')],
  ['rule of another account', elsewhere(inRule('IpPermissions'))],
  ['template', inTemplate(({ id }) => [{ SecurityGroupIds: [id] }])],
  ['template, old version', inTemplate(({ id }) => [{ SecurityGroupIds: [id] }, {}])],
  ['template, by name', inTemplate(({ name }) => [{ SecurityGroups: [name] }])],
  ['template, by its interface', inTemplate(({ id }) => [{ NetworkInterfaces: [{ DeviceIndex: 0, Groups: [id] }] }])],
  ['template of another account', elsewhere(inTemplate(({ id }) => [{ SecurityGroupIds: [id] }]))],
  ['launch configuration', inConfiguration(({ id }) => id)],
  ['launch configuration, by name', inConfiguration(({ name }) => name)],
  ['load balancer', onBalancer],
  ['load balancer of another account', elsewhere(onBalancer)],
  ['classic load balancer', onClassic],
  ['VPC endpoint', onEndpoint('available')],
  ['VPC endpoint that waits for its acceptance', onEndpoint('pendingAcceptance')],
  ['VPC endpoint of another account', elsewhere(onEndpoint('available'))],
  ['another VPC, by association', associated('associated')],
  ['rule behind a peering, of an account that is not configured', peered({ VpcPeeringConnectionId: 'pcx-1' })],
  ['account that is not declared, by a share', sharedWith(STRANGER)],
  ['role of an account that is not declared, by a share', sharedWith(`arn:aws:iam::${STRANGER}:role/deployer`)],
  ['organisation, by a share', sharedWith(`arn:aws:organizations::${OWN.account}:organization/o-abcdefghij`)],
  ...NAMERS,
  ...NAMERS.map(([name, add]): Row => [`${name}, of another account`, elsewhere(add)]),
  ...SERVED,
  ...SERVED.map(([name, add]): Row => [`${name}, of another account`, elsewhere(add)]),
];

const UNUSED: readonly Row[] = [
  ...SERVED_NO_MORE,
  ['interface with another group', onInterface({}, '0')],
  ['deleted VPC endpoint', onEndpoint('deleted')],
  ['VPC endpoint with another group', onEndpoint('available', '0')],
  ['share with a declared account', sharedWith(OTHER.account)],
  ['share with a role of a declared account', sharedWith(`arn:aws:iam::${OTHER.account}:role/deployer`)],
  ['share that ended', sharedWith(STRANGER, { status: 'DELETED' })],
  [
    'share of a subnet',
    sharedWith(STRANGER, { resources: [`arn:aws:ec2:${OWN.region}:${OWN.account}:subnet/subnet-1`] }),
  ],
  ['association that ended', associated('disassociated')],
  ...NAMERS_OF_OTHERS,
  ['rule of another account that names another', elsewhere(inRule('IpPermissions', '0'))],
  [
    'own rule',
    ({ control, at, id }) => {
      const rule = { IpProtocol: '-1', UserIdGroupPairs: [{ GroupId: id }] };
      control.update(at, 'securityGroup', id, { IpPermissions: [rule] });
    },
  ],
  [
    'template that names another',
    inTemplate(({ id, name }) => [{ SecurityGroupIds: [`${id}0`], SecurityGroups: [`${name}0`] }]),
  ],
];

export const SECURITY_GROUP_USERS = [...USED.map(launchUser(true)), ...UNUSED.map(launchUser(false))];

const PROPERTIES = {
  plain: {},
  tagged: { tags: { 'holystone:keep': 'always' } },
  managed: { tags: { 'aws:cloudformation:stack-name': 'web' } },
  default: { GroupName: 'default' },
  foreign: { OwnerId: STRANGER },
} as const;

const launched = (index: number) => ({
  id: `sg-0${String(index + 1).padStart(16, '0')}`,
  name: `group-${index}`,
});

const kind = launchedKind<Is>({
  type: 'securityGroup',
  kept: ['tagged', 'managed', 'default', 'foreign'],
  users: SECURITY_GROUP_USERS,
  launched,
  add(control, { id: GroupId, name: GroupName }, is) {
    control.addSecurityGroups(OWN, [{ GroupId, GroupName, ...PROPERTIES[is] }]);
  },
});

type Edge = LaunchGraph<Is>['users'][number];

/** The groups with a rule are kept: they are their VPC's default ones. */
export const securityGroups: GraphKind<LaunchGraph<Is>, Edge> = {
  ...kind,
  expected(graph) {
    const named = graph.users.filter(({ user }) => (RULE_USERS as readonly string[]).includes(user.name));
    return new Map([
      ...kind.expected(graph),
      ...named.map(({ to }) => [ruleGroupOf(launched(to).id), 'keep'] as const),
    ]);
  },
};
