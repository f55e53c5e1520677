import { expect, test } from '@jest/globals';
import { recordOf } from '../../../src/lifecycle/pass/record.ts';
import { ManualClock, passRecord, workConfiguration } from '../../support/queue.ts';

const NOW = Date.UTC(2026, 0, 6, 18, 0);
const MINUTE = 60_000;

test('R16 after each failure in a row a pass waits twice as long, and never longer than its cadence', () => {
  const clock = new ManualClock(NOW);
  const waits = [0, 1, 2, 3, 30].map((failures) => {
    const context = {
      wc: workConfiguration({ everyMs: { mark: 60 * MINUTE, notify: 1, delete: 1 } }),
      rollout: { stage: 'live' },
      control: 0,
      ...({ action: 'mark', passId: 'p-1', startedAt: NOW, witnessedSince: 0, unpassedMs: () => 0 } as const),
      previous: passRecord({ outcome: 'failed', failures }),
    } as const;
    return (recordOf({ clock }, context, { outcome: 'failed', counts: {} }).nextDueAt - NOW) / MINUTE;
  });
  expect(waits).toEqual([5, 10, 20, 40, 60]);
});
