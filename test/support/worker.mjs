/**
 * A worker in a process of its own, to be killed. It takes items from the queue and works off the members of the
 * Redis set `resources`: each one that it removes is noted in the list `removed`. After `STOP_AFTER` of them it says
 * `half` and stays where it is, the lock in its hands.
 *
 * argv: the URL of Redis, the lock's time to live in ms, STOP_AFTER, the namespaces (JSON). Runs dist/.
 */
import { connectQueue } from '../../dist/src/queue/connection.js';
import { ItemRunner } from '../../dist/src/queue/itemRunner.js';
import { RedisNamespaceLock } from '../../dist/src/queue/lock.js';
import { WorkProcessor } from '../../dist/src/queue/processor.js';
import { UnitTurns } from '../../dist/src/queue/unitTurns.js';
import { RedisConnection } from '../../dist/src/state/redis/connection.js';
import { ScriptRunner } from '../../dist/src/state/redis/script.js';
import { RedisUnitPlaces } from '../../dist/src/state/redis/unitPlaces.js';

const [url, ttl, stopAfter, namespaces] = process.argv.slice(2);
const lockTtlMs = Number(ttl);
const quiet = () => {};
/** Longer than a busy machine takes for one command. */
const PATIENT_MS = 60_000;
const logger = { debug: quiet, info: quiet, warn: quiet, error: quiet, child: () => logger };
const connection = new RedisConnection({ url, log: logger, commandTimeoutMs: PATIENT_MS });
await connection.whenReady();

const everyMs = { mark: 3_600_000, notify: 3_600_000, delete: 3_600_000 };
const work = { live: true, actions: ['mark', 'notify', 'delete'], everyMs, notice: { enabled: true } };
const control = { read: async () => ({ service: 'in', killed: false }) };
const runner = {
  async pass() {
    const { client } = connection;
    const ids = (await client.smembers('resources')).sort();
    for (const id of ids.slice(0, Number(stopAfter))) {
      if ((await client.srem('resources', id)) === 1) await client.rpush('removed', id);
    }
    process.send?.('half');
    return new Promise(quiet);
  },
};
const passes = { get: async () => undefined, record: async () => {}, approval: async () => undefined };
const workConfiguration = (namespace) =>
  JSON.parse(namespaces).includes(namespace) ? { ...work, namespace } : undefined;
const clock = { now: () => Date.now() };
const units = new RedisUnitPlaces({ connection, scripts: new ScriptRunner(connection) }, lockTtlMs);
const items = new ItemRunner({
  turns: new UnitTurns({ units, passes, control, workConfiguration, clock, logger, capacity: 8 }),
  lock: new RedisNamespaceLock(connection, { ttlMs: lockTtlMs }),
  runner,
  passes,
  control,
  watch: { incarnation: async () => undefined },
  workConfiguration,
  clock,
});
const redis = connectQueue(url, quiet);
const processor = new WorkProcessor(
  { redis, items, control, logger, observe: quiet, onStuck: quiet },
  { concurrency: 1, lockTtlMs },
);
processor.start();
