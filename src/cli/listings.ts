/** The listed accounts and locations for one command: from the daemon's store, else listed now. Writes nothing. */
import type { Configuration } from '../config/load/configuration.ts';
import { messageOf } from '../core/common/errors.ts';
import type { Listing, Listings } from '../core/policy/listing.ts';
import { SharedClientPool } from '../handlers/contract/clientPool.ts';
import { typesIn } from '../handlers/contract/types.ts';
import { handlers, providers } from '../handlers/index.ts';
import { listAt } from '../handlers/listing.ts';
import { LocalCallPacer } from '../state/redis/localCallPacer.ts';
import { redisState } from '../state/redis/redisState.ts';
import { createLogger } from '../telemetry/logger.ts';
import { type CliContext, writeError } from './context.ts';
import { answersNow } from './reach.ts';

const REDIS_MS = 3_000;

/** @param onUnlisted called for each request that could not be answered, with the things it asks for */
export async function listingsOf(
  configuration: Configuration,
  context: CliContext,
  onUnlisted: (subject: string) => void,
): Promise<Listings> {
  const found = new Map<string, Listing>(await storedListings(configuration, context));
  const clients = new SharedClientPool();
  const { clock, signal } = context;
  const log = createLogger({ level: 'silent' });
  const pacer = new LocalCallPacer({ share: configuration.work.callRateShare });
  const io = { clock, signal, log, clients, pacer, isWaitedFor: true } as const;
  try {
    for (const entry of configuration.listings) {
      if (found.has(entry.key)) continue;
      try {
        found.set(entry.key, await listAt(providers, entry, undefined, io));
      } catch (error) {
        writeError(context.stderr, `warning: ${entry.subject} could not be listed: ${messageOf(error)}`);
        onUnlisted(entry.subject);
      }
    }
  } finally {
    clients.close();
  }
  return found;
}

async function storedListings(
  { redis, listings: requests }: Configuration,
  { signal }: CliContext,
): Promise<readonly [string, Listing][]> {
  if (redis.url === 'embedded') return [];
  const log = createLogger({ level: 'silent' });
  const { RedisConnection } = await import('../state/redis/connection.ts');
  const connection = new RedisConnection({ url: redis.url, log });
  try {
    if (!(await answersNow(connection, REDIS_MS, signal))) return [];
    const { listings } = redisState(connection, { log, ...typesIn(handlers) });
    const stored: [string, Listing][] = [];
    for (const { key } of requests) {
      const listing = await listings.get(key);
      if (listing) stored.push([key, listing]);
    }
    return stored;
  } catch {
    return [];
  } finally {
    await connection.close();
  }
}
