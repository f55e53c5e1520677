/** The configurations in examples/: each loads without a warning, and a plan with it reads everything it needs. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { type RunningSandbox, startSandbox } from '../../sandbox/aws/index.ts';
import { type RunningRegistry, startRegistry } from '../../sandbox/registry/server.ts';
import { loadConfiguration } from '../../src/config/load/loader.ts';
import { handlers } from '../../src/handlers/index.ts';
import { bootstrap } from '../support/cdkEnvironment.ts';
import { cliHere } from '../support/cliHere.ts';
import type { Environment } from '../support/cliRun.ts';
import { startRedis, type TestRedis } from '../support/redis.ts';
import { type RunningDeletionApi, startDeletionApi } from '../support/registryApis/deletionApis.ts';

const FOLDER = fileURLToPath(new URL('../../examples/', import.meta.url));
const NAMES = readdirSync(FOLDER).filter((name) => name.endsWith('.yaml'));
const DAY_MS = 24 * 3_600_000;

let sandbox: RunningSandbox;
let redis: TestRedis;
let hub: RunningRegistry;
let harbor: RunningDeletionApi;
let env: Environment;

beforeAll(async () => {
  const roles = ['holystone-read'];
  [sandbox, redis, hub] = await Promise.all([
    startSandbox({
      accounts: [
        { id: '123456789012', roles },
        { id: '210987654321', roles },
      ],
    }),
    startRedis(),
    startRegistry(),
  ]);
  const images = [403, 402, 401, 400].map((days) => ({
    Name: `app-${days}`,
    CreationDate: new Date(Date.now() - days * DAY_MS).toISOString(),
  }));
  const here = { account: '123456789012', region: 'us-east-1' };
  sandbox.control.addImages(here, images);
  const repositories = ['shop/web', 'infra/base'];
  for (const repository of repositories) sandbox.control.addEcrTags(here, [{ repository, tag: 'v1' }]);
  bootstrap(sandbox.control, here);
  sandbox.control.addBucket(here, 'acme-tfstate');
  const state = {
    version: 4,
    serial: 1,
    lineage: 'a',
    resources: [{ mode: 'managed', type: 'aws_eip', name: 'a', instances: [{}] }],
  };
  sandbox.control.addObjects('acme-tfstate', [{ key: 'network/terraform.tfstate', body: JSON.stringify(state) }]);
  bootstrap(sandbox.control, here, { stackName: 'TeamToolkit', qualifier: 'team1' });
  sandbox.control.setOrganization({
    id: 'o-1234567890',
    managementAccount: here.account,
    units: [{ id: 'ou-abcd-12345678', accounts: ['210987654321'] }],
    tags: { '210987654321': { environment: 'test-1' } },
  });
  harbor = await startDeletionApi('harbor', hub.store);
  const key = sandbox.control.accounts()[0]?.accessKeys[0];
  for (const tag of ['pr-1', 'v1', 'v2']) hub.store.image('shop/web', tag, { salt: tag });
  env = {
    REGISTRY_URL: hub.url,
    HARBOR_URL: harbor.url,
    HARBOR_PASSWORD: 'secret',
    REDIS_URL: redis.url,
    AWS_ENDPOINT_URL: sandbox.url,
    AWS_ACCESS_KEY_ID: key?.accessKeyId ?? '',
    AWS_SECRET_ACCESS_KEY: key?.secretAccessKey ?? '',
    AWS_MAX_ATTEMPTS: '1',
  };
});
afterAll(() => Promise.all([sandbox?.close(), redis?.stop(), harbor?.close(), hub?.close()]));

describe.each(NAMES)('examples/%s', (name) => {
  const path = join(FOLDER, name);

  test('loads without a warning, and is a dry run', () => {
    const { workConfigurations, warnings, dryRun } = loadConfiguration({ path }, { env: {}, handlers });
    expect({ warnings, dryRun, live: workConfigurations.some(({ live }) => live) }).toEqual({
      warnings: [],
      dryRun: true,
      live: false,
    });
  });

  test('`validate` accepts it, and `plan` is complete', async () => {
    expect(await cliHere(['validate', '--config', path], env)).toMatchObject({ code: 0, stderr: '' });
    const { code, stdout } = await cliHere(['plan', '--config', path, '--format', 'json'], env);
    const { namespaces } = JSON.parse(stdout) as { namespaces: { status: string }[] };
    expect({ code, statuses: new Set(namespaces.map(({ status }) => status)) }).toEqual({
      code: 0,
      statuses: new Set(['complete']),
    });
  });
});

/** What people ask for first; each line, however it is wrapped, is the policy of its file. */
test.each([
  [
    'few-previews-many-releases',
    'cleanup: [{ type: tag, match: { name: "/^pr-/" }, keepN: 5, nameRegexDelete: ".*" }, { type: tag, keepN: 50, nameRegexDelete: ".*" }]',
  ],
  [
    'large-volumes',
    'cleanup: [{ type: volume, when: [{ all: [{ rule: unused }, { rule: attribute, where: { size: { above: 100 } } }] }] }]',
  ],
  [
    'volumes-without-env',
    'cleanup: [{ type: volume, when: [{ all: [{ rule: unused }, { rule: attribute, where: { "tag:env": { absent: true } } }] }] }]',
  ],
  [
    'maid-status-or-ttl',
    'expiry: { keys: [maid_status, ttl], formats: [epoch, "YYYY/MM/DD", duration-since-created] }',
  ],
  ['newest-images', 'cleanup: [{ type: tag, keepImages: 2, nameRegexDelete: ".*" }]'],
])('examples/%s.yaml has one line of policy', (name, line) => {
  expect(parse(readFileSync(join(FOLDER, `${name}.yaml`), 'utf8'))).toMatchObject(parse(line) as object);
});

test('examples/README.md lists each file with its first line', () => {
  const rows = [...readFileSync(join(FOLDER, 'README.md'), 'utf8').matchAll(/^\| \[(.*?)\]\(.*?\) \| (.*) \|$/gm)];
  const files = NAMES.map((name) => [name, readFileSync(join(FOLDER, name), 'utf8').split('\n')[0]?.slice(2)]);
  expect(rows.map(([, name, title]) => [name, title])).toEqual(files.toSorted());
});

describe('docs/getting-started-organizations.md', () => {
  const PAGE = readFileSync(
    fileURLToPath(new URL('../../docs/getting-started-organizations.md', import.meta.url)),
    'utf8',
  );
  const blocks = (language: string) =>
    [...PAGE.matchAll(new RegExp(`^\`\`\`${language}\n(.*?)^\`\`\``, 'gms'))].map(([, text = '']) => text);
  const example = join(FOLDER, 'organization.yaml');

  test('has the accounts of examples/organization.yaml', () => {
    const [accounts = ''] = blocks('yaml');
    expect(parse(readFileSync(example, 'utf8'))).toMatchObject(parse(accounts) as object);
  });

  test('each of its commands does its work', async () => {
    const lines = blocks('sh').flatMap((text) => text.split('\n').filter((line) => line.startsWith('holystone ')));
    expect(lines).toHaveLength(4);
    for (const line of lines) {
      const [words = ''] = line.split(' > ');
      const args = words
        .split(' ')
        .slice(1)
        .map((word) => (word === 'holystone.yaml' ? example : word));
      expect({ line, ...(await cliHere(args, env)) }).toMatchObject({ line, code: 0 });
    }
  });

  test('the listed accounts are those of the unit that have the tag, in all their regions', async () => {
    const { stdout } = await cliHere(['plan', '--config', example, '--format', 'json'], env);
    const { namespaces } = JSON.parse(stdout) as { namespaces: { namespace: string }[] };
    const places = namespaces.map(({ namespace }) => namespace.split(':').slice(1, 3).join(' '));
    expect(places).toEqual(
      expect.arrayContaining(['main us-east-1', '210987654321 us-east-1', '210987654321 eu-west-1']),
    );
  });
});

test('P17 `iam-policy` for an account with `locations: all` allows reading its regions, and names none', async () => {
  const { stdout } = await cliHere(['iam-policy', '--config', join(FOLDER, 'every-region.yaml'), '--live'], env);
  const { accounts } = JSON.parse(stdout) as { accounts: [{ reader: object; deleter: object }] };
  const [{ reader, deleter }] = accounts;
  expect(JSON.stringify(reader)).toContain('"ec2:DescribeRegions"');
  expect(JSON.stringify([reader, deleter])).not.toMatch(/RequestedRegion|"any"/);
});
