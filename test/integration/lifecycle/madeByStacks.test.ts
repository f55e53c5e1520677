/** What a living stack of CloudFormation made stays, also where it writes no tags on it. */
import { expect, test } from '@jest/globals';
import { awsTimeOf } from '../../support/awsTime.ts';
import { DAY, HERE, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const world = worldForAll();
const control = () => world.sandbox.control;
const UNTAGGED = { owner: 'ann@example.com' };
type Status = 'CREATE_COMPLETE' | 'DELETE_COMPLETE' | 'DELETE_SKIPPED';

/** Each adds one that nobody uses. @returns its id as CloudFormation has it */
const LEFT: Readonly<Record<string, (since: Date) => string>> = {
  cache: (since) => {
    control().addCaches(HERE, [
      { ReplicationGroupId: 'sho-ca-1k7abcdef9xyz', ReplicationGroupCreateTime: since, tags: UNTAGGED },
    ]);
    return 'sho-ca-1k7abcdef9xyz';
  },
  table: (since) => {
    control().addTables(HERE, [{ TableName: 'shop-Orders-1K7ABCDEF9XYZ', CreationDateTime: since, tags: UNTAGGED }]);
    return 'shop-Orders-1K7ABCDEF9XYZ';
  },
  targetGroup: () => control().addTargetGroups(HERE, [{ VpcId: 'vpc-1', tags: UNTAGGED }])[0] ?? '',
  volume: (since) => control().addVolumes(HERE, [{ CreateTime: since.toISOString(), tags: UNTAGGED }])[0] ?? '',
  vpcEndpoint: (since) =>
    control().addVpcEndpoints(HERE, [{ VpcId: 'vpc-1', CreationTimestamp: since.toISOString(), tags: UNTAGGED }])[0] ??
    '',
};
const TYPES = Object.keys(LEFT);
const ACCEPTED = ', acceptIncomplete: { until: 2099-12-31, reason: a test }';
const KEYS: Readonly<Record<string, string>> = { targetGroup: '', volume: ', unusedFor: 12h' };

async function marked(
  type: string,
  { has = true, status = 'CREATE_COMPLETE' as Status, more = '', deny = '' } = {},
): Promise<readonly string[]> {
  const namespace = namespaceOf(type as 'volume');
  const { reset } = awsTimeOf(world, namespace);
  await reset({
    cleanup: `[{ type: ${type}, accounts: [test], live: true, minimumAge: 1h, when: [{ rule: unused }]${KEYS[type] ?? ACCEPTED}${more} }]`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
  const id = LEFT[type]?.(new Date(world.clock.now() - 200 * DAY)) ?? '';
  control().addStacks(HERE, [{ name: 'shop', resources: { One: status }, physicalIds: has ? { One: id } : {} }]);
  if (deny) world.deny(deny);
  for (let i = 0; i < 3; i++) {
    await world.pass('mark', namespace);
    world.clock.advance(DAY);
  }
  return (await world.marks(namespace)).map((mark) => mark.id);
}

test.each(TYPES)('A172 a %s that a living stack has is kept, and one that no stack has is marked', async (type) => {
  expect(await marked(type, { has: false })).toHaveLength(1);
  expect(await marked(type)).toEqual([]);
});

test.each<Status>(['DELETE_COMPLETE', 'DELETE_SKIPPED'])(
  'A172 what the stack has no more (%s) is no use',
  async (status) => {
    expect(await marked('volume', { status })).toHaveLength(1);
  },
);

test('A172 an entry that takes over what CloudFormation manages selects it', async () => {
  expect(await marked('volume', { more: ', manageOwned: [cloudformation]' })).toHaveLength(1);
});

test('A172 nothing is known while nobody may list the resources of stacks', async () => {
  expect(await marked('volume', { has: false, deny: 'cloudformation:ListStackResources' })).toEqual([]);
});
