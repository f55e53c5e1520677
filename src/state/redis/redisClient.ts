import { Cluster, Redis, type RedisOptions } from 'ioredis';
import type { RedisAddress } from './redisUrl.ts';

/** How a client behaves, wherever it connects to. */
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

/** How often a cluster is asked who serves what, ms; a command that is sent to the wrong node learns it anyway. */
const SLOTS_EVERY_MS = 5_000;

/**
 * A client of one server, of the master that Sentinels name, or of a cluster. They share the commands, so all are
 * `Redis` to the rest; what differs is asked of {@link clusterOf}.
 */
export function createClient(address: RedisAddress, behaviour: ClientBehaviour): Redis {
  if (address.kind === 'single') return new Redis({ ...address.options, ...behaviour });
  if (address.kind === 'sentinel') {
    const { sentinels, ...options } = address.options;
    const { retryStrategy: sentinelRetryStrategy } = behaviour;
    const list = sentinels.map((node) => ({ ...node }));
    // Hears of a failover rather than waiting for the old master to break the connection.
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

/** `undefined` = there is one server that takes writes. */
export function clusterOf(client: Redis): Cluster | undefined {
  return client instanceof Cluster ? client : undefined;
}
