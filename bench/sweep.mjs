// The cost of many empty namespaces: loading them, and one sweep over them in calls to AWS.
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { startSandbox } from '../dist/sandbox/aws/index.js';
import { runCli } from '../dist/src/cli/program.js';
import { loadConfiguration } from '../dist/src/config/load/loader.js';
import { handlers } from '../dist/src/handlers/index.js';
import { table, whole } from './table.mjs';

const ACCOUNT = '111111111111';
const REGIONS = 17;
/** An allowlist, as some types are not nominated by age without one. */
const cleanup = handlers
  .map(({ resourceType }) => `  - { type: ${resourceType}, when: [{ rule: age, moreThan: 90d }], only: [{ name: x }] }`)
  .join('\n');

export async function sweep({ quick }) {
  const sizes = quick ? [50, 100] : [100, 500];
  const loads = sizes.map(measureLoad);
  const [small, large] = loads;
  const rows = loads.map(({ accounts, namespaces, ms }) => [whole(accounts), whole(namespaces), `${whole(ms)} ms`]);
  console.log(table(['accounts', 'namespaces', 'CPU to load'], rows));
  const grew = large.namespaces / small.namespaces;
  console.log(`${grew.toFixed(1)} × the namespaces took ${(large.ms / small.ms).toFixed(1)} × the CPU\n`);
  const { namespaces, byOperation } = await measureCalls(quick ? 2 : 4);
  console.log(table(['call', `in a sweep of ${namespaces} empty namespaces`], byOperation));
}

/** Accounts × 17 regions × every type, the accounts as AWS Organizations lists them. */
function measureLoad(accounts) {
  const text = `
accounts:
  - { name: main, provider: aws, id: "${ACCOUNT}", locations: [us-east-1] }
  - { from: organizations, through: main, readRole: "arn:aws:iam::{id}:role/r", deleteRole: "arn:aws:iam::{id}:role/d", locations: enabled }
cleanup:
${cleanup}
`;
  const load = (listings) => loadConfiguration({ text }, { env: {}, handlers, listings });
  const [{ key }] = load(new Map()).listings;
  const regions = Array.from({ length: REGIONS }, (_, i) => `eu-north-${i + 1}`);
  const listed = Array.from({ length: accounts }, (_, i) => {
    return { id: String(200_000_000_000 + i), name: `account ${i}`, state: 'ACTIVE', regions };
  });
  const listings = new Map([[key, { at: 0, accounts: listed }]]);
  const before = process.cpuUsage();
  const { workConfigurations } = load(listings);
  const { user, system } = process.cpuUsage(before);
  return { accounts, namespaces: workConfigurations.length, ms: (user + system) / 1000 };
}

/** Every call that the sandbox saw while nothing was there to be found. */
async function measureCalls(regions) {
  const names = ['us-east-1', 'us-east-2', 'us-west-1', 'us-west-2'].slice(0, regions);
  const sandbox = await startSandbox({ accounts: [{ id: ACCOUNT }] });
  const dir = await mkdtemp(join(tmpdir(), 'holystone-bench-'));
  try {
    const [{ accessKeyId, secretAccessKey }] = sandbox.control.accounts()[0].accessKeys;
    Object.assign(process.env, {
      AWS_ENDPOINT_URL: sandbox.url,
      AWS_ACCESS_KEY_ID: accessKeyId,
      AWS_SECRET_ACCESS_KEY: secretAccessKey,
    });
    const config = join(dir, 'holystone.yaml');
    await writeFile(
      config,
      `
accounts: [{ name: test, provider: aws, id: "${ACCOUNT}", locations: [${names.join(', ')}] }]
redis: { url: embedded }
cleanup:
${cleanup}
`,
    );
    const code = await runCli(['plan', '-c', config, '--output', 'json'], quietly());
    if (code !== 0) throw new Error(`plan ended with ${code}`);
    const counts = new Map();
    for (const { operation } of sandbox.control.calls()) counts.set(operation, (counts.get(operation) ?? 0) + 1);
    const byOperation = [...counts].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, count]) => [name, whole(count)]);
    return { namespaces: names.length * handlers.length, byOperation };
  } finally {
    await sandbox.close();
    await rm(dir, { recursive: true, force: true });
  }
}

function quietly() {
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() });
  const { signal } = new AbortController();
  return { env: {}, stdout: nowhere(), stderr: process.stderr, clock: { now: () => Date.now() }, signal, exitCode: 0 };
}
