import { expect, test } from '@jest/globals';
import { createMetrics } from '../../src/telemetry/metrics.ts';

test('the metrics say how long the event loop stood still', async () => {
  const { registry } = createMetrics({ version: '0.0.0' });
  expect(await registry.metrics()).toMatch(/^holystone_event_loop_delay_seconds \d/m);
});
