/**
 * Two instances, one Redis, a random world: people use, own, remove and keep things, mails are refused, processes die
 * between any two effects, lose their lock, sleep, are configured anew or run another program, cannot write their log;
 * Redis falls back or loses a part. A model of the laws that knows nothing of Redis judges each deleting request as it
 * leaves. At the end faults are over, clocks are right, ticks go on, and within a
 * bounded number of rounds nothing may wait any more: see test/support/model/closing.ts.
 *
 * HOLYSTONE_EXHAUSTIVE=true runs more than CI does, HOLYSTONE_MODEL_RUNS=5000 as many as it says; HOLYSTONE_SEED=… runs
 * the same again. A failure prints its seed and the shrunk commands: paste them into test/support/model/regressions.ts.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { RedisConnection } from '../../../src/state/redis/connection.ts';
import { type Command, commands } from '../../support/model/commands.ts';
import { Fleet } from '../../support/model/fleet.ts';
import { REGRESSIONS } from '../../support/model/regressions.ts';
import { PATIENT_MS, startRedis, type TestRedis } from '../../support/redis.ts';
import { isSabotaged, type Sabotaged, sabotaged } from '../../support/sabotaged.ts';
import { EXHAUSTIVE, EXPLORE_MS, runsOf, within } from '../../support/sampled.ts';

const MORE = process.env.HOLYSTONE_MODEL_RUNS;
const RUNS = Number(MORE ?? runsOf(48, 400));
/** With a wrong part in it, the search goes on until it finds that. */
const SABOTAGED_RUNS = Number(MORE ?? 1_000);
/** Who asks for more gets them all. */
const LIMIT_MS = MORE === undefined ? (EXPLORE_MS ?? (EXHAUSTIVE ? 180_000 : 30_000)) : Number.POSITIVE_INFINITY;
const silent = () => {};
const log = { debug: silent, info: silent, warn: silent, error: silent, child: () => log };

let redis: TestRedis;
let connection: RedisConnection;
let dir: string;
let sabotage: Sabotaged;
beforeAll(async () => {
  [redis, dir] = await Promise.all([startRedis(), mkdtemp(join(tmpdir(), 'holystone-model-'))]);
  connection = new RedisConnection({ url: redis.url, log, commandTimeoutMs: PATIENT_MS });
  await connection.whenReady();
  // No command here makes Redis lose its writes; waiting for the disk would make the runs few.
  await connection.client.config('SET', 'appendonly', 'no');
  sabotage = await sabotaged(connection);
});
afterAll(async () => {
  await connection?.close();
  await redis?.stop();
  await rm(dir, { recursive: true, force: true });
});

async function breaches(run: readonly Command[]): Promise<readonly string[]> {
  await redis.flush();
  const fleet = new Fleet(connection, dir, sabotage);
  try {
    await fleet.run(run);
  } finally {
    await fleet.close();
  }
  return fleet.laws.violations;
}

test.each(REGRESSIONS)('a run that breaks a law in some wrong copy of the program: $was', async ({ commands: run }) => {
  expect(await breaches(run)).toEqual([]);
});

test(
  'L18 L24 L25 L52–L56 L62 L65 L67–L69 whatever happens in whatever order, no law is broken and nothing waits for ever',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        commands,
        within(isSabotaged() ? Number.POSITIVE_INFINITY : LIMIT_MS, async (run) => {
          expect(await breaches(run)).toEqual([]);
        }),
      ),
      isSabotaged() ? { numRuns: SABOTAGED_RUNS, endOnFailure: true } : { numRuns: RUNS },
    );
  },
  // Other work on the machine makes a run several times longer.
  Math.max(120_000, SABOTAGED_RUNS * 3_000, 2 * (EXPLORE_MS ?? 0)),
);
