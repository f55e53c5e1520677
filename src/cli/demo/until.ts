import { setTimeout as delay } from 'node:timers/promises';

const EVERY_MS = 25;

/**
 * Calls `find` again and again until its value is not `undefined`; `undefined` after the time limit.
 * @throws the signal's reason when it aborts
 */
export async function until<T>(
  find: () => T | undefined,
  signal: AbortSignal,
  timeoutMs = Number.POSITIVE_INFINITY,
): Promise<T | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    signal.throwIfAborted();
    const found = find();
    if (found !== undefined) return found;
    if (performance.now() >= deadline) return undefined;
    await pause(EVERY_MS, signal);
  }
}

/** @throws the signal's reason when it aborts */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await delay(ms, undefined, { signal }).catch((error: unknown) => {
    signal.throwIfAborted();
    throw error;
  });
}
