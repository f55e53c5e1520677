import type { RedisConnection } from './connection.ts';

/**
 * Answers whether the connection has broken since this call: another server may reply then. Of a cluster it is not known,
 * because its nodes come and go behind its client.
 */
export function watchForBreak(connection: Pick<RedisConnection, 'client' | 'ready'>): () => boolean {
  const { stream } = connection.client;
  return () => !connection.ready || connection.client.stream !== stream;
}
