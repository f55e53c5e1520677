/** Whatever somebody wrote down by name, in words of their own, keeps. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { AwsType } from '../../support/awsTypes.ts';
import { DAY, HERE, namespaceOf, World } from '../../support/awsWorld.ts';
import { addService } from '../../support/graph/fargateServices.ts';

let world: World;
beforeAll(async () => {
  world = await World.start();
});
afterAll(() => world.stop());

const control = () => world.sandbox.control;
const until = '{ until: 2099-12-31, reason: a test }';
/** One of each type that nobody uses, and what its entry needs to be live. */
const SEEDS: Partial<Record<AwsType, readonly [needs: string, seed: (at: Date) => unknown]>> = {
  table: [
    `, acceptIncomplete: ${until}`,
    (at) => control().addTables(HERE, [{ TableName: 'orders', CreationDateTime: at }]),
  ],
  cache: [
    `, acceptIncomplete: ${until}`,
    (at) => control().addCaches(HERE, [{ ReplicationGroupId: 'web', ReplicationGroupCreateTime: at }]),
  ],
  logGroup: [
    `, acceptIncomplete: ${until}, acceptFinal: ${until}`,
    (at) => control().addLogGroups(HERE, [{ logGroupName: '/shop/web', creationTime: at.getTime() }]),
  ],
  fargateService: [
    `, acceptIncomplete: ${until}, actions: [mark, notify, stop]`,
    (at) => addService(control(), HERE, 'web', { createdAt: at }),
  ],
  loadBalancerV2: [
    '',
    (at) => control().addLoadBalancerV2s(HERE, [{ LoadBalancerName: 'web', CreatedTime: at.toISOString() }]),
  ],
};

/** How many marks the type gets. */
async function marked(type: AwsType, user: () => unknown): Promise<number> {
  const [needs = '', seed] = SEEDS[type] ?? [];
  await world.reset({
    cleanup: `[{ type: ${type}, accounts: [test], live: true, minimumAge: 1h, when: [{ rule: unused }]${needs} }]`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
  world.clock.advance(Date.now() - world.clock.now());
  seed?.(new Date(world.clock.now() - 200 * DAY));
  user();
  await world.pass('mark', namespaceOf(type));
  return (await world.marks(namespaceOf(type))).length;
}

const variables = (Variables: Record<string, string>) => () =>
  control().addFunctions(HERE, [{ FunctionName: 'user', Environment: { Variables } }]);
const build = (command: string) => () =>
  control().addCodeBuildProjects(HERE, [
    {
      name: 'ship',
      source: { type: 'NO_SOURCE', buildspec: `version: 0.2\nphases: { build: { commands: [ ${command} ] } }\n` },
    },
  ]);
const family = (environment: readonly { name: string; value: string }[]) => () =>
  control().addEcsTaskDefinitions(HERE, [
    { family: 'web', containerDefinitions: [{ name: 'web', image: 'shop/web:1', environment: [...environment] }] },
  ]);

test.each<[number, AwsType, string, () => unknown]>([
  [1, 'table', 'no user', () => undefined],
  [1, 'cache', 'no user', () => undefined],
  [1, 'logGroup', 'no user', () => undefined],
  [1, 'fargateService', 'no user', () => undefined],
  [1, 'loadBalancerV2', 'no user', () => undefined],
  [1, 'fargateService', 'its own name in a program', family([{ name: 'OTEL_SERVICE_NAME', value: 'web' }])],
  [
    0,
    'fargateService',
    'its name beside a cluster',
    family([
      { name: 'SERVICE_NAME', value: 'web' },
      { name: 'CLUSTER', value: 'shop' },
    ]),
  ],
  [0, 'fargateService', 'shop/web', variables({ TARGET: 'shop/web' })],
  [0, 'fargateService', '--service', build('aws ecs update-service --cluster shop --service web')],
  [0, 'table', 'DYNAMODB_TABLE_ORDERS', variables({ DYNAMODB_TABLE_ORDERS: 'orders' })],
  [0, 'table', 'an open ARN', variables({ ARN: 'arn:aws:dynamodb:*:*:table/orders' })],
  [0, 'cache', '--replication-group-id', build('aws elasticache modify-replication-group --replication-group-id web')],
  [0, 'logGroup', 'logs tail', build('aws logs tail /shop/web --since 1d')],
  [0, 'loadBalancerV2', '--names', build('aws elbv2 describe-load-balancers --names web')],
  [0, 'loadBalancerV2', 'the end of its ARN', variables({ LOAD_BALANCER_NAME: 'web' })],
])('A90 A91 %i marks of %s: %s', async (marks, type, _what, user) => {
  expect(await marked(type, user)).toBe(marks);
});
