/** What a held mark becomes in the store: each change counts its revision up, or a writer at the same time is not seen. */
import { beforeEach, expect, test } from '@jest/globals';
import { type Mark, newMark } from '../../../src/core/mark/mark.ts';
import type { Applied, Transition } from '../../../src/core/ports/ports.ts';
import { waitForUsers, withoutWaits } from '../../../src/lifecycle/deletion/waiting.ts';
import { NOW, resource } from '../../support/evaluation.ts';
import { workConfiguration } from '../../support/queue.ts';

type Pass = Parameters<typeof withoutWaits>[0];
type Verdict = Parameters<typeof waitForUsers>[2];

const HOUR = 3_600_000;
const wc = workConfiguration();
const user = { type: 'autoScalingGroup', id: 'web', by: 'group web', findings: {}, dueAt: NOW + HOUR };

function markOf(change: Partial<Mark>): Mark {
  const reasons = ['nothing else uses it'];
  const nominated = { namespace: wc.namespace, resource: resource('a'), reasons, ownerVia: 'tag owner' };
  return { ...newMark({ ...nominated, projectedDeletionAt: NOW }, 'first', NOW), revision: 7, ...change };
}

let stored: Transition[];
let answer: Applied;
let counts: { conflicts: number; waiting?: number };
let pass: Pass;

beforeEach(() => {
  [stored, answer, counts] = [[], 'applied', { conflicts: 0 }];
  const marks = {
    async apply(_namespace: string, [transition]: readonly [Transition]) {
      stored.push(transition);
      return [answer];
    },
  };
  const deps = { marks, clock: { now: () => NOW } };
  pass = { deps, wc, lease: {}, passId: 'p-1', evidence: new Map(), counts } as unknown as Pass;
});

test('a mark that waits for a user has the next revision, the later date and a next attempt, and is counted', async () => {
  const mark = markOf({});
  await waitForUsers(pass, mark, { waitsFor: [user] } as unknown as Verdict);
  expect(stored[0]?.after).toMatchObject({ revision: 8, projectedDeletionAt: NOW + HOUR });
  expect(stored[0]?.after?.nextAttemptAt).toBe(NOW + Math.min(5 * 60_000, wc.everyMs.delete));
  await waitForUsers(pass, mark, { waitsFor: [user] } as unknown as Verdict);
  expect(counts.waiting).toBe(2);
});

test('a date is never moved in for a user that is due sooner', async () => {
  const mark = markOf({ projectedDeletionAt: NOW + 2 * HOUR });
  await waitForUsers(pass, mark, { waitsFor: [user] } as unknown as Verdict);
  expect(stored[0]?.after?.projectedDeletionAt).toBe(NOW + 2 * HOUR);
});

test('a mark whose users are gone waits for none, has no problem and the next revision', async () => {
  const mark = markOf({ waitsFor: [user], problem: 'waits: group web' });
  const free = await withoutWaits(pass, mark);
  expect(free).toMatchObject({ revision: 8, waitsFor: [] });
  expect(free).not.toHaveProperty('problem');
  expect(stored[0]?.after).toEqual(free);
});

test('a mark that changed meanwhile, when its users were gone, takes no further part', async () => {
  answer = 'conflict';
  expect(await withoutWaits(pass, markOf({ waitsFor: [user] }))).toBeUndefined();
  expect(counts.conflicts).toBe(1);
});

test.each([undefined, []])('a mark that waits for %j is not stored again', async (waitsFor) => {
  const mark = markOf(waitsFor === undefined ? {} : { waitsFor });
  expect(await withoutWaits(pass, mark)).toBe(mark);
  expect(stored).toEqual([]);
});
