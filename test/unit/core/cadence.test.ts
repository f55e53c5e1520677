import { describe, expect, test } from '@jest/globals';
import { bouncedAt, refusedAgain } from '../../../src/core/notice/waitingNotice.ts';
import type { PassRecord } from '../../../src/core/policy/pass.ts';
import type { Window } from '../../../src/core/policy/window.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import {
  dueActions,
  isDue,
  isSurveyLate,
  mayRun,
  nextNoticeAt,
  retryPassAt,
  smallestNoticeEveryMs,
} from '../../../src/core/work/cadence.ts';
import { passRecord, workConfiguration } from '../../support/queue.ts';

const HOUR = 3_600_000;
const NOW = Date.UTC(2026, 0, 6, 18, 0);
const LA: Window = { days: [1, 2, 3, 4, 5], fromMinute: 9 * 60, toMinute: 17 * 60, timeZone: 'America/Los_Angeles' };
const MARKED = { marked: 3, due: 2 };

const due = (input: Partial<Parameters<typeof dueActions>[0]>) =>
  dueActions({ wc: workConfiguration(), passes: {}, counts: MARKED, now: NOW, ...input });

test.each([
  ['a namespace that is surveyed hourly, after two days', HOUR, 48 * HOUR, true],
  ['a namespace that is surveyed hourly, after a day', HOUR, 24 * HOUR, false],
  ['a namespace that is surveyed weekly, after ten days', 168 * HOUR, 240 * HOUR, false],
  ['a namespace that is surveyed weekly, after three weeks', 168 * HOUR, 504 * HOUR, true],
])('the survey of %s is late: by its own interval, and by a day at least', (_what, markMs, ago, late) => {
  const wc = workConfiguration({ everyMs: { mark: markMs, notify: HOUR, delete: HOUR } });
  expect([isSurveyLate(wc, NOW - ago, NOW), isSurveyLate(wc, undefined, NOW)]).toEqual([late, true]);
});

describe('which actions are due', () => {
  test('L16 three due actions of a namespace that never ran are three', () => {
    expect(due({})).toEqual(['mark', 'notify', 'delete']);
  });

  test('L3 an action that is not listed is never due', () => {
    expect(due({ wc: workConfiguration({ actions: ['mark'] }) })).toEqual(['mark']);
  });

  test('L15 a pass that ran is due again at its next date, and not a millisecond before', () => {
    const passes = { mark: passRecord({ action: 'mark', nextDueAt: NOW + 6 * HOUR }) };
    const at = (now: number) => due({ passes, now, counts: { marked: 0, due: 0 } });
    expect([at(NOW + 6 * HOUR - 1), at(NOW + 6 * HOUR)]).toEqual([[], ['mark']]);
  });

  test('a namespace with nothing marked queues no notify and no delete', () => {
    expect(due({ counts: { marked: 0, due: 0 } })).toEqual(['mark']);
  });

  test('without a due date there is nothing to delete', () => {
    expect(due({ counts: { marked: 3, due: 0 } })).toEqual(['mark', 'notify']);
  });

  test('a notify pass without pending notices is complete: the next one comes at its date, or with a new mark', () => {
    const at = { startedAt: NOW - HOUR, endedAt: NOW - HOUR, nextDueAt: NOW + HOUR };
    const of = (notify: object, mark: object, deleted: object = {}) =>
      due({
        passes: {
          mark: passRecord({ action: 'mark', ...at, endedAt: NOW - 1, counts: { marked: 0, refreshed: 0 }, ...mark }),
          notify: passRecord({ action: 'notify', ...at, counts: { queued: 0 }, ...notify }),
          delete: passRecord({ action: 'delete', ...at, endedAt: NOW - 1, ...deleted }),
        },
      });
    expect(of({}, {})).toEqual([]);
    expect(of({}, { counts: { marked: 1 } })).toEqual(['notify']);
    expect(of({}, { counts: { refreshed: 1 } })).toEqual(['notify']);
    expect(of({}, {}, { counts: { quarantined: 1 } })).toEqual(['notify']);
    expect(of({}, { counts: { marked: 1 }, endedAt: NOW - 2 * HOUR })).toEqual([]);
    expect(of({ counts: { queued: 1 } }, { counts: { marked: 1 } })).toEqual([]);
  });

  test('L36 dry run surveys only', () => {
    expect(due({ wc: workConfiguration({ live: false }) })).toEqual(['mark']);
  });

  test('L11 a namespace that never deletes has surveys only, and no messages', () => {
    const wc = workConfiguration({ neverDeletesBecause: 'the account "test" is declared without id' });
    expect([due({ wc }), smallestNoticeEveryMs([wc])]).toEqual([['mark'], undefined]);
  });

  test('L51 notices off leave nothing to notify', () => {
    const { notice } = workConfiguration();
    expect(due({ wc: workConfiguration({ notice: { ...notice, enabled: false } }) })).toEqual(['mark', 'delete']);
  });

  test('L13 Tuesday 10:00 in Los Angeles is open although the process runs in UTC, 08:00 is not', () => {
    const wc = workConfiguration({ window: LA });
    const at = (hourUtc: number) => due({ wc, now: Date.UTC(2026, 0, 6, hourUtc, 0) });
    expect([at(18), at(16)]).toEqual([['mark', 'notify', 'delete'], ['mark']]);
  });

  test('L13 Friday 17:30 in Los Angeles is Friday, though Saturday in UTC', () => {
    const untilSix = { ...LA, toMinute: 18 * 60 };
    const fridayEvening = Date.UTC(2026, 0, 10, 1, 30);
    expect(mayRun(workConfiguration({ window: untilSix }), 'delete', fridayEvening)).toBe(true);
  });

  test('L13 surveys run at any hour', () => {
    const sundayNight = Date.UTC(2026, 0, 11, 11, 0);
    expect(mayRun(workConfiguration({ window: LA }), 'mark', sundayNight)).toBe(true);
  });
});

describe('when one action is due', () => {
  const later = NOW + HOUR;

  test('L23 an unfinished pass continues at once', () => {
    expect(isDue(passRecord({ outcome: 'unfinished', nextDueAt: later }), NOW)).toBe(true);
  });

  test('a paced pass continues at its date', () => {
    const paced = passRecord({ outcome: 'paced', nextDueAt: later });
    expect([isDue(paced, NOW), isDue(paced, later)]).toEqual([false, true]);
  });

  describe('a blocked pass', () => {
    const blocked: PassRecord = passRecord({
      outcome: 'blocked',
      endedAt: NOW - HOUR,
      nextDueAt: later,
      blocked: { digest: 'abc', size: 2 },
    });
    const approval = { action: 'mark', digest: 'abc', actor: 'ann', at: NOW - 1 } as const;

    test('waits for its next date', () => {
      expect(isDue(blocked, NOW)).toBe(false);
    });

    test('L32 a blocked pass continues when exactly that set is approved', () => {
      expect(isDue(blocked, NOW, approval)).toBe(true);
    });

    test('L32 does not go on when another set is approved', () => {
      expect(isDue(blocked, NOW, { ...approval, digest: 'other' })).toBe(false);
    });

    test('does not run over and over for an approval older than itself', () => {
      expect(isDue(blocked, NOW, { ...approval, at: blocked.endedAt - 1 })).toBe(false);
    });
  });
});

test('L19 failures push the next pass out, doubling, never later than the usual cadence', () => {
  const delays = [1, 2, 3, 20].map((failures) => retryPassAt(failures, HOUR, NOW) - NOW);
  expect(delays).toEqual([60_000, 120_000, 240_000, HOUR]);
});

test('L44 the smallest distance between messages counts live namespaces that notify only', () => {
  const every = (notify: number) => ({ mark: HOUR, notify, delete: HOUR });
  const wcs = [
    workConfiguration({ everyMs: every(5) }),
    workConfiguration({ everyMs: every(3) }),
    workConfiguration({ everyMs: every(1), live: false }),
    workConfiguration({ everyMs: every(2), actions: ['mark'] }),
  ];
  expect([smallestNoticeEveryMs(wcs), smallestNoticeEveryMs([])]).toEqual([3, undefined]);
});

describe('when an owner may be notified', () => {
  const DAILY = namespaceOf({ provider: 'aws', account: 'daily', location: 'us-east-1', resourceType: 'image' });
  const HOURLY = namespaceOf({ provider: 'aws', account: 'hourly', location: 'us-east-1', resourceType: 'image' });
  const every = (notify: number) => ({ mark: HOUR, notify, delete: HOUR });
  const wcs = [
    workConfiguration({ namespace: DAILY, everyMs: every(24 * HOUR) }),
    workConfiguration({ namespace: HOURLY, everyMs: every(HOUR) }),
  ];
  const waiting = { owner: 'ann@example.com', resources: 1, namespaces: [DAILY], lastSentAt: NOW };

  test('P4 L44 an hourly message to one owner makes no daily message of another more frequent', () => {
    expect(nextNoticeAt(waiting, wcs, NOW)).toBe(NOW + 24 * HOUR);
  });

  test.each([
    ['a message that came back for good', NOW, NOW + 7 * 24 * HOUR],
    ['one that seems to have come back in the future, by a wrong clock', NOW + 30 * 24 * HOUR, NOW + 24 * HOUR],
  ])('L106 after %s', (_what, at, next) => {
    expect(nextNoticeAt({ ...waiting, refused: bouncedAt(at, 'no such user') }, wcs, NOW)).toBe(next);
  });

  test('L44 with something of both, the more frequent one counts', () => {
    expect(nextNoticeAt({ ...waiting, namespaces: [DAILY, HOURLY] }, wcs, NOW)).toBe(NOW + HOUR);
  });

  test('P4 L44 two namespaces whose windows are never open together take turns, with any new marks each day', () => {
    const daily = every(24 * HOUR);
    const hours = (fromMinute: number, toMinute: number): Window => ({ ...LA, fromMinute, toMinute, timeZone: 'UTC' });
    const both = [
      workConfiguration({ namespace: DAILY, everyMs: daily, window: hours(9 * 60, 12 * 60) }),
      workConfiguration({ namespace: HOURLY, everyMs: daily, window: hours(14 * 60, 17 * 60) }),
    ];
    const monday = Date.UTC(2026, 0, 5);
    const notifiedAt: Record<string, number[]> = { [DAILY]: [], [HOURLY]: [] };
    let lastSentAt = monday + 9 * HOUR;
    for (let now = lastSentAt; now < monday + 5 * 24 * HOUR; now += HOUR / 2) {
      const open = both.filter((wc) => mayRun(wc, 'notify', now));
      const next = nextNoticeAt({ ...waiting, namespaces: [DAILY, HOURLY], lastSentAt }, both, now) ?? Infinity;
      if (open.length === 0 || next > now) continue;
      lastSentAt = now;
      for (const { namespace } of open) notifiedAt[namespace]?.push((now - monday) / HOUR);
    }
    // Hours since Monday began: Tuesday at 14:00, Thursday at 9:00, Friday at 14:00.
    expect(notifiedAt).toEqual({ [DAILY]: [81], [HOURLY]: [38, 110] });
  });

  test('P4 L44 an owner waits at most once for a window that may bring no notice', () => {
    const closed: Window = { ...LA, fromMinute: 14 * 60, toMinute: 17 * 60, timeZone: 'UTC' };
    const both = [
      workConfiguration({ namespace: DAILY, everyMs: every(24 * HOUR) }),
      workConfiguration({ namespace: HOURLY, everyMs: every(24 * HOUR), window: closed }),
    ];
    const of = { ...waiting, namespaces: [DAILY, HOURLY], lastSentAt: NOW };
    const opensAt = Date.UTC(2026, 0, 8, 14);
    expect(nextNoticeAt(of, both, NOW)).toBe(opensAt);
    expect(nextNoticeAt(of, both, NOW + 25 * HOUR)).toBe(opensAt);
    expect(nextNoticeAt(of, both, NOW + 48 * HOUR)).toBe(NOW + 24 * HOUR);
  });

  test('L44 with hourly messages no owner waits for a window, because one of the messages meets it', () => {
    const closed: Window = { ...LA, fromMinute: 19 * 60, toMinute: 22 * 60, timeZone: 'UTC' };
    const both = [wcs[1] ?? workConfiguration(), workConfiguration({ namespace: DAILY, window: closed })];
    const of = { ...waiting, namespaces: [DAILY, HOURLY], lastSentAt: NOW - 3 * HOUR };
    expect(nextNoticeAt(of, both, NOW - 2 * HOUR)).toBe(NOW - 2 * HOUR);
  });

  test('notices of a removed namespace do not wait forever, and without a live namespace no message goes out', () => {
    expect([nextNoticeAt(waiting, wcs.slice(1), NOW), nextNoticeAt(waiting, [], NOW)]).toEqual([NOW + HOUR, undefined]);
  });

  test('L46 a refused message is tried again after 30 s, doubled up to 2 h, and its first attempt is remembered', () => {
    const said = { problem: '451 later', permanent: false };
    let refused = refusedAgain(undefined, said, NOW);
    const waits = [refused.nextAttemptAt - NOW];
    for (let more = 0; more < 11; more++) {
      const at = refused.nextAttemptAt;
      refused = refusedAgain(refused, said, at);
      waits.push(refused.nextAttemptAt - at);
    }
    expect(waits.map((ms) => ms / 1000).slice(0, 4)).toEqual([30, 60, 120, 240]);
    expect(refused).toMatchObject({ since: NOW, attempts: 12, nextAttemptAt: expect.any(Number) });
    expect(waits.at(-1)).toBe(2 * HOUR);
    const { lastSentAt: _never, ...first } = waiting;
    expect(nextNoticeAt({ ...first, refused }, wcs, refused.nextAttemptAt - 1)).toBe(refused.nextAttemptAt);
    // A time that only a wrong clock can have written.
    expect(nextNoticeAt({ ...first, refused }, wcs, refused.nextAttemptAt - 24 * HOUR)).toBe(0);
  });
});

describe('a namespace whose resources are deleted after others', () => {
  const at = (startedAt: number, counts: Readonly<Record<string, number>> = {}) =>
    passRecord({ action: 'mark', startedAt, endedAt: startedAt + 60_000, nextDueAt: NOW + 6 * HOUR, counts });
  const isMarkDue = (own: PassRecord, earlier: readonly PassRecord[]) =>
    due({ passes: { mark: own }, earlier, counts: { marked: 0, due: 0 } }).includes('mark');

  test('is surveyed at once when marks of the others came or went since its last survey began, and once only', () => {
    const own = at(NOW - HOUR);
    const later = NOW - HOUR / 2;
    expect(isMarkDue(own, [at(later, { marked: 1 })])).toBe(true);
    expect(isMarkDue(own, [at(later, { unmarked: 1 })])).toBe(true);
    expect(isMarkDue(own, [at(later, { refreshed: 5, deleted: 2 })])).toBe(false);
    expect(isMarkDue(own, [at(NOW - 2 * HOUR, { marked: 1 })])).toBe(false);
    expect(isMarkDue(at(NOW - HOUR / 4), [at(later, { marked: 1 })])).toBe(false);
  });

  test('does not wait for a pass that a wrong clock dated in the future', () => {
    expect(isMarkDue(at(NOW - HOUR), [at(NOW + HOUR, { marked: 1 })])).toBe(false);
  });
});
