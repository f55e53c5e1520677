/** A deletion was requested, and a read by id still finds the resource: it goes on, failed, or somebody restored it. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { awaitOutcome, intendDeletion } from '../../../src/core/mark/intent.ts';
import { type Intent, type Mark, newMark } from '../../../src/core/mark/mark.ts';
import type { Applied, Transition } from '../../../src/core/ports/ports.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import { resolveIntent } from '../../../src/lifecycle/deletion/resolveIntent.ts';
import { DAY, NOW, resource } from '../../support/evaluation.ts';
import { workConfiguration } from '../../support/queue.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const wc = workConfiguration();
const there = resource('ami-1');
const mark = newMark(
  {
    namespace: wc.namespace,
    resource: there,
    reasons: ['nothing uses it'],
    ownerVia: 'none',
    projectedDeletionAt: NOW,
  },
  'g1',
  NOW - 20 * DAY,
);
const begun = (agoMs: number, to?: 'quarantine') => intendDeletion(mark, 'p-0', NOW - agoMs, to);
const accepted = (agoMs: number, to?: 'quarantine'): Mark => {
  const before = begun(agoMs + MINUTE, to);
  if (!before.intent) throw new Error('no intent');
  return awaitOutcome(before, before.intent, NOW, { at: NOW - agoMs, requestId: 'r-1' });
};
const over = (before: Mark): Mark => ({ ...before, intent: { ...before.intent, isOver: true } as Intent });
const waitsFor = (patienceMs?: number): Resource =>
  resource('ami-1', {
    ending: { since: NOW - DAY, waits: 'it waits for a lock', ...(patienceMs === undefined ? {} : { patienceMs }) },
  });

let stored: Transition[];
let answer: Applied;
let unpassedMs: number;
let pass: Parameters<typeof resolveIntent>[0];

beforeEach(() => {
  [stored, answer, unpassedMs] = [[], 'applied', 0];
  const marks = {
    async apply(_namespace: string, [transition]: readonly [Transition]) {
      stored.push(transition);
      return [answer];
    },
  };
  const deps = { marks, clock: { now: () => NOW }, watch: { earliest: () => NOW } };
  pass = {
    ...{ deps, wc, lease: {}, passId: 'p-1', evidence: new Map(), underWay: new Set<string>() },
    counts: { conflicts: 0, unmarked: 0, refused: 0 },
    unpassedMs: () => unpassedMs,
  } as unknown as typeof pass;
});

/** Its mark afterwards, and the entry in the history; `undefined`: it has none any more. */
async function resolved(before: Mark, found = there) {
  const present = await resolveIntent(pass, before, found);
  expect(stored).toHaveLength(1);
  const [change] = stored as [Transition];
  return { present, mark: change.after, event: change.audit.event, reason: change.audit.reason };
}

describe('a deletion that the cloud accepted', () => {
  test('is in progress for six hours, and looked at every minute', async () => {
    const before = accepted(6 * HOUR - 1);
    const { present, mark: next, event, reason } = await resolved(before);
    expect(present).toEqual([]);
    expect([event, reason]).toEqual(['deferred', 'its deletion was accepted and is in progress']);
    expect(next).toMatchObject({ state: 'deleting', intent: before.intent, nextAttemptAt: NOW + MINUTE });
    expect(pass.underWay).toEqual(new Set(['ami-1']));
  });

  test('law 3 is over after six hours: somebody restored the resource, which has no mark any more', async () => {
    const { present, mark: next, event, reason } = await resolved(accepted(6 * HOUR));
    expect([present, next, event]).toEqual([[], undefined, 'unmarked']);
    expect(reason).toContain('it may have been restored');
    expect([pass.counts.unmarked, pass.underWay.size]).toEqual([1, 0]);
  });

  test('is not counted where its mark changed meanwhile', async () => {
    answer = 'conflict';
    await resolved(accepted(6 * HOUR));
    expect([pass.counts.unmarked, pass.counts.conflicts]).toEqual([0, 1]);
  });

  test('of a quarantine is no restored resource: what it puts out of use stays', async () => {
    const { mark: next, event } = await resolved(accepted(9 * HOUR, 'quarantine'));
    expect([next?.state, event]).toEqual(['deleting', 'deferred']);
    expect((await resolveIntent(pass, accepted(9 * HOUR, 'quarantine'), waitsFor())).length).toBe(0);
    expect(stored.at(-1)?.audit.event).toBe('deferred');
  });
});

describe('C12 a deletion that waits for what Holystone never removes', () => {
  test.each<[string, number, Resource]>([
    ['after six hours', 6 * HOUR, waitsFor()],
    ['after the time that its type gives it', 30 * MINUTE, waitsFor(30 * MINUTE)],
  ])('is an ordinary mark again %s, whose owner is notified', async (_when, agoMs, found) => {
    const { present, mark: next, event, reason } = await resolved(accepted(agoMs), found);
    expect(present).toEqual([]);
    expect(next).toMatchObject({
      state: 'marked',
      inUse: { since: NOW - agoMs, endedAt: NOW },
      nextAttemptAt: NOW + DAY,
    });
    expect(next).not.toHaveProperty('intent');
    expect(event).toBe('refused');
    expect(reason).toMatch(/^it waits for a lock; its deletion was accepted /);
    expect(pass.counts.refused).toBe(1);
  });

  test('is not taken for one that somebody restored, where its type takes longer than six hours', async () => {
    const { event } = await resolved(accepted(7 * HOUR), waitsFor(9 * HOUR));
    expect([event, pass.counts.unmarked]).toEqual(['deferred', 0]);
  });

  test('goes on until then', async () => {
    const { event } = await resolved(accepted(30 * MINUTE - 1), waitsFor(30 * MINUTE));
    expect(event).toBe('deferred');
    expect([pass.underWay.size, pass.counts.refused]).toEqual([1, 0]);
  });

  test('counts from its request, where no answer came', async () => {
    const { mark: next } = await resolved(begun(7 * HOUR), waitsFor());
    expect(next?.inUse).toEqual({ since: NOW - 7 * HOUR, endedAt: NOW });
  });

  test('is not counted where its mark changed meanwhile', async () => {
    answer = 'conflict';
    await resolved(accepted(6 * HOUR), waitsFor());
    expect(pass.counts.refused).toBe(0);
  });
});

describe('L59 a request whose answer is not known', () => {
  test('of another instance may still leave: nobody touches the mark before', async () => {
    const { present, mark: next, event, reason } = await resolved(begun(30_000));
    expect(present).toEqual([]);
    expect(event).toBe('deferred');
    expect(reason).toBe('another instance may still send its request: read by id again soon');
    expect(next).toMatchObject({ state: 'deleting', intent: { passId: 'p-0' }, nextAttemptAt: NOW + 60_000 });
    expect(pass.underWay).toEqual(new Set(['ami-1']));
  });

  test('may leave for longer where a clock was set ahead since, for that time has not passed', async () => {
    unpassedMs = 60_000;
    expect((await resolved(begun(80_000))).mark?.nextAttemptAt).toBe(NOW + 70_000);
  });

  test.each<[string, Mark]>([
    ['after the time of every permit', begun(90_000)],
    ['at once, where its instance sends nothing more', over(begun(1_000))],
  ])('had no effect %s: the resource is evaluated again, as the mark is now', async (_when, before) => {
    const { present, mark: next, event, reason } = await resolved(before);
    expect([event, reason]).toEqual(['deferred', 'an earlier attempt failed: evaluated again']);
    expect(next).toMatchObject({ state: 'marked', revision: before.revision + 1 });
    expect(next).not.toHaveProperty('intent');
    expect(present).toEqual([{ mark: next, resource: there }]);
    expect(pass.underWay.size).toBe(0);
  });

  test('takes no further part where the mark changed meanwhile', async () => {
    answer = 'conflict';
    expect((await resolved(begun(90_000))).present).toEqual([]);
  });

  test('law 3 is a resource that somebody restored, six hours later', async () => {
    expect((await resolved(begun(6 * HOUR))).event).toBe('unmarked');
  });
});

test('law 3 a mark that is being deleted without a request on record counts as one of long ago', async () => {
  const { mark: next, event } = await resolved({ ...mark, state: 'deleting' });
  expect([next, event]).toEqual([undefined, 'unmarked']);
});
