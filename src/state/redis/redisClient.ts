import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisAddress } from './redisUrl.ts';

/** The options of a client that do not depend on the address. */
export interface ClientBehaviour
  extends Pick<
    RedisOptions,
    | 'connectionName'
    | 'commandTimeout'
    | 'socketTimeout'
    | 'connectTimeout'
    | 'disconnectTimeout'
    | 'autoResendUnfulfilledCommands'
    | 'maxRetriesPerRequest'
    | 'reconnectOnError'
  > {
  readonly enableOfflineQueue?: boolean;
  readonly retryStrategy: (times: number) => number;
}

/** How often the client asks a cluster for its slots, ms; a command to the wrong node also returns the right one. */
const SLOTS_EVERY_MS = 5_000;

/**
 * A client of one server, of the master that Sentinels name, or of a cluster. They share the commands, so the other
 * modules see a `Redis`; {@link clusterOf} gives access to the differences.
 */
export function createClient(address: RedisAddress, behaviour: ClientBehaviour): Redis {
  if (address.kind === 'single') return new Redis({ ...address.options, ...behaviour });
  if (address.kind === 'sentinel') {
    const { sentinels, ...options } = address.options;
    const { retryStrategy: sentinelRetryStrategy } = behaviour;
    const list = sentinels.map((node) => ({ ...node }));
    // The client learns of a failover and does not wait for the old master to break the connection.
    return new Redis({ ...options, ...behaviour, sentinels: list, sentinelRetryStrategy, failoverDetector: true });
  }
  const { enableOfflineQueue = true, retryStrategy, ...redisOptions } = behaviour;
  const cluster = new Cluster([...address.nodes], {
    enableOfflineQueue,
    clusterRetryStrategy: retryStrategy,
    slotsRefreshInterval: SLOTS_EVERY_MS,
    redisOptions: { ...redisOptions, ...address.options },
  });
  return cluster as unknown as Redis;
}

/** `undefined` = only one server takes writes. */
export function clusterOf(client: Redis): Cluster | undefined {
  return client instanceof Cluster ? client : undefined;
}

/** Whether this line is in a section of INFO; `false` also where there is no answer, or no right to ask. */
export async function infoHas(client: Redis, section: string, line: string): Promise<boolean> {
  return (await client.info(section).catch(() => '')).split('\r\n').includes(line);
}
