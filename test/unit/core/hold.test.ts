/** Marks that wait, and what of them stays: the date, the notice, a deletion that has begun. */
import { describe, expect, test } from '@jest/globals';
import type { Wait } from '../../../src/core/evaluation/holders.ts';
import {
  deferUnread,
  holdForUsers,
  holdMark,
  refuseMark,
  releaseFromUsers,
  withoutFutureHold,
} from '../../../src/core/mark/hold.ts';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import { type Mark, newMark } from '../../../src/core/mark/mark.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { DAY, NOW, resource } from '../../support/evaluation.ts';

const namespace = namespaceOf({ provider: 'aws', account: 'test', location: 'us-east-1', resourceType: 'subnet' });
const mark: Mark = newMark(
  { namespace, resource: resource('s-1'), reasons: ['nothing uses it'], ownerVia: 'none', projectedDeletionAt: NOW },
  'g1',
  NOW - 10 * DAY,
);
const deleting = intendDeletion(mark, 'p', NOW);

describe('a mark that waits for its next attempt', () => {
  test('keeps its problem, unless there is another one', () => {
    const denied = { ...mark, problem: 'denied' };
    expect(holdMark(denied, NOW + 1)).toEqual({ ...denied, nextAttemptAt: NOW + 1, revision: mark.revision + 1 });
    expect(holdMark(denied, NOW + 1, 'in use').problem).toBe('in use');
  });

  test('is refused once more with each refusal', () => {
    const once = refuseMark(mark, 'denied', NOW + 1);
    expect([once.refusals, refuseMark(once, 'denied', NOW + 2).refusals]).toEqual([1, 2]);
  });
});

describe('a read that said nothing', () => {
  test('L56 does not end a deletion that has begun: its request may have had an effect', () => {
    expect(deferUnread(deleting, 'no answer', NOW + 1)).toEqual({
      ...deleting,
      nextAttemptAt: NOW + 1,
      attempts: 1,
      revision: deleting.revision + 1,
    });
  });

  test('is the problem of any other mark', () => {
    const deferred = deferUnread(mark, 'no answer', NOW + 1);
    expect(deferred).toMatchObject({ state: 'marked', problem: 'no answer', nextAttemptAt: NOW + 1, attempts: 1 });
  });
});

describe('a mark whose users are deleted first', () => {
  const user = (id: string, more: Partial<Wait> = {}): Wait => {
    return { type: 'gateway', id, by: `gateway ${id}`, findings: { gateways: 1 }, ...more };
  };

  test.each<[string, readonly Wait[], number]>([
    ['that of the latest one', [user('a', { dueAt: NOW + DAY }), user('b', { dueAt: NOW + 3 * DAY })], NOW + 3 * DAY],
    ['its own, where theirs are earlier', [user('a', { dueAt: NOW - DAY })], NOW],
    ['its own, where theirs are not known', [user('a')], NOW],
  ])('law 3 moves its date out, never in: %s', (_what, users, date) => {
    expect(holdForUsers(mark, users, 'after them', NOW + 1).projectedDeletionAt).toBe(date);
  });

  test('has their names, and why it waits, but no date of theirs', () => {
    const waiting = holdForUsers(mark, [user('a', { dueAt: NOW + DAY, why: 'denied' })], 'after gateway a', NOW + 1);
    expect(waiting).toMatchObject({ problem: 'after gateway a', nextAttemptAt: NOW + 1, revision: mark.revision + 1 });
    expect(waiting.waitsFor).toEqual([user('a')]);
  });

  test('says, once they are gone, that it was held, and no longer why it waited', () => {
    const waiting = holdForUsers(mark, [user('a')], 'after gateway a', NOW + 1);
    const { problem: _over, ...rest } = waiting;
    expect(releaseFromUsers(waiting)).toEqual({ ...rest, waitsFor: [], revision: waiting.revision + 1 });
  });

  test('is released once, and a mark that never waited is not', () => {
    expect([releaseFromUsers({ ...mark, waitsFor: [] }), releaseFromUsers(mark)]).toEqual([undefined, undefined]);
  });
});

describe('a mark that a wrong clock deferred', () => {
  const until = (nextAttemptAt: number) => withoutFutureHold({ ...mark, nextAttemptAt }, NOW);

  test('does not wait for that date', () => {
    expect(until(NOW + 91 * DAY)).toEqual({ ...mark, revision: mark.revision + 1 });
  });

  test('waits for any date that a right clock can have written, at most 90 days away', () => {
    expect([until(NOW + 90 * DAY), until(NOW - 200 * DAY), withoutFutureHold(mark, NOW)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});
