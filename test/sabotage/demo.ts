/**
 * The demo with sabotaged instances: `node demo.mjs NAME [all|despite]`. What it shows goes to stderr; the last line on
 * stdout is what the oracle found, as JSON.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runDemo } from '../../src/cli/demo/run.ts';
import { startRedis } from '../support/redis.ts';
import { ACTS } from './acts.ts';
import { partOf } from './apply.ts';
import { CONTROLS } from './controls.ts';
import { isSeen } from './sabotage.ts';
import { SABOTAGES } from './sabotages.ts';

/** As long as it takes for everything to be due and gone, once no instance has to wait for the lock of a dead one. */
const CLEAN_MS = 50_000;
const DEADLINE_MS = 240_000;

const [name = '', given] = process.argv.slice(2);
const part = partOf(given);
const demo = [...SABOTAGES.filter(isSeen), ...CONTROLS].find((one) => one.name === name)?.demo;
if (!demo) throw new Error(`there is no sabotage "${name}" that a demo shows`);
const acts = (demo.acts ?? []).map((act) => {
  if (!ACTS[act]) throw new Error(`there is no act "${act}"`);
  return ACTS[act];
});

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => stop.abort());
// The process that started it is gone.
process.stdin.resume().once('end', () => stop.abort());
const definitions = await mkdtemp(join(tmpdir(), 'holystone-sabotage-'));
const redis = await startRedis();
const alsoFound: { rule: string; what: string }[] = [];
try {
  const result = await runDemo({
    out: process.stderr,
    signal: stop.signal,
    entry: fileURLToPath(new URL('./daemon.mjs', import.meta.url)),
    env: {
      DEMO_REDIS_URL: redis.url,
      DEMO_DEFINITIONS: definitions,
      HOLYSTONE_SABOTAGE: SABOTAGES.some((one) => one.name === name) ? name : '',
      HOLYSTONE_SABOTAGE_PART: part,
    },
    dryRun: demo.dryRun ?? false,
    deadlineMs: part === 'despite' ? CLEAN_MS : DEADLINE_MS,
    stopAtViolation: true,
    ...(demo.maxEvidenceAgeMs === undefined ? {} : { maxEvidenceAgeMs: demo.maxEvidenceAgeMs }),
    act: async (stage) => {
      const found = (rule: string, what: string) => {
        alsoFound.push({ rule, what });
        throw new Error(what);
      };
      await Promise.all(acts.map((act) => act({ stage, redisUrl: redis.url, definitions, found })));
    },
  });
  const { summary, problem } = result;
  const violations = [...result.violations, ...alsoFound];
  process.stdout.write(`${JSON.stringify({ violations, summary, problem })}\n`);
} finally {
  await redis.stop();
  await rm(definitions, { recursive: true, force: true });
}
process.exit(0);
