/** Which resources share a delete request, and that a request needs a permit for each of them. */
import { describe, expect, test } from '@jest/globals';
import { systemMonotonicClock } from '../../../src/core/common/clock.ts';
import { DeletePermitGate } from '../../../src/lifecycle/deletion/permitGate.ts';
import { inRequests } from '../../../src/lifecycle/deletion/requests.ts';

const byLetter = (item: string) => (item.startsWith('-') ? undefined : item[0]);
const requests = (items: string, maxBatch: number) =>
  inRequests(items.split(' '), maxBatch, byLetter).map((request) => request.join(' '));

describe('requests', () => {
  test('R7 resources that go together share a request, however far apart they are', () => {
    expect(requests('a1 b1 a2 c1 b2', 2)).toEqual(['a1 a2', 'b1 b2', 'c1']);
  });

  test('R7 a group larger than a request is not cut', () => {
    expect(requests('a1 b1 a2 a3', 2)).toEqual(['a1 a2 a3', 'b1']);
  });

  test('resources without a key fill requests in order', () => {
    expect(requests('-1 -2 -3', 2)).toEqual(['-1 -2', '-3']);
    expect(requests('-1 -2', 1)).toEqual(['-1', '-2']);
  });
});

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
