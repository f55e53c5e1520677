/** Programs in another declared region of the account that name a resource: as those do that take over when a region fails. */
import { expect, test } from '@jest/globals';
import type { AwsType } from '../../support/awsTypes.ts';
import { DAY, HERE, namespaceOf, worldForAll } from '../../support/awsWorld.ts';
import { addService, serviceArn } from '../../support/graph/fargateServices.ts';

const world = worldForAll();
const THERE = { ...HERE, region: 'eu-west-1' };
const control = () => world.sandbox.control;
const ago = (days: number) => new Date(world.clock.now() - days * DAY);

const UNTIL = '{ until: 2099-12-31, reason: a test }';
const INCOMPLETE = `, acceptIncomplete: ${UNTIL}`;

interface Row {
  readonly keys?: string;
  add(): void;
  /** The variables of a function that name it. */
  readonly named: readonly Readonly<Record<string, string>>[];
}

const ROWS: Partial<Record<AwsType, Row>> = {
  autoScalingGroup: {
    add: () =>
      control().addAutoScalingGroups(HERE, [{ AutoScalingGroupName: 'web', CreatedTime: ago(200), MaxSize: 0 }]),
    named: [
      { ASG: `arn:aws:autoscaling:us-east-1:${HERE.account}:autoScalingGroup:0a:autoScalingGroupName/web` },
      { DR_ASG_NAME: 'web', DR_REGION: 'us-east-1' },
    ],
  },
  cache: {
    keys: INCOMPLETE,
    // No name of a row before: evidence is shared, and a value may name any type.
    add: () => control().addCaches(HERE, [{ ReplicationGroupId: 'sessions', ReplicationGroupCreateTime: ago(200) }]),
    named: [{ REDIS: 'sessions.abc123.ng.0001.use1.cache.amazonaws.com' }],
  },
  dbInstance: {
    keys: INCOMPLETE,
    add: () => control().addDbInstances(HERE, [{ DBInstanceIdentifier: 'shop', InstanceCreateTime: ago(200) }]),
    named: [
      { DB_HOST: 'shop.c0ffee123456.us-east-1.rds.amazonaws.com' },
      { DB_ARN: `arn:aws:rds:us-east-1:${HERE.account}:db:shop` },
    ],
  },
  fargateService: {
    keys: `${INCOMPLETE}, actions: [mark, notify, stop]`,
    add: () => addService(control(), HERE, 'web', { createdAt: ago(200) }),
    named: [{ DR_SERVICE: serviceArn('web', HERE) }],
  },
  loadBalancerV2: {
    add: () => {
      const DNSName = 'web-1.us-east-1.elb.amazonaws.com';
      control().addLoadBalancerV2s(HERE, [{ LoadBalancerName: 'web', DNSName, CreatedTime: ago(200) }]);
    },
    named: [{ API: 'http://web-1.us-east-1.elb.amazonaws.com' }],
  },
  logGroup: {
    keys: `${INCOMPLETE}, acceptFinal: ${UNTIL}`,
    add: () => control().addLogGroups(HERE, [{ logGroupName: '/shop/web', creationTime: ago(200).getTime() }]),
    named: [{ LOG_GROUP_ARN: `arn:aws:logs:us-east-1:${HERE.account}:log-group:/shop/web:*` }],
  },
  table: {
    keys: INCOMPLETE,
    add: () => control().addTables(HERE, [{ TableName: 'orders', CreationDateTime: ago(200) }]),
    named: [{ TABLE_ARN: `arn:aws:dynamodb:us-east-1:${HERE.account}:table/orders` }, { TABLE_NAME: 'orders' }],
  },
};

async function marked(
  type: AwsType,
  { keys = '', add }: Row,
  user?: Readonly<Record<string, string>>,
): Promise<number> {
  await world.reset({
    cleanup: `[{ type: ${type}, accounts: [test], locations: [us-east-1], live: true, minimumAge: 1h, when: [{ rule: unused }]${keys} }]`,
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
    regions: ['us-east-1', 'eu-west-1'],
  });
  world.clock.advance(Date.now() - world.clock.now());
  add();
  if (user) control().addFunctions(THERE, [{ FunctionName: 'failover', Environment: { Variables: { ...user } } }]);
  await world.pass('mark', namespaceOf(type));
  return (await world.marks(namespaceOf(type))).length;
}

test.each(Object.entries(ROWS))(
  'A96 a function in another region keeps what it names, without it nothing does: %s',
  async (type, row) => {
    const found = [await marked(type as AwsType, row)];
    for (const user of row.named) found.push(await marked(type as AwsType, row, user));
    expect(found).toEqual([1, ...row.named.map(() => 0)]);
  },
);

test('Law 1 where another region cannot be read, nothing is marked', async () => {
  control().deny({ ...THERE, action: 'lambda:ListFunctions' });
  try {
    expect(await marked('table', ROWS.table as Row)).toBe(0);
  } finally {
    control().allow({ ...THERE, action: 'lambda:ListFunctions' });
  }
});
