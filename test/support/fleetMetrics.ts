import { metricsSnapshot } from '../../src/composition/metricsSnapshot.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';
import type { World } from './awsWorld.ts';

/** The metrics page of an instance that just started: its figures about the fleet come from Redis alone. */
export async function metricsOf({ configuration, wired }: World): Promise<string> {
  const { registry, watchFleet } = createMetrics({ version: '0.0.0' });
  watchFleet(() => metricsSnapshot({ configuration, wired, queue: () => undefined }));
  return registry.metrics();
}
