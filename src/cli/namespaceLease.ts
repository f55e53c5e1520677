import { setTimeout as delay } from 'node:timers/promises';
import type { Lease, NamespaceLock } from '../core/ports/ports.ts';
import type { Namespace } from '../core/resource/namespace.ts';

/** How many times, a second apart, a namespace is tried that another process has locked. */
const LOCK_TRIES = 60;

/** The lock of a namespace; `undefined` when another process had it all the time. Rejects when the signal aborts. */
export async function acquire(
  lock: NamespaceLock,
  namespace: Namespace,
  signal: AbortSignal,
  tries = LOCK_TRIES,
): Promise<Lease | undefined> {
  for (let left = tries; left > 0; left--) {
    const lease = await lock.acquire(namespace);
    if (lease) return lease;
    await delay(1_000, undefined, { signal });
  }
  return undefined;
}
