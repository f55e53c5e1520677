import type { CallPacer } from '../core/ports/ports.ts';
import type { Metrics } from '../telemetry/metrics.ts';

/** The same pacer; counts each call that may leave, and each that the provider throttled. */
export function countedCalls(pacer: CallPacer, count: Metrics['cloudCall']): CallPacer {
  return {
    async take(bucket, signal) {
      await pacer.take(bucket, signal);
      count('sent', bucket);
    },
    async throttled(bucket) {
      count('throttled', bucket);
      await pacer.throttled(bucket);
    },
  };
}
