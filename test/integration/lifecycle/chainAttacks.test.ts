/** Attempts to have a chain of leftovers end too early, out of order, or past a decision of its owner. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { HERE, HOUR, THERE, worldForAll } from '../../support/awsWorld.ts';
import {
  addService,
  BALANCERS,
  CHAIN,
  chainDue,
  chainOptions,
  deleteChain,
  deletedIn,
  FIREWALLS,
  hourLater,
  idsOf,
  POOLS,
  partOf,
  type Service,
  VpcId,
} from '../../support/clusterChain.ts';

const UNDECLARED = { account: '999999999999', region: HERE.region };

const world = worldForAll();
beforeEach(() => world.reset(chainOptions()));

const control = () => world.sandbox.control;
const optOut = (namespace: (typeof CHAIN)[number], target: { kind: 'id' | 'group'; value: string }) =>
  world.wired.deps.optOuts.optOut(namespace, {
    target,
    until: 'forever',
    actor: 'ann@example.com',
    at: world.clock.now(),
  } as never);
const sorted = (ids: readonly unknown[]) => [...ids].sort();

describe('C11 a holder that does not go, or not yet', () => {
  test('a balancer whose deletion AWS confirms, and which is still there → nothing that it uses goes', async () => {
    const [stuck, other] = [addService(world, 'stuck'), addService(world, 'other')];
    await chainDue(world);
    const was = control()
      .state(HERE)
      .loadBalancerV2s.find(({ LoadBalancerArn }) => LoadBalancerArn === stuck.balancer);
    await world.pass('delete', BALANCERS);
    const { State: _state, ...same } = was ?? {};
    const DefaultActions = [{ Type: 'forward' as const, TargetGroupArn: stuck.pool }];
    control().addLoadBalancerV2s(HERE, [{ ...same, listeners: [{ DefaultActions }] }]);
    await deleteChain(world);
    const deleted = deletedIn(world);
    expect(sorted(deleted)).toEqual(sorted([...idsOf(other), stuck.balancer]));
    expect(control().state(HERE).targetGroups).toHaveLength(1);
    expect(control().state(HERE).securityGroups).toHaveLength(1);
  });

  test('an owner keeps the balancer a moment before its request → the resources that the balancer uses are unmarked, not deleted', async () => {
    const kept = addService(world, 'kept');
    await chainDue(world);
    await optOut(BALANCERS, { kind: 'id', value: kept.balancer });
    expect(await deleteChain(world)).toEqual([]);
    for (const namespace of CHAIN) expect(await world.marks(namespace)).toEqual([]);
  });

  test('an owner keeps the target group alone → it stays, and the balancer and the security group go', async () => {
    const service = addService(world, 'web');
    await chainDue(world);
    await optOut(POOLS, { kind: 'id', value: service.pool });
    expect(sorted(await deleteChain(world))).toEqual(sorted([service.balancer, service.group]));
  });

  test('an owner keeps the group between the deletions → the other leftovers of the cluster stay', async () => {
    const service = addService(world, 'web');
    await chainDue(world);
    await world.pass('delete', BALANCERS);
    await optOut(POOLS, { kind: 'group', value: 'cluster/shop' });
    expect(await deleteChain(world)).toEqual([service.balancer]);
  });

  test.each([
    ['loadBalancerV2', 'nothing goes: its users are never deleted', () => []],
    ['targetGroup', 'the others go in order', ({ balancer, group }: Service) => [balancer, group]],
    ['securityGroup', 'the others go in order', ({ balancer, pool }: Service) => [balancer, pool]],
  ] as const)('a chain over two stages: %s is only planned → %s', async (dry, _what, goes) => {
    await world.reset(chainOptions([dry]));
    const service = addService(world, 'web');
    await chainDue(world);
    expect(sorted(await deleteChain(world))).toEqual(sorted(goes(service)));
  });

  test('passes of all types at once, in the wrong order, twice → AWS never has to refuse a request', async () => {
    const services = [addService(world, 'one'), addService(world, 'two'), addService(world, 'three')];
    await chainDue(world);
    for (let round = 0; round < 4; round++) {
      await Promise.all([...CHAIN].reverse().map((namespace) => world.pass('delete', namespace)));
      hourLater(world);
    }
    expect(sorted(deletedIn(world))).toEqual(sorted(services.flatMap(idsOf)));
    expect(world.writes().filter(({ status }) => status !== 200)).toEqual([]);
  });

  test('every reply to a deletion is lost, and the process begins anew each time → each goes once, in order', async () => {
    const service = addService(world, 'web');
    await chainDue(world);
    for (const operation of ['DeleteLoadBalancer', 'DeleteTargetGroup', 'DeleteSecurityGroup']) {
      control().addFault({ kind: 'dropAfter', operation });
    }
    for (let round = 0; round < 4; round++) {
      for (const namespace of CHAIN) await world.pass('delete', namespace);
      await world.configure(chainOptions());
      hourLater(world);
    }
    const requests = world.writes().map(({ input }) => Object.values(input as object)[0]);
    expect(requests).toEqual([service.balancer, service.pool, service.group]);
    for (const namespace of CHAIN) expect(await world.marks(namespace)).toEqual([]);
  });
});

describe('A1 C11 a balancer that is due, in its last minutes,', () => {
  test.each<[string, (service: Service) => unknown]>([
    [
      'gets traffic',
      ({ balancer }) => {
        const of = balancer.slice(balancer.indexOf(':loadbalancer/') + ':loadbalancer/'.length);
        const at = new Date(world.clock.now() - 2 * 60_000).toISOString();
        const points = [{ at, value: 1 }];
        control().addMetrics(HERE, [{ namespace: 'AWS/ApplicationELB', name: 'RequestCount', of, points }]);
      },
    ],
    [
      'gets an alias in a zone of another account',
      ({ balancer }) => {
        const found = control()
          .state(HERE)
          .loadBalancerV2s.find((one) => one.LoadBalancerArn === balancer);
        const AliasTarget = {
          DNSName: `dualstack.${found?.DNSName}.`,
          HostedZoneId: found?.CanonicalHostedZoneId,
          EvaluateTargetHealth: false,
        };
        control().addHostedZones(THERE, [
          { Name: 'example.com.', records: [{ Name: 'shop.example.com.', Type: 'A', AliasTarget }] },
        ]);
      },
    ],
    ['belongs to a cluster of that name again', () => control().addInstances(HERE, [{ VpcId, tags: partOf('shop') }])],
    [
      'belongs to a cluster that EKS makes again',
      () =>
        control().addEksClusters(HERE, [{ name: 'shop', status: 'CREATING', resourcesVpcConfig: { vpcId: VpcId } }]),
    ],
    [
      'cannot be judged, because EKS throttles in its region',
      () => control().addFault({ kind: 'throttle', operation: 'DescribeCluster', region: HERE.region }),
    ],
    [
      'cannot be judged, because EKS is denied in its region',
      () => control().addFault({ kind: 'deny', operation: 'DescribeCluster', region: HERE.region }),
    ],
  ])('%s → the whole chain stays', async (_what, attack) => {
    const service = addService(world, 'web');
    await chainDue(world);
    attack(service);
    for (const namespace of CHAIN) await world.pass('delete', namespace);
    expect(world.writes()).toEqual([]);
  });

  test('has none of these → it goes with the first pass', async () => {
    const { balancer } = addService(world, 'web');
    await chainDue(world);
    for (const namespace of CHAIN) await world.pass('delete', namespace);
    expect(deletedIn(world)).toContain(balancer);
  });
});

describe('A1 A5 C12 a security group whose balancer went', () => {
  const rule = (GroupId: string, more: object = {}) => ({
    IpPermissions: [{ IpProtocol: 'tcp', FromPort: 443, ToPort: 443, UserIdGroupPairs: [{ GroupId, ...more }] }],
  });
  const ofShop = (GroupName: string, more: object = {}) => ({
    ...{ GroupName, VpcId, tags: { owner: 'ann@example.com', ...partOf('shop') } },
    ...more,
  });

  test.each<[string, (group: string) => unknown]>([
    [
      'a rule in a peered VPC of an account that is not declared',
      (group) => {
        control().addAccount({ id: UNDECLARED.account });
        const peered = { VpcId: 'vpc-far', ...rule(group, { VpcPeeringConnectionId: 'pcx-1', VpcId }) };
        control().addSecurityGroups(UNDECLARED, [peered]);
      },
    ],
    [
      'an interface of a participant in a shared subnet',
      (GroupId) => control().addNetworkInterfaces(THERE, [{ VpcId, Groups: [{ GroupId, GroupName: 'x' }] }]),
    ],
    [
      'an endpoint that waits for its acceptance',
      (GroupId) =>
        control().addVpcEndpoints(HERE, [{ VpcId, State: 'pendingAcceptance', Groups: [{ GroupId }] }] as never),
    ],
    [
      'an association with another VPC',
      (GroupId) => control().addGroupAssociations(HERE, [{ GroupId, VpcId: 'vpc-2', State: 'associated' }]),
    ],
  ])('stays for %s', async (_what, attack) => {
    const service = addService(world, 'web');
    await chainDue(world);
    await world.pass('delete', BALANCERS);
    hourLater(world);
    attack(service.group);
    expect(sorted(await deleteChain(world))).toEqual(sorted([service.balancer, service.pool]));
    expect(world.writes().filter(({ operation }) => operation === 'DeleteSecurityGroup')).toEqual([]);
  });

  test('stays in a circle of three, with the group that only the circle names; one beside them goes', async () => {
    const [a = '', b = '', c = '', leaf = '', free = ''] = control().addSecurityGroups(
      HERE,
      ['a', 'b', 'c', 'leaf', 'free'].map((name) => ofShop(name)),
    );
    const pairs = (id: string, ...named: readonly string[]) =>
      control().update(HERE, 'securityGroup', id, {
        IpPermissions: [{ IpProtocol: '-1', UserIdGroupPairs: named.map((GroupId) => ({ GroupId })) }],
      });
    pairs(a, b);
    pairs(b, c, leaf);
    pairs(c, a);
    await chainDue(world);
    expect(await deleteChain(world)).toEqual([free]);
  });

  test('goes after the group that names it, in one retention', async () => {
    const [first = '', second = ''] = control().addSecurityGroups(HERE, [ofShop('first'), ofShop('second')]);
    control().update(HERE, 'securityGroup', first, rule(second));
    await world.pass('mark', FIREWALLS);
    await chainDue(world);
    world.clock.advance(HOUR);
    expect(await deleteChain(world)).toEqual([first, second]);
  });
});
