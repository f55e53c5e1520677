/** A table after its backup: only what nobody touched until its end goes. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { awsTimeOf } from '../../support/awsTime.ts';
import { DAY, HERE, HOUR, namespaceOf, worldForAll } from '../../support/awsWorld.ts';

const TABLES = namespaceOf('table');
const ID = 'Orders';

const world = worldForAll();
const { reset, later, days } = awsTimeOf(world, TABLES);
beforeEach(async () => {
  await reset({
    cleanup:
      '[{ type: table, accounts: [test], live: true, when: [{ rule: unused }], acceptIncomplete: { until: 2099-12-31, reason: a test } }]',
    defaults: 'tripwires: { markedShare: 100%, dueShare: 100%, unmarkedShare: 100%, shrunkBy: 100% }',
  });
});

const control = () => world.sandbox.control;
const remove = () => world.pass('delete', TABLES);
const state = () => control().state(HERE);
const sent = () => world.writes().map(({ operation }) => operation);
const change = (to: object) => control().update(HERE, 'table', ID, { ...to });

function add(more: object = {}): void {
  const CreationDateTime = new Date(world.clock.now() - 200 * DAY);
  control().addTables(HERE, [{ TableName: ID, CreationDateTime, tags: { owner: 'ann@example.com' }, ...more }]);
}

/** One with its backup. */
async function saved(): Promise<void> {
  add();
  expect(await world.pass('mark', TABLES)).toMatchObject({ counts: { marked: 1 } });
  await world.notify(TABLES);
  await days(11);
  later(HOUR);
  expect(await remove()).toMatchObject({ counts: { quarantined: 1, accepted: 0 } });
  expect(state().tableBackups).toHaveLength(1);
}

const measure = (name: string, value: number, more: object = {}) => {
  const points = [{ at: new Date(world.clock.now()).toISOString(), value }];
  control().addMetrics(HERE, [
    { namespace: 'AWS/DynamoDB', name, dimensions: { TableName: ID, ...more } as Record<string, string>, points },
  ]);
};

test('A54 nobody touched it → it goes a week after its backup, which stays', async () => {
  await saved();
  await days(8);
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  expect(sent()).toEqual(['TagResource', 'CreateBackup', 'DeleteTable']);
  expect([state().tables.length, state().tableBackups.length]).toEqual([0, 1]);
});

describe('A54 it stays, whatever shows only after its backup', () => {
  const scheduled = { ServiceNamespace: 'dynamodb', ResourceId: `table/${ID}`, ScheduledActionName: 'sale' };
  const backup = () => state().tableBackups[0]?.BackupDetails?.BackupArn ?? '';
  test.each<[string, () => void]>([
    ['a read', () => measure('ConsumedReadCapacityUnits', 0.5)],
    ['a write', () => measure('ConsumedWriteCapacityUnits', 1)],
    ['a request that consumed nothing', () => measure('SuccessfulRequestLatency', 3, { Operation: 'PutItem' })],
    [
      'a scheduled action',
      () => control().addAnswers(HERE, [{ operation: 'DescribeScheduledActions', item: scheduled }]),
    ],
    ['a stream', () => change({ StreamSpecification: { StreamEnabled: true } })],
    ['a protection', () => change({ DeletionProtectionEnabled: true })],
    ['a replica', () => change({ Replicas: [{ RegionName: 'eu-west-1' }] })],
    ['another one of its name', () => change({ TableId: 'another' })],
    ['that it is paid by request now', () => change({ BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' } })],
    ['the end of its backup', () => control().remove(HERE, 'tableBackup', backup())],
    [
      'a new index, of which nothing is known yet',
      () =>
        change({ GlobalSecondaryIndexes: [{ IndexName: 'new', IndexStatus: 'CREATING' }], TableStatus: 'UPDATING' }),
    ],
    [
      'a function with its name',
      () => {
        const Variables = { SETTINGS: JSON.stringify({ tableName: ID }) };
        control().addFunctions(HERE, [{ FunctionName: 'checkout', Environment: { Variables } }]);
      },
    ],
  ])('%s', async (_what, happens) => {
    await saved();
    await days(8);
    happens();
    await remove();
    expect([sent().includes('DeleteTable'), state().tables.length]).toEqual([false, 1]);
  });
});

test('A54 one that is paid by request is never marked', async () => {
  add({ BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' } });
  expect(await world.pass('mark', TABLES)).toMatchObject({ counts: { marked: 0 } });
});
