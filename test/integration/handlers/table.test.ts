/** Tables of DynamoDB: the backup before their deletion, what keeps them, and the way back. */
import { describe, expect, test } from '@jest/globals';
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import { tableUses } from '../../../src/handlers/aws/evidence/tables/uses.ts';
import type { TableResource } from '../../../src/handlers/aws/resources/table.ts';
import { table } from '../../../src/handlers/aws/types/table/handler.ts';
import { account, awsForEach, collect, failureOf, HERE, scopeOf } from './fixture.ts';
import { oneOf } from './oneOf.ts';

type Seed = Parameters<SandboxControl['addTables']>[1][number];

const ID = 'Orders';
const IDENTITY = '11111111-2222-3333-4444-555555555555';

const aws = awsForEach();
const { parameters, open, found, quarantine, begun, standing, made, restored } = oneOf<TableResource>(aws, table, ID);

const add = (seed: Seed = {}) => aws.control.addTables(HERE, [{ TableName: ID, TableId: IDENTITY, ...seed }]);
const backups = () => aws.control.state(HERE).tableBackups;
const requests = (operation: string) => aws.control.calls({ operation }).length;

test('A106 a change of its capacity, or of that of an index, is a use at that date', async () => {
  add();
  expect((await found()).lastUsedAt).toBeUndefined();
  const [first, last] = [new Date('2026-05-01T00:00:00Z'), new Date('2026-05-03T00:00:00Z')];
  const ProvisionedThroughput = { ReadCapacityUnits: 5, WriteCapacityUnits: 5 };
  aws.control.remove(HERE, 'table', ID);
  add({ ProvisionedThroughput: { ...ProvisionedThroughput, LastIncreaseDateTime: first } });
  expect((await found()).lastUsedAt).toEqual(first);
  aws.control.remove(HERE, 'table', ID);
  const index = {
    IndexName: 'by-day',
    ProvisionedThroughput: { ...ProvisionedThroughput, LastDecreaseDateTime: last },
  };
  add({ ProvisionedThroughput, GlobalSecondaryIndexes: [index] as never });
  expect((await found()).lastUsedAt).toEqual(last);
});

test('A99 an export that is over is a use at the instant when it began; one that runs, or tells no instant, is one now', async () => {
  add();
  const { arn } = await found();
  const at = Date.UTC(2026, 9, 1);
  const statuses = ['COMPLETED', 'FAILED', 'IN_PROGRESS'] as const;
  const exports = [...statuses.map((ExportStatus) => ({ ExportStatus, ExportArn: `${arn}/export/0${at}-2d8752fd` }))];
  for (const item of [...exports, { ExportStatus: 'COMPLETED' as const, ExportArn: `${arn}/export/of-old` }])
    aws.control.addAnswers(HERE, [{ operation: 'ListExports', item: { TableArn: arn, ...item } }]);
  const read = await tableUses.read(
    { account: account.name, location: HERE.region },
    scopeOf(parameters),
    [await found()],
    aws.io(),
  );
  expect(read.map(({ says, at: instant }) => [says, instant])).toEqual([
    ['lastUsed', at],
    ['lastUsed', at],
    ['used', undefined],
    ['used', undefined],
  ]);
});

describe('its backup', () => {
  test('A33 is named by its id and the day, has the tag of the quarantine first, and is in effect when it is available', async () => {
    add();
    const arn = await made();
    const day = new Date().toISOString().slice(0, 10);
    expect(backups()[0]?.BackupDetails?.BackupName).toBe(`holystone-last-${IDENTITY}-${day}`);
    expect(Object.keys((await found()).tags)).toEqual(['holystone:quarantine']);
    expect(await standing(arn)).toEqual({ kind: 'inEffect' });
  });

  test('A33 its answer is lost → it is found by its name, and no second one is made', async () => {
    add();
    aws.control.addFault({ kind: 'dropAfter', operation: 'CreateBackup', times: 1 });
    await begun();
    expect(await begun()).toMatchObject({ kind: 'done', made: backups()[0]?.BackupDetails?.BackupArn });
    expect(backups()).toHaveLength(1);
  });

  test.each<[string, (arn: string) => void, object]>([
    [
      'is not available yet',
      (arn) =>
        aws.control.update(HERE, 'tableBackup', arn, { BackupDetails: { BackupArn: arn, BackupStatus: 'CREATING' } }),
      { kind: 'pending' },
    ],
    [
      'is of another table of that name',
      (arn) =>
        aws.control.update(HERE, 'tableBackup', arn, { SourceTableDetails: { TableName: ID, TableId: 'other' } }),
      { kind: 'failed' },
    ],
    ['was deleted', (arn) => aws.control.remove(HERE, 'tableBackup', arn), { kind: 'undone' }],
    [
      'is there, and its table changes',
      () => aws.control.update(HERE, 'table', ID, { TableStatus: 'UPDATING' }),
      { kind: 'undone' },
    ],
  ])('A33 %s → it lets nothing go', async (_name, happens, is) => {
    add();
    const arn = await made();
    happens(arn);
    expect(await standing(arn)).toMatchObject(is);
  });

  test('A33 nobody knows which it is → nothing goes', async () => {
    add();
    expect(await standing()).toMatchObject({ kind: 'failed' });
  });

  test('A33 the table is being changed, or its backups cannot be read → none is made', async () => {
    add({ TableStatus: 'UPDATING' });
    expect(await begun()).toMatchObject({ kind: 'refused', isInUse: true });
    aws.control.update(HERE, 'table', ID, { TableStatus: 'ACTIVE' });
    aws.control.addFault({ kind: 'deny', operation: 'ListBackups' });
    expect(await begun()).toMatchObject({ kind: 'retry' });
    expect(requests('CreateBackup')).toBe(0);
  });

  test('A33 kept, it loses the tag, and the backup stays', async () => {
    add();
    await made();
    expect(await quarantine().release(await found())).toContain('its last backup stays');
    expect([(await found()).tags, backups().length]).toEqual([{}, 1]);
  });
});

describe('its deletion', () => {
  test.each<[string, object, string]>([
    ['is protected', { DeletionProtectionEnabled: true }, 'its deletion protection is on'],
    ['got a replica', { Replicas: [{ RegionName: 'eu-west-1' }] }, 'it is a global table'],
    ['got a stream', { StreamSpecification: { StreamEnabled: true } }, 'a stream'],
    ['is being changed', { TableStatus: 'UPDATING' }, 'its state is UPDATING'],
  ])('A33 it %s since it was judged → nothing is sent', async (_name, change, why) => {
    add();
    const judged = await found();
    aws.control.update(HERE, 'table', ID, { ...change });
    const outcome = (await open().delete([judged])).get(ID);
    expect(outcome).toMatchObject({ kind: 'refused', reason: expect.stringContaining(why) });
    expect(requests('DeleteTable')).toBe(0);
  });
});

test('A33 AWS describes a table without itself → the listing fails, and says so', async () => {
  add();
  aws.control.addFault({ kind: 'blank', operation: 'DescribeTable' });
  expect((await failureOf(collect(open().list()))).message).toContain('has no table');
});

describe('its way back', () => {
  async function gone(seed: Seed = {}): Promise<StoredDefinition> {
    add(seed);
    await made();
    const one = await found();
    expect((await open().delete([one])).get(ID)).toMatchObject({ kind: 'accepted' });
    const { namespace } = scopeOf({});
    const own = { namespace, id: ID, identity: IDENTITY, at: Date.now(), passId: 'pass-1', reasons: ['unused'] };
    return JSON.parse(JSON.stringify({ ...own, definition: table.definition(one) })) as StoredDefinition;
  }
  const shown = () => aws.control.state(HERE).tables;

  test('A33 one is restored from its last backup, and commands bring back what that has not', async () => {
    const stored = await gone({
      tags: { team: 'shop' },
      timeToLive: { TimeToLiveStatus: 'ENABLED', AttributeName: 'end' },
      isPointInTime: true,
    });
    const steps = ['tag-resource', 'update-time-to-live', 'update-continuous-backups'];
    expect(await restored(stored)).toMatchObject({
      kind: 'restored',
      id: ID,
      afterwards: steps.map((step) => ({ command: expect.stringContaining(step) })),
    });
    expect(shown()).toMatchObject([
      { TableName: ID, RestoreSummary: { SourceBackupArn: backups()[0]?.BackupDetails?.BackupArn } },
    ]);
    // A second run finds it.
    expect(await restored(stored)).toMatchObject({ kind: 'restored', id: ID });
    expect(requests('RestoreTableFromBackup')).toBe(1);
  });

  test('A54 what scales it is in its definition, and commands set it up again', async () => {
    const scaled = { ServiceNamespace: 'dynamodb', ResourceId: `table/${ID}` } as const;
    const role = 'arn:aws:iam::111111111111:role/aws-service-role/dynamodb.application-autoscaling.amazonaws.com/x';
    const ScalableDimension = 'dynamodb:table:ReadCapacityUnits';
    aws.control.addScalableTargets(HERE, [
      { ...scaled, ScalableDimension, MinCapacity: 5, MaxCapacity: 40, RoleARN: role },
      { ...scaled, ScalableDimension: 'dynamodb:table:WriteCapacityUnits' },
      { ...scaled, ResourceId: 'table/Other', ScalableDimension },
    ]);
    const policy = { PolicyName: 'seventy', PolicyType: 'TargetTrackingScaling' };
    const item = { ...scaled, ...policy, TargetTrackingScalingPolicyConfiguration: { TargetValue: 70 } };
    aws.control.addAnswers(HERE, [{ operation: 'DescribeScalingPolicies', item }]);
    const is = await restored(await gone());
    const commands = is?.kind === 'restored' ? is.afterwards.map(({ command }) => command) : [];
    expect(commands.filter((one) => one.includes('register-scalable-target'))).toHaveLength(2);
    expect(commands[0]).toContain('"MinCapacity":5,"MaxCapacity":40');
    expect(commands[0]).not.toContain('RoleARN');
    expect(commands[1]).toContain('"TargetTrackingScalingPolicyConfiguration":{"TargetValue":70}');
  });

  test('A54 what scales it cannot be read → there is no definition, and it is not deleted', async () => {
    add();
    aws.control.addFault({ kind: 'deny', operation: 'DescribeScalingPolicies' });
    aws.control.addScalableTargets(HERE, [{ ServiceNamespace: 'dynamodb', ResourceId: `table/${ID}` }]);
    expect((await open().get([ID])).get(ID)).toMatchObject({ kind: 'unknown' });
  });

  test('A33 another one has its name, or its backup is gone → nothing is restored', async () => {
    const stored = await gone();
    const [arn = ''] = backups().map(({ BackupDetails }) => BackupDetails?.BackupArn ?? '');
    aws.control.remove(HERE, 'tableBackup', arn);
    expect(await restored(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining('no last backup') });
    add({ TableId: 'another' });
    expect(await restored(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining('another') });
    expect(requests('RestoreTableFromBackup')).toBe(0);
  });
});
