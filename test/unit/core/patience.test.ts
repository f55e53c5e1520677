import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Mark } from '../../../src/core/mark/mark.ts';
import {
  inUseWords,
  isInUseUnreported,
  isPatient,
  PATIENCE_MS,
  recordInUseNotice,
  stillInUse,
  stuckDeletion,
} from '../../../src/core/mark/patience.ts';

const MINUTE = 60_000;
const DAY = 86_400_000;
const START = Date.parse('2026-11-20T08:00:00Z');
const mark = { state: 'deleting', attempts: 0, revision: 1, reasons: [], ownerVia: '', notice: {} } as unknown as Mark;

/** Asks at each date that the last answer gave. */
function askUntil(end: number): readonly { readonly at: number; readonly is: string; readonly mark: Mark }[] {
  const asked = [];
  let now = mark;
  for (let at = START; at <= end; at = now.nextAttemptAt ?? Number.POSITIVE_INFINITY) {
    const next = stillInUse(now, 'in use: eni-1', at);
    asked.push({ at, ...next });
    now = next.mark;
  }
  return asked;
}

describe('the cloud says that a resource is in use', () => {
  test('C12 the waits double from 30 s to 10 min, the patience ends after six hours, and then comes one a day', () => {
    const asked = askUntil(START + 3 * DAY);
    const seconds = asked.map(({ at }) => (at - START) / 1000);
    expect(seconds.slice(0, 8)).toEqual([0, 30, 60, 120, 240, 480, 960, 1560]);
    const end = asked.findIndex(({ at }) => at - START === PATIENCE_MS);
    expect(asked.map(({ is }) => is)).toEqual([
      ...Array.from({ length: end }, () => 'waiting'),
      'ends',
      'ended',
      'ended',
    ]);
    expect(seconds.slice(end + 1)).toEqual([6 * 3600 + 86_400, 6 * 3600 + 2 * 86_400]);
  });

  test('C12 its words do not change while it waits, so that the history has one entry', () => {
    const problems = askUntil(START + PATIENCE_MS).map(({ mark: { problem } }) => problem);
    expect(new Set(problems)).toEqual(
      new Set([
        'in use: eni-1; its provider has said so since 2026-11-20 08:00 UTC, although no evidence shows a user; ' +
          'Holystone tries again until 2026-11-20 14:00 UTC, then once a day',
      ]),
    );
  });

  test('C12 a clock that was set back neither ends the patience nor asks without a pause', () => {
    const { mark: waiting } = stillInUse(mark, 'in use', START);
    const back = stillInUse(waiting, 'in use', START - 10 * DAY);
    expect(back.is).toBe('waiting');
    expect(back.mark.nextAttemptAt).toBe(START - 10 * DAY + 30_000);
  });

  test('C12 the next attempt is 30 s to 10 min away while it waits, and never after the end of the patience', () => {
    const instants = fc.integer({ min: 0, max: 2 * PATIENCE_MS });
    fc.assert(
      fc.property(instants, instants, (since, later) => {
        const now = START + since + later;
        const next = stillInUse({ ...mark, inUse: { since: START + since } }, 'in use', now);
        const waitMs = (next.mark.nextAttemptAt ?? 0) - now;
        expect(isPatient(next.mark)).toBe(later < PATIENCE_MS);
        if (later >= PATIENCE_MS) expect(waitMs).toBe(DAY);
        else {
          expect(waitMs).toBeGreaterThan(0);
          expect(waitMs).toBeLessThanOrEqual(10 * MINUTE);
          expect(now + waitMs).toBeLessThanOrEqual(START + since + PATIENCE_MS);
        }
      }),
    );
  });

  test('C12 the owner is notified at most once, whatever the clock does between the answers', () => {
    const steps = fc.array(fc.integer({ min: -2 * DAY, max: 2 * DAY }), { maxLength: 30 });
    fc.assert(
      fc.property(steps, (jumps) => {
        let now: Mark = mark;
        let at = START;
        const notified: string[] = [];
        for (const jump of jumps) {
          at += jump;
          const next = stillInUse(now, 'in use', at);
          now = recordInUseNotice(next.mark, `<${notified.length}@x>`) ?? next.mark;
          if (next.is === 'ends') notified.push(now.inUse?.toldBy ?? '');
          expect(next.mark.nextAttemptAt).toBeGreaterThanOrEqual(at + (isPatient(next.mark) ? 1 : DAY));
        }
        expect(notified.length).toBeLessThanOrEqual(1);
        expect(now.inUse?.toldBy).toBe(notified[0]);
      }),
    );
  });
});

describe('the words about a resource that the cloud calls in use', () => {
  const inUse = { since: START };

  test.each<[string, Partial<Mark>, string | undefined]>([
    [
      'the problem and the next attempt',
      { inUse, problem: 'in use', nextAttemptAt: START },
      'in use; next attempt 2026-11-20 08:00 UTC',
    ],
    ['the problem alone', { inUse, problem: 'in use' }, 'in use'],
    ['nothing without a problem', { inUse, nextAttemptAt: START }, undefined],
    ['nothing for another problem', { problem: 'denied', nextAttemptAt: START }, undefined],
  ])('are %s', (_what, change, words) => {
    expect(inUseWords({ ...mark, ...change })).toBe(words);
  });
});

test('a mark that the cloud does not call in use waits for nothing, and has nothing to report', () => {
  expect([isPatient(mark), isInUseUnreported(mark), recordInUseNotice(mark, '<1@x>')]).toEqual([
    false,
    false,
    undefined,
  ]);
});

describe('a deletion that was accepted and does not end', () => {
  test('C12 is looked at once a day, and its owner is notified once', () => {
    const stuck = stuckDeletion(mark, 'it is still there', START, START + DAY);
    expect(stuck).toMatchObject({
      state: 'noticed',
      problem:
        'it is still there; its deletion was accepted 2026-11-20 08:00 UTC and has not ended; Holystone looks once a day',
      nextAttemptAt: START + 2 * DAY,
      inUse: { since: START, endedAt: START + DAY },
    });
    expect(isInUseUnreported(stuck)).toBe(true);
    const notified = recordInUseNotice(stuck, '<1@x>') as Mark;
    expect(notified).toMatchObject({ inUse: { toldBy: '<1@x>' }, revision: stuck.revision + 1 });
    const again = stuckDeletion(notified, 'it is still there', START, START + 2 * DAY);
    expect(again.inUse).toEqual({ since: START, endedAt: START + DAY, toldBy: '<1@x>' });
    expect([isInUseUnreported(again), recordInUseNotice(again, '<2@x>')]).toEqual([false, undefined]);
  });
});
