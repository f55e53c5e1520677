/** Files of other cleaners: the configuration that `import` writes of them validates, and plans what they meant. */
import { mkdtempSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { type RunningSandbox, startSandbox } from '../../../sandbox/aws/index.ts';
import { type RunningRegistry, startRegistry } from '../../../sandbox/registry/server.ts';
import { cliHere } from '../../support/cliHere.ts';
import type { Environment } from '../../support/cliRun.ts';

const ACCOUNT = '123456789012';
const HERE = { account: ACCOUNT, region: 'us-east-1' };
const DAY_MS = 24 * 3_600_000;

let sandbox: RunningSandbox;
let hub: RunningRegistry;
let dir: string;
let env: Environment;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'holystone-import-plans-'));
  [sandbox, hub] = await Promise.all([
    startSandbox({ accounts: [{ id: ACCOUNT, roles: ['holystone-read'] }] }),
    startRegistry(),
  ]);
  const image = (Name: string, days: number, tags: Readonly<Record<string, string>> = {}) => ({
    Name,
    CreationDate: new Date(Date.now() - days * DAY_MS).toISOString(),
    Tags: Object.entries(tags).map(([Key, Value]) => ({ Key, Value })),
  });
  sandbox.control.addImages(HERE, [
    image('ci-100', 410, { exempt: 'yes' }),
    image('ci-101', 400),
    image('ci-102', 390),
    image('golden-201', 400),
    image('golden-202', 390, { env: 'dev' }),
    // The newest three of a family stay in any case.
    ...[103, 104, 105].map((build) => image(`ci-${build}`, 60)),
    ...[203, 204, 205].map((build) => image(`golden-${build}`, 60)),
  ]);
  const created = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString();
  for (const [tag, days] of [
    ['dev-1', 90],
    ['dev-2', 60],
    ['dev-3', 1],
    ['v1', 400],
  ] as const) {
    hub.store.image('shop/web', tag, { created: created(days), salt: tag });
  }
  const key = sandbox.control.accounts()[0]?.accessKeys[0];
  env = {
    AWS_ACCOUNT_ID: ACCOUNT,
    AWS_REGION: 'us-east-1',
    REGISTRY_URL: hub.url,
    REGISTRY_USER: 'janitor',
    REGISTRY_PASSWORD: 'secret',
    HARBOR_PROJECT: 'shop',
    AWS_ENDPOINT_URL: sandbox.url,
    AWS_ACCESS_KEY_ID: key?.accessKeyId ?? '',
    AWS_SECRET_ACCESS_KEY: key?.secretAccessKey ?? '',
    AWS_MAX_ATTEMPTS: '1',
  };
});
afterAll(async () => {
  await Promise.all([sandbox?.close(), hub?.close()]);
  await rm(dir, { recursive: true, force: true });
});

/** The names of what a plan of the imported file would mark. */
async function planned(source: string, text: string): Promise<readonly string[]> {
  const [file, config] = ['policy', 'native.yaml'].map((name) => join(dir, `${source}-${name}`)) as [string, string];
  writeFileSync(file, text);
  const imported = await cliHere(['import', source, file, '--output', config, '--force'], env);
  expect({ code: imported.code, stdout: imported.stdout }).toEqual({ code: 0, stdout: '' });
  expect(await cliHere(['validate', '--config', config], env)).toMatchObject({ code: 0, stderr: '' });
  const { code, stdout } = await cliHere(['plan', '--config', config, '--format', 'json'], env);
  const { namespaces } = JSON.parse(stdout) as {
    namespaces: { status: string; resources: { name: string; verdict: string }[] }[];
  };
  expect({ code, statuses: [...new Set(namespaces.map(({ status }) => status))] }).toEqual({
    code: 0,
    statuses: ['complete'],
  });
  const rows = namespaces.flatMap(({ resources }) => resources);
  return rows
    .filter(({ verdict }) => verdict === 'candidate')
    .map(({ name }) => name)
    .toSorted();
}

test('Custodian: unused images of some age without the exempting tag', async () => {
  const policy = `
policies:
  - name: old-images
    resource: ami
    filters:
      - unused
      - { type: image-age, days: 90 }
      - "tag:exempt": absent
      - not: [{ type: value, key: Name, op: regex, value: golden-201 }]
    actions: [{ type: mark-for-op, op: deregister, days: 7 }]
`;
  expect(await planned('custodian', policy)).toEqual(['ci-101', 'ci-102', 'golden-202']);
});

test('aws-nuke: what a filter matches is kept', async () => {
  const nuke = `
regions: [us-east-1]
resource-types: { targets: [EC2Image] }
accounts:
  "${ACCOUNT}":
    filters:
      EC2Image:
        - { property: Name, type: glob, value: "golden-*" }
        - { property: "tag:exempt", value: "yes" }
        - { property: CreationDate, type: dateOlderThan, value: 2160h }
`;
  expect(await planned('aws-nuke', nuke)).toEqual(['ci-101', 'ci-102']);
});

test('cloud-nuke: only what `include` names, and not what `exclude` names', async () => {
  const nuke = 'AMI: { include: { names_regex: ["10", golden] }, exclude: { names_regex: ["^ci-"] } }';
  expect(await planned('cloud-nuke', nuke)).toEqual(['golden-201', 'golden-202']);
});

test('Harbor: of the tags of each selector the newest images stay', async () => {
  const rule = (pattern: string, latestPushedK: number) => ({
    action: 'retain',
    template: 'latestPushedK',
    params: { latestPushedK },
    tag_selectors: [{ kind: 'doublestar', decoration: 'matches', pattern }],
    scope_selectors: { repository: [{ kind: 'doublestar', decoration: 'repoMatches', pattern: '**' }] },
  });
  const text = JSON.stringify({ rules: [rule('dev-*', 1), rule('v*', 5)] });
  expect(await planned('harbor-retention', text)).toEqual([]);
});

test('a source that is not known is refused with those that are', async () => {
  const { code, stderr } = await cliHere(['import', 'custodain', 'x.yml'], env);
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining('before x.yml stands "custodain"; allowed: custodian, aws-nuke'),
  ]);
});

test('a file larger than any policy is refused before it is read', async () => {
  const file = join(dir, 'large.yml');
  writeFileSync(file, Buffer.alloc(9 * 1024 * 1024, ' '));
  const { code, stderr } = await cliHere(['import', 'custodian', file], env);
  expect([code, stderr]).toEqual([2, expect.stringContaining('no policy of people has more than')]);
});
