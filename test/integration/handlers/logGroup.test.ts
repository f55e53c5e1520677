/** Log groups: when an event last arrived, whose name they have, their deletion, and that nothing brings them back. */
import { describe, expect, test } from '@jest/globals';
import type { SandboxControl } from '../../../sandbox/aws/index.ts';
import { logStreams } from '../../../src/handlers/aws/evidence/logs/logEvents.ts';
import { logReaders } from '../../../src/handlers/aws/evidence/logs/logReaders.ts';
import { isNamedBy, logWriters } from '../../../src/handlers/aws/evidence/logs/logWriters.ts';
import { namesakes } from '../../../src/handlers/aws/evidence/logs/namesakes.ts';
import { type LogGroupResource, logGroupAlias } from '../../../src/handlers/aws/resources/logGroup.ts';
import { nameAlias } from '../../../src/handlers/aws/resources/nameAlias.ts';
import { partAliases } from '../../../src/handlers/aws/resources/nameParts.ts';
import { logGroup } from '../../../src/handlers/aws/types/logGroup/handler.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { account, awsForEach, collect, failureOf, HERE, openGate, scopeOf } from './fixture.ts';

type Seed = Parameters<SandboxControl['addLogGroups']>[1][number];

const DAY = 86_400_000;
const ID = '/shop/web';
const ARN = `arn:aws:logs:${HERE.region}:${account.id}:log-group:${ID}`;
const PLACE = { account: account.name, location: HERE.region };
const NOW = Date.now();
const at = (daysAgo: number) => NOW - daysAgo * DAY;

const parameters = logGroup.parameters.parse({});
const aws = awsForEach();

const open = () => logGroup.open(scopeOf(parameters), aws.io({ permit: openGate() }));
const add = (seed: Seed = {}) => aws.control.addLogGroups(HERE, [{ logGroupName: ID, creationTime: at(400), ...seed }]);
const readOf = async (id = ID) => (await open().get([id])).get(id);
async function found(id = ID): Promise<LogGroupResource> {
  const read = await readOf(id);
  if (read?.kind !== 'found') throw new Error(JSON.stringify(read));
  return read.resource as LogGroupResource;
}
const findingsOf = async (source: EvidenceSource, id = ID) =>
  source.read(PLACE, scopeOf(parameters), [await found(id)], aws.io());
const keptBecause = (resource: LogGroupResource) =>
  logGroup.safeguards.flatMap(({ keeps }) => keeps(resource, parameters, { now: NOW, findings: [] }) ?? []);
const deletions = () => aws.operations().filter((operation) => operation === 'DeleteLogGroup');

type Stream = NonNullable<Seed['streams']>[number];
const stream = (
  name: string,
  arrived: number | undefined,
  event: number | undefined = arrived,
  made = 390,
): Stream => ({
  logStreamName: name,
  creationTime: at(made),
  ...(arrived !== undefined && { lastIngestionTime: at(arrived) }),
  ...(event !== undefined && { lastEventTimestamp: at(event) }),
});
/** A whole page, and more. */
const many = (count: number, arrived: number, event: number | undefined): readonly Stream[] =>
  Array.from({ length: count }, (_, index) => ({
    ...stream(`${index}`, arrived),
    lastEventTimestamp: event === undefined ? undefined : at(event),
  })) as readonly Stream[];

describe('when an event last arrived', () => {
  test('A48 the time of arrival counts, also where retention took the events away, in whatever stream', async () => {
    add({
      retentionInDays: 1,
      streams: [stream('a', 300), { ...stream('b', 2), lastEventTimestamp: undefined } as Stream],
    });
    expect(await findingsOf(logStreams)).toMatchObject([{ says: 'lastUsed', at: at(2) }]);
  });

  test('A48 with retention each page is read', async () => {
    add({ retentionInDays: 1, streams: [...many(60, 200, 200), stream('late', 3, 390)] });
    expect(await findingsOf(logStreams)).toMatchObject([{ says: 'lastUsed', at: at(3) }]);
  });

  test('A48 without retention the first page is enough: what arrived later is at most 14 days newer', async () => {
    add({ streams: [...many(60, 200, 200), stream('late', 187, 201)] });
    expect(await findingsOf(logStreams)).toMatchObject([{ says: 'lastUsed', at: at(186) }]);
    expect(aws.operations().filter((operation) => operation === 'DescribeLogStreams')).toHaveLength(1);
  });

  test('A48 streams without an event, which stand first, are no end', async () => {
    add({ streams: [...many(70, 390, undefined), stream('last', 20)] });
    expect(await findingsOf(logStreams)).toMatchObject([{ says: 'lastUsed', at: at(20) }]);
  });

  test('A48 more streams than are read → unknown', async () => {
    add({ retentionInDays: 1, streams: many(5_001, 300, undefined) });
    const found = await findingsOf(logStreams);
    expect(found).toContainEqual(expect.objectContaining({ says: 'unknown' }));
  });

  test('A48 no stream at all says nothing', async () => {
    add();
    expect(await findingsOf(logStreams)).toEqual([]);
  });
});

describe('A189 exports to S3', () => {
  test.each<[string, object, number]>([
    ['is waiting', { status: { code: 'PENDING' } }, 1],
    ['is in a state that is not known', { status: { code: 'NEWEST' } }, 1],
    ['has ended', { status: { code: 'COMPLETED' } }, 0],
    ['was cancelled', { status: { code: 'CANCELLED' } }, 0],
    ['is of another group', { status: { code: 'RUNNING' }, logGroupName: `${ID}-2` }, 0],
    ['is of Holystone', { status: { code: 'RUNNING' }, taskName: 'holystone-last-0123456789abcdef-2026-05-13' }, 0],
  ])('one that %s', async (_what, seed, uses) => {
    add();
    aws.control.addExportTasks(HERE, [{ taskName: 'nightly', logGroupName: ID, destination: 'archive', ...seed }]);
    const found = await findingsOf(logReaders);
    expect(found).toHaveLength(uses);
    if (uses > 0) expect(found).toMatchObject([{ says: 'used', by: expect.stringContaining('to archive') }]);
  });
});

describe('resource policies', () => {
  const allow = (Resource: string | readonly string[], Service = 'delivery.logs.amazonaws.com', Effect = 'Allow') => ({
    Effect,
    Principal: { Service },
    Action: ['logs:CreateLogStream', 'logs:PutLogEvents'],
    Resource,
  });
  const policy = (policyName: string, ...Statement: readonly object[]) =>
    aws.control.addAnswers(HERE, [
      { operation: 'DescribeResourcePolicies', item: { policyName, policyDocument: JSON.stringify({ Statement }) } },
    ]);
  const own = (resourceArn: string, policyDocument: string) =>
    aws.control.addAnswers(HERE, [
      { operation: 'DescribeResourcePolicies', item: { policyScope: 'RESOURCE', resourceArn, policyDocument } },
    ]);

  test('A105 a policy of the group itself is a use of it, and of no other', async () => {
    add();
    aws.control.addLogGroups(HERE, [{ logGroupName: '/shop/old', creationTime: at(400) }]);
    own(ARN, JSON.stringify({ Statement: [allow('*')] }));
    const by = 'its own resource policy, which lets delivery.logs.amazonaws.com in';
    expect(await findingsOf(logWriters)).toEqual([{ alias: expect.anything(), says: 'used', by }]);
    expect(await findingsOf(logWriters, '/shop/old')).toEqual([]);
  });

  test('A105 one that nobody can read is a use, too', async () => {
    add();
    own(ARN, '{');
    expect(await findingsOf(logWriters)).toMatchObject([{ says: 'used' }]);
  });

  test.each([
    [`arn:aws:logs:${HERE.region}:${account.id}:log-group:/shop/*:log-stream:*`],
    [`arn:aws:logs:*:*:log-group:/sh*:*`],
    [`arn:aws:logs:*:${account.id}:log-group:*web`],
    [`arn:aws:logs:*:${account.id}:log-group:/shop/we?:*`],
    [`arn:aws:logs:${HERE.region}:*:*shop*`],
  ])('A105 a policy of the account names it by a part of its name: %s', async (Resource) => {
    add();
    policy('to-firewall', allow(['arn:aws:logs:*:*:log-group:/other/*', Resource]));
    const by = 'resource policy to-firewall, which lets delivery.logs.amazonaws.com write to groups of such names';
    expect(await findingsOf(logWriters)).toMatchObject([{ says: 'used', by }]);
  });

  test.each([
    ['names of others', allow(`arn:aws:logs:${HERE.region}:${account.id}:log-group:/shop/api*:*`)],
    ['another account', allow('arn:aws:logs:*:222222222222:log-group:/shop/*')],
    ['every group', allow(`arn:aws:logs:${HERE.region}:${account.id}:log-group:*`)],
    ['every group, and every stream', allow('arn:aws:logs:*:*:log-group:*:log-stream:*')],
    ['everything of logs', allow('arn:aws:logs:*')],
    ['everything', allow('*')],
    ['whom it keeps out', allow('arn:aws:logs:*:*:log-group:/shop/*', 'es.amazonaws.com', 'Deny')],
  ])('A105 a policy of %s keeps nothing', async (_what, statement) => {
    add();
    policy('broad', statement);
    expect(await findingsOf(logWriters)).toEqual([]);
  });

  test('Law 1 A105 one of the account that has no statements is a gap', async () => {
    add();
    policy('blank');
    aws.control.addAnswers(HERE, [{ operation: 'DescribeResourcePolicies', item: { policyName: 'cut' } }]);
    expect(await failureOf(findingsOf(logWriters))).toMatchObject({ message: expect.stringContaining('policy cut') });
  });

  test('Law 1 A105 policies that cannot be read are a gap', async () => {
    add();
    aws.control.addFault({ kind: 'deny', operation: 'DescribeResourcePolicies' });
    expect(await failureOf(findingsOf(logWriters))).toMatchObject({ permission: 'logs:DescribeResourcePolicies' });
  });

  test('A105 a pattern with many stars costs no time', () => {
    expect(isNamedBy(`arn:aws:logs:*:*:log-group:${'*a'.repeat(200_000)}b`, ARN)).toBe(false);
  });
});

describe('the thing whose name it has', () => {
  test.each<[string, string, () => unknown]>([
    ['a function', '/aws/lambda/shop', () => aws.control.addFunctions(HERE, [{ FunctionName: 'shop' }])],
    ['a project', '/aws/codebuild/shop', () => aws.control.addCodeBuildProjects(HERE, [{ name: 'shop' }])],
    [
      'a database',
      '/aws/rds/instance/shop/postgresql',
      () => aws.control.addDbInstances(HERE, [{ DBInstanceIdentifier: 'shop' }]),
    ],
    [
      'a cluster of databases',
      '/aws/rds/cluster/shop/audit-x',
      () => aws.control.addDbClusters(HERE, [{ DBClusterIdentifier: 'shop' }]),
    ],
    ['a cluster', '/aws/eks/shop/cluster', () => aws.control.addEksClusters(HERE, [{ name: 'shop' }])],
    ['an API', 'API-Gateway-Execution-Logs_a1b2c3/live', () => aws.control.addRestApis(HERE, [{ id: 'a1b2c3' }])],
  ])('A49 %s: it lives → used; AWS says that it is gone → nothing; no answer → a gap', async (_what, id, make) => {
    aws.control.addLogGroups(HERE, [{ logGroupName: id, creationTime: at(400) }]);
    expect(await findingsOf(namesakes, id)).toEqual([]);
    make();
    expect(await findingsOf(namesakes, id)).toMatchObject([{ says: 'used' }]);
    for (const operation of [
      'GetFunction',
      'BatchGetProjects',
      'DescribeDBInstances',
      'DescribeDBClusters',
      'DescribeCluster',
      'GetRestApi',
    ])
      aws.control.addFault({ kind: 'deny', operation });
    expect((await failureOf(findingsOf(namesakes, id))).name).toMatch(/ReadError/);
  });

  test('A49 a name of AWS, of a kind of thing that nothing looks for → kept', async () => {
    for (const name of [
      '/aws/lambda/us-east-1.edge',
      '/aws/vendedlogs/states/shop',
      '/aws/sagemaker/Endpoints/churn',
      '/aws/apigateway/welcome',
      '/aws/rds/proxy/shop',
      'aws-waf-logs-shop',
      'RDSOSMetrics',
      'dms-tasks-migration',
      'dms-serverless-replication-abc',
      'MediaTailor/AdDecisionServerInteractions',
      'ElementalMediaLive',
      'airflow-etl-Task',
      'sns/us-east-1/111111111111/orders',
    ]) {
      add({ logGroupName: name });
      expect([name, keptBecause(await found(name))]).toEqual([
        name,
        ['a service of AWS may write to it, as its name says'],
      ]);
    }
  });
});

describe('what keeps one beside that', () => {
  test.each<[string, Seed, string | undefined]>([
    ['without anything', {}, undefined],
    ['of another class', { logGroupClass: 'DELIVERY' }, 'its class is DELIVERY'],
    ['of a class that is not known', { logGroupClass: 'NEWEST' as never }, 'its class is NEWEST'],
    ['of the infrequent class', { logGroupClass: 'INFREQUENT_ACCESS' }, undefined],
    ['that is protected', { deletionProtectionEnabled: true }, 'its deletion protection is on'],
    ['with a metric filter', { metricFilterCount: 2 }, 'metric filters (2)'],
    ['with a policy', { dataProtectionStatus: 'ACTIVATED' }, 'a data protection policy'],
    ['that is kept for a year', { retentionInDays: 365 }, 'kept for 365 days'],
    ['that is kept for a month', { retentionInDays: 30 }, undefined],
    ['of a trail', { logGroupName: 'CloudTrail/DefaultLogGroup' }, 'that of a record'],
    ['of a flow log', { logGroupName: 'vpcflow_log_group' }, 'that of a record'],
    ['of an auditorium', { logGroupName: '/shop/auditorium' }, undefined],
  ])('A50 one %s', async (_what, seed, why) => {
    add(seed);
    const reasons = keptBecause(await found(seed.logGroupName as string | undefined));
    if (why === undefined) expect(reasons).toEqual([]);
    else expect(reasons).toEqual([expect.stringContaining(why)]);
  });
});

describe('its identity and its deletion', () => {
  test('A51 one of the same name that was made since is another', async () => {
    add();
    const judged = await found();
    expect(judged).toMatchObject({
      identity: `${ARN}@${at(400)}`,
      arn: ARN,
      aliases: [
        ARN,
        `logGroup/${ID}`,
        nameAlias(ID),
        ...partAliases(logGroupAlias, ID),
        'logGroup/#begins',
        'logGroup//#begins',
        'logGroup//shop/#begins',
      ],
    });
    aws.control.remove(HERE, 'logGroup', ID);
    add({ creationTime: at(0) });
    expect((await open().delete([judged])).get(ID)?.kind).not.toBe('accepted');
    expect(deletions()).toEqual([]);
  });

  test.each<[string, Readonly<Record<string, unknown>>, string]>([
    ['is protected', { deletionProtectionEnabled: true }, 'its deletion protection is on'],
    ['got a metric filter', { metricFilterCount: 1 }, 'metric filters'],
    ['is kept for years', { retentionInDays: 731 }, 'as a record'],
  ])('A51 it %s since it was judged → nothing is sent', async (_name, patch, why) => {
    add();
    const judged = await found();
    aws.control.update(HERE, 'logGroup', ID, patch);
    expect((await open().delete([judged])).get(ID)).toMatchObject({
      kind: 'refused',
      reason: expect.stringContaining(why),
    });
    expect(deletions()).toEqual([]);
  });

  test('A51 another whose name begins alike is none of it', async () => {
    add({ logGroupName: `${ID}-2` });
    expect(await readOf()).toEqual({ kind: 'gone' });
  });

  test('A51 AWS answers its tags without tags → it is not known whether a tag keeps it', async () => {
    add();
    aws.control.addFault({ kind: 'blank', operation: 'ListTagsForResource' });
    expect((await failureOf(readOf())).message).toContain('has no tags');
  });

  test('A51 the listing without the instant of a creation fails', async () => {
    add({ creationTime: undefined as never });
    expect((await failureOf(collect(open().list()))).message).toContain('without an id');
  });
});
