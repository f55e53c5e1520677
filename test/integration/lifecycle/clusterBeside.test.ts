/** Controllers write the name of their setting: while another cluster lives beside it, the owner reads that. */
import { expect, test } from '@jest/globals';
import { HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const TARGETS = namespaceOf('targetGroup');
const world = worldForAll();
const defaults = 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }';
const entry =
  '{ type: targetGroup, accounts: [test], live: true, minimumAge: 1h, clusters: { ownerTags: true }, when: [{ rule: clusterGone }] }';
const tags = { owner: 'ann@example.com', 'elbv2.k8s.aws/cluster': 'prod', 'ingress.k8s.aws/stack': 'shop/web' };

test.each([
  ['vpc-1', /prod-2024 lives beside it \(instance i-\w+ \(running\)\): keep it if that cluster calls itself prod/],
  ['vpc-2', /cluster prod is gone(?!.*beside)/],
])('C7 the cluster prod-2024 lives in %s, and a balancer of vpc-1 says prod', async (VpcId, words) => {
  await world.reset({ cleanup: `[${entry}]`, defaults });
  world.sandbox.control.addTargetGroups(HERE, [{ VpcId: 'vpc-1', tags }]);
  world.sandbox.control.addInstances(HERE, [{ VpcId, tags: { 'kubernetes.io/cluster/prod-2024': 'owned' } }]);
  for (let i = 0; i < 9; i++) {
    await world.pass('mark', TARGETS);
    world.clock.advance(6 * HOUR);
  }
  expect((await world.marks(TARGETS)).map(({ reasons }) => reasons.join())).toEqual([expect.stringMatching(words)]);
});
