/** An instance that was stopped while Redis lost the control and operators set it anew: its memory is older than theirs. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from '@jest/globals';
import type { ControlChange } from '../../../src/core/policy/fleet.ts';
import { startRedis, type TestRedis } from '../../support/redis.ts';
import { type Instance, startInstance, stopInstances } from './instances.ts';
import { auditOf } from './support.ts';

let redis: TestRedis;
let dir: string;
beforeAll(async () => {
  redis = await startRedis();
  dir = await mkdtemp(join(tmpdir(), 'holystone-memory-'));
});
afterAll(async () => {
  await redis.stop();
  await rm(dir, { recursive: true });
});
beforeEach(() => redis.flush());
afterEach(stopInstances);

const LOOSE = { capacity: 8, deletesPerDay: 500, deleteBudgetMs: 90_000, providers: { registry: 3, aws: 2 } };
const STRICT = { capacity: 0, deletesPerDay: 5, deleteBudgetMs: 60_000, providers: { registry: 0, aws: 2 } };

const change = (state: Instance, given: ControlChange) =>
  state.control.write(given, { ...auditOf('x'), event: 'control' });

/** Remembers these limits, and beats no more. @param beatFile its memory of before its end */
async function stopped(limits: ControlChange, beatFile?: string): Promise<Instance> {
  const instance = await startInstance(redis.url, beatFile === undefined ? {} : { beatFile });
  await change(instance, limits);
  await instance.watch.incarnation();
  return instance;
}

/** Redis is emptied, and operators set these limits, in two changes. */
async function setAnew(limits: ControlChange): Promise<void> {
  await redis.flush();
  const other = await startInstance(redis.url);
  await other.watch.incarnation();
  await change(other, { deletesPerDay: 400 });
  await change(other, limits);
}

test('L61 it continues → the lower limits of the operators stay, and the count of changes too', async () => {
  const instance = await stopped(LOOSE);
  await setAnew(STRICT);
  await instance.watch.incarnation();
  expect(await instance.control.read()).toMatchObject({ ...STRICT, version: 2 });
});

test('L61 it starts again with its file → the lower limits of the operators stay', async () => {
  const beatFile = join(dir, 'redis-beat.json');
  await stopped(LOOSE, beatFile);
  await stopInstances();
  await setAnew(STRICT);
  const again = await startInstance(redis.url, { beatFile });
  await again.watch.incarnation();
  expect(await again.control.read()).toMatchObject({ ...STRICT, version: 2 });
});

test('L61 it remembers lower limits than those of the operators → its limits count', async () => {
  const instance = await stopped(STRICT);
  await setAnew(LOOSE);
  await instance.watch.incarnation();
  expect(await instance.control.read()).toMatchObject(STRICT);
});
