import { DAY_MS } from '../../core/common/duration.ts';
import type { PendingTag } from '../../core/ports/ports.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import type { StateDeps } from './deps.ts';
import { namespaceKeys } from './keys.ts';
import { decodeTagIntent } from './optOutValue.ts';

/** The keep tags of a namespace that are to be written or removed at `now`, ms since the epoch. */
export function readPendingTags(
  { connection }: StateDeps,
  namespace: Namespace,
  now: number,
  limit: number,
): Promise<readonly PendingTag[]> {
  const { pendingTags, tagIntents } = namespaceKeys(namespace);
  return connection.command(`reading the pending tags of ${namespace}`, async (client) => {
    const due = await client.zrangebyscore(pendingTags, '-inf', now, 'LIMIT', 0, limit);
    // No attempt waits for a day: a wrong clock wrote such a score, and the owner's decision must not wait for it.
    const future = await client.zrangebyscore(pendingTags, now + DAY_MS, '+inf', 'LIMIT', 0, limit);
    const ids = [...due, ...future].slice(0, limit);
    if (ids.length === 0) return [];
    const intents = await client.hmget(tagIntents, ...ids);
    return ids.flatMap((id, i) => {
      const intent = intents[i];
      return typeof intent === 'string' ? [decodeTagIntent(id, intent)] : [];
    });
  });
}
