import {
  DescribeParametersCommand,
  GetParameterHistoryCommand,
  GetParametersByPathCommand,
  GetParametersCommand,
  SSMClient,
} from '@aws-sdk/client-ssm';
import { describe, expect, test } from '@jest/globals';
import type { RunningSandbox } from '../../../sandbox/aws/index.ts';
import { client, failure, HOME, OTHER, PLACE, REGION, sandbox } from './fixture.ts';

const A = 'ami-0123456789abcdef0';
const TYPED = { Key: 'DataType', Option: 'Equals', Values: ['aws:ec2:image'] };
const ssm = (aws: RunningSandbox, account = HOME) => client(aws, SSMClient, { account });
const named = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ name: `/p/${n}`, versions: [{ value: A }] }));

describe('parameters', () => {
  test('the current version, one by number, one by label; a missing one is invalid', async () => {
    const aws = await sandbox();
    const versions = [{ value: 'one' }, { value: 'two', labels: ['prod'] }, { value: 'three' }];
    aws.control.addParameters(PLACE, [{ name: '/web', versions }]);
    const Names = ['/web:1', '/none', '/web:prod', '/web', '/web:9'];
    const { Parameters, InvalidParameters } = await ssm(aws).send(new GetParametersCommand({ Names }));
    expect(Parameters?.map(({ Name, Version, Selector, Value }) => [Name, Version, Selector, Value])).toEqual([
      ['/web', 1, ':1', 'one'],
      ['/web', 2, ':prod', 'two'],
      ['/web', 3, undefined, 'three'],
    ]);
    expect(InvalidParameters).toEqual(['/none', '/web:9']);
  });

  test('the history has every version and its labels, the last hundred of them, in pages of fifty', async () => {
    const aws = await sandbox();
    const versions = Array.from({ length: 120 }, (_, n) => ({ value: `v${n + 1}`, labels: n === 119 ? ['last'] : [] }));
    aws.control.addParameters(PLACE, [{ name: 'web', versions }]);
    const first = await ssm(aws).send(new GetParameterHistoryCommand({ Name: 'web' }));
    const { NextToken } = first;
    const second = await ssm(aws).send(new GetParameterHistoryCommand({ Name: 'web', NextToken }));
    expect([first.Parameters?.[0]?.Version, first.Parameters?.length, second.Parameters?.length]).toEqual([21, 50, 50]);
    expect([second.Parameters?.at(-1)?.Labels, second.NextToken]).toEqual([['last'], undefined]);
  });

  test('a filtered page counts the items it leaves out', async () => {
    const aws = await sandbox();
    aws.control.addParameters(PLACE, [
      ...named(50),
      { name: 'z', dataType: 'aws:ec2:image', versions: [{ value: A }] },
    ]);
    const first = await ssm(aws).send(new DescribeParametersCommand({ ParameterFilters: [TYPED] }));
    expect([first.Parameters, typeof first.NextToken]).toEqual([[], 'string']);
  });

  test('a path has its direct parameters, or all below it', async () => {
    const aws = await sandbox();
    const names = ['/a/b', '/a/b/c', '/ab', 'a'];
    aws.control.addParameters(
      PLACE,
      names.map((name) => ({ name, versions: [{ value: A }] })),
    );
    const below = async (Path: string, Recursive: boolean) =>
      (await ssm(aws).send(new GetParametersByPathCommand({ Path, Recursive }))).Parameters?.map(({ Name }) => Name);
    expect([await below('/a', false), await below('/a/', true), await below('/', false)]).toEqual([
      ['/a/b'],
      ['/a/b', '/a/b/c'],
      ['/ab', 'a'],
    ]);
  });

  test('a SecureString shows its value only when it is asked to', async () => {
    const aws = await sandbox();
    aws.control.addParameters(PLACE, [{ name: 's', type: 'SecureString', versions: [{ value: A }] }]);
    const value = async (WithDecryption: boolean) =>
      (await ssm(aws).send(new GetParametersCommand({ Names: ['s'], WithDecryption }))).Parameters?.[0]?.Value;
    expect([await value(true), (await value(false))?.includes('ami-')]).toEqual([A, false]);
  });

  test('another account reads shared parameters by ARN, and no others', async () => {
    const aws = await sandbox();
    const versions = [{ value: A }];
    const [shared, own] = aws.control.addParameters(PLACE, [
      { name: '/shared', versions, sharedWith: [OTHER] },
      { name: 'own', versions },
    ]) as [string, string];
    expect(own).toBe(`arn:aws:ssm:${REGION}:${HOME}:parameter/own`);
    const theirs = ssm(aws, OTHER);
    const { Parameters } = await theirs.send(new GetParametersCommand({ Names: [`${shared}:1`] }));
    expect(Parameters?.map(({ ARN, Selector }) => [ARN, Selector])).toEqual([[shared, ':1']]);
    const refused = await failure(theirs.send(new GetParametersCommand({ Names: [own] })));
    expect(refused).toMatchObject({ code: 'AccessDeniedException' });
  });
});

describe('requests that Systems Manager refuses', () => {
  test.each([
    [
      'eleven names',
      () => new GetParametersCommand({ Names: named(11).map(({ name }) => name) }),
      'ValidationException',
    ],
    ['an odd name', () => new GetParametersCommand({ Names: ['a b'] }), 'ValidationException'],
    ['pages of 51', () => new DescribeParametersCommand({ MaxResults: 51 }), 'ValidationException'],
    ['pages of 11 values', () => new GetParametersByPathCommand({ Path: '/', MaxResults: 11 }), 'ValidationException'],
    ['a path without slash', () => new GetParametersByPathCommand({ Path: 'a' }), 'ValidationException'],
    [
      'an unknown filter',
      () => new DescribeParametersCommand({ ParameterFilters: [{ Key: 'Label' }] }),
      'InvalidFilterKey',
    ],
    [
      'an unknown option',
      () => new DescribeParametersCommand({ ParameterFilters: [{ ...TYPED, Option: 'Contains' }] }),
      'InvalidFilterOption',
    ],
    ['a token of another listing', () => new DescribeParametersCommand({ NextToken: 'x' }), 'InvalidNextToken'],
    ['the history of what is not there', () => new GetParameterHistoryCommand({ Name: 'none' }), 'ParameterNotFound'],
  ])('%s', async (_what, command, code) => {
    const aws = await sandbox();
    expect(await failure(ssm(aws).send(command() as GetParametersCommand))).toMatchObject({ code, status: 400 });
  });
});
