// What thousands of days of images that come, are used, are kept for a month and go leave in Redis: with what is gone
// forgotten by age, and without.
import { OPT_OUT_KEPT_MS, Outlived } from '../dist/src/lifecycle/survey/outlived.js';
import { startEmbeddedRedis } from '../dist/src/state/embedded/embedded.js';
import { RedisConnection } from '../dist/src/state/redis/connection.js';
import { namespaceKeys } from '../dist/src/state/redis/keys.js';
import { redisState } from '../dist/src/state/redis/redisState.js';
import { createLogger } from '../dist/src/telemetry/logger.js';
import { table, whole } from './table.mjs';

const DAY = 86_400_000;
const NAMESPACE = 'aws:test:us-east-1:image';
const PER_DAY = 20;
/** Each image is there for so many days, and in use. */
const LIVES_DAYS = 30;
const UNUSED_FOR_DAYS = 14;

export async function growth({ quick }) {
  const days = quick ? [250, 500, 750] : [500, 1_000, 2_000];
  const redis = await startEmbeddedRedis({ say: (line) => console.error(line) });
  const log = createLogger({ level: 'silent', destination: { write: () => {} } });
  const connection = new RedisConnection({ url: redis.url, log });
  try {
    await connection.whenReady();
    await connection.client.config('SET', 'appendfsync', 'no');
    const forgetting = await simulate(connection, log, days, true);
    await connection.client.flushall();
    const keeping = await simulate(connection, log, days, false);
    const rows = forgetting
      .map((one, i) => [one, keeping[i]].flat())
      .map(([f, k]) => [
        `${f.day}`,
        ...[f.live, f.lastUses, f.optOuts, f.bytes, k.lastUses, k.optOuts, k.bytes].map(whole),
      ]);
    console.log(
      table(
        ['day', 'images', 'last uses', 'opt-outs', 'bytes', 'never: last uses', 'never: opt-outs', 'never: bytes'],
        rows,
      ),
    );
  } finally {
    await connection.close();
    await redis.stop();
  }
}

async function simulate(connection, log, until, isForgetting) {
  const begin = Date.now();
  let now = begin;
  const clock = { now: () => now };
  const { lastUsed, optOuts, endedOptOuts } = redisState(connection, {
    log,
    clock,
    redisTimeShiftMs: () => now - Date.now(),
  });
  const results = [];
  for (let day = 0; day <= until.at(-1); day++) {
    now = begin + day * DAY;
    const live = imagesOf(day);
    await lastUsed.seen(NAMESPACE, live, now);
    const [kept] = live;
    await optOuts.optOut(NAMESPACE, {
      target: { kind: 'id', value: kept },
      until: now + 30 * DAY,
      actor: 'ann@example.com',
      at: now,
    });
    if (isForgetting) await forget({ lastUsed, optOuts, endedOptOuts }, live, now);
    if (until.includes(day)) results.push({ day, live: live.length, ...(await sizes(connection.client)) });
  }
  return results;
}

/** As the surveys of one day list them. */
function imagesOf(day) {
  const first = Math.max(0, day - LIVES_DAYS + 1) * PER_DAY;
  return Array.from({ length: (day + 1) * PER_DAY - first }, (_, i) => `ami-${String(first + i).padStart(17, '0')}`);
}

/** As a complete survey does. */
async function forget({ lastUsed, optOuts, endedOptOuts }, live, now) {
  const policy = {
    lastUsed: await lastUsed.all(NAMESPACE),
    optOuts: await optOuts.all(NAMESPACE),
    unusedForMs: UNUSED_FOR_DAYS * DAY,
    blind: [],
  };
  const outlived = new Outlived(now);
  for (const id of live) outlived.see({ id, aliases: [id] }, policy);
  const { aliases, targets } = outlived.left(policy);
  await lastUsed.forget(NAMESPACE, { aliases: [...aliases], identities: [] });
  await endedOptOuts.forget(NAMESPACE, [...targets], OPT_OUT_KEPT_MS, now);
}

async function sizes(client) {
  const keys = namespaceKeys(NAMESPACE);
  const used = await Promise.all([keys.lastUsed, keys.optOuts].map((key) => client.memory('USAGE', key)));
  return {
    lastUses: await client.zcard(keys.lastUsed),
    optOuts: (await client.hlen(keys.optOuts)) - 1,
    bytes: used.reduce((sum, bytes) => sum + (bytes ?? 0), 0),
  };
}
