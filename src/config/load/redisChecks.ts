/** Checks of the settings of Redis that contradict its kind. */
import { parseRedisUrl } from '../../state/redis/redisUrl.ts';
import { valueAt } from '../yaml/plain.ts';
import type { Problems } from '../yaml/problems.ts';

/** Warns where replicas may be promoted, and no decision waits for them. */
export function checkRedis(data: unknown, problems: Pick<Problems, 'warn'>): void {
  const url = valueAt(data, ['redis', 'url']);
  const replicas = valueAt(data, ['redis', 'replicas']) ?? 0;
  if (typeof url !== 'string' || replicas !== 0 || !mayFailOver(url)) return;
  problems.warn(
    ['redis', 'replicas'],
    'no replica must have a decision before it counts: a failover loses what it had not copied, and then owners are notified anew; set redis.replicas: 1 (docs/operations.md)',
  );
}

/** Another check reports an invalid URL. */
function mayFailOver(url: string): boolean {
  if (url === 'embedded') return false;
  try {
    return parseRedisUrl(url).kind !== 'single';
  } catch {
    return false;
  }
}
