/** A cluster that sleeps has no machine, no group and no template: its network shows that it is not gone. */
import { beforeEach, expect, test } from '@jest/globals';
import { HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const TARGETS = namespaceOf('targetGroup');
const SHOOT = 'shoot--dev--shop';
const world = worldForAll();
const defaults = 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }';
const entry =
  '{ type: targetGroup, accounts: [test], live: true, minimumAge: 1h, clusters: {}, when: [{ rule: clusterGone }] }';
beforeEach(() => world.reset({ cleanup: `[${entry}]`, defaults }));

const tagOf = (value: string) => ({ [`kubernetes.io/cluster/${SHOOT}`]: value });
const subnet = (value: string, more: object = {}, VpcId = 'vpc-1') =>
  world.sandbox.control.addSubnets(HERE, [{ VpcId, tags: { ...tagOf(value), ...more } }])[0] ?? '';
const target = () => {
  const tags = { owner: 'ann@example.com', ...tagOf('owned'), 'kubernetes.io/service-name': 'shop/web' };
  return world.sandbox.control.addTargetGroups(HERE, [{ VpcId: 'vpc-1', tags }])[0] ?? '';
};

/** A node was there once, and was deleted more than two days ago. */
async function surveys(): Promise<readonly string[]> {
  const survey = () => world.pass('mark', TARGETS);
  await survey();
  const tags = { ...tagOf('1'), 'kubernetes.io/role/node': '1' };
  const [node = ''] = world.sandbox.control.addInstances(HERE, [{ VpcId: 'vpc-1', tags }]);
  world.clock.advance(HOUR);
  await survey();
  world.sandbox.control.remove(HERE, 'instance', node);
  for (let i = 0; i < 9; i++) {
    world.clock.advance(6 * HOUR);
    await survey();
  }
  return (await world.marks(TARGETS)).map(({ id }) => id);
}

test.each(['1', 'owned'])(
  'C4 a shoot of Gardener that hibernates: its subnets say "%s" → nothing of it goes',
  async (value) => {
    target();
    const id = subnet(value);
    expect(await surveys()).toEqual([]);
    world.sandbox.control.remove(HERE, 'subnet', id);
    expect(await surveys()).toHaveLength(1);
  },
);

test('C4 a subnet that the cluster only shared, or of another VPC, shows nothing', async () => {
  const id = target();
  subnet('shared', { Environment: 'dev' });
  subnet('owned', {}, 'vpc-2');
  expect(await surveys()).toEqual([id]);
});

test('C4 another tag that says "shared" hides no subnet of the cluster', async () => {
  target();
  subnet('1', { network: 'shared' });
  expect(await surveys()).toEqual([]);
});
