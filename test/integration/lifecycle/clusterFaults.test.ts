/** C13: what refuses, vanishes or fails in a batch of leftovers stops nothing that does not depend on it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR, namespaceOf, World } from '../../support/awsWorld.ts';

const TYPES = ['loadBalancerV2', 'targetGroup', 'securityGroup'] as const;
const [BALANCERS, POOLS, GROUPS] = TYPES.map(namespaceOf) as [
  ReturnType<typeof namespaceOf>,
  ReturnType<typeof namespaceOf>,
  ReturnType<typeof namespaceOf>,
];
const CHAIN = [BALANCERS, POOLS, GROUPS];
const VpcId = 'vpc-1';
const ACCEPTED = ', acceptIncomplete: { until: 2099-12-31, reason: a test }';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());
const entry = (type: (typeof TYPES)[number]) =>
  `{ type: ${type}, accounts: [test], live: true, minimumAge: 1h, retention: 5d, when: [{ rule: clusterGone }]${type === 'securityGroup' ? ACCEPTED : ''} }`;
beforeEach(() => {
  world.forgetClients();
  return world.reset({
    cleanup: `[${TYPES.map(entry)}]`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
});

const control = () => world.sandbox.control;

interface Service {
  readonly balancer: string;
  readonly pool: string;
  readonly group: string;
}

function addService(name: string, cluster = 'shop'): Service {
  const tags = {
    owner: 'ann@example.com',
    [`kubernetes.io/cluster/${cluster}`]: 'owned',
    'kubernetes.io/service-name': `shop/${name}`,
  };
  const [group = ''] = control().addSecurityGroups(HERE, [{ GroupName: name, VpcId, tags }]);
  const [pool = ''] = control().addTargetGroups(HERE, [{ TargetGroupName: name, VpcId, tags }]);
  const listeners = [{ DefaultActions: [{ Type: 'forward' as const, TargetGroupArn: pool }] }];
  const CreatedTime = new Date(world.clock.now() - 100 * DAY);
  const seed = { LoadBalancerName: name, VpcId, SecurityGroups: [group], tags };
  const [balancer = ''] = control().addLoadBalancerV2s(HERE, [{ ...seed, CreatedTime, listeners }]);
  return { balancer, pool, group };
}

/** Marked, told and due, in all three types. */
async function due(): Promise<void> {
  for (let passed = 0; passed <= 30; passed += 6) {
    for (const namespace of CHAIN) await world.pass('mark', namespace);
    world.clock.advance(6 * HOUR);
  }
  await world.notify(...CHAIN);
  await world.watched(6, ...CHAIN);
  for (const namespace of CHAIN) await world.pass('mark', namespace);
}

/** Delete passes of all types, as often as a chain of three needs, with the interfaces gone in between. */
async function deleteAll(): Promise<readonly unknown[]> {
  for (let round = 0; round < 3; round++) {
    for (const namespace of CHAIN) await world.pass('delete', namespace);
    world.clock.advance(HOUR);
    control().advanceClock(HOUR);
    world.forgetClients();
  }
  return world.writes().flatMap(({ input, status }) => (status === 200 ? Object.values(input as object) : []));
}

const idsOf = ({ balancer, pool, group }: Service) => [balancer, pool, group];

describe('C13 one balancer of three', () => {
  test.each([
    ['OperationNotPermitted', 'protected: '],
    ['ResourceInUse', 'in use: '],
    ['AccessDenied', 'elasticloadbalancing:DeleteLoadBalancer is denied'],
    // Nobody knows yet whether AWS did it: it is read again before each further attempt.
    ['InternalFailure', ''],
  ])(
    'that AWS refuses with %s keeps its own chain, the mark says "%s", and the others go whole',
    async (code, words) => {
      const [refused, one, other] = [addService('refused'), addService('one'), addService('other')];
      await due();
      const status = code === 'InternalFailure' ? 500 : code === 'AccessDenied' ? 403 : 400;
      control().addFault({
        kind: 'error',
        operation: 'DeleteLoadBalancer',
        containing: refused.balancer,
        code,
        status,
      });
      const deleted = await deleteAll();
      expect(new Set(deleted)).toEqual(new Set([...idsOf(one), ...idsOf(other)]));
      const [mark] = await world.marks(BALANCERS);
      expect([mark?.id, mark?.problem ?? '']).toEqual([refused.balancer, expect.stringContaining(words)]);
      expect((await world.marks(GROUPS)).map(({ id }) => id)).toEqual([refused.group]);
    },
  );

  test('that has deletion protection at the last read loses its mark with that reason, and no request leaves', async () => {
    const [guarded, one] = [addService('guarded'), addService('one')];
    await due();
    const attributes = [{ Key: 'deletion_protection.enabled', Value: 'true' }];
    control().update(HERE, 'loadBalancerV2', guarded.balancer, { attributes });
    const deleted = await deleteAll();
    expect(new Set(deleted)).toEqual(new Set(idsOf(one)));
    const audit = await world.wired.deps.audit.history(BALANCERS, guarded.balancer);
    expect(audit.at(-1)).toMatchObject({ event: 'unmarked', reason: expect.stringContaining('protection') });
    expect(await world.marks(GROUPS)).toEqual([]);
  });

  test('that somebody deleted is gone, not deleted by us, and what it held goes after it', async () => {
    const [gone, one] = [addService('gone'), addService('one')];
    await due();
    control().remove(HERE, 'loadBalancerV2', gone.balancer);
    for (const { NetworkInterfaceId = '', Description = '' } of control().state(HERE).networkInterfaces) {
      if (Description.includes('/gone/')) control().remove(HERE, 'networkInterface', NetworkInterfaceId);
    }
    const deleted = await deleteAll();
    expect(new Set(deleted)).toEqual(new Set([gone.pool, gone.group, ...idsOf(one)]));
    expect(world.events(gone.balancer).at(-1)).toBe('gone');
  });

  test('whose cluster comes back keeps its chain, and that of another cluster goes', async () => {
    const [back, one] = [addService('back', 'blog'), addService('one')];
    await due();
    control().addInstances(HERE, [{ VpcId, tags: { 'kubernetes.io/cluster/blog': 'owned' } }]);
    expect(new Set(await deleteAll())).toEqual(new Set(idsOf(one)));
    expect(world.events(back.balancer)).toContain('unmarked');
  });
});

test.each(['DeleteTargetGroup', 'DeleteSecurityGroup'])(
  'C13 a %s that AWS refuses does not keep the balancer that held it, nor its sibling',
  async (operation) => {
    const [one, other] = [addService('one'), addService('other')];
    await due();
    const containing = operation === 'DeleteTargetGroup' ? one.pool : one.group;
    control().addFault({ kind: 'error', operation, containing, code: 'OperationNotPermitted', status: 400 });
    const rest = [...idsOf(one), ...idsOf(other)].filter((id) => id !== containing);
    expect(new Set(await deleteAll())).toEqual(new Set(rest));
  },
);
