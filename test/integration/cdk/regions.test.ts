/** Stacks of one region that name an asset of another one. */
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import type { StackSeed } from '../../../sandbox/aws/seeds/stackSeeds.ts';
import type { Finding } from '../../../src/core/common/finding.ts';
import { stackTemplates } from '../../../src/handlers/aws/evidence/cdk/stackTemplates.ts';
import { assetParameters } from '../../../src/handlers/aws/resources/cdk/parameters.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { bootstrap, hashOf, templateNaming, versionPath } from '../../support/cdkEnvironment.ts';
import {
  account,
  failureOf,
  HERE,
  otherAccount,
  REGION,
  scopeOf,
  startAws,
  type TestAws,
} from '../handlers/fixture.ts';

const AWAY = 'eu-west-1';
const WEB = hashOf('web');
const BUCKET = `cdk-hnb659fds-assets-111111111111-${REGION}`;
const IN_USUAL = `assetHash/hnb659fds/${WEB}`;
const parameters = { BootstrapVersion: versionPath() };

let aws: TestAws;
let io: Io;
beforeEach(async () => {
  aws = await startAws();
  io = aws.io();
  bootstrap(aws.control, HERE);
  bootstrap(aws.control, { ...HERE, region: AWAY });
});
afterEach(() => aws.close());

const scope = () =>
  scopeOf(assetParameters.parse({}), { accounts: [{ ...account, locations: [REGION, AWAY] }, otherAccount] });
const readAway = (from = scope()): Promise<readonly Finding[]> =>
  stackTemplates.read({ account: 'test', location: AWAY }, from, [], io);
const add = (seed: StackSeed) => aws.control.addStacks({ ...HERE, region: AWAY }, [{ name: 'edge', ...seed }]);
const json = (S3Bucket: unknown, more: object = {}) =>
  JSON.stringify({ Resources: { Web: { S3Bucket, S3Key: `${WEB}.zip` } }, ...more });
const sub = (text: string, values?: object) => ({ 'Fn::Sub': values ? [text, values] : text });
const PREFIX = `cdk-hnb659fds-assets-\${AWS::AccountId}`;

describe('a stack of another region', () => {
  test.each<[string, StackSeed]>([
    ['the name of the bucket', { template: json(BUCKET) }],
    ['a region as it is, in Fn::Sub', { template: json(sub(`${PREFIX}-${REGION}`)) }],
    [
      'a region as it is, in Fn::Join',
      {
        template: json({ 'Fn::Join': ['', ['cdk-hnb659fds-assets-', { Ref: 'AWS::AccountId' }, `-${REGION}`]] }),
      },
    ],
    ['the address of the repository', { template: json(repositoryOf(REGION)) }],
    ['a template of a StackSet in the bucket', { template: json(`https://s3.amazonaws.com/${BUCKET}/${WEB}.json`) }],
    [
      'the bucket in the value of a parameter',
      { template: json({ Ref: 'B' }), parameters: { ...parameters, B: BUCKET } },
    ],
    [
      'the region in the value of a parameter',
      { template: json(sub(`${PREFIX}-\${Home}`)), parameters: { ...parameters, Home: REGION } },
    ],
    [
      'a region of a map',
      {
        template: json(sub(`${PREFIX}-\${R}`, { R: { 'Fn::FindInMap': ['Homes', { Ref: 'AWS::Region' }, 'home'] } }), {
          Mappings: { Homes: { [AWAY]: { home: REGION } } },
        }),
      },
    ],
    ['a region that no text shows', { template: json(sub(`${PREFIX}-\${R}`, { R: { 'Fn::ImportValue': 'home' } })) }],
    ['the bucket in a pending change set', { changeSets: [{ name: 'next', template: json(BUCKET) }] }],
  ])('K1 that names %s protects the asset', async (_what, seed) => {
    add({ parameters, ...seed });
    expect(await readAway()).toContainEqual({ alias: IN_USUAL, says: 'used', by: `stack edge in test/${AWAY}` });
  });

  test.each<[string, StackSeed]>([
    ['the bucket of its own region', { template: templateNaming(WEB) }],
    ['the bucket of its own region by its name', { template: json(BUCKET.replace(REGION, AWAY)) }],
    ['the region, but not its bucket', { template: json(sub(`${PREFIX}-\${AWS::Region}`), { Description: REGION }) }],
    ['the bucket of another environment', { template: json(BUCKET.replace('hnb659fds', 'other')) }],
  ])('K2 that names %s does not protect the asset', async (_what, seed) => {
    add({ parameters, ...seed });
    expect((await readAway()).map(({ alias }) => alias)).not.toContain(IN_USUAL);
  });

  test.each<[string, StackSeed]>([
    ['does not name the usual bucket of its own', { template: json('acme-assets'), parameters }],
    ['names no environment', { template: json('acme-assets') }],
  ])('K2 that %s protects in buckets with a name of their own', async (_what, seed) => {
    add(seed);
    expect((await readAway()).map(({ alias }) => alias)).toContain(`assetHash/*bucket/${WEB}`);
  });

  test('K4 with a template that cannot be read leaves everything open', async () => {
    add({ template: json(BUCKET) });
    aws.control.addFault({
      kind: 'error',
      operation: 'GetTemplate',
      code: 'ValidationError',
      containing: 'stack/edge',
    });
    expect((await failureOf(readAway())).message).toMatch(/the template of the stack edge cannot be read/);
  });

  test('Law 1 a hash that it puts together with a part that no text shows counts only in regions that it names', async () => {
    const S3Key = { 'Fn::Join': ['', [WEB.slice(0, 20), { 'Fn::GetAtt': ['Hash', 'Tail'] }]] };
    add({ template: JSON.stringify({ S3Bucket: sub(`${PREFIX}-\${AWS::Region}`), S3Key }), parameters });
    expect(await readAway()).toEqual([]);
    add({ name: 'home', template: JSON.stringify({ S3Bucket: BUCKET, S3Key }), parameters });
    expect((await failureOf(readAway())).message).toMatch(/stack home .*a part that no text shows/);
  });
});

test('K1 the stacks of every region of every account are read; the answers for two regions are two', () => {
  const places = stackTemplates.places(scope());
  expect(places).toEqual([
    { account: 'test', location: REGION },
    { account: 'test', location: AWAY },
    { account: 'other', location: REGION },
  ]);
  expect(stackTemplates.variant?.(scope())).not.toBe(stackTemplates.variant?.({ ...scope(), location: AWAY }));
});

function repositoryOf(region: string): string {
  return `111111111111.dkr.ecr.${region}.amazonaws.com/cdk-hnb659fds-container-assets-111111111111-${region}:${WEB}`;
}
