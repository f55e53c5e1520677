/** A table after its backup: only what nobody touched until its end goes. */
import { expect, test } from '@jest/globals';
import { HERE } from '../../support/awsWorld.ts';
import { eachStays, lettered, lifeOf, oldOnes } from '../../support/life.ts';

const idOf = lettered('Orders');
const life = lifeOf('table');
const { world, control, state, remove, sent, days } = life;
const change = (id: string, to: object) => control().update(HERE, 'table', id, { ...to });
const measure = (TableName: string, name: string, value: number, more: Record<string, string> = {}) =>
  life.measured('AWS/DynamoDB', name, { TableName, ...more }, value);

function add(TableName = idOf(0), more: object = {}): void {
  const { at: CreationDateTime, tags } = oldOnes(world);
  control().addTables(HERE, [{ TableName, CreationDateTime, tags, ...more }]);
}

/** With a backup, which is old enough. */
async function ready(count = 1): Promise<void> {
  await life.saved(count);
  expect(state().tableBackups).toHaveLength(count);
  await days(8);
}

test('A54 nobody touched it → it goes a week after its backup, which stays', async () => {
  await life.begin();
  add();
  await ready();
  expect(await remove()).toMatchObject({ counts: { accepted: 1 } });
  expect(sent()).toEqual(['TagResource', 'CreateBackup', 'DeleteTable']);
  expect([state().tables.length, state().tableBackups.length]).toEqual([0, 1]);
});

const scheduled = (id: string) => ({
  ServiceNamespace: 'dynamodb',
  ResourceId: `table/${id}`,
  ScheduledActionName: 'sale',
});
const backupOf = (id: string) =>
  state().tableBackups.find(({ SourceTableDetails: source }) => source?.TableName === id)?.BackupDetails?.BackupArn;

eachStays('A54 it stays, whatever shows only after its backup', { life, idOf, add, ready, ends: /^Delete/ }, [
  ['a read', (id) => measure(id, 'ConsumedReadCapacityUnits', 0.5)],
  ['a write', (id) => measure(id, 'ConsumedWriteCapacityUnits', 1)],
  ['a request that consumed nothing', (id) => measure(id, 'SuccessfulRequestLatency', 3, { Operation: 'PutItem' })],
  ['a scheduled action', (id) => life.answers('DescribeScheduledActions', scheduled(id))],
  ['a stream', (id) => change(id, { StreamSpecification: { StreamEnabled: true } })],
  ['a protection', (id) => change(id, { DeletionProtectionEnabled: true })],
  ['a replica', (id) => change(id, { Replicas: [{ RegionName: 'eu-west-1' }] })],
  ['another one of its name', (id) => change(id, { TableId: 'another' })],
  ['that it is paid by request now', (id) => change(id, { BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' } })],
  ['the end of its backup', (id) => control().remove(HERE, 'tableBackup', backupOf(id) ?? '')],
  [
    'a new index, of which nothing is known yet',
    (id) => {
      const GlobalSecondaryIndexes = [{ IndexName: 'new', IndexStatus: 'CREATING' }];
      change(id, { GlobalSecondaryIndexes, TableStatus: 'UPDATING' });
    },
  ],
  ['a function with its name', (id) => life.called(JSON.stringify({ tableName: id }))],
]);

test('A54 one that is paid by request is never marked', async () => {
  await life.begin();
  add(idOf(0), { BillingModeSummary: { BillingMode: 'PAY_PER_REQUEST' } });
  expect(await life.mark()).toMatchObject({ counts: { marked: 0 } });
});
