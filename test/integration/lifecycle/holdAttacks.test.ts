/** Attempts to have Holystone delete a security group that waited for its load balancer and is in use again by then. */
import { beforeAll, describe, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR, namespaceOf, THERE, worldForAll } from '../../support/awsWorld.ts';

const BALANCERS = namespaceOf('loadBalancerV2');
const GROUPS = namespaceOf('securityGroup');
const MINUTE = 60_000;
const VpcId = 'vpc-1';
const ACCEPTED = ', acceptIncomplete: { until: 2099-12-31, reason: a test }';
const entry = (type: string, more = '') =>
  `{ type: ${type}, accounts: [test], live: true, minimumAge: 1h, unusedFor: 12h, retention: 5d, when: [{ rule: clusterGone }]${more} }`;

interface Held {
  readonly name: string;
  readonly balancer: string;
  readonly group: string;
}

const world = worldForAll();

const control = () => world.sandbox.control;
const vpc = (group: string) => ({ VpcConfig: { SecurityGroupIds: [group] } });
const rule = (GroupId: string) => ({
  VpcId,
  IpPermissions: [{ IpProtocol: 'tcp', FromPort: 443, ToPort: 443, UserIdGroupPairs: [{ GroupId }] }],
});

/** Each happens to a group of its own, after its load balancer went. */
const ATTACKS: Readonly<Record<string, (held: Held) => unknown>> = {
  'an interface in another account has it': ({ group }) =>
    control().addNetworkInterfaces(THERE, [{ Groups: [{ GroupId: group }] }]),
  'an interface says that the deleted load balancer made it': ({ balancer, group }) => {
    const Description = `ELB ${balancer.slice(balancer.indexOf(':loadbalancer/') + ':loadbalancer/'.length)}`;
    control().addNetworkInterfaces(HERE, [{ Description, Groups: [{ GroupId: group }] }]);
  },
  'a new load balancer of the same name has it': ({ name, group }) =>
    control().addLoadBalancerV2s(HERE, [{ LoadBalancerName: name, VpcId, SecurityGroups: [group] }]),
  'a classic load balancer of the same name has it': ({ name, group }) =>
    control().addLoadBalancers(HERE, [{ LoadBalancerName: name, SecurityGroups: [group] }]),
  'a rule of another group names it': ({ group }) => control().addSecurityGroups(HERE, [rule(group)]),
  'a rule of a group in another account names it': ({ group }) => control().addSecurityGroups(THERE, [rule(group)]),
  'a launch template names it': ({ group }) =>
    control().addLaunchTemplates(HERE, [{ versions: [{ SecurityGroupIds: [group] }] }] as never),
  'a stopped application of EMR Serverless names it': ({ group }) =>
    control().addEmrApplications(HERE, [{ networkConfiguration: { securityGroupIds: [group] } }]),
  'a stopped fleet of AppStream in another account names it': ({ group }) =>
    control().addStreamingFleets(THERE, [vpc(group)]),
  'AWS RAM shares it with an account that is not declared': ({ group }) =>
    control().addResourceShares(HERE, [
      { resources: [`arn:aws:ec2:us-east-1:111111111111:security-group/${group}`], principals: ['999999999999'] },
    ]),
  'its tag says shared': ({ group }) =>
    control().update(HERE, 'securityGroup', group, {
      Tags: [{ Key: 'kubernetes.io/cluster/shop', Value: 'shared' }],
    }),
};

describe('C11 L10 a security group whose load balancer was deleted stays when', () => {
  const groups = new Map<string, Held>();
  let untouched: Held;
  let deleted: readonly unknown[] = [];

  function add(name: string): Held {
    const tags = { owner: 'ann@example.com', 'kubernetes.io/cluster/shop': 'owned' };
    const [group = ''] = control().addSecurityGroups(HERE, [{ GroupName: name, VpcId, tags }]);
    const CreatedTime = new Date(world.clock.now() - 100 * DAY);
    const its = { LoadBalancerName: name, VpcId, CreatedTime, SecurityGroups: [group] };
    const service = { 'kubernetes.io/service-name': `shop/${name}` };
    const [balancer = ''] = control().addLoadBalancerV2s(HERE, [{ ...its, tags: { ...tags, ...service } }]);
    return { name, balancer, group };
  }

  beforeAll(async () => {
    await world.reset({
      cleanup: `[${entry('loadBalancerV2')}, ${entry('securityGroup', ACCEPTED)}]`,
      defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
    });
    for (const [index, name] of Object.keys(ATTACKS).entries()) groups.set(name, add(`web-${index}x`));
    untouched = add('untouched');
    for (let passed = 0; passed <= 30; passed += 6) {
      for (const namespace of [BALANCERS, GROUPS]) await world.pass('mark', namespace);
      world.clock.advance(6 * HOUR);
    }
    await world.notify(BALANCERS, GROUPS);
    await world.watched(6, BALANCERS, GROUPS);
    for (const namespace of [BALANCERS, GROUPS]) await world.pass('mark', namespace);
    await world.pass('delete', BALANCERS);
    world.clock.advance(20 * MINUTE);
    control().advanceClock(20 * MINUTE);
    control().renewSessions();
    for (const [name, attack] of Object.entries(ATTACKS)) attack(groups.get(name) as Held);
    await world.pass('delete', GROUPS);
    deleted = world.writes().flatMap(({ input }) => Object.values(input as object));
  });

  test.each(Object.keys(ATTACKS))('%s', (name) => {
    const held = groups.get(name);
    expect(deleted).toContain(held?.balancer);
    expect(deleted).not.toContain(held?.group);
  });

  test('and the one that nobody uses goes', () => {
    expect(deleted.filter((id) => String(id).startsWith('sg-'))).toEqual([untouched.group]);
  });
});
