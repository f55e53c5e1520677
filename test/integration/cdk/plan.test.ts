/** The types of CDK assets in a plan, as an operator writes and reads it. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Plan } from '../../../src/lifecycle/plan/planDocument.ts';
import { bootstrap, hashOf, templateNaming } from '../../support/cdkEnvironment.ts';
import { cliHere } from '../../support/cliHere.ts';
import { HERE, ID, startAws, type TestAws } from '../handlers/fixture.ts';

/** The page docs/behaviour/cdk.md, with an account that nobody else uses: a quarter of its rates is a wait of seconds. */
const AS_WRITTEN = `
work: { callRateShare: 100% }
accounts:
  - { name: test, provider: aws, id: "${ID}", readRole: "arn:aws:iam::${ID}:role/reader", locations: [us-east-1] }
defaults: { notice: { fallback: cloud@example.com } }
cleanup:
  - { type: cdkS3Asset, accounts: [test], when: [{ rule: unused }], bootstrap: { stackName: CDKToolkit }, interop: cdk }
  - { type: cdkEcrImage, accounts: [test], when: [{ rule: unused }] }
`;

let aws: TestAws;
let dir: string;
beforeEach(async () => {
  aws = await startAws();
  dir = await mkdtemp(join(tmpdir(), 'holystone-cdk-'));
});
afterEach(async () => {
  await aws.close();
  await rm(dir, { recursive: true, force: true });
});

async function planned(text = AS_WRITTEN, ...more: readonly string[]) {
  const config = join(dir, 'holystone.yaml');
  await writeFile(config, text);
  return cliHere(['plan', '--config', config, ...more], process.env as Record<string, string>);
}

test('K1 K15 the configuration of the behaviour page plans as written: keys and digests as ids, bytes for each, and tags as names', async () => {
  const { bucket, repository } = bootstrap(aws.control, HERE);
  const at = new Date(Date.now() - 100 * 24 * 3_600_000);
  const [used, old, image] = [`${hashOf('used')}.zip`, `${hashOf('old')}.json`, hashOf('image')];
  aws.control.addObjects(bucket, [
    { key: used, lastModified: at },
    { key: old, lastModified: at, size: 5_000_000 },
  ]);
  aws.control.addEcrTags(HERE, [
    { repository, tag: image, pushedAt: at },
    { repository, tag: 'latest', pushedAt: at },
  ]);
  aws.control.addStacks(HERE, [{ name: 'shop', template: templateNaming(hashOf('used')) }]);
  const { stdout, code } = await planned(AS_WRITTEN, '--output', 'json');
  const { namespaces } = JSON.parse(stdout) as Plan;
  expect({ code, statuses: namespaces.map(({ namespace, status }) => [namespace, status]) }).toEqual({
    code: 0,
    statuses: [
      ['aws:test:us-east-1:cdks3asset', 'complete'],
      ['aws:test:us-east-1:cdkecrimage', 'complete'],
    ],
  });
  const rows = namespaces.flatMap(({ resources }) =>
    resources.map(({ id, name, verdict, freesBytes }) => [id, name, verdict, ...(id === old ? [freesBytes] : [])]),
  );
  const digest = aws.control.state(HERE).ecrTags.find(({ tag }) => tag === image)?.digest;
  expect(rows).toEqual(
    expect.arrayContaining([
      [old, old, 'candidate', 5_000_000],
      [used, used, 'keep'],
      [digest, image, 'candidate'],
      [expect.stringMatching(/^sha256:/), 'latest', 'keep'],
    ]),
  );
});

test('K15 a plan shows the bytes of each asset and the sum of those that go, for people and for programs', async () => {
  const { bucket } = bootstrap(aws.control, HERE);
  const lastModified = new Date(Date.now() - 100 * 24 * 3_600_000);
  const put = (name: string, size: number) =>
    aws.control.addObjects(bucket, [{ key: `${hashOf(name)}.zip`, lastModified, size }]);
  put('old', 5_000_000);
  put('older', 2_500_000_000);
  put('used', 1_000_000_000);
  aws.control.addStacks(HERE, [{ name: 'shop', template: templateNaming(hashOf('used')) }]);
  const { stdout: text } = await planned(AS_WRITTEN, '--output', 'text');
  expect(text).toMatch(/ {2}5 MB {2}/);
  expect(text).toContain('Plan: 2 to delete (up to 2.5 GB, up to $0.05 a month), 1 kept');
  const plan = JSON.parse((await planned(AS_WRITTEN, '--output', 'json')).stdout) as Plan;
  expect(plan.namespaces.map(({ freesBytes }) => freesBytes)).toEqual([2_505_000_000, undefined]);
});

test('K1 a stack of another region keeps the file whose bucket it names, and not the file whose bucket its twin names', async () => {
  const { bucket } = bootstrap(aws.control, HERE);
  const away = { ...HERE, region: 'eu-west-1' };
  bootstrap(aws.control, away);
  const lastModified = new Date(Date.now() - 100 * 24 * 3_600_000);
  for (const name of ['edge', 'twin']) {
    aws.control.addObjects(bucket, [{ key: `${hashOf(name)}.zip`, lastModified }]);
  }
  aws.control.addStacks(away, [
    { name: 'edge', template: JSON.stringify({ Code: { S3Bucket: bucket, S3Key: `${hashOf('edge')}.zip` } }) },
    { name: 'shop', template: templateNaming(hashOf('twin')) },
  ]);
  const both = AS_WRITTEN.replace('locations: [us-east-1]', 'locations: [us-east-1, eu-west-1]');
  const { stdout } = await planned(both, '--output', 'json');
  const here = (JSON.parse(stdout) as Plan).namespaces.find(
    ({ namespace }) => namespace === 'aws:test:us-east-1:cdks3asset',
  );
  expect(here?.resources.map(({ name, verdict }) => [name, verdict])).toEqual(
    expect.arrayContaining([
      [`${hashOf('edge')}.zip`, 'keep'],
      [`${hashOf('twin')}.zip`, 'candidate'],
    ]),
  );
});

test('bad input: with an empty bucket and an empty repository the plan has nothing, and is complete', async () => {
  bootstrap(aws.control, HERE);
  const { code, stdout } = await planned(AS_WRITTEN, '--output', 'json');
  const { namespaces } = JSON.parse(stdout) as Plan;
  expect([code, namespaces.map(({ status, resources }) => [status, resources])]).toEqual([
    0,
    [
      ['complete', []],
      ['complete', []],
    ],
  ]);
});

test('bad input: a bootstrap stack of another name and qualifier, and a version with a path of its own, plan as usual', async () => {
  const { bucket } = bootstrap(aws.control, HERE, { stackName: 'TeamToolkit', qualifier: 'team1' });
  const lastModified = new Date(Date.now() - 100 * 24 * 3_600_000);
  for (const name of ['used', 'elsewhere']) {
    aws.control.addObjects(bucket, [{ key: `${hashOf(name)}.zip`, lastModified }]);
  }
  const stackOf = (name: string, path: string) => ({
    name,
    template: `"${hashOf(name)}"`,
    parameters: { BootstrapVersion: path },
  });
  aws.control.addStacks(HERE, [
    stackOf('used', '/company/platform/cdk/team1/version'),
    stackOf('elsewhere', '/cdk-bootstrap/team2/version'),
  ]);
  const { stdout } = await planned(AS_WRITTEN.replace('CDKToolkit', 'TeamToolkit'), '--output', 'json');
  const [objects] = (JSON.parse(stdout) as Plan).namespaces;
  expect(objects?.resources.map(({ name, verdict }) => [name, verdict])).toEqual(
    expect.arrayContaining([
      [`${hashOf('used')}.zip`, 'keep'],
      [`${hashOf('elsewhere')}.zip`, 'candidate'],
    ]),
  );
});

test('bad input: a repository with a page of untagged images only plans each of them', async () => {
  const { repository } = bootstrap(aws.control, HERE);
  const pushedAt = new Date(Date.now() - 100 * 24 * 3_600_000);
  for (const name of ['a', 'b', 'c'])
    aws.control.addEcrTags(HERE, [{ repository, tag: hashOf(name), salt: name, pushedAt }]);
  for (const name of ['a', 'b', 'c']) aws.control.remove(HERE, 'ecrTag', `${repository}:${hashOf(name)}`);
  aws.control.setPageLimit(2);
  const { stdout } = await planned(AS_WRITTEN, '--output', 'json');
  const images = (JSON.parse(stdout) as Plan).namespaces[1];
  expect(images?.resources.map(({ name, verdict }) => [name.slice(0, 7), verdict])).toEqual(
    Array(3).fill(['sha256:', 'candidate']),
  );
});

test('bad input: a type that does not exist is refused, and the nearest one is named', async () => {
  const { stderr, code } = await planned(AS_WRITTEN.replace('cdkS3Asset', 'cdkS3Assets'));
  expect(code).toBe(2);
  expect(stderr).toMatch(/cdkS3Assets.*cdkS3Asset/s);
});

test('K16 `run --confirm` without a terminal exits 2, and nothing is done', async () => {
  const config = join(dir, 'holystone.yaml');
  await writeFile(config, AS_WRITTEN);
  const env = process.env as Record<string, string>;
  const { code, stderr } = await cliHere(['run', '--once', '--confirm', '--config', config], env);
  expect([code, aws.control.calls()]).toEqual([2, []]);
  expect(stderr).toContain('there is none; add --yes');
});

test.each([
  ['bootstrap: { stackName: "" }', /bootstrap.stackName: .*the name of a stack, such as CDKToolkit/],
  ['allowSkip: ["*"]', /allowSkip.*it would skip every stack; name some/],
  ['interop: terraform', /interop/],
  ['minimumAge: -1d', /minimumAge/],
  ['retention: NaN', /retention/],
  ['actions: [tag]', /actions/],
  ['purgeVersions: true', /purgeVersions/],
])('bad input: %s is refused with its place and a remedy', async (more, message) => {
  const entry = AS_WRITTEN.replace('bootstrap: { stackName: CDKToolkit }, interop: cdk', more);
  const { stderr, code } = await planned(entry);
  expect(code).toBe(2);
  expect(stderr).toMatch(message);
  expect(stderr).not.toMatch(/\n\s+at /);
});
