/** Services that name security groups for their later starts, beyond the graphs of users. */
import { describe, expect, test } from '@jest/globals';
import { glueConnections } from '../../../src/handlers/aws/evidence/mentioning/analytics.ts';
import { codeBuildFleets, codeBuildProjects } from '../../../src/handlers/aws/evidence/mentioning/builds.ts';
import { eventTargets, schedules, stateMachines } from '../../../src/handlers/aws/evidence/mentioning/events.ts';
import type { EvidenceSource } from '../../../src/handlers/contract/handler.ts';
import { withoutNames } from '../../support/mentioning/told.ts';
import { account, awsForEach, failureOf, HERE, scopeOf } from './fixture.ts';

const aws = awsForEach();

const GROUP = 'sg-0123456789abcdef0';
const OTHER = 'sg-0123456789abcdef1';
const PLACE = { account: account.name, location: HERE.region };
const read = async (source: EvidenceSource) => withoutNames(await source.read(PLACE, scopeOf({}), [], aws.io()));
const callsOf = (operation: string) => aws.control.calls().filter((call) => call.operation === operation);
const ROLE = 'arn:aws:iam::111111111111:role/starter';

describe('Law 1 the definition of a state machine', () => {
  const name = (id: string) => `{"Comment":"not so secret","Group":"${id}"}`;

  test('that its key hides makes a gap, which names the permission, and hides no other state machine', async () => {
    aws.control.addStateMachines(HERE, [
      { name: 'locked', isLocked: true },
      { name: 'open', definition: name(GROUP) },
    ]);
    expect(await failureOf(read(stateMachines))).toMatchObject({
      permission: 'kms:Decrypt',
      problem: 'denied',
      message: expect.stringContaining('kms:Decrypt is denied; allow it for'),
      found: [{ alias: GROUP, says: 'used', by: 'state machine open' }],
    });
  });

  test('that AWS leaves out makes a gap', async () => {
    aws.control.addStateMachines(HERE, [{ name: 'empty', definition: '' }]);
    expect(await failureOf(read(stateMachines))).toMatchObject({
      message: expect.stringContaining('state machine empty came without its definition'),
    });
  });

  test('gives its groups away and nothing else, also that of each version', async () => {
    aws.control.addStateMachines(HERE, [{ name: 'web', definition: name(GROUP), versions: [name(OTHER), '{}'] }]);
    const found = await read(stateMachines);
    expect(found).toEqual([
      { alias: GROUP, says: 'used', by: 'state machine web' },
      { alias: OTHER, says: 'used', by: 'state machine web version 1' },
    ]);
    expect(JSON.stringify(found)).not.toContain('secret');
  });
});

test('A7 a version of a state machine never changes, so it is read once; one of a machine that is made again is another', async () => {
  const machine = (creationDate: string, id: string) => {
    const definition = JSON.stringify({ Groups: [id] });
    aws.control.addStateMachines(HERE, [{ name: 'web', creationDate, versions: [definition, '{}'] }]);
  };
  // One reader, as in a process; `aws.io` shares its clients.
  machine('2026-01-01T00:00:00Z', GROUP);
  const by = 'state machine web version 1';
  expect(await read(stateMachines)).toMatchObject([{ alias: GROUP, by }]);
  expect(await read(stateMachines)).toMatchObject([{ alias: GROUP, by }]);
  expect(callsOf('DescribeStateMachine')).toHaveLength(2 + 2);
  machine('2026-02-02T00:00:00Z', OTHER);
  expect(await read(stateMachines)).toMatchObject([{ alias: OTHER, by }]);
});

test('A7 more than 100 projects and fleets are asked about in batches of 100', async () => {
  const named = (index: number) => ({ name: `p${String(index).padStart(3, '0')}` });
  const seeds = Array.from({ length: 250 }, (_, index) => named(index));
  const last = { name: 'last', vpcConfig: { vpcId: 'vpc-1', securityGroupIds: [GROUP] } };
  aws.control.addCodeBuildProjects(HERE, [...seeds, last]);
  aws.control.addCodeBuildFleets(HERE, [...seeds, last]);
  expect(await read(codeBuildProjects)).toMatchObject([{ alias: GROUP, by: 'CodeBuild project last' }]);
  expect(await read(codeBuildFleets)).toMatchObject([{ alias: GROUP, by: 'CodeBuild fleet last' }]);
  expect(callsOf('BatchGetProjects')).toHaveLength(3);
  expect(callsOf('BatchGetFleets')).toHaveLength(3);
});

test('Law 1 a project in the listing that the answer leaves out makes a gap', async () => {
  aws.control.addCodeBuildProjects(HERE, [{ name: 'web' }]);
  aws.control.addFault({ kind: 'empty', operation: 'BatchGetProjects' });
  expect(await failureOf(read(codeBuildProjects))).toMatchObject({
    message: expect.stringContaining('web exists and was not in the answer'),
  });
});

test('connections of Glue are read without their passwords', async () => {
  const PhysicalConnectionRequirements = { SecurityGroupIdList: [GROUP] };
  const ConnectionProperties = { PASSWORD: 'hunter2', USERNAME: 'ann' };
  aws.control.addGlueConnections(HERE, [{ Name: 'db', PhysicalConnectionRequirements, ConnectionProperties }]);
  expect(await read(glueConnections)).toEqual([{ alias: GROUP, says: 'used', by: 'Glue connection db' }]);
  expect(callsOf('GetConnections')).toMatchObject([{ input: { HidePassword: true } }]);
});

describe('A14 between the listing and the read', () => {
  test('a rule that is deleted starts nothing', async () => {
    aws.control.addEventRules(HERE, [{ name: 'web' }]);
    aws.control.addFault({
      kind: 'error',
      operation: 'ListTargetsByRule',
      code: 'ResourceNotFoundException',
      status: 400,
    });
    expect(await read(eventTargets)).toEqual([]);
  });

  test('a schedule that is deleted starts nothing', async () => {
    const Target = { Arn: 'arn:aws:ecs:us-east-1:111111111111:cluster/web', RoleArn: ROLE };
    aws.control.addSchedules(HERE, [{ Target }]);
    aws.control.addFault({ kind: 'error', operation: 'GetSchedule', code: 'ResourceNotFoundException', status: 404 });
    expect(await read(schedules)).toEqual([]);
  });
});

test('schedules that only send a message cost no call each', async () => {
  const Arn = 'arn:aws:lambda:us-east-1:111111111111:function:web';
  aws.control.addSchedules(HERE, [{ Target: { Arn, RoleArn: ROLE } }, {}]);
  expect(await failureOf(read(schedules))).toMatchObject({ message: expect.stringContaining('has no target') });
  expect(callsOf('GetSchedule')).toHaveLength(1);
});
