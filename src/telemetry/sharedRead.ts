/** Reading may take at most this share of the time. */
const SHARE = 0.1;

/**
 * One read for all that ask at the same time, and for those that ask soon after: the longer the read takes, the longer
 * its answer counts, so that frequent scrapes of a large fleet cost a tenth of the time at most.
 * @param nowMs monotonic
 */
export function sharedRead<T>(read: () => Promise<T>, nowMs: () => number): () => Promise<T> {
  let last: Promise<T> | undefined;
  let goodUntil = Number.POSITIVE_INFINITY;
  return () => {
    if (last !== undefined && nowMs() < goodUntil) return last;
    const startedAt = nowMs();
    goodUntil = Number.POSITIVE_INFINITY;
    last = read().finally(() => {
      const endedAt = nowMs();
      goodUntil = endedAt + (endedAt - startedAt) / SHARE;
    });
    return last;
  };
}
