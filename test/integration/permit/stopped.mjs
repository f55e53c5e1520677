/**
 * One delete pass in a process of its own, which stops itself (SIGSTOP) between a permit and its request:
 * directly after the permit was given, or at the last step before the request is signed and guarded.
 *
 * argv: JSON `{ yaml, redisUrl, beatFile, namespace, now, lockTtlMs, sleepMs, stopAt: 'permit' | 'request', program }`. Runs
 * dist/. When it wakes, its monotonic clock has gone on by `sleepMs` more, as if it had been stopped for so long.
 * Says `{ stopping: true }`, and at its end `{ counts, problem }` or `{ error }`.
 */

import { openParts, wire } from '../../../dist/src/composition/parts.js';
import { loadConfiguration } from '../../../dist/src/config/load/loader.js';
import { handlers } from '../../../dist/src/handlers/index.js';
import { RedisNamespaceLock } from '../../../dist/src/queue/lock.js';
import { RedisConnection } from '../../../dist/src/state/redis/connection.js';
import { redisState } from '../../../dist/src/state/redis/redisState.js';

const { yaml, redisUrl, beatFile, namespace, now, lockTtlMs, sleepMs, stopAt, program } = JSON.parse(process.argv[2]);
const quiet = () => {};
/** Longer than a busy machine takes for one command. */
const PATIENT_MS = 60_000;
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet, child: () => log };
const say = (message) => new Promise((resolve) => process.send(message, resolve));

let sleptMs = 0;
const monotonic = { monotonicMs: () => performance.now() + sleptMs };

async function stop() {
  await say({ stopping: true });
  process.kill(process.pid, 'SIGSTOP');
  sleptMs = sleepMs;
}

function stoppingAfterPermit(permits) {
  return {
    async request(...args) {
      const answer = await permits.request(...args);
      if (answer.kind === 'granted') await stop();
      return answer;
    },
  };
}

/** The first of these calls is the DryRun, which comes before the permit. */
function stoppingBeforeRequest(pacer) {
  let calls = 0;
  return {
    async take(bucket, signal) {
      await pacer.take(bucket, signal);
      if (bucket.api.includes('DeregisterImage')) calls += 1;
      if (calls === 2) await stop();
    },
    throttled: (bucket) => pacer.throttled(bucket),
  };
}

function swap(parts) {
  const clock = { now: () => now };
  const times = { clock, redisTimeShiftMs: () => now - Date.now() };
  const typesOf = () => [];
  const state = redisState(connection, { log, typesOf, callRateShare: 1, beatFile, monotonic, ...times });
  const timed = { ...parts, ...state, clock, monotonic, steady: monotonic };
  if (stopAt === 'permit') return { ...timed, permits: stoppingAfterPermit(state.permits) };
  return { ...timed, pacer: stoppingBeforeRequest(state.pacer) };
}

const connection = new RedisConnection({ url: redisUrl, log, commandTimeoutMs: PATIENT_MS });
await connection.whenReady();
const configuration = loadConfiguration({ text: yaml, file: 'world.yaml' }, { env: process.env, handlers });
const made = { configuration, connection, log, program };
const opened = openParts(made);
const wired = wire(made, { ...opened, parts: swap(opened.parts) });
try {
  const lease = await new RedisNamespaceLock(connection, { ttlMs: lockTtlMs, clock: monotonic }).acquire(namespace);
  const { signal } = new AbortController();
  const { counts, problem } = await wired.lifecycle.pass(namespace, 'delete', lease, signal);
  await say({ counts, problem });
} catch (error) {
  await say({ error: error.name });
}
await wired.close();
await connection.close();
process.disconnect();
