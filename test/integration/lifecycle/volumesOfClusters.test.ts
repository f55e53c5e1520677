/** The volumes of a deleted Kubernetes cluster, until they are marked and notified: docs/behaviour/clusters.md. */
import { beforeEach, expect, test } from '@jest/globals';
import { DAY, HERE, HOUR, VOLUMES, worldForAll } from '../../support/awsWorld.ts';

const CLAIM = {
  'kubernetes.io/created-for/pvc/name': 'data-web-0',
  'kubernetes.io/created-for/pvc/namespace': 'shop',
};
const LEFT = { ...CLAIM, 'kubernetes.io/cluster/shop': 'owned', 'ebs.csi.aws.com/cluster': 'true' };

const world = worldForAll();

beforeEach(() =>
  world.reset({
    cleanup:
      '[{ type: volume, accounts: [test], live: true, minimumAge: 1h, unusedFor: 12h, when: [{ rule: clusterGone }], manageOwned: [ebs-csi], quarantine: 7d }]',
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, shrunkBy: 100% }',
  }),
);

function add(tags: Record<string, string>): string {
  const CreateTime = new Date(world.clock.now() - 100 * DAY).toISOString();
  return world.sandbox.control.addVolumes(HERE, [{ CreateTime, tags: { owner: 'ann@example.com', ...tags } }])[0] ?? '';
}
async function surveys(days: number): Promise<void> {
  for (let passed = 0; passed <= days * 24; passed += 6) {
    await world.pass('mark', VOLUMES);
    world.clock.advance(6 * HOUR);
  }
}
const marks = () => world.marks(VOLUMES);

test('C16 a volume of a gone cluster is marked in its group, notified with its claim, and saved before the deletion', async () => {
  const id = add(LEFT);
  const disk = add({ 'kubernetes.io/cluster/shop': 'owned' });
  await surveys(2);
  expect((await marks()).map((mark) => [mark.id, mark.resource.group])).toEqual([[id, 'cluster/shop']]);
  await world.notify(VOLUMES);
  const [mail] = world.messages();
  expect(mail?.subject).toMatch(/^\[[^\]]+\] Cluster shop is gone, but still costs/);
  expect(mail?.text.replace(/\s+/g, ' ')).toContain('it was made for the claim shop/data-web-0; its data goes with it');
  expect(mail?.text).not.toContain(disk);
  for (let day = 0; day < 40 && world.writes().length === 0; day++) {
    world.clock.advance(DAY);
    await world.pass('mark', VOLUMES);
    await world.pass('delete', VOLUMES);
  }
  expect(world.writes().map(({ operation }) => operation)).not.toContain('DeleteVolume');
  expect(world.writes().map(({ operation }) => operation)).toContain('CreateSnapshot');
});

test.each([
  'eks:DescribeCluster',
  'ec2:DescribeInstances',
  'ec2:DescribeLaunchTemplates',
  'autoscaling:DescribeAutoScalingGroups',
])('C16 C4 without %s no volume is marked', async (action) => {
  add(LEFT);
  world.deny(action);
  await surveys(2);
  expect(await marks()).toEqual([]);
});

test('C16 C4 a living cluster of the name in any VPC keeps its volumes', async () => {
  add(LEFT);
  world.sandbox.control.addInstances(HERE, [{ VpcId: 'vpc-9', tags: { 'kubernetes.io/cluster/shop': 'owned' } }]);
  await surveys(2);
  expect(await marks()).toEqual([]);
});
