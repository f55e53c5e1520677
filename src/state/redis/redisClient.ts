import { Cluster, Redis, type RedisOptions, type SentinelConnectionOptions, SentinelConnector } from 'ioredis';
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
    const told = { Connector: ToldOnce, failoverDetector: true };
    return new Redis({ ...options, ...behaviour, ...told, sentinels: list, sentinelRetryStrategy });
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

/**
 * The client learns of a failover and does not wait for the old master to break the connection. Who listens for that would
 * outlive a connection that broke, and end the client for good if the Sentinels tell while it asks them for the new master
 * (https://github.com/redis/ioredis/issues/1683). Duplicates of the client have this connector too.
 */
class ToldOnce extends SentinelConnector {
  // The client passes its own options.
  constructor(options: unknown) {
    super(options as SentinelConnectionOptions);
  }

  override connect(...to: Parameters<SentinelConnector['connect']>): ReturnType<SentinelConnector['connect']> {
    if (this.stream) this.disconnect();
    return super.connect(...to);
  }
}

/** `undefined` = only one server takes writes. */
export function clusterOf(client: Redis): Cluster | undefined {
  return client instanceof Cluster ? client : undefined;
}

/** Whether this line is in a section of INFO; `false` also where there is no answer, or no right to ask. */
export async function infoHas(client: Redis, section: string, line: string): Promise<boolean> {
  return (await client.info(section).catch(() => '')).split('\r\n').includes(line);
}
