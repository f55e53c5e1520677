/** Database instances: their deletion with a final snapshot, and the way back from it. */
import { describe, expect, test } from '@jest/globals';
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import type { StoredDefinition } from '../../../src/core/resource/definition.ts';
import type { DbInstanceResource } from '../../../src/handlers/aws/resources/dbInstance.ts';
import { dbInstanceSafeguards } from '../../../src/handlers/aws/resources/dbInstanceSafeguards.ts';
import { stopTag } from '../../../src/handlers/aws/resources/stopTag.ts';
import { dbInstance } from '../../../src/handlers/aws/types/dbInstance/handler.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { account, awsForEach, collect, HERE, scopeOf } from './fixture.ts';
import { oneOf } from './oneOf.ts';

type Seed = Parameters<SandboxControl['addDbInstances']>[1][number];

const ID = 'shop';
const IDENTITY = 'db-ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const FINAL = 'holystone-final-db-abcdefghijklmnopqrstuvwxyz';
const PLACE = { account: account.name, location: HERE.region };
const DAY = 86_400_000;

const aws = awsForEach();
const parameters = dbInstance.parameters.parse({});
const { open, found } = oneOf<DbInstanceResource>(aws, dbInstance, ID);

const add = (seed: Seed = {}) =>
  aws.control.addDbInstances(HERE, [
    {
      DBInstanceIdentifier: ID,
      DbiResourceId: IDENTITY,
      InstanceCreateTime: new Date(Date.now() - 100 * DAY),
      ...seed,
    },
  ]);
/** Its quarantine is over: what is deleted is stopped. */
const addStopped = (seed: Seed = {}, identity = IDENTITY) =>
  add({
    DbiResourceId: identity,
    DBInstanceStatus: 'stopped',
    ...seed,
    tags: { ...seed.tags, 'holystone:quarantine': stopTag(identity, Date.now()) },
  });
const keptBecause = (resource: DbInstanceResource) =>
  dbInstanceSafeguards.flatMap(({ keeps }) => keeps(resource, parameters, { now: Date.now(), findings: [] }) ?? []);
const instances = () => aws.control.state(HERE).dbInstances;
const snapshots = () => aws.control.state(HERE).dbSnapshots.map(({ DBSnapshotIdentifier }) => DBSnapshotIdentifier);
const deletions = () => aws.operations().filter((operation) => operation === 'DeleteDBInstance');

async function deleted(resource: DbInstanceResource) {
  return (await open().delete([resource])).get(ID);
}

/** @returns its definition, as a pass stores it */
async function gone(seed: Seed = {}): Promise<StoredDefinition> {
  addStopped(seed);
  const one = await found();
  expect(await deleted(one)).toMatchObject({ kind: 'accepted' });
  const { namespace } = scopeOf({});
  const own = { namespace, id: ID, identity: IDENTITY, at: Date.now(), passId: 'pass-1', reasons: ['unused'] };
  return JSON.parse(JSON.stringify({ ...own, definition: dbInstance.definition(one) })) as StoredDefinition;
}

async function planned(stored: StoredDefinition, more: object = {}) {
  const plan = await open(more).restore?.(stored, undefined);
  if (!plan) throw new Error('there is no way back');
  return plan;
}

async function restored(stored: StoredDefinition) {
  const plan = await planned(stored, { mayRestore: true });
  return plan.kind === 'ready' ? plan.run() : plan;
}

describe('what else keeps one', () => {
  test.each<[string, Seed, string]>([
    // aws-solutions/instance-scheduler-on-aws 511: the source of a replica is not stopped
    ['with a replica', { ReadReplicaDBInstanceIdentifiers: ['copy'] }, 'it replicates with: copy'],
    [
      'that follows one of another region',
      { ReadReplicaSourceDBInstanceIdentifier: 'arn:aws:rds:eu-west-1:1:db:main' },
      'it replicates with: arn:aws:rds:eu-west-1:1:db:main',
    ],
    ['that a cluster follows', { ReadReplicaDBClusterIdentifiers: ['copies'] }, 'it replicates with: copies'],
    // cloud-custodian/cloud-custodian 1153, aws-solutions/instance-scheduler-on-aws 132 and 208
    ['of Aurora', { DBClusterIdentifier: 'shop', Engine: 'aurora-mysql' }, 'it belongs to the cluster shop'],
    ['of an engine of tomorrow', { Engine: 'yugabyte' }, 'its engine is yugabyte'],
    // aws-solutions/instance-scheduler-on-aws 136, 252 and 477
    [
      'of SQL Server with a standby',
      { Engine: 'sqlserver-se', MultiAZ: true },
      'RDS does not stop SQL Server with a standby',
    ],
    // mattclay/aws-terminator 319, gruntwork-io/cloud-nuke 84: they switch the protection off
    ['that is protected', { DeletionProtection: true }, 'its deletion protection is on'],
    // cloud-custodian/cloud-custodian 1687
    ['that is being changed', { DBInstanceStatus: 'modifying' }, 'its state is modifying'],
    ['that a person stopped', { DBInstanceStatus: 'stopped' }, 'its state is stopped'],
    [
      'with a change that is pending',
      { PendingModifiedValues: { MultiAZ: true } },
      'changes of it are pending: MultiAZ',
    ],
    [
      'of AWS Backup',
      { AwsBackupRecoveryPointArn: 'arn:aws:backup:us-east-1:1:recovery-point:1' },
      'managed-by:backup',
    ],
    [
      'whose backups another region has',
      { DBInstanceAutomatedBackupsReplications: [{ DBInstanceAutomatedBackupsArn: 'arn:1' }] },
      'bound to it: replicated backups arn:1',
    ],
    [
      'with its password in Secrets Manager',
      { MasterUserSecret: { SecretArn: 'arn:2' } },
      'bound to it: secret arn:2, which goes with it',
    ],
    ['of Elastic Beanstalk', { tags: { 'elasticbeanstalk:environment-id': 'e-1' } }, 'managed-by:elasticbeanstalk'],
  ])('A29 one %s → it stays', async (_name, seed, why) => {
    add(seed);
    expect(keptBecause(await found())).toContain(why);
  });

  test('A29 AWS does not say whether it is protected or has a standby → it stays', async () => {
    add({ Engine: 'sqlserver-ex' });
    aws.control.update(HERE, 'dbInstance', ID, { DeletionProtection: undefined, MultiAZ: undefined });
    expect(keptBecause(await found())).toEqual([
      'it is not known whether it has a standby',
      'it is not known whether its deletion protection is on',
    ]);
  });

  test('A29 a description without its list of tags is no answer', async () => {
    add();
    aws.control.update(HERE, 'dbInstance', ID, { TagList: undefined });
    await expect(collect(open().list())).rejects.toThrow('without its list of tags');
  });
});

describe('what was measured', () => {
  const say = async () => {
    const source = dbInstance.evidence.find(({ name }) => name === 'databaseConnections') as EvidenceSource;
    const scope = scopeOf(parameters);
    return (await source.read(PLACE, scope, [await found()], aws.io())).map(({ says }) => says);
  };

  // cloud-custodian/cloud-custodian 4014 and 1926: silence, and a wrong dimension, passed for 0
  test('A29 CloudWatch has no value of it → its use is not known', async () => {
    add({ DBInstanceStatus: 'storage-full' });
    expect(await say()).toEqual(['unknown']);
  });

  test('A29 CloudWatch answers in part → its use is not known', async () => {
    add();
    const series = { namespace: 'AWS/RDS', name: 'DatabaseConnections', dimensions: { DBInstanceIdentifier: ID } };
    aws.control.addMetrics(HERE, [{ ...series, status: 'PartialData' }]);
    await expect(say()).rejects.toThrow('is not complete');
  });

  // redhat-performance/cloud-governance 774: three seconds between two samples
  test('A29 no connection was counted, and its storage had work → it was used', async () => {
    add();
    const points = [{ at: new Date().toISOString(), value: 180 }];
    const dimensions = { DBInstanceIdentifier: ID };
    aws.control.addMetrics(HERE, [{ namespace: 'AWS/RDS', name: 'WriteIOPS', dimensions, points }]);
    expect(await say()).toEqual(expect.arrayContaining(['used']));
  });
});

describe('what happened to it', () => {
  const say = async () => {
    const source = dbInstance.evidence.find(({ name }) => name === 'databaseEvents') as EvidenceSource;
    const findings = await source.read(PLACE, scopeOf(parameters), [await found()], aws.io());
    return findings.map(({ says, by, at }) => [says, by.replace(/ on \d.*/, ''), at]);
  };
  const at = new Date(Date.now() - 3 * DAY);
  const tell = (Message: string, of = ID) =>
    aws.control.addDbEvents(HERE, [{ SourceIdentifier: of, Message, Date: at.toISOString() }]);

  test('A32 a start, and a stop by others than Holystone, is a use at that date', async () => {
    add();
    tell('DB instance started');
    expect(await say()).toEqual([['lastUsed', 'event "DB instance started"', at.getTime()]]);
    aws.control.update(HERE, 'dbInstance', ID, { DBInstanceStatus: 'stopped' });
    tell('DB instance stopped');
    expect(await say()).toEqual([['lastUsed', 'event "DB instance stopped"', at.getTime()]]);
  });

  test('A32 its own stop, a start by RDS, a backup, and what happened to another or before 14 days is no use', async () => {
    addStopped();
    tell('DB instance stopped');
    tell('DB instance is being started due to it exceeding the maximum allowed time being stopped.');
    tell('DB instance started');
    tell('Backing up DB instance');
    tell('DB instance started', `${ID}x`);
    const long = new Date(Date.now() - 15 * DAY).toISOString();
    aws.control.addDbEvents(HERE, [{ SourceIdentifier: ID, Message: 'DB instance started', Date: long }]);
    expect(await say()).toEqual([]);
  });

  test('A32 its stop is in no event → unknown', async () => {
    addStopped();
    expect(await say()).toEqual([['unknown', expect.stringContaining('no event of its stop'), undefined]]);
  });

  test('A32 an event that this version does not know → unknown, and the use before it counts', async () => {
    add();
    tell('DB instance restarted');
    tell('Something of tomorrow');
    expect(await say()).toEqual([
      ['lastUsed', 'event "DB instance restarted"', at.getTime()],
      ['unknown', expect.stringContaining('Something of tomorrow'), undefined],
    ]);
  });

  test('A32 all pages are read', async () => {
    add();
    for (let index = 0; index < 120; index++) tell('Backing up DB instance');
    tell('DB instance started');
    expect(await say()).toHaveLength(1);
    const asked = aws.control.calls({ operation: 'DescribeEvents' }).map(({ input }) => input);
    expect(asked).toHaveLength(2);
    expect(asked[0]).toEqual({
      SourceIdentifier: ID,
      SourceType: 'db-instance',
      Duration: 20_160,
      MaxRecords: 100,
    });
  });
});

describe('its deletion', () => {
  test('A29 goes with a final snapshot of its own name, and its automated backups stay', async () => {
    addStopped();
    expect(await deleted(await found())).toMatchObject({ kind: 'accepted' });
    const sent = aws.control.calls({ operation: 'DeleteDBInstance' }).map(({ input }) => input);
    expect(sent).toEqual([
      {
        DBInstanceIdentifier: ID,
        SkipFinalSnapshot: false,
        FinalDBSnapshotIdentifier: FINAL,
        DeleteAutomatedBackups: false,
      },
    ]);
    expect([instances(), snapshots()]).toEqual([[], [FINAL]]);
  });

  test.each<[string, Seed & { TagList?: [] }, string]>([
    ['is protected', { DeletionProtection: true }, 'its deletion protection is on'],
    ['has a replica', { ReadReplicaDBInstanceIdentifiers: ['copy'] }, 'it replicates with: copy'],
    ['was started, and lost its tag', { DBInstanceStatus: 'available', TagList: [] }, 'its state is available'],
    ['was stopped by another', { TagList: [] }, 'its state is stopped'],
    ['failed', { DBInstanceStatus: 'failed' }, 'its state is failed'],
    ['is being changed', { PendingModifiedValues: { Port: 1 } }, 'changes of it are pending: Port'],
    ['got replicated backups', { DBInstanceAutomatedBackupsReplications: [{}] }, 'replicated backups'],
  ])('A29 it %s since it was judged → nothing is sent', async (_name, seed, why) => {
    addStopped();
    const judged = await found();
    const { tags: _tags, ...shown } = seed;
    aws.control.update(HERE, 'dbInstance', ID, { ...shown });
    expect(await deleted(judged)).toMatchObject({ kind: 'refused', reason: expect.stringContaining(why) });
    expect(deletions()).toEqual([]);
  });

  test('A29 another one has its name by now → nothing is sent', async () => {
    addStopped();
    const judged = await found();
    aws.control.update(HERE, 'dbInstance', ID, { DbiResourceId: 'db-ANOTHER' });
    expect(await deleted(judged)).toMatchObject({ kind: 'refused', reason: expect.stringContaining('db-ANOTHER') });
    expect(deletions()).toEqual([]);
  });

  test('A29 a snapshot of that name is there already → AWS refuses, and it stays', async () => {
    addStopped();
    aws.control.addDbSnapshots(HERE, [{ DBSnapshotIdentifier: FINAL }]);
    const outcome = await deleted(await found());
    expect(outcome?.kind).toBe('refused');
    expect(instances()).toHaveLength(1);
  });
});

describe('its way back', () => {
  test('A29 one is restored from its final snapshot under its name, as it was, and the plan only reads', async () => {
    const stored = await gone({
      DBInstanceClass: 'db.r6g.large',
      MultiAZ: true,
      VpcSecurityGroups: [{ VpcSecurityGroupId: 'sg-0123456789abcdef0', Status: 'active' }],
      DBSubnetGroup: { DBSubnetGroupName: 'private' },
      DBParameterGroups: [{ DBParameterGroupName: 'tuned' }],
      OptionGroupMemberships: [{ OptionGroupName: 'audited', Status: 'in-sync' }],
      StorageType: 'gp3',
      Iops: 3000,
      StorageThroughput: 125,
      MonitoringInterval: 60,
      MonitoringRoleArn: 'arn:aws:iam::111111111111:role/monitoring',
      tags: { team: 'shop', 'aws:x': 'y' },
    });
    const plan = await planned(stored);
    expect(plan).toMatchObject({ kind: 'ready', steps: [{ says: expect.stringContaining(FINAL) }] });
    expect(instances()).toEqual([]);
    expect(await restored(stored)).toMatchObject({
      kind: 'restored',
      id: ID,
      afterwards: [{ command: expect.stringContaining('MonitoringRoleArn') }],
    });
    const [sent] = aws.control.calls({ operation: 'RestoreDBInstanceFromDBSnapshot' });
    expect(sent).toMatchObject({
      role: 'restorer',
      input: {
        DBInstanceIdentifier: ID,
        DBSnapshotIdentifier: FINAL,
        DBInstanceClass: 'db.r6g.large',
        Port: 5432,
        MultiAZ: true,
        VpcSecurityGroupIds: ['sg-0123456789abcdef0'],
        DBSubnetGroupName: 'private',
        DBParameterGroupName: 'tuned',
        OptionGroupName: 'audited',
        StorageType: 'gp3',
        Tags: [
          { Key: 'team', Value: 'shop' },
          { Key: 'holystone:restored-from', Value: IDENTITY },
        ],
      },
    });
    // RDS refuses to be asked for what a small gp3 volume has by itself.
    expect(sent?.input).not.toHaveProperty('Iops');
    expect(sent?.input).not.toHaveProperty('StorageThroughput');
  });

  // ministryofjustice/cloud-platform 1779, terraform-aws-modules/terraform-aws-rds 445: the same name for the final snapshot of each life
  test('A29 a restored one goes with a final snapshot of another name', async () => {
    await restored(await gone());
    const [{ DbiResourceId: again = '' } = {}] = instances();
    const TagList = [{ Key: 'holystone:quarantine', Value: stopTag(again, Date.now()) }];
    aws.control.update(HERE, 'dbInstance', ID, { DBInstanceStatus: 'stopped', TagList });
    expect(await deleted(await found())).toMatchObject({ kind: 'accepted' });
    expect(snapshots()).toHaveLength(2);
  });

  // hashicorp/terraform-provider-aws 7426: RDS takes them from the snapshot
  test('A29 provisioned operations a second are taken from the snapshot', async () => {
    await restored(await gone({ StorageType: 'io2', Iops: 4000 }));
    const [sent] = aws.control.calls({ operation: 'RestoreDBInstanceFromDBSnapshot' });
    expect(sent?.input).toMatchObject({ StorageType: 'io2' });
    expect(sent?.input).not.toHaveProperty('Iops');
  });

  test('A29 the answer to the restore is lost → the second run finds it, and restores no other', async () => {
    const stored = await gone();
    aws.control.addFault({ kind: 'dropAfter', operation: 'RestoreDBInstanceFromDBSnapshot', times: 1 });
    expect(await restored(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining('again') });
    expect(await restored(stored)).toEqual({ kind: 'restored', id: ID, afterwards: [] });
    expect(instances()).toHaveLength(1);
  });

  test.each<[string, () => void, string]>([
    ['is gone', () => aws.control.remove(HERE, 'dbSnapshot', FINAL), `no final snapshot of ${ID}`],
    [
      'is of another database',
      () => aws.control.update(HERE, 'dbSnapshot', FINAL, { DbiResourceId: 'db-ANOTHER' }),
      `no final snapshot of ${ID}`,
    ],
    ['failed', () => aws.control.update(HERE, 'dbSnapshot', FINAL, { Status: 'failed' }), 'is failed'],
    ['is not whole yet', () => aws.control.update(HERE, 'dbSnapshot', FINAL, { Status: 'creating' }), 'is creating'],
  ])('A29 its final snapshot %s → nothing is restored, and the answer says so', async (_name, lose, why) => {
    const stored = await gone();
    lose();
    expect(await restored(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining(why) });
    expect(instances()).toEqual([]);
  });

  test('A29 another one has its name → nothing is restored', async () => {
    const stored = await gone();
    add({ DbiResourceId: 'db-ANOTHER' });
    expect(await restored(stored)).toMatchObject({ kind: 'refused', why: expect.stringContaining('db-ANOTHER') });
  });

  test('A29 every call of the way back is in the printed policy of the restoring identity', async () => {
    await restored(await gone());
    const asked = aws.control.calls().filter(({ role }) => role === 'restorer');
    const names = new Set(asked.map(({ service, operation }) => `${service}:${operation}`));
    const printed = new Set([
      'sts:GetCallerIdentity',
      'iam:ListAccountAliases',
      ...(dbInstance.permissions.restore ?? []),
    ]);
    expect([...names].filter((name) => !printed.has(name))).toEqual([]);
    expect(names.size).toBeGreaterThan(2);
  });
});
