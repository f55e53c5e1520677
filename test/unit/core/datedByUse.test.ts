/** Types whose provider says when some were last used: for these our own record of the first sight does not count. */
import { expect, test } from '@jest/globals';
import { factsOf } from '../../../src/core/evaluation/facts.ts';
import type { Policy } from '../../../src/core/evaluation/policy.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';

const NOW = Date.UTC(2026, 5, 1);
const DAY = 86_400_000;
const subject: Resource = { id: 'i-1', identity: 'i-1', name: '', tags: {}, aliases: ['i-1'] };
const STOP = new Date(NOW - 90 * DAY);

function lastUse(one: Partial<Resource>, policy: Partial<Policy> = { isDatedByUse: true }) {
  const firstSeenUses = new Map([['i-1', NOW - 5 * DAY]]);
  const given = { lastUsed: new Map(), unobserved: [], firstSeen: new Map(), firstSeenUses, ...policy };
  const facts = factsOf({ ...subject, ...one }, [], given as unknown as Policy, { now: NOW, isHeld: false });
  return { at: facts.lastUse?.at, isByOurRecord: facts.isByOurRecord };
}

test('Law 1 the date of the provider counts, and without one the first sight', () => {
  expect(lastUse({ lastUsedAt: STOP })).toEqual({ at: STOP.getTime(), isByOurRecord: false });
  expect(lastUse({})).toEqual({ at: NOW - 5 * DAY, isByOurRecord: true });
});

test('Law 1 a date that cannot be read is none, and for other types the first sight always counts', () => {
  expect(lastUse({ lastUsedAt: new Date(Number.NaN) }).at).toBe(NOW - 5 * DAY);
  expect(lastUse({ lastUsedAt: STOP }, {})).toEqual({ at: NOW - 5 * DAY, isByOurRecord: true });
});
