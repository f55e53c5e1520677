import { expect, test } from '@jest/globals';
import type { FleetSnapshot, NamespaceGauges } from '../../src/telemetry/fleetGauges.ts';
import { createMetrics } from '../../src/telemetry/metrics.ts';

const NOW = Date.parse('2026-06-01T12:00:00Z');
const IMAGES: NamespaceGauges = {
  ...{ namespace: 'aws:test:us-east-1:image', provider: 'aws', account: 'test', location: 'us-east-1' },
  ...{ resourceType: 'image', completedAt: { mark: 0 }, counts: {}, isOverBudget: false, unread: [] },
  ...{ marked: 0, due: 0, state: 'idle' },
};
const FLEET: FleetSnapshot = {
  ...{ at: NOW, killed: false, inService: true, capacity: 8, instances: 2, stages: [], drifting: 0 },
  ...{ queue: { waiting: 3, active: 1, delayed: 2 }, namespaces: [IMAGES] },
};

async function scraped(fleet: FleetSnapshot): Promise<string> {
  const { registry, watchFleet } = createMetrics({ version: '0.0.0' });
  watchFleet(async () => fleet);
  return registry.metrics();
}

test('the metrics say how long the event loop stood still', async () => {
  const { registry } = createMetrics({ version: '0.0.0' });
  expect(await registry.metrics()).toMatch(/^holystone_event_loop_delay_seconds \d/m);
});

test('the depth of the queue is shown by state', async () => {
  const text = await scraped(FLEET);
  const depths = [...text.matchAll(/^holystone_queue_items\{state="(\w+)"\} (\d+)$/gm)].map(([, ...pair]) => pair);
  expect(Object.fromEntries(depths)).toEqual({ waiting: '3', active: '1', delayed: '2' });
});

test('the oldest overdue deletion of a namespace is shown with its age, and as 0 where nothing is overdue', async () => {
  const overdueIn = async (namespace: NamespaceGauges) => {
    const text = await scraped({ ...FLEET, namespaces: [namespace] });
    return /^holystone_oldest_overdue_seconds\{namespace="aws:test:us-east-1:image",.*\} (\S+)$/m.exec(text)?.[1];
  };
  expect(await overdueIn({ ...IMAGES, marked: 1, due: 1, overdueSince: NOW - 90_000 })).toBe('90');
  expect(await overdueIn(IMAGES)).toBe('0');
});
