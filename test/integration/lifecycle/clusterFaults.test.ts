/** C13: what refuses, vanishes or fails in a batch of leftovers stops nothing that does not depend on it. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { HERE, worldForAll } from '../../support/awsWorld.ts';
import * as chain from '../../support/clusterChain.ts';

const { BALANCERS, FIREWALLS, idsOf, VpcId } = chain;

const world = worldForAll();
beforeEach(() => world.reset(chain.chainOptions()));

const control = () => world.sandbox.control;
const addService = (name: string, cluster?: string) => chain.addService(world, name, cluster);
const due = () => chain.chainDue(world);
const deleteAll = () => chain.deleteChain(world);

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
      expect((await world.marks(FIREWALLS)).map(({ id }) => id)).toEqual([refused.group]);
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
    expect(await world.marks(FIREWALLS)).toEqual([]);
  });

  test('that somebody deleted is gone, not deleted by us, and the resources that it used go after it', async () => {
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
