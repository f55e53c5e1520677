import { beforeEach, describe, expect, test } from '@jest/globals';
import type { Place } from '../../../src/core/common/finding.ts';
import { ssmParameters } from '../../../src/handlers/aws/evidence/references/ssmParameters.ts';
import { image } from '../../../src/handlers/aws/types/image/handler.ts';
import { until } from '../../support/until.ts';
import { awsForEach, failureOf, HERE, ID, REGION, scopeOf, THERE } from './fixture.ts';

const A = 'ami-0000000000000000a';
const B = 'ami-0000000000000000b';
const C = 'ami-0000000000000000c';
const HOME: Place = { account: 'test', location: REGION };
const AWAY: Place = { account: 'other', location: REGION };
const LT = 'lt-0123456789abcdef0';
const TYPED = 'aws:ec2:image';
const aws = awsForEach();

const scopeWith = (...paths: string[]) => scopeOf(image.parameters.parse({ evidence: { ssm: { paths } } }));
const read = (paths: readonly string[] = [], place = HOME) =>
  ssmParameters.read(place, scopeWith(...paths), [], aws.io());
const users = async (...args: Parameters<typeof read>) =>
  (await read(...args)).map(({ alias, says, by }) => [alias, says, by]).toSorted();
const callsOf = (operation: string) => aws.control.calls({ operation });
const naming = (...images: string[]) => ({
  LaunchTemplateId: LT,
  LaunchTemplateName: 'web',
  versions: images.map((ImageId) => ({ ImageId })),
});

test('the source reads every account in the region, and shares its answer with readers of the same paths', () => {
  expect(ssmParameters.places(scopeWith())).toEqual([HOME, AWAY]);
  const variants = [['/a', '/b'], ['/b/', '/a'], ['/a']].map((paths) => ssmParameters.variant?.(scopeWith(...paths)));
  expect([variants[0] === variants[1], variants[0] === variants[2]]).toEqual([true, false]);
});

test('A1 a parameter below a path uses an image of another region: one map often holds those of all', async () => {
  const [here, there] = scopeWith().accounts;
  if (!here || !there) throw new Error('the fixture has two accounts');
  const accounts = [
    { ...here, locations: ['eu-west-1', 'US-East-1'] },
    { ...there, locations: ['eu-central-1', 'cn-north-1'] },
  ];
  const [one, more] = [scopeWith(), scopeWith('/golden')].map((scope) => ({ ...scope, accounts }));
  if (!one || !more) throw new Error('two scopes');
  const west = { account: 'test', location: 'eu-west-1' };
  expect(ssmParameters.places(one)).toEqual([HOME, AWAY]);
  expect(ssmParameters.places(more)).toEqual([HOME, west, AWAY, { account: 'other', location: 'eu-central-1' }]);
  aws.control.addParameters({ account: ID, region: 'eu-west-1' }, [
    { name: '/golden/web', versions: [{ value: JSON.stringify({ 'us-east-1': A, 'eu-west-1': B }) }] },
  ]);
  const found = await ssmParameters.read(west, more, [], aws.io());
  expect(found.map(({ alias }) => alias)).toEqual([A, B]);
});

test.each(['golden', '', '/a b', '/a//b', 'resolve:ssm:/a'])('the configuration refuses the path %p', (path) => {
  expect(image.parameters.safeParse({ evidence: { ssm: { paths: [path] } } }).success).toBe(false);
});

describe('parameters of the type aws:ec2:image', () => {
  test('A1 parameters of the type aws:ec2:image use their image, in another account too', async () => {
    aws.control.addParameters(HERE, [{ name: 'golden', dataType: TYPED, versions: [{ value: A }] }]);
    aws.control.addParameters(THERE, [{ name: '/theirs', dataType: TYPED, versions: [{ value: B }] }]);
    expect(await users()).toEqual([[A, 'used', 'SSM parameter golden version 1 (current)']]);
    expect(await users([], AWAY)).toEqual([[B, 'used', 'SSM parameter /theirs version 1 (current)']]);
  });

  test('A1 an old labelled version uses its image; an old version without label does not', async () => {
    const versions = [{ value: A, labels: ['prod', 'stable'] }, { value: B }, { value: C }];
    aws.control.addParameters(HERE, [{ name: '/golden', dataType: TYPED, versions }]);
    expect(await users()).toEqual([
      [A, 'used', 'SSM parameter /golden version 1 (label prod; label stable)'],
      [C, 'used', 'SSM parameter /golden version 3 (current)'],
    ]);
  });

  test('A6 parameters and versions fill more than a page, and some pages are empty → the source reads all of them', async () => {
    const text = Array.from({ length: 120 }, (_, n) => ({ name: `text-${n}`, versions: [{ value: 'x' }] }));
    const typed = Array.from({ length: 25 }, (_, n) => ({ name: `t-${n}`, dataType: TYPED, versions: [{ value: A }] }));
    const old = Array.from({ length: 99 }, (_, n) => (n === 0 ? { value: B, labels: ['first'] } : { value: C }));
    aws.control.addParameters(HERE, [
      ...text,
      ...typed,
      { name: 'old', dataType: TYPED, versions: [...old, { value: C }] },
    ]);
    const found = await read();
    expect(found.filter(({ alias }) => alias === A)).toHaveLength(25);
    expect(found.filter(({ alias }) => alias === B).map(({ by }) => by)).toEqual([
      'SSM parameter old version 1 (label first)',
    ]);
    expect(['DescribeParameters', 'GetParameters', 'GetParameterHistory'].map((name) => callsOf(name).length)).toEqual([
      3, 3, 2,
    ]);
  });

  test('the source does not read the values of other parameters', async () => {
    aws.control.addParameters(HERE, [{ name: '/golden/web', versions: [{ value: A }] }]);
    expect(await users()).toEqual([]);
  });
});

describe('parameters under configured paths', () => {
  test('A1 a parameter below the path uses each image that it names: as a plain id, in a list, in JSON, however deep; one beside the path uses none', async () => {
    aws.control.addParameters(HERE, [
      { name: '/golden/a', versions: [{ value: A }] },
      { name: '/golden/x/y/list', type: 'StringList', versions: [{ value: `${B},ami-00000000` }] },
      { name: '/golden/json', versions: [{ value: JSON.stringify({ regions: { [REGION]: C } }) }] },
      { name: '/goldener/d', versions: [{ value: 'ami-0000000000000000d' }] },
    ]);
    expect(await users(['/golden/'])).toEqual([
      ['ami-00000000', 'used', 'SSM parameter /golden/x/y/list version 1 (current)'],
      [A, 'used', 'SSM parameter /golden/a version 1 (current)'],
      [B, 'used', 'SSM parameter /golden/x/y/list version 1 (current)'],
      [C, 'used', 'SSM parameter /golden/json version 1 (current)'],
    ]);
  });

  test('a path that is a parameter itself uses its image, and a path without a parameter uses none', async () => {
    aws.control.addParameters(HERE, [{ name: '/golden', versions: [{ value: A }, { value: B }] }]);
    expect(await users(['/golden', '/nothing'])).toEqual([[B, 'used', 'SSM parameter /golden version 2 (current)']]);
  });

  test('the path / stands for every parameter of the account', async () => {
    aws.control.addParameters(HERE, [
      { name: 'plain', versions: [{ value: A }] },
      { name: '/deep/er', versions: [{ value: B }] },
    ]);
    expect((await users(['/'])).map(([alias]) => alias)).toEqual([A, B]);
  });

  test('A1 old labelled versions of parameters below a path use their images, too', async () => {
    const versions = [{ value: A, labels: ['prod'] }, { value: B }];
    aws.control.addParameters(HERE, [{ name: '/golden/web', versions }]);
    expect((await users(['/golden'])).map(([alias]) => alias)).toEqual([A, B]);
  });

  test('A6 AWS answers in pages of ten → the source reads every page', async () => {
    const seeds = Array.from({ length: 35 }, (_, n) => ({ name: `/golden/${n}`, versions: [{ value: A }] }));
    aws.control.addParameters(HERE, seeds);
    expect(await read(['/golden'])).toHaveLength(35);
    expect(callsOf('GetParametersByPath')).toHaveLength(4);
  });

  test('a SecureString is never decrypted: its value is unknown, so no image is called unused', async () => {
    aws.control.addParameters(HERE, [
      { name: '/golden/web', versions: [{ value: A }] },
      { name: '/golden/password', type: 'SecureString', versions: [{ value: 'secret' }, { value: B }] },
    ]);
    expect(await failureOf(read(['/golden']))).toMatchObject({
      name: 'ReadError',
      message: expect.stringMatching(
        /test\/us-east-1: \/golden\/password is a SecureString, which Holystone never decrypts/,
      ),
    });
    const asked = aws.control.calls().map(({ input }) => input.WithDecryption);
    expect(asked).not.toContain(true);
  });
});

describe('parameters that launch templates name', () => {
  beforeEach(() => {
    const versions = [{ value: A }, { value: B, labels: ['prod'] }, { value: C }];
    aws.control.addParameters(HERE, [{ name: '/web', versions }]);
  });

  test('A1 a template version that names a parameter by name uses the image of its current version', async () => {
    aws.control.addLaunchTemplates(HERE, [naming('resolve:ssm:/web', 'resolve:ssm:/web', 'resolve:ssm:/web')]);
    expect(await users()).toContainEqual([
      C,
      'used',
      `SSM parameter /web version 3 (current; named by launch template ${LT} "web" version 3 and 2 more)`,
    ]);
  });

  test('A1 a template version that names a parameter with version or label uses that image', async () => {
    aws.control.addLaunchTemplates(HERE, [naming('resolve:ssm:/web:1', 'resolve:ssm:/web:prod')]);
    expect(await users()).toEqual([
      [A, 'used', `SSM parameter /web version 1 (named by launch template ${LT} "web" version 1)`],
      [B, 'used', `SSM parameter /web version 2 (label prod; named by launch template ${LT} "web" version 2)`],
      [C, 'used', 'SSM parameter /web version 3 (current)'],
    ]);
  });

  test('A1 a template version that names a parameter by an ARN of its own account uses its image', async () => {
    const arn = `arn:aws:ssm:${REGION}:${ID}:parameter/web`;
    aws.control.addLaunchTemplates(HERE, [naming(`resolve:ssm:${arn}:1`)]);
    expect((await users()).map(([alias]) => alias)).toEqual([A, B, C]);
  });

  test('A1 a template version that names a shared parameter of another account by ARN uses the image of the named version', async () => {
    const versions = [{ value: A, labels: ['prod'] }, { value: B }];
    const [arn] = aws.control.addParameters(THERE, [{ name: '/theirs', versions, sharedWith: [ID] }]);
    aws.control.addLaunchTemplates(HERE, [naming(`resolve:ssm:${arn}:prod`)]);
    expect(await users()).toEqual([
      [A, 'used', `SSM parameter /theirs version 1 (named by launch template ${LT} "web" version 1)`],
    ]);
    expect(callsOf('GetParameterHistory')).toEqual([]);
  });

  test('A1 several versions of a shared parameter use each its own image', async () => {
    const versions = [{ value: A }, { value: B }, { value: C }];
    const [arn] = aws.control.addParameters(THERE, [{ name: '/theirs', versions, sharedWith: [ID] }]);
    aws.control.addLaunchTemplates(HERE, [
      naming(`resolve:ssm:${arn}:1`, `resolve:ssm:${arn}:2`, `resolve:ssm:${arn}`),
    ]);
    expect((await users()).map(([alias]) => alias)).toEqual([A, B, C]);
  });

  test('a template names an unshared parameter of another account → the read ends with an error, because its value is unknown', async () => {
    const [arn] = aws.control.addParameters(THERE, [{ name: '/theirs', versions: [{ value: A }] }]);
    aws.control.addLaunchTemplates(HERE, [naming(`resolve:ssm:${arn}`)]);
    expect(await failureOf(read())).toMatchObject({ problem: 'denied', permission: 'ssm:GetParameters' });
  });

  test('a parameter that does not exist, and a version that does not exist, use nothing', async () => {
    const gone = `arn:aws:ssm:${REGION}:${ID}:parameter/gone`;
    aws.control.addLaunchTemplates(HERE, [
      naming('resolve:ssm:/gone', 'resolve:ssm:/web:9', 'resolve:ssm:/web:never', `resolve:ssm:${gone}`),
    ]);
    expect((await users()).map(([, , by]) => by)).toEqual([
      'SSM parameter /web version 2 (label prod)',
      'SSM parameter /web version 3 (current)',
    ]);
    expect(callsOf('GetParameterHistory').map(({ error }) => error)).toContain('ParameterNotFound');
  });

  test('A14 a template names a parameter that cannot exist → the error quotes the name', async () => {
    aws.control.addLaunchTemplates(HERE, [naming('resolve:ssm:/odd name', 'resolve:ssm:')]);
    expect(await failureOf(read())).toMatchObject({
      problem: 'failed',
      message: expect.stringMatching(/^reading SSM parameters .*\/odd name.*ValidationException/),
    });
  });

  test('the source does not read parameters of AWS', async () => {
    aws.control.addLaunchTemplates(HERE, [naming('resolve:ssm:/aws/service/ami-amazon-linux-latest/al2023')]);
    expect(await users()).toEqual([]);
    expect(callsOf('GetParameters')).toEqual([]);
  });

  test('A15 a SecureString below a path is a gap, and images in readable parameters are still used', async () => {
    aws.control.addParameters(HERE, [
      { name: '/golden/password', type: 'SecureString', versions: [{ value: 'secret' }] },
      { name: '/golden/web', versions: [{ value: A }] },
    ]);
    const failure = await failureOf(read(['/golden']));
    expect(failure).toMatchObject({
      message: expect.stringContaining('is a SecureString'),
      found: [{ alias: A, says: 'used' }],
    });
  });

  test('a template names a SecureString → the read ends with an error', async () => {
    aws.control.addParameters(HERE, [{ name: 'sealed', type: 'SecureString', versions: [{ value: A }] }]);
    aws.control.addLaunchTemplates(HERE, [naming('resolve:ssm:sealed')]);
    expect(await failureOf(read())).toMatchObject({ message: expect.stringContaining('sealed is a SecureString') });
  });

  test('a name that GetParameters calls invalid is not gone: only the history says so', async () => {
    aws.control.addLaunchTemplates(HERE, [naming('resolve:ssm:/web')]);
    aws.control.addFault({ kind: 'empty', operation: 'GetParameters' });
    expect((await users()).map(([alias]) => alias)).toEqual([B, C]);
  });
});

describe('bad luck', () => {
  const CALLS = [
    ['ssm:DescribeParameters', 'DescribeParameters'],
    ['ssm:GetParameters', 'GetParameters'],
    ['ssm:GetParametersByPath', 'GetParametersByPath'],
    ['ssm:GetParameterHistory', 'GetParameterHistory'],
    ['ec2:DescribeLaunchTemplates', 'DescribeLaunchTemplates'],
    ['ec2:DescribeLaunchTemplateVersions', 'DescribeLaunchTemplateVersions'],
  ] as const;

  beforeEach(() => {
    const many = Array.from({ length: 60 }, (_, n) => ({
      name: `/golden/${n}`,
      dataType: TYPED,
      versions: [{ value: A }],
    }));
    const old = Array.from({ length: 60 }, () => ({ value: B }));
    aws.control.addParameters(HERE, [...many, { name: '/old', versions: old }]);
    aws.control.addLaunchTemplates(HERE, [naming('resolve:ssm:/old', 'resolve:ssm:/none')]);
  });
  const ask = () => read(['/golden']);

  test.each(CALLS)('A3 AWS denies %s → the error names it', async (permission, _operation) => {
    aws.control.deny({ account: ID, action: permission });
    expect(await failureOf(ask())).toMatchObject({ name: 'ReadError', problem: 'denied', permission });
  });

  test.each(CALLS)(
    'A7 AWS throttles %s → the read ends with an error, and every instance slows down',
    async (_permission, operation) => {
      aws.control.addFault({ kind: 'throttle', operation });
      expect(await failureOf(ask())).toMatchObject({ name: 'ReadError', problem: 'throttled' });
      expect(aws.pacer.throttles).toHaveLength(1);
    },
  );

  test.each(
    CALLS.flatMap(([, operation]) =>
      (['truncate', 'cutOff', 'blank', 'drop', 'error'] as const).map((kind) => [operation, kind] as const),
    ),
  )(
    'A14 AWS answers %s with the fault %s → the read ends with an error, never with fewer users',
    async (operation, kind) => {
      // The history of a path that is no parameter is asked for first, and is an error anyway.
      const only = operation === 'GetParameterHistory' ? { containing: '/old' } : {};
      aws.control.addFault({ kind, operation, times: 1, ...only });
      expect((await failureOf(ask())).name).toBe('ReadError');
    },
  );

  test.each(['DescribeParameters', 'GetParametersByPath', 'GetParameterHistory'])(
    'A6 %s: the second page fails, or comes with the token of the first → error',
    async (operation) => {
      aws.control.addFault({ kind: 'error', operation, page: 2, times: 1 });
      expect(await failureOf(ask())).toMatchObject({ problem: 'failed' });
      aws.control.addFault({ kind: 'repeatToken', operation, page: 2, times: 1 });
      expect(await failureOf(ask())).toMatchObject({
        problem: 'malformed',
        message: expect.stringContaining('answered the same NextToken twice'),
      });
    },
  );

  test('A14 AWS answers with a history without any version → the read ends with an error', async () => {
    aws.control.addFault({ kind: 'empty', operation: 'GetParameterHistory' });
    expect(await failureOf(ask())).toMatchObject({ problem: 'malformed' });
  });

  test('A14 somebody creates a parameter again during the read → the read ends with an error, because its history is another', async () => {
    aws.control.addParameters(HERE, [{ name: 'anew', dataType: TYPED, versions: [{ value: A }, { value: C }] }]);
    const reading = failureOf(ask());
    await whileListed();
    aws.control.addParameters(HERE, [{ name: 'anew', dataType: TYPED, versions: [{ value: A }] }]);
    expect(await reading).toMatchObject({
      problem: 'malformed',
      message: expect.stringContaining('anew in test/us-east-1: version 2 exists and was not in the answer'),
    });
  });

  test('A14 a parameter that vanishes between the listing and its values uses nothing', async () => {
    aws.control.addParameters(HERE, [{ name: 'short', dataType: TYPED, versions: [{ value: C }] }]);
    const reading = ask();
    await whileListed();
    aws.control.remove(HERE, 'parameter', 'short');
    expect((await reading).map(({ alias }) => alias)).not.toContain(C);
  });

  /** Between the listing of both pages and the first look at a value. */
  const whileListed = async () => {
    aws.control.addFault({ kind: 'slow', operation: 'GetParametersByPath', delayMs: 100, times: 1 });
    await until('both pages are listed', () => callsOf('DescribeParameters').length === 2);
  };

  test('the pacer paces values and histories apart, at a share of the rate that Parameter Store allows', async () => {
    await ask();
    const sizes = new Map(
      aws.pacer.taken.filter(({ api }) => api.startsWith('ssm:')).map((bucket) => [bucket.api, bucket]),
    );
    expect(sizes.get('ssm:GetParameters')).toMatchObject({
      account: ID,
      location: REGION,
      capacity: 40,
      refillPerSecond: 40,
    });
    expect([...sizes.keys()].toSorted()).toEqual([
      'ssm:DescribeParameters',
      'ssm:GetParameterHistory',
      'ssm:GetParameters',
    ]);
  });
});

test('an account without id reads its own parameters, and an ARN of them as if somebody shared it', async () => {
  const { id: _id, ...nameless } = scopeWith().account;
  const scope = { ...scopeWith(), account: nameless, accounts: [nameless] };
  const [arn] = aws.control.addParameters(HERE, [{ name: '/web', versions: [{ value: A }, { value: B }] }]);
  aws.control.addLaunchTemplates(HERE, [naming(`resolve:ssm:${arn}:1`)]);
  const found = await ssmParameters.read(HOME, scope, [], aws.io());
  expect(found.map(({ alias }) => alias)).toEqual([A]);
});
