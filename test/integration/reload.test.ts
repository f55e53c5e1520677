/** The effect of a reload on the state that the process keeps outside Redis. */
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import { type Wired, wire } from '../../src/composition/parts.ts';
import { RunningConfiguration } from '../../src/composition/runningConfiguration.ts';
import type { Configuration } from '../../src/config/load/configuration.ts';
import { loadConfiguration } from '../../src/config/load/loader.ts';
import { handlers } from '../../src/handlers/index.ts';
import { RedisConnection } from '../../src/state/redis/connection.ts';
import { collectingLogger } from '../support/fleet.ts';
import { PATIENT_MS, startRedis, type TestRedis } from '../support/redis.ts';

const log = collectingLogger([]);
const SANDBOX = { AWS_ENDPOINT_URL: 'http://127.0.0.1:9' };

let redis: TestRedis;
let connection: RedisConnection;
let dir: string;
let dryRun: boolean;
let running: RunningConfiguration;
let wired: Wired;

beforeAll(async () => {
  redis = await startRedis();
  connection = new RedisConnection({ url: redis.url, log, commandTimeoutMs: PATIENT_MS });
  await connection.whenReady();
});
afterAll(async () => {
  await connection.close();
  await redis.stop();
});
beforeEach(async () => {
  await redis.flush();
  dir = await mkdtemp(join(tmpdir(), 'holystone-reload-'));
  dryRun = true;
  running = new RunningConfiguration(load(), load, log);
  wired = wire({ configuration: load(), connection, log, workConfigurations: running.workConfigurations });
});
afterEach(async () => {
  await wired.close();
  await rm(dir, { recursive: true, force: true });
});

function load(): Configuration {
  const text = `
dryRun: ${dryRun}
redis: { url: "${redis.url}", durability: trusted }
definitions: { dir: ${JSON.stringify(dir)} }
accounts: [{ name: test, provider: aws, id: "111111111111", locations: [us-east-1] }]
cleanup: [{ type: image, live: true, when: [{ rule: unused }], notice: off }]
`;
  return loadConfiguration({ text, file: 'x.yaml' }, { env: SANDBOX, handlers });
}

function goLive(): void {
  dryRun = false;
  running.reload('olga');
}

const beatFile = () => join(dir, 'redis-beat.json');
const keep = async (remembered: object) => {
  await mkdir(dir, { recursive: true });
  await writeFile(beatFile(), JSON.stringify(remembered));
};

describe('the beat of Redis, kept outside it', () => {
  test('L25 dry run keeps none, and does from the reload on that makes something live', async () => {
    await wired.watch.incarnation();
    const inDryRun = existsSync(beatFile());
    goLive();
    await wired.watch.incarnation();
    expect([inDryRun, existsSync(beatFile())]).toEqual([false, true]);
  });

  test('L25 the reload finds a beat kept from before that Redis does not remember → another incarnation', async () => {
    const before = await wired.watch.incarnation();
    await keep({ beat: Date.now() + 3_600_000, control: { killed: 'yes' }, shards: {} });
    goLive();
    expect(await wired.watch.incarnation()).not.toBe(before);
    expect((await wired.parts.control.read()).killed).toBe(true);
  });

  test('an older one that was kept takes nothing back', async () => {
    const before = await wired.watch.incarnation();
    await keep({ beat: 1, control: { killed: 'yes' }, shards: {} });
    goLive();
    expect(await wired.watch.incarnation()).toBe(before);
    expect((await wired.parts.control.read()).killed).toBe(false);
    expect(JSON.parse(await readFile(beatFile(), 'utf8')).beat).toBeGreaterThan(1);
  });
});
