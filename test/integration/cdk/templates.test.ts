/** Assets in the stacks of CloudFormation. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { StackSeed } from '../../../sandbox/aws/seeds/stackSeeds.ts';
import type { PartialReadError } from '../../../src/core/common/errors.ts';
import type { Finding } from '../../../src/core/common/finding.ts';
import { stackTemplates } from '../../../src/handlers/aws/evidence/cdk/stackTemplates.ts';
import { assetParameters } from '../../../src/handlers/aws/resources/cdk/parameters.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { bootstrap, hashOf, templateNaming, versionPath } from '../../support/cdkEnvironment.ts';
import { failureOf, HERE, REGION, scopeOf, startAws, type TestAws } from '../handlers/fixture.ts';

let aws: TestAws;
let io: Io;
beforeEach(async () => {
  aws = await startAws();
  io = aws.io();
  bootstrap(aws.control, HERE);
});
afterEach(() => aws.close());

const WEB = hashOf('web');
const OTHER = hashOf('other');
const EMPTY = templateNaming();

function read(settings: object = {}, account = 'test'): Promise<readonly Finding[]> {
  const scope = scopeOf(assetParameters.parse(settings));
  return stackTemplates.read({ account, location: REGION }, scope, [], io);
}

const add = (...seeds: readonly StackSeed[]) => aws.control.addStacks(HERE, seeds);
const calls = (operation: string) => aws.control.calls({ operation }).length;
/** With one letter or digit as JSON and YAML may write it. */
function numbered(text: string, at: number): string {
  return `${text.slice(0, at)}\\u00${text.charCodeAt(at).toString(16)}${text.slice(at + 1)}`;
}
const IN_ANY = `assetHash/${WEB}`;
const IN_USUAL = `assetHash/hnb659fds/${WEB}`;

describe('the assets that a stack names', () => {
  test.each<[string, string, StackSeed]>([
    ['the template as it was written', IN_ANY, { template: `"${WEB}.zip"`, processed: EMPTY }],
    ['the template as it was processed', IN_ANY, { template: '{}', processed: `"${WEB}.zip"` }],
    ['YAML', IN_ANY, { template: `Resources:\n  Web:\n    S3Key: ${WEB}.zip\n` }],
    ['a hash in capital letters', IN_ANY, { template: `"${WEB.toUpperCase()}.zip"` }],
    ['a hash with a letter written as its number', IN_ANY, { template: `"${numbered(WEB, 5)}.zip"` }],
    ['a hash over two lines of YAML', IN_ANY, { template: `Key: "${WEB.slice(0, 40)}\\\n    ${WEB.slice(40)}.zip"` }],
    ['a parameter of a change set with such a letter', IN_ANY, changing({ template: `"${numbered(WEB, 63)}"` })],
    ['the key of a parameter', IN_ANY, { parameters: { [`AssetParameters${WEB}S3Bucket1234`]: 'x' } }],
    [
      'the actual value of a parameter, which the template does not have',
      IN_ANY,
      { parameters: { Key: `${WEB}.zip` } },
    ],
    ['the default of a parameter', IN_ANY, { template: `{"Parameters":{"Key":{"Default":"${WEB}.zip"}}}` }],
    ['a nested stack', IN_ANY, { template: `"${WEB}"`, rootId: 'arn:aws:cloudformation:us-east-1:1:stack/root/1' }],
    ['a stack that failed to be deleted', IN_ANY, { template: `"${WEB}"`, status: 'DELETE_FAILED' }],
    ['a stack of this environment', IN_USUAL, stackOf(versionPath())],
    ['a pending change set', IN_ANY, { changeSets: [{ name: 'next', template: `"${WEB}"` }] }],
    ['the processed template of a change set', IN_ANY, changing({ template: '{}', processed: `"${WEB}"` })],
    ['the actual value of a change set', IN_ANY, changing({ template: '{}', parameters: { Key: `${WEB}.zip` } })],
    ['a change set that is created', IN_ANY, changing({ template: `"${WEB}"`, status: 'CREATE_IN_PROGRESS' })],
    [
      'a stack under review',
      IN_ANY,
      { status: 'REVIEW_IN_PROGRESS', changeSets: [{ name: 'first', template: `"${WEB}"` }] },
    ],
  ])('K1 %s protects the asset', async (_what, alias, seed) => {
    add({ name: 'shop', ...seed });
    expect(await read()).toContainEqual({ alias, says: 'used', by: 'stack shop in test/us-east-1' });
  });

  test('K3 a stack that failed to roll back protects the asset, and may name others', async () => {
    add({ name: 'shop', template: `"${WEB}"`, status: 'UPDATE_ROLLBACK_FAILED' });
    const failure = await failureOf(read());
    expect(String(failure)).toContain('may go back to a template that Holystone never read');
    const use = { alias: IN_ANY, says: 'used', by: 'stack shop in test/us-east-1' };
    expect((failure as { found?: unknown }).found).toContainEqual(use);
  });

  test.each<[string, StackSeed]>([
    ['K1 a deleted stack', { template: `"${WEB}"`, status: 'DELETE_COMPLETE' }],
    ['K1 a change set that failed', changing({ template: `"${WEB}"`, status: 'FAILED' })],
    ['K1 a change set that is executed', changing({ template: `"${WEB}"`, executionStatus: 'EXECUTE_COMPLETE' })],
    ['K6 a hash in a longer word that is no hash', { template: `"x${WEB.slice(1)}"` }],
    ['K6 the beginning of a hash', { template: `"${WEB.slice(0, 63)}"` }],
  ])('%s does not protect it', async (_what, seed) => {
    add({ name: 'shop', ...seed });
    expect(await read()).toEqual([]);
  });

  test('K2 a stack of another environment protects only there; one that names none protects everywhere', async () => {
    const template = `"${WEB} cdk-other-assets-111111111111-us-east-1"`;
    const other = { template, parameters: { BootstrapVersion: versionPath('other') } };
    add({ name: 'other', ...other }, { name: 'plain', template: `"${OTHER}"` });
    expect((await read()).map(({ alias }) => alias).sort()).toEqual(
      [`assetHash/${OTHER}`, `assetHash/other/${WEB}`].sort(),
    );
  });

  test('K2 a stack that asks for the version of another environment protects in each whose bucket or repository it names', async () => {
    const parameters = { BootstrapVersion: versionPath('other') };
    add({ name: 'mixed', template: `"${WEB} cdk-hnb659fds-assets-111111111111-us-east-1"`, parameters });
    add({ name: 'image', template: `"${OTHER} cdk-hnb659fds-container-assets-1"`, parameters });
    expect((await read()).map(({ alias }) => alias)).toEqual(
      expect.arrayContaining([IN_USUAL, `assetHash/hnb659fds/${OTHER}`, `assetHash/other/${WEB}`]),
    );
  });

  test.each([
    ['my-team', 'cdk-my-team-assets-111111111111-us-east-1'],
    ['a_b', 'cdk-a_b-container-assets-1'],
  ])('K2 a qualifier may have more than letters: %s', async (qualifier, named) => {
    add({ name: 'mixed', template: `"${WEB} ${named}"`, parameters: { BootstrapVersion: versionPath('other') } });
    expect((await read()).map(({ alias }) => alias)).toContain(`assetHash/${qualifier}/${WEB}`);
  });

  test('K2 where CloudFormation lists no actual value, the declared default shows the environment', async () => {
    add({ name: 'shop', template: templateNaming(WEB) });
    expect((await read()).map(({ alias }) => alias)).toEqual([IN_USUAL]);
    expect(calls('GetTemplateSummary')).toBe(1);
  });

  test('K7 a stack of another account of the configuration protects too', async () => {
    aws.control.addStacks({ account: '222222222222', region: REGION }, [{ name: 'prod', template: `"${WEB}"` }]);
    expect(await read({}, 'other')).toEqual([{ alias: IN_ANY, says: 'used', by: 'stack prod in other/us-east-1' }]);
    const places = stackTemplates.places(scopeOf(assetParameters.parse({})));
    expect(places.map(({ account }) => account)).toEqual(['test', 'other']);
  });
});

describe('K1 K6 a hash that a template puts together', () => {
  const [A, B] = [WEB.slice(0, 20), WEB.slice(20)];
  const short = (digits: number) => WEB.match(new RegExp(`.{1,${digits}}`, 'g')) ?? [];
  const join = (...parts: readonly unknown[]) => ({ 'Fn::Join': ['', parts] });
  const many = { 'Fn::FindInMap': ['Names', { Ref: 'AWS::Region' }, { Ref: 'AWS::AccountId' }] };
  const mapOf = (size: number) => ({
    'us-east-1': Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, `${index % 10}`])),
    'us-east-2': Object.fromEntries(Array.from({ length: size }, (_, index) => [`k${index}`, `x${index}`])),
  });
  const escaped = ({ template = '' }: StackSeed) => template.replace('Fn::Join', String.raw`Fn\u003a:\u004aoin`);
  const json = (value: unknown, more: object = {}): StackSeed => ({
    template: JSON.stringify({ Resources: { Web: { Properties: { S3Key: value } } }, ...more }),
  });

  test.each<[string, StackSeed]>([
    ['by Fn::Join', json(join(A, B, '.zip'))],
    ['by Fn::Join in YAML', { template: `Key: !Join\n  - ""\n  - - asset.${A}\n    - '${B}.zip'\n` }],
    ['by Fn::Join in a line of YAML', { template: `Key: !Join ["", [${A}, ${B}, .zip]]\n` }],
    ['in the processed template only', { ...json('x'), processed: json(join(A, B)).template ?? '' }],
    ['from a parameter', { ...json(join({ Ref: 'Head' }, B)), parameters: { Head: A } }],
    [
      'from two parameters, one of which has its default',
      {
        ...json({ 'Fn::Sub': `\${Head}\${Tail}.zip` }, { Parameters: { Tail: { Type: 'String', Default: B } } }),
        parameters: { Head: A },
      },
    ],
    ['by Fn::Sub with values', json({ 'Fn::Sub': [`\${Head}\${Tail}.zip`, { Head: A, Tail: join(B) }] })],
    ['by Fn::Sub in YAML', { template: `Key: !Sub "${A}\${Tail}.zip"\n`, parameters: { Tail: B } }],
    [
      'from a map',
      json(join(A, { 'Fn::FindInMap': ['Tails', { Ref: 'AWS::Region' }, 'web'] }), {
        Mappings: { Tails: { 'us-east-1': { web: B }, 'eu-west-1': { web: 'x' } } },
      }),
    ],
    ['from a part of a text', json(join({ 'Fn::Select': ['1', { 'Fn::Split': ['/', `assets/${A}`] }] }, B))],
    ['from all parts of a text', json({ 'Fn::Join': ['', { 'Fn::Split': ['-', `${A}-${B}`] }] })],
    [
      'from a list of a parameter, with spaces as CloudFormation trims them',
      { ...json({ 'Fn::Join': ['', { Ref: 'Parts' }] }), parameters: { Parts: short(13).join(' , ') } },
    ],
    [
      'from the ends of a list of a parameter',
      {
        ...json(join({ 'Fn::Select': [1, { Ref: 'Parts' }] }, { 'Fn::Select': [0, { Ref: 'Parts' }] })),
        parameters: { Parts: ` ${B}, ${A} ` },
      },
    ],
    [
      'from a list of a map',
      json(
        { 'Fn::Join': ['', { 'Fn::FindInMap': ['Parts', 'web', 'all'] }] },
        { Mappings: { Parts: { web: { all: short(13) } } } },
      ),
    ],
    [
      'around a member that a condition leaves out',
      json(join(A, { 'Fn::If': ['IsProd', { Ref: 'AWS::NoValue' }, '-'] }, B)),
    ],
    ['from anchors of YAML', { template: `A: &a ${A}\nB: &b\n  - ${B}\nKey: !Join ["", [*a, !Select [0, *b]]]\n` }],
    ['from blocks of YAML', { template: `Key: !Join\n  - ''\n  - - |-\n      ${A}\n    - >-\n      ${B}\n` }],
    ['from parts with escapes of YAML', { template: `Key: !Join ["", ["${hexed(A)}", "${B}"]]\n` }],
    ['with digits as the delimiter', json({ 'Fn::Join': [WEB.slice(20, 24), [A, WEB.slice(24)]] })],
    ['under a condition', json(join({ 'Fn::If': ['IsProd', 'x', A] }, B))],
    ['from eight short parts', json(join(...short(8), '.zip'))],
    ['from single digits', json(join(...short(1)))],
    ['from short parts in YAML', { template: `Key: !Join ["", [${short(15).map((one) => `'${one}'`)}, .zip]]\n` }],
    [
      'from five short parameters',
      {
        ...json({
          'Fn::Sub': short(13)
            .map((_, index) => `\${Part${index}}`)
            .join(''),
        }),
        parameters: Object.fromEntries(short(13).map((one, index) => [`Part${index}`, one])),
      },
    ],
    ['from short parts in a function that is written with escapes', { template: escaped(json(join(...short(8)))) }],
    ['in a change set', { changeSets: [{ name: 'next', template: json(join(A, B)).template ?? '' }] }],
  ])('K1 %s protects the asset', async (_what, seed) => {
    add({ name: 'shop', ...seed });
    expect((await read()).map(({ alias }) => alias)).toContain(IN_ANY);
  });

  test.each<[string, StackSeed]>([
    ['of a resource', json(join({ 'Fn::GetAtt': ['Hash', 'Head'] }, B, '.zip'))],
    [
      'that another stack exports',
      json({ 'Fn::Sub': [`asset.${A}\${Tail}`, { Tail: { 'Fn::ImportValue': 'tail' } }] }),
    ],
    ['of Systems Manager', json(join(A, '{{resolve:ssm:/tail}}'))],
    ['of a secret parameter', { ...json(join(A, { Ref: 'Tail' })), parameters: { Tail: '****' } }],
    [
      'between short ones',
      json(
        join(
          ...short(8).flatMap((one, index) => [one, ...(index === 3 ? [{ 'Fn::GetAtt': ['Hash', 'Middle'] }] : [])]),
        ),
      ),
    ],
    ['among several', json(join('a1b2c3d4', { Ref: 'Web' }, 'e5f6a7b8', { Ref: 'Web' }, 'c9d0'))],
    ['of a transform', json(join(A, { 'Fn::Transform': { Name: 'Tail' } }))],
  ])('Law 1 with a part %s, which no text shows, everything is unknown', async (_what, seed) => {
    add({ name: 'shop', ...seed }, { name: 'reports', template: `"${OTHER}"` });
    const failure = await failureOf(read());
    expect(failure.message).toMatch(
      /stack shop .*puts a name together from [0-9a-f]{8}… and a part that no text shows/,
    );
    expect((failure as PartialReadError).found.map(({ alias }) => alias)).toEqual([`assetHash/${OTHER}`]);
    expect(await read({ allowSkip: ['shop'] })).toHaveLength(1);
  });

  test.each<[string, StackSeed]>([
    ['the beginning of a hash in a name of its own', json(join('commit/', WEB.slice(0, 40), '.zip'))],
    ['a part that stands alone', json(join(WEB.slice(0, 40), '/', { 'Fn::GetAtt': ['Hash', 'Tail'] }))],
    ['a part before the region', json(join(WEB.slice(0, 40), { Ref: 'AWS::Region' }))],
    ['a few digits beside a part that no text shows', json(join('abc123', { Ref: 'Database' }))],
    ['parts of two texts', json([A, B])],
    ['many possible names', json(join(many, '-', many, '-', many), { Mappings: { Names: mapOf(40) } })],
    [
      'a few digits in many possible names',
      json(join('abc', many, many, { Ref: 'Web' }), { Mappings: { Names: mapOf(40) } }),
    ],
  ])('K6 %s names no asset', async (_what, seed) => {
    add({ name: 'shop', ...seed });
    expect(await read()).toEqual([]);
  });

  test('Law 1 with too many names that may be hashes, everything is unknown', async () => {
    add({ name: 'shop', ...json(join(many, many, WEB.slice(4)), { Mappings: { Names: mapOf(40) } }) });
    expect((await failureOf(read())).message).toMatch(/stack shop .*puts (too many names|a name) together/);
  });

  test('Law 1 a text with parts of hashes that nobody understands leaves everything open', async () => {
    add({ name: 'shop', template: `Key: !Join ["", [${A}, ${B}\nOther: [` });
    expect((await failureOf(read())).message).toMatch(/stack shop .*is neither JSON nor YAML/);
  });

  test.each([
    ['aliases that multiply', `${bomb()}Key: !Join ["", [a, b]]\n`],
    ['lists in lists without end', `{"Fn::Join":${'['.repeat(50_000)}${']'.repeat(50_000)}}`],
  ])('Law 1 a template with %s leaves everything open, and ends no pass', async (_what, template) => {
    add({ name: 'shop', template });
    expect((await failureOf(read())).message).toMatch(/stack shop .*puts .*names together/);
  });

  test('K1 the name of the bucket may be put together, too', async () => {
    const parameters = { BootstrapVersion: versionPath('other') };
    const S3Bucket = { 'Fn::Join': ['-', ['cdk', 'hnb659fds', 'assets', { Ref: 'AWS::AccountId' }]] };
    add({ name: 'mixed', template: JSON.stringify({ S3Bucket, S3Key: join(A, B) }), parameters });
    expect((await read()).map(({ alias }) => alias)).toContain(IN_USUAL);
  });
});

describe('templates that cannot be read', () => {
  const unreadable = () =>
    aws.control.addFault({
      kind: 'error',
      operation: 'GetTemplate',
      code: 'ValidationError',
      containing: 'stack/closed',
    });

  test('K4 one unreadable template leaves everything open, and the assets of the others stay protected', async () => {
    add({ name: 'closed', template: '{}' }, { name: 'shop', template: `"${WEB}"` });
    unreadable();
    const failure = await failureOf(read());
    expect(failure.message).toMatch(/the template of the stack closed cannot be read: reading the processed template/);
    expect((failure as PartialReadError).found.map(({ alias }) => alias)).toEqual([IN_ANY]);
  });

  test('K4 a stack that the entry allows to skip leaves nothing open', async () => {
    add({ name: 'closed', template: '{}' }, { name: 'shop', template: `"${WEB}"` });
    unreadable();
    expect(await read({ allowSkip: ['clos*'] })).toHaveLength(1);
  });

  test('K4 not one readable template proves nothing, whatever may be skipped', async () => {
    aws.control.deny({ account: HERE.account, action: 'cloudformation:GetTemplate' });
    const failure = await failureOf(read({ allowSkip: ['C*'] }));
    expect(failure).toMatchObject({
      problem: 'denied',
      message: expect.stringContaining('not one template can be read'),
    });
  });

  test('K4 an empty listing proves nothing where the bootstrap stack exists', async () => {
    aws.control.addFault({ kind: 'empty', operation: 'DescribeStacks', times: 1 });
    expect((await failureOf(read())).message).toMatch(/not one template can be read/);
  });

  test('a place without stacks uses nothing', async () => {
    aws.control.remove(HERE, 'stack', 'CDKToolkit');
    expect(await read()).toEqual([]);
  });

  test.each(['DescribeStacks', 'ListChangeSets'])('K4 a denied %s leaves everything open', async (operation) => {
    add({ name: 'shop', template: `"${WEB}"` });
    aws.control.deny({ account: HERE.account, action: `cloudformation:${operation}` });
    expect(await failureOf(read())).toMatchObject({ problem: 'denied', permission: `cloudformation:${operation}` });
  });

  test('K4 a change set that cannot be read leaves everything open', async () => {
    add({ name: 'shop', ...changing({ template: '{}' }) });
    aws.control.deny({ account: HERE.account, action: 'cloudformation:DescribeChangeSet' });
    expect(await failureOf(read())).toMatchObject({ permission: 'cloudformation:DescribeChangeSet' });
  });

  test('A14 an empty answer about a change set leaves everything open', async () => {
    add({ name: 'shop', ...changing({ template: '{}', parameters: { Key: `${WEB}.zip` } }) });
    aws.control.addFault({ kind: 'blank', operation: 'DescribeChangeSet' });
    expect(await failureOf(read())).toMatchObject({
      problem: 'malformed',
      explanation: expect.stringContaining('could not be read'),
    });
  });

  test.each([
    ['*', /skip every stack/],
    ['a b', /name of a stack/],
  ])('K4 the pattern %j is refused', (pattern, message) => {
    expect(() => assetParameters.parse({ allowSkip: [pattern] })).toThrow(message);
  });
});

describe('the cache', () => {
  test('K8 a template is read again only after an operation on its stack', async () => {
    add({ name: 'shop', template: `"${WEB}"` });
    await read();
    const before = calls('GetTemplate');
    await read();
    expect(calls('GetTemplate')).toBe(before);
    const shop = aws.control.state(HERE).stacks.find(({ StackName }) => StackName === 'shop');
    const LastOperations = [{ OperationType: 'UPDATE_STACK', OperationId: 'next' }];
    aws.control.update(HERE, 'stack', 'shop', {
      stack: { ...shop, LastOperations },
      template: `"${OTHER}"`,
      processed: '{}',
    });
    expect((await read()).map(({ alias }) => alias)).toEqual([`assetHash/${OTHER}`]);
  });

  test('K8 a change set is found by its operation; stacks without one cost no call but the listing', async () => {
    add({ name: 'shop', template: `"${OTHER}"` });
    await read();
    const before = aws.control.calls().length;
    await read();
    const again = aws.control
      .calls()
      .slice(before)
      .map(({ operation }) => operation);
    expect(again).toEqual(['DescribeStacks']);
    const [shop] = aws.control.state(HERE).stacks.filter(({ StackName }) => StackName === 'shop');
    const StackId = shop?.StackId ?? '';
    const LastOperations = [{ OperationType: 'CREATE_CHANGESET', OperationId: 'next' }];
    const summary = { StackId, StackName: 'shop', ChangeSetId: `${StackId}/next`, ChangeSetName: 'next' };
    aws.control.update(HERE, 'stack', 'shop', {
      stack: { ...shop, LastOperations },
      changeSets: [{ summary, template: `"${WEB}"`, processed: '{}', parameters: [] }],
    });
    expect((await read()).map(({ alias }) => alias)).toContain(IN_ANY);
  });

  test('K18 a stack that is changing is read each time', async () => {
    add({ name: 'shop', template: `"${WEB}"`, status: 'CREATE_IN_PROGRESS' });
    await read();
    aws.control.update(HERE, 'stack', 'shop', { template: `"${OTHER}"`, processed: '{}' });
    expect((await read()).map(({ alias }) => alias)).toEqual([`assetHash/${OTHER}`]);
  });

  test('K18 a stack without listed operations is read each time: its date of update may be empty or old', async () => {
    add({ name: 'shop', template: `"${WEB}"`, hasOperations: false });
    await read();
    aws.control.update(HERE, 'stack', 'shop', { template: `"${OTHER}"`, processed: '{}' });
    expect((await read()).map(({ alias }) => alias)).toEqual([`assetHash/${OTHER}`]);
  });

  test('a stack that comes again under its name is read anew', async () => {
    add({ name: 'shop', template: `"${WEB}"` });
    await read();
    aws.control.remove(HERE, 'stack', 'shop');
    add({ name: 'shop', template: `"${OTHER}"` });
    expect((await read()).map(({ alias }) => alias)).toEqual([`assetHash/${OTHER}`]);
  });
});

/** Each letter and digit as YAML may write it. */
function hexed(text: string): string {
  return Array.from(text, (one) => `\\x${one.charCodeAt(0).toString(16)}`).join('');
}

/** Ten anchors, each of which names the one before ten times. */
function bomb(): string {
  const levels = Array.from(
    { length: 9 },
    (_, level) => `L${level + 1}: &l${level + 1} [${Array(10).fill(`*l${level}`)}]\n`,
  );
  return `L0: &l0 x\n${levels.join('')}`;
}

function stackOf(path: string): StackSeed {
  return { template: templateNaming(WEB), parameters: { BootstrapVersion: path } };
}

function changing(changeSet: Omit<NonNullable<StackSeed['changeSets']>[number], 'name'>): StackSeed {
  return { changeSets: [{ name: 'next', ...changeSet }] };
}
