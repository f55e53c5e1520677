/** A request needs a permit for each of its resources. */
import { describe, expect, test } from '@jest/globals';
import { systemMonotonicClock } from '../../../src/core/common/clock.ts';
import { DeletePermitGate } from '../../../src/lifecycle/deletion/permitGate.ts';

describe('the gate of a request for several resources', () => {
  const granted = (...ids: readonly string[]) => {
    const lease = {
      token: 't',
      signal: new AbortController().signal,
      remainingMs: () => 60_000,
      release: async () => {},
    };
    const fleetGate = { aliveUntil: Number.POSITIVE_INFINITY, denies: () => undefined, open: () => () => {} };
    const gate = new DeletePermitGate(systemMonotonicClock, lease, fleetGate);
    const now = systemMonotonicClock.monotonicMs();
    for (const id of ids) gate.grant(id, now, 3_600_000, now + 3_600_000);
    return gate;
  };

  test('R7 it stays closed to a request that deletes a resource without a permit', () => {
    expect(granted('v1', 'v2').denies(['v1', 'v2', 'v3'])).toContain('v3, which has no permit');
    expect(granted('v1', 'v2').denies(['v1', 'v2'])).toBeUndefined();
  });

  test('R7 after it is closed no resource has a permit', () => {
    const gate = granted('v1');
    gate.revoke();
    expect(gate.denies(['v1'])).toBe('no permit was granted');
  });
});
