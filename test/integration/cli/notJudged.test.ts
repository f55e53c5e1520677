/** Kinds that cost money and that Holystone lists beside its plan: it says why none is judged, and can touch none. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from '@jest/globals';
import type { Look } from '../../../src/cli/look/look.ts';
import type { NotJudged } from '../../../src/lifecycle/index.ts';
import type { Plan } from '../../../src/lifecycle/plan/planDocument.ts';
import { cliHere } from '../../support/cliHere.ts';
import { HERE, ID, startAws, type TestAws } from '../handlers/fixture.ts';

let aws: TestAws;
let dir: string;
beforeEach(async () => {
  aws = await startAws();
  dir = await mkdtemp(join(tmpdir(), 'holystone-not-judged-'));
});
afterEach(async () => {
  await aws.close();
  await rm(dir, { recursive: true, force: true });
});

const PRICES = `
currency: USD
regions:
  us-east-1:
    date: "2026-05-01"
    source: https://example.com/prices
    items: { elasticache.cache.m6g.large.hour: 0.1, memorydb.db.r6g.large.hour: 0.2, sagemaker.notebook.ml.t3.medium.hour: 0.05 }
`;

/** Two entries of one account: each place is asked once, whatever is planned there. */
const fileWith = (more = '', regions = 'us-east-1') => `
work: { callRateShare: 100% }
accounts:
  - { name: test, provider: aws, id: "${ID}", readRole: "arn:aws:iam::${ID}:role/reader", locations: [${regions}] }
defaults: { notice: { fallback: cloud@example.com } }
cleanup:
  - { type: elasticIp, when: [{ rule: unused }] }
  - { type: networkInterface, when: [{ rule: unused }] }
${more}
`;

async function command(text: string, ...args: readonly string[]) {
  const config = join(dir, 'holystone.yaml');
  await writeFile(config, text);
  return cliHere([...args, '--config', config], process.env as Record<string, string>);
}

async function planned(text: string, ...args: readonly string[]) {
  const { code, stdout } = await command(text, 'plan', '--output', 'json', ...args);
  return { code, plan: JSON.parse(stdout) as Plan };
}

const named = (kinds: readonly NotJudged[] = []) =>
  Object.fromEntries(kinds.map(({ called, things }) => [called, things.map(({ name }) => name)]));

const flat = (text: string) => text.replace(/\s+/g, ' ');

function seed() {
  aws.control.addCacheClusters(HERE, [
    { CacheClusterId: 'sessions', Engine: 'memcached', CacheNodeType: 'cache.m6g.large', NumCacheNodes: 2 },
    { CacheClusterId: 'single', Engine: 'redis', CacheNodeType: 'cache.m6g.large', NumCacheNodes: 1 },
  ]);
  aws.control.addMemoryDbClusters(HERE, [
    { Name: 'ledger', NodeType: 'db.r6g.large', Shards: [{ NumberOfNodes: 2 }, { NumberOfNodes: 2 }] },
  ]);
  aws.control.addSearchDomains(HERE, [{ DomainName: 'logs' }, { DomainName: 'shop' }]);
  aws.control.addNotebooks(HERE, [
    { NotebookInstanceName: 'ann', InstanceType: 'ml.t3.medium' },
    { NotebookInstanceName: 'bob', InstanceType: 'ml.t3.medium', NotebookInstanceStatus: 'Stopped' },
  ]);
  aws.control.addWindowsFileSystems(HERE, [
    { FileSystemId: 'fs-0lustre', FileSystemType: 'LUSTRE' },
    { FileSystemId: 'fs-0windows', FileSystemType: 'WINDOWS' },
  ]);
}

const ALL = {
  'Memcached cluster': ['sessions'],
  'MemoryDB cluster': ['ledger'],
  'OpenSearch domain': ['logs', 'shop'],
  'SageMaker notebook instance': ['ann', 'bob'],
  'Lustre, ONTAP or OpenZFS file system': ['fs-0lustre'],
};

test('A159 a plan lists what nothing judges once per place, with the reason, and with a figure where a price is known', async () => {
  seed();
  await writeFile(join(dir, 'prices.yaml'), PRICES);
  const text = fileWith(`prices: { file: ${join(dir, 'prices.yaml')} }`);
  const { code, plan } = await planned(text);
  expect(code).toBe(0);
  expect(named(plan.notJudged)).toEqual(ALL);
  const amounts = plan.notJudged?.map(({ things }) => things.map(({ monthlyCost }) => monthlyCost?.amount));
  expect(amounts).toEqual([[146], [584], [undefined, undefined], [36.5, undefined], [undefined]]);
  expect(aws.operations().filter((operation) => operation === 'ListDomainNames')).toHaveLength(1);
  const { stdout } = await command(text, 'plan');
  expect(flat(stdout)).toContain('2 OpenSearch domains: the dashboards and plugins of a domain search and write');
  expect(flat(stdout)).toContain('2 SageMaker notebook instances ($36.50 a month; no list price for 1): no metric');
  expect(flat((await command(text, 'plan', '--verbose')).stdout)).toContain('ledger in test/us-east-1 $584.00 a month');
});

test('A160 nothing of such a kind is a resource of a plan, and an entry for one is refused', async () => {
  seed();
  const { plan } = await planned(fileWith());
  expect(plan.namespaces.flatMap(({ resources }) => resources)).toEqual([]);
  const { code, stderr } = await command(fileWith().replace('elasticIp', 'searchDomain'), 'plan');
  expect([code, stderr]).toEqual([2, expect.stringContaining('searchDomain')]);
});

test('A161 a missing right is one line, and the plan is as complete as before', async () => {
  seed();
  for (const action of ['es:ListDomainNames', 'memorydb:DescribeClusters']) aws.control.deny({ account: ID, action });
  const { code, plan } = await planned(fileWith());
  expect([code, plan.missingPermissions]).toEqual([0, []]);
  expect(plan.notJudged?.flatMap(({ notRead }) => notRead.map(({ permission }) => permission))).toEqual([
    'memorydb:DescribeClusters',
    'es:ListDomainNames',
  ]);
  const { stdout } = await command(fileWith(), 'plan');
  expect(stdout).toContain('Not read: needs memorydb:DescribeClusters, es:ListDomainNames (in test/us-east-1)');
});

test('A161 a listing that fails for another reason is a line of its own, and changes nothing else', async () => {
  aws.control.addFault({ kind: 'error', operation: 'ListNotebookInstances', code: 'InternalFailure', status: 500 });
  const { code, plan } = await planned(fileWith('', 'us-east-1, eu-west-1'));
  expect(code).toBe(0);
  expect(plan.notJudged).toMatchObject([
    {
      called: 'SageMaker notebook instance',
      things: [],
      notRead: [{ location: 'eu-west-1' }, { location: 'us-east-1' }],
    },
  ]);
  const { stdout } = await command(fileWith('', 'us-east-1, eu-west-1'), 'plan');
  expect(flat(stdout)).toContain('Not read: SageMaker notebook instances (in 2 places): ');
});

test('A161 what is wrong with a whole account is said by its namespaces, and not once more', async () => {
  const { code, plan } = await planned(fileWith().replace('role/reader', 'role/nobody'));
  expect([code, plan.notJudged]).toEqual([3, undefined]);
});

test('A162 an account without any of them has no word of it, and neither has a place that is not planned', async () => {
  const { plan } = await planned(fileWith());
  expect(plan).not.toHaveProperty('notJudged');
  seed();
  const elsewhere = await planned(fileWith('', 'us-east-1, eu-west-1'), '--namespace', '*:eu-west-1:*');
  expect(elsewhere.plan).not.toHaveProperty('notJudged');
});

test('A163 a look lists them too: in its lines, in its report, and in its document', async () => {
  seed();
  const written = ['--html', join(dir, 'look.html'), '--json', join(dir, 'look.json')];
  const here = async (...args: readonly string[]) =>
    cliHere(['look', '--region', 'us-east-1', ...args, ...written], process.env as Record<string, string>);
  const { code, stdout } = await here();
  expect(code).toBe(0);
  expect(flat(stdout)).toContain(
    'Not judged, and never touched: 1 Memcached cluster, 1 MemoryDB cluster, 2 OpenSearch',
  );
  const look = JSON.parse(await readFile(join(dir, 'look.json'), 'utf8')) as Look;
  expect(named(look.notJudged)).toEqual(ALL);
  expect(await readFile(join(dir, 'look.html'), 'utf8')).toContain('fs-0lustre, us-east-1');
  await here('--cdk');
  expect(JSON.parse(await readFile(join(dir, 'look.json'), 'utf8'))).not.toHaveProperty('notJudged');
});
