/** Assets that only another asset names, which is used itself: templates of products and StackSets, definitions. */
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Finding } from '../../../src/core/common/finding.ts';
import { namedByStacks } from '../../../src/handlers/aws/evidence/cdk/namedByStacks.ts';
import { stackTemplates } from '../../../src/handlers/aws/evidence/cdk/stackTemplates.ts';
import { assetParameters } from '../../../src/handlers/aws/resources/cdk/parameters.ts';
import type { CallScope } from '../../../src/handlers/aws/wire/target.ts';
import type { Io } from '../../../src/handlers/contract/handler.ts';
import { bootstrap, type CdkEnvironment, hashOf } from '../../support/cdkEnvironment.ts';
import { failureOf, HERE, REGION, scopeOf, startAws, type TestAws } from '../handlers/fixture.ts';

let aws: TestAws;
let io: Io;
let here: CdkEnvironment;
beforeEach(async () => {
  aws = await startAws();
  io = aws.io();
  here = bootstrap(aws.control, HERE);
});
afterEach(() => aws.close());

const INNER = hashOf('inner');
const PRODUCT = hashOf('product');
const settings = assetParameters.parse({});

function read(given: object = {}): Promise<readonly Finding[]> {
  const scope = scopeOf(assetParameters.parse(given));
  return stackTemplates.read({ account: 'test', location: REGION }, scope, [], io);
}

const users = async (hash: string, given?: object) =>
  (await read(given)).filter(({ alias }) => alias.endsWith(hash)).map(({ by }) => by);
const stack = (template: string, name = 'portfolio') => aws.control.addStacks(HERE, [{ name, template }]);
const put = (key: string, body: string, size?: number) => {
  const lastModified = '2026-01-01T00:00:00.000Z';
  aws.control.addObjects(here.bucket, [{ key, body, lastModified, ...(size === undefined ? {} : { size }) }]);
};
const url = (hash: string, end = 'json') =>
  `"https://s3.us-east-1.amazonaws.com/cdk-hnb659fds-assets-123456789012-us-east-1/${hash}.${end}"`;
const naming = (hash: string) =>
  JSON.stringify({ Resources: { F: { Properties: { Code: { S3Key: `${hash}.zip` } } } } });
const gets = () => aws.control.calls({ operation: 'GetObject' }).length;

test.each([
  ['the template of a product', `{"LoadTemplateFromURL":${url(PRODUCT)}}`, 'json', naming(INNER)],
  ['the template of a StackSet', `{"TemplateURL":${url(PRODUCT, 'template')}}`, 'template', naming(INNER)],
  [
    'the definition of a state machine',
    `{"DefinitionS3Location":{"Key":"${PRODUCT}.yaml"}}`,
    'yaml',
    `Code: ${INNER}.zip`,
  ],
  ['a name that it puts together', `{"TemplateURL":${url(PRODUCT)}}`, 'json', joined(INNER)],
])('K19 an asset that only %s names is used', async (_what, template, end, body) => {
  stack(template);
  put(`${PRODUCT}.${end}`, body);
  expect(await users(INNER)).toEqual([`file ${PRODUCT}.${end} of stack portfolio in test/us-east-1`]);
});

function joined(hash: string): string {
  return JSON.stringify({ Key: { 'Fn::Join': ['', [hash.slice(0, 30), `${hash.slice(30)}.zip`]] } });
}

test('K19 a file that a used file names is opened, too, however deep; one that nothing names is not', async () => {
  const [middle, free] = [hashOf('middle'), hashOf('free')];
  stack(url(PRODUCT));
  put(`${PRODUCT}.json`, naming('').replace('.zip', `${middle}.yml`));
  put(`${middle}.yml`, naming(INNER));
  put(`${free}.json`, naming(hashOf('of-the-free')));
  expect(await users(INNER)).toEqual([
    `file ${middle}.yml of file ${PRODUCT}.json of stack portfolio in test/us-east-1`,
  ]);
  expect(await users(hashOf('of-the-free'))).toEqual([]);
  expect(gets()).toBe(2);
});

test('K19 a used file that cannot be read makes every asset unknown, unless its stack may be skipped', async () => {
  stack(url(PRODUCT));
  put(`${PRODUCT}.json`, naming(INNER));
  aws.control.addFault({ kind: 'error', operation: 'GetObject', code: 'AccessDenied', status: 403 });
  const failure = await failureOf(read());
  expect(failure.message).toContain(`the template of the stack portfolio cannot be read: `);
  expect(failure.message).toContain(`${PRODUCT}.json`);
  stack('{}', 'other');
  expect(await users(INNER, { allowSkip: ['portfolio'] })).toEqual([]);
});

test('K19 a used file that puts a name together from a part that no text shows makes every asset unknown', async () => {
  stack(url(PRODUCT));
  put(
    `${PRODUCT}.json`,
    JSON.stringify({ Key: { 'Fn::Join': ['', [INNER.slice(0, 40), { 'Fn::GetAtt': ['A', 'B'] }]] } }),
  );
  expect((await failureOf(read())).message).toContain(`its file ${PRODUCT}.json: it puts a name together`);
});

test('K19 an answer without the body of a used file is no empty file', async () => {
  stack(url(PRODUCT));
  put(`${PRODUCT}.json`, naming(INNER));
  aws.control.addFault({ kind: 'blank', operation: 'GetObject' });
  expect((await failureOf(read())).message).toContain(`${PRODUCT}.json`);
});

test('K19 a bucket that cannot be listed makes every asset unknown', async () => {
  stack(url(PRODUCT));
  aws.control.addFault({ kind: 'error', operation: 'ListObjectsV2', code: 'AccessDenied', status: 403 });
  expect((await failureOf(read())).message).toContain('s3:ListBucket');
});

test('K19 a file that is no template is not opened: another kind, or longer than AWS takes one', async () => {
  const [zip, long] = [hashOf('zip'), hashOf('long')];
  stack(`[${url(zip, 'zip')},${url(long)}]`);
  put(`${zip}.zip`, naming(INNER));
  put(`${long}.json`, naming(INNER), 5 * 1024 * 1024);
  expect(await users(INNER)).toEqual([]);
  expect(gets()).toBe(0);
});

test('K19 a file that is gone names nothing, and one that was opened is not read again', async () => {
  stack(`[${url(PRODUCT)},${url(hashOf('gone'))}]`);
  put(`${PRODUCT}.json`, naming(INNER));
  for (const _ of [1, 2]) expect(await users(INNER)).toHaveLength(1);
  expect(gets()).toBe(1);
});

test('K19 just before a deletion the files that stacks name by then are opened', async () => {
  await read();
  stack(url(PRODUCT));
  put(`${PRODUCT}.json`, naming(INNER));
  const target = { account: scopeOf(settings).account, region: REGION, identity: 'reader', io } as unknown as CallScope;
  const aliases = [`assetHash/${INNER}`];
  const waiting = await namedByStacks(target, settings, [{ id: `${INNER}.zip`, aliases } as never]);
  expect(waiting.get(`${INNER}.zip`)).toMatchObject({ reason: expect.stringContaining(`file ${PRODUCT}.json`) });
});
