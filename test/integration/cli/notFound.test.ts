/** Names of a configuration that an AWS account does not have: nothing found looks like nothing to do. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Plan } from '../../../src/lifecycle/plan/planDocument.ts';
import { bootstrap } from '../../support/cdkEnvironment.ts';
import { cliHere } from '../../support/cliHere.ts';
import { startRedis } from '../../support/redis.ts';
import { HERE, ID, startAws, type TestAws } from '../handlers/fixture.ts';

let aws: TestAws;
let dir: string;
beforeEach(async () => {
  aws = await startAws();
  dir = await mkdtemp(join(tmpdir(), 'holystone-not-found-'));
});
afterEach(async () => {
  await aws.close();
  await rm(dir, { recursive: true, force: true });
});

const fileWith = (entry: string, regions = 'us-east-1') => `
work: { callRateShare: 100% }
accounts:
  - { name: test, provider: aws, id: "${ID}", readRole: "arn:aws:iam::${ID}:role/reader", locations: [${regions}] }
defaults: { notice: { fallback: cloud@example.com } }
cleanup:
  - { ${entry} }
`;

async function command(text: string, ...args: readonly string[]) {
  const config = join(dir, 'holystone.yaml');
  await writeFile(config, text);
  return cliHere([...args, '--config', config], process.env as Record<string, string>);
}

async function planned(text: string) {
  const { code, stdout } = await command(text, 'plan', '--output', 'json');
  const { namespaces, keptNothing = [] } = JSON.parse(stdout) as Plan;
  return { code, problems: namespaces.map(({ problem }) => problem), keptNothing };
}

const tags = (patterns: string) => `type: ecrTag, nameRegexDelete: ".*", keepN: 5, repositories: [${patterns}]`;
const CDK = 'type: cdkS3Asset, when: [{ rule: unused }]';

test('P19 a pattern that matches no repository of ECR is a problem of the plan; one that matches is none', async () => {
  aws.control.addEcrTags(HERE, [{ repository: 'shop/web', tag: 'v1' }]);
  expect(await planned(fileWith(tags('"shpo/*", "shop/*"')))).toMatchObject({
    code: 3,
    problems: ['no repository of ECR matches "shpo/*" in `repositories`'],
  });
});

test('P19 a repository of one of two regions is found for both', async () => {
  aws.control.addEcrTags(HERE, [{ repository: 'shop/web', tag: 'v1' }]);
  const { problems } = await planned(fileWith(tags('shop/web'), 'us-east-1, eu-west-1'));
  expect(problems).toEqual([null, null]);
});

const OTHER = 'the bootstrap stack has another name and qualifier';
const NAMED = `${CDK}, bootstrap: { stackName: TeamToolkit }`;
test.each([
  [OTHER, CDK, 3, /AcmeToolkit is a bootstrap stack of CDK: name it in/],
  [
    'nothing was bootstrapped, and the entry names a stack',
    NAMED,
    3,
    /test.us-east-1 has no stack TeamToolkit: correct/,
  ],
  ['nothing was bootstrapped, under the usual name', CDK, 0, /there is no bootstrap stack CDKToolkit: nothing was/],
])('P19 %s: a problem of the plan', async (what, entry, code, why) => {
  if (what === OTHER) bootstrap(aws.control, HERE, { stackName: 'AcmeToolkit', qualifier: 'acme' });
  expect(await planned(fileWith(entry))).toMatchObject({ code, problems: [expect.stringMatching(why)] });
});

test('P19 a region without a bootstrap stack is no problem where another region has one', async () => {
  bootstrap(aws.control, HERE);
  expect(await planned(fileWith(CDK, 'us-east-1, eu-west-1'))).toMatchObject({ code: 0, problems: [null, null] });
});

test('P19 `validate --online` warns about the same, exits with 0, and judges nothing; without it no request leaves', async () => {
  const text = fileWith(tags('"shpo/*"'));
  const before = await command(text, 'validate');
  expect([before.code, before.stderr, aws.control.calls().length]).toEqual([0, '', 0]);
  const { code, stderr } = await command(text, 'validate', '--online');
  expect({ code, stderr }).toEqual({
    code: 0,
    stderr: 'warning: aws:test:us-east-1:ecrtag: no repository of ECR matches "shpo/*" in `repositories`\n',
  });
  expect(aws.control.calls({ operation: 'DescribeInstances' })).toEqual([]);
  const { stdout } = await command(text, 'validate', '--online', '--output', 'json');
  expect(JSON.parse(stdout)).toMatchObject({
    valid: true,
    online: [{ namespaces: ['aws:test:us-east-1:ecrtag'], why: expect.stringContaining('"shpo/*"') }],
  });
});

test('P19 `validate --online` warns about a place that cannot be listed', async () => {
  aws.control.deny({ account: ID, action: 'ecr:DescribeRepositories' });
  const { code, stderr } = await command(fileWith(tags('"shop/*"')), 'validate', '--online');
  expect([code, stderr]).toEqual([0, expect.stringContaining('warning: aws:test:us-east-1:ecrtag: ')]);
});

test('P19 an entry of `keep` that matched nothing is told, one that keeps another kept resource is not', async () => {
  aws.control.addEcrTags(HERE, [{ repository: 'shop/web', tag: 'v1' }]);
  const keep = (entries: string) => fileWith(`${tags('"shop/*"')}, keep: [${entries}]`);
  const text = keep('{ name: v1 }, { name: "/^v9/", account: test }');
  expect(await planned(text)).toMatchObject({
    code: 0,
    keptNothing: [{ key: 'keep', entry: 'name=/^v9/ and account=test', namespaces: ['aws:test:us-east-1:ecrtag'] }],
  });
  const { stdout } = await command(text, 'plan', '--output', 'table');
  expect(stdout).toContain('`keep` with name=/^v9/ and account=test kept nothing.');
  expect(stdout).not.toContain('name=v1');
});

test('P19 a regex of the cleanup policy that keeps no tag is told, one that keeps a tag of another repository is not', async () => {
  aws.control.addEcrTags(HERE, [
    { repository: 'shop/web', tag: 'v1' },
    { repository: 'shop/cart', tag: 'prod-7' },
  ]);
  const keys = 'nameRegexKeep: "prod-.*", protect: ["v1", "V1", "v"]';
  const { keptNothing } = await planned(fileWith(`${tags('"shop/*"')}, ${keys}`));
  const namespaces = ['aws:test:us-east-1:ecrtag'];
  expect(keptNothing).toEqual([
    { key: 'protect', entry: 'V1', namespaces },
    { key: 'protect', entry: 'v', namespaces },
  ]);
  const { stdout } = await command(
    fileWith(`${tags('"shop/*"')}, nameRegexKeep: "stable"`),
    'plan',
    '--output',
    'table',
  );
  expect(stdout).toContain('`nameRegexKeep` with stable kept nothing.');
});

test('P19 an incomplete survey tells of no entry of `keep`', async () => {
  aws.control.addEcrTags(HERE, [{ repository: 'shop/web', tag: 'v1' }]);
  aws.control.deny({ account: ID, action: 'lambda:ListFunctions' });
  const text = fileWith(`${tags('"shop/*"')}, keep: [{ name: "/^v9/" }]`);
  expect(await planned(text)).toMatchObject({ code: 3, keptNothing: [] });
});

test('P19 `run` and `status` say what the mark pass did not find, until it does', async () => {
  const redis = await startRedis();
  try {
    aws.control.addEcrTags(HERE, [{ repository: 'shop/web', tag: 'v1' }]);
    const text = (patterns: string) =>
      `redis: { url: "${redis.url}", durability: trusted }\n${fileWith(tags(patterns))}`;
    const why = 'no repository of ECR matches "shpo/*" in `repositories`';
    const wrong = text('"shpo/*", "shop/*"');
    const ran = await command(wrong, 'run', '--output', 'table');
    expect(ran.stdout).toContain(`Not found: ${why} (aws:test:us-east-1:ecrtag).`);
    const { stdout } = await command(wrong, 'status', '--output', 'json');
    expect(JSON.parse(stdout).problems).toEqual([`aws:test:us-east-1:ecrtag: ${why}`]);
    await command(text('"shop/*"'), 'run', '--action', 'mark');
    const after = await command(text('"shop/*"'), 'status', '--output', 'json');
    expect(JSON.parse(after.stdout).problems).toEqual([]);
  } finally {
    await redis.stop();
  }
});
