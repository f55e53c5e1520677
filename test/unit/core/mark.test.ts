import { describe, expect, test } from '@jest/globals';
import type { Nomination } from '../../../src/core/evaluation/nomination.ts';
import { deferMark } from '../../../src/core/mark/hold.ts';
import {
  awaitOutcome,
  doubtOutcome,
  dropIntent,
  intendDeletion,
  lookDelayMs,
  mayLeaveForMs,
  retryDelayMs,
} from '../../../src/core/mark/intent.ts';
import {
  expediteMark,
  expireNotice,
  hasValidNotice,
  isNotified,
  type Notice,
  newMark,
  notDeletedBefore,
  recordNotice,
  refreshMark,
  withdrawNotice,
} from '../../../src/core/mark/mark.ts';
import { dateToShow, deletionDate, endOfNotice } from '../../../src/core/mark/retention.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { DAY, NOW, resource } from '../../support/evaluation.ts';

const namespace = namespaceOf({ provider: 'aws', account: 'test', location: 'us-east-1', resourceType: 'image' });
const nomination: Nomination = {
  namespace,
  resource: resource('ami-1'),
  reasons: ['nothing uses it'],
  owner: 'ann@example.com',
  ownerVia: 'tag owner',
  projectedDeletionAt: NOW + 10 * DAY,
};
const MINUTE = 60_000;
const mark = newMark(nomination, 'g1', NOW);
const notice: Notice = {
  messageId: '<1@example.com>',
  recipient: 'ann@example.com',
  acceptedAt: NOW + DAY,
  shownAt: NOW + 11 * DAY,
  generation: 'g1',
  validUntil: NOW + 25 * DAY,
};
const noticed = recordNotice(mark, notice, NOW + 11 * DAY);

describe('a new mark', () => {
  test('has the entry that judged it, and none where there is none', () => {
    expect(newMark({ ...nomination, entry: 'old images' }, 'g1', NOW)).toMatchObject({
      state: 'marked',
      entry: 'old images',
    });
    expect(mark).not.toHaveProperty('entry');
  });

  test('keeps the instant at which the resource was first marked, which is never in the future', () => {
    expect(newMark({ ...nomination, markedAt: NOW - DAY }, 'g1', NOW).markedAt).toBe(NOW - DAY);
    expect(newMark({ ...nomination, markedAt: NOW + DAY }, 'g1', NOW).markedAt).toBe(NOW);
  });

  test('of a resource without an owner says so, although its notice has a recipient', () => {
    expect(newMark({ ...nomination, unowned: true }, 'g1', NOW)).toMatchObject({ unowned: true });
    expect(mark).not.toHaveProperty('unowned');
  });
});

describe('a mark seen again', () => {
  test('its owner is the same and comes from elsewhere now: the mark says so', () => {
    expect(refreshMark(noticed, { ...nomination, ownerVia: 'tag team' })).toMatchObject({
      ownerVia: 'tag team',
      state: 'noticed',
    });
  });

  test('A13 a new cost replaces the old one; notice and date stay, and the same cost changes nothing', () => {
    const priced: Nomination = { ...nomination, monthlyCost: { amount: 5, upTo: true } };
    const fresh = refreshMark(noticed, { ...priced, projectedDeletionAt: NOW + 99 * DAY });
    expect(fresh).toMatchObject({ state: 'noticed', notice, projectedDeletionAt: noticed.projectedDeletionAt });
    expect(fresh?.resource.monthlyCost).toEqual({ amount: 5, upTo: true });
    expect(fresh && refreshMark(fresh, priced)).toBeUndefined();
    expect(fresh && refreshMark(fresh, nomination)?.resource.monthlyCost).toBeUndefined();
  });

  test('L33 reasons, name and owner are refreshed, the date is not', () => {
    const again = { ...nomination, reasons: ['older now'], projectedDeletionAt: NOW + 99 * DAY };
    const fresh = refreshMark(noticed, again);
    expect(fresh).toMatchObject({
      reasons: ['older now'],
      projectedDeletionAt: NOW + 11 * DAY,
      state: 'noticed',
      revision: 3,
    });
  });

  test('L33 unchanged → nothing to write', () => {
    expect(refreshMark(noticed, { ...nomination, projectedDeletionAt: NOW + 99 * DAY })).toBeUndefined();
  });

  test('another owner has no notice: the old notice is removed and the date is that of a new mark', () => {
    const fresh = refreshMark(noticed, {
      ...nomination,
      owner: 'bob@example.com',
      projectedDeletionAt: NOW + 30 * DAY,
    });
    expect(fresh).toMatchObject({ state: 'marked', owner: 'bob@example.com', projectedDeletionAt: NOW + 30 * DAY });
    expect(fresh?.notice).toBeUndefined();
  });

  test('Law 3 an uncertain owner replaces no owner, and gets a notice only if there is no other', () => {
    const unsure = { ...nomination, owner: 'bob@example.com', ownerVia: 'account test', ownerUnsure: true };
    expect(refreshMark(noticed, unsure)).toBeUndefined();
    expect(refreshMark(noticed, { ...unsure, reasons: ['older now'] })).toMatchObject({
      reasons: ['older now'],
      state: 'noticed',
      owner: 'ann@example.com',
      ownerVia: 'tag owner',
      notice,
    });
    expect(refreshMark({ ...noticed, unowned: true }, { ...unsure, reasons: ['older now'] })).toMatchObject({
      unowned: true,
    });
    const { owner: _nobody, ...ownerless } = mark;
    expect(refreshMark(ownerless, unsure)).toMatchObject({ state: 'marked', owner: 'bob@example.com' });
  });

  test('an intent to delete is never refreshed away', () => {
    expect(refreshMark(intendDeletion(noticed, 'p', NOW), { ...nomination, reasons: ['x'] })).toBeUndefined();
  });
});

describe('a notice', () => {
  test('L47 moves the date out, never in', () => {
    expect(noticed.projectedDeletionAt).toBe(NOW + 11 * DAY);
    expect(recordNotice(mark, notice, NOW).projectedDeletionAt).toBe(NOW + 10 * DAY);
  });

  test.each([
    ['in time', noticed, NOW + 20 * DAY, true],
    ['too old', noticed, NOW + 25 * DAY, false],
    ['for another owner', { ...noticed, owner: 'bob@example.com' }, NOW + DAY, false],
    ['for another generation', { ...noticed, generation: 'g2' }, NOW + DAY, false],
    ['none', mark, NOW, false],
  ] as const)('Law 3 %s', (_name, candidate, at, valid) => {
    expect(hasValidNotice(candidate, at)).toBe(valid);
  });

  test('expired: back to marked, not earlier than before', () => {
    expect(expireNotice(noticed, NOW + 40 * DAY)).toMatchObject({
      state: 'marked',
      projectedDeletionAt: NOW + 40 * DAY,
    });
    expect(expireNotice(noticed, NOW).projectedDeletionAt).toBe(NOW + 11 * DAY);
  });

  test.each([
    ['it showed', { ...noticed, notice: { ...notice, shownAt: NOW + 30 * DAY } }],
    ['its owner chose', { ...noticed, notice: { ...notice, deletionAt: NOW + 30 * DAY } }],
    ['its quarantine ends', { ...noticed, quarantine: { at: NOW, until: NOW + 30 * DAY } }],
  ])('Law 3 expired: not before the date that %s, where that is the latest', (_what, candidate) => {
    expect(expireNotice(candidate, NOW).projectedDeletionAt).toBe(NOW + 30 * DAY);
  });
});

describe('law 3 a date that a message may have shown', () => {
  test('moves a mark out, never in, and not on the same instant', () => {
    const due = noticed.projectedDeletionAt;
    expect(notDeletedBefore(noticed, due + 1)).toEqual({
      ...noticed,
      projectedDeletionAt: due + 1,
      revision: noticed.revision + 1,
    });
    expect([notDeletedBefore(noticed, due), notDeletedBefore(noticed, due - 1)]).toEqual([undefined, undefined]);
  });

  test('does not touch a deletion that has begun', () => {
    expect(notDeletedBefore(intendDeletion(noticed, 'p', NOW), NOW + 99 * DAY)).toBeUndefined();
  });

  test('is that of the users which are deleted first, where a survey sees the mark again', () => {
    const held = { ...nomination, notBefore: NOW + 20 * DAY };
    expect(refreshMark(noticed, held)).toMatchObject({ projectedDeletionAt: NOW + 20 * DAY, state: 'noticed' });
    expect(refreshMark(noticed, { ...held, reasons: ['older now'] })?.projectedDeletionAt).toBe(NOW + 20 * DAY);
    expect(newMark(held, 'g1', NOW).projectedDeletionAt).toBe(NOW + 20 * DAY);
  });

  test('a notice that expires counts the revision up', () => {
    expect(expireNotice(noticed, NOW).revision).toBe(noticed.revision + 1);
  });
});

test('law 7 a notice that names less than what goes now does not count; a mark without one has named nothing less', () => {
  const more = {
    ...nomination,
    resource: resource('ami-1', { note: { code: 'tagsGo', values: { names: ['v1', 'v2'] } } }),
  };
  expect([isNotified(noticed, nomination), isNotified(noticed, more), isNotified(mark, more)]).toEqual([
    true,
    false,
    true,
  ]);
  expect(isNotified(noticed, { ...nomination, owner: 'bob@example.com' })).toBe(false);
});

describe('a mark that waits for users', () => {
  const waitsFor = [{ type: 'listener', id: 'l-1', by: 'listener l-1', findings: { listeners: 1 } }];
  const waiting = newMark({ ...nomination, waitsFor }, 'g1', NOW);

  test('remembers that it was held once they are gone, and a mark that never was held does not', () => {
    expect(waiting.waitsFor).toEqual(waitsFor);
    expect(refreshMark(waiting, { ...nomination, waitsFor: [] })?.waitsFor).toEqual([]);
    expect(refreshMark(waiting, nomination)?.waitsFor).toEqual([]);
    expect(refreshMark(mark, { ...nomination, reasons: ['older now'] })).not.toHaveProperty('waitsFor');
    expect(refreshMark(mark, { ...nomination, waitsFor })?.waitsFor).toEqual(waitsFor);
  });

  test('is unchanged while it waits for the same users', () => {
    expect(refreshMark(waiting, { ...nomination, waitsFor })).toBeUndefined();
  });
});

describe('a message that came back', () => {
  test('L50 nobody was notified: marked again, not earlier than a new mark', () => {
    const withdrawn = withdrawNotice(noticed, NOW + 40 * DAY);
    expect(withdrawn).toMatchObject({ state: 'marked', projectedDeletionAt: NOW + 40 * DAY });
    expect(withdrawn).not.toHaveProperty('notice');
  });

  test('L50 while it is being deleted: if that comes to nothing, it waits for a new notice', () => {
    const withdrawn = withdrawNotice(intendDeletion(noticed, 'p', NOW), NOW);
    expect(withdrawn).toMatchObject({ state: 'deleting', intent: { passId: 'p' } });
    expect([dropIntent(withdrawn).state, deferMark(withdrawn, 'refused', NOW).state]).toEqual(['marked', 'marked']);
  });
});

describe('an attempt', () => {
  const deleting = intendDeletion(noticed, 'pass-1', NOW);
  const INTENT = { passId: 'pass-1', at: NOW };

  test('L56 refused or retried: held with the reason, the intent is over, the notice stays', () => {
    const held = deferMark(deleting, 'DependencyViolation', NOW + 1);
    expect(held).toMatchObject({
      state: 'noticed',
      problem: 'DependencyViolation',
      attempts: 1,
      nextAttemptAt: NOW + 1,
    });
    expect(held.intent).toBeUndefined();
  });

  test('with a lost answer keeps its intent until a read by id decides', () => {
    expect(awaitOutcome(deleting, INTENT, NOW + 1)).toMatchObject({ state: 'deleting', intent: { passId: 'pass-1' } });
    expect(dropIntent(awaitOutcome(deleting, INTENT, NOW + 1))).not.toHaveProperty('intent');
  });

  test('L56 whose request had no effect leaves an ordinary mark, whose notice stays', () => {
    const { intent: _ended, nextAttemptAt: _none, ...rest } = deleting;
    expect(dropIntent(deleting)).toEqual({ ...rest, state: 'noticed', revision: deleting.revision + 1 });
  });

  test('L56 that the cloud accepted keeps the instant and the request id', () => {
    const accepted = awaitOutcome(deleting, INTENT, NOW + 2, { at: NOW + 1, requestId: 'r-1' });
    expect(accepted.intent).toEqual({ ...INTENT, acceptedAt: NOW + 1, requestId: 'r-1', isOver: true });
    expect(awaitOutcome(deleting, INTENT, NOW + 2).intent).toEqual({ ...INTENT, isOver: true });
  });

  test('L59 whose instance says nothing waits until no request of its permit can leave, by time that certainly passed', () => {
    const left = [0, 30_000, 89_999, 90_000, -5_000].map((passedMs) => mayLeaveForMs(INTENT, passedMs));
    expect(left).toEqual([90_000, 60_000, 1, 0, 95_000]);
  });

  test('L59 whose instance says that it sends nothing more waits for nothing', () => {
    expect(mayLeaveForMs({ ...INTENT, isOver: true }, 0)).toBe(0);
  });

  test('every change counts the revision up', () => {
    const sooner = expediteMark(noticed, NOW + DAY, NOW);
    const changed = [mark, noticed, deleting, awaitOutcome(deleting, INTENT, 1), deferMark(deleting, 'x', 1), sooner];
    expect(changed.map((m) => m?.revision)).toEqual([1, 2, 3, 4, 4, 3]);
  });

  test('L56 whose answer was an error that excludes nothing keeps its intent, and counts as a refusal', () => {
    const doubtful = doubtOutcome({ ...deleting, refusals: 2 }, INTENT, 'no answer', NOW + 1);
    expect(doubtful).toMatchObject({
      state: 'deleting',
      intent: { ...INTENT, isOver: true },
      problem: 'no answer',
      nextAttemptAt: NOW + 1,
      attempts: 1,
      refusals: 3,
    });
    expect(doubtOutcome(deleting, INTENT, 'no answer', NOW + 1).refusals).toBe(1);
  });

  test('L56 of the step before a deletion says so', () => {
    expect(intendDeletion(noticed, 'p', NOW, 'quarantine').intent).toEqual({ passId: 'p', at: NOW, to: 'quarantine' });
    expect(deleting.intent).toEqual(INTENT);
  });

  test('L56 that may have had an effect is looked at after a minute, then less often, and at least once an hour', () => {
    expect([0, 1, 2, 50].map(lookDelayMs)).toEqual([MINUTE, 10 * MINUTE, 20 * MINUTE, 60 * MINUTE]);
  });

  test('L56 retries back off to hours, never hot', () => {
    const delays = [0, 1, 5, 50].map(retryDelayMs);
    expect(delays).toEqual([300_000, 600_000, 9_600_000, 21_600_000]);
  });
});

describe('the dates', () => {
  const wc = { retention: { ms: 10 * DAY }, unownedRetention: { ms: 30 * DAY } };

  test('L26 now + retention; L49 three times as long without an owner', () => {
    expect(deletionDate(wc, NOW, false)).toBe(NOW + 10 * DAY);
    expect(deletionDate(wc, NOW, true)).toBe(NOW + 30 * DAY);
  });

  test('L26 moved into the window', () => {
    const window = { days: [1, 2, 3, 4], fromMinute: 540, toMinute: 1020, timeZone: 'America/Los_Angeles' };
    const friday = Date.parse('2026-06-05T18:00:00Z');
    expect(new Date(deletionDate({ ...wc, retention: { ms: 7 * DAY }, window }, friday, false)).toISOString()).toBe(
      '2026-06-15T18:00:00.000Z',
    );
  });

  test('L47 the date shown leaves time for the delivery', () => {
    expect(dateToShow(wc, NOW, false)).toBe(NOW + 10 * DAY + 15 * 60_000);
    expect(dateToShow({ ...wc, retention: { ms: 20_000 } }, NOW, false)).toBe(NOW + 22_000);
  });

  test('L47 the date shown is a whole minute where a tenth of the retention is at least one', () => {
    const shown = (minutes: number) =>
      dateToShow({ ...wc, retention: { ms: minutes * MINUTE } }, NOW + 30_000, false) - NOW;
    expect(shown(10)).toBe(2 * MINUTE + 10 * MINUTE);
    expect(shown(9)).toBe(30_000 + 54_000 + 9 * MINUTE);
  });
});

describe('a date moved in', () => {
  const notices = { enabled: true, itemsPerMessage: 50, per: 'item', validForMs: 14 * DAY } as const;
  const wc = { retention: { ms: 10 * DAY }, unownedRetention: { ms: 30 * DAY }, notice: notices };

  test('L60 to the target, never before the end of the notice, and never out', () => {
    expect(expediteMark(noticed, NOW + DAY, NOW + 5 * DAY)?.projectedDeletionAt).toBe(NOW + 5 * DAY);
    expect(expediteMark(noticed, NOW + 7 * DAY, NOW)?.projectedDeletionAt).toBe(NOW + 7 * DAY);
    expect(expediteMark(noticed, NOW + 11 * DAY, NOW)).toBeUndefined();
    expect(expediteMark(intendDeletion(noticed, 'p', NOW), NOW, NOW)).toBeUndefined();
  });

  test.each([
    ['the date that was shown', wc, noticed, NOW + 11 * DAY],
    [
      'retention since the acceptance, where that is later',
      { ...wc, retention: { ms: 20 * DAY } },
      noticed,
      NOW + 21 * DAY,
    ],
    [
      'the date that was shown, although retention was lowered',
      { ...wc, retention: { ms: DAY } },
      noticed,
      NOW + 11 * DAY,
    ],
    [
      'the longer retention since the acceptance, where the resource has no owner',
      wc,
      { ...noticed, unowned: true },
      NOW + 31 * DAY,
    ],
    [
      'the end of its quarantine, where that is later',
      wc,
      { ...noticed, quarantine: { at: NOW, until: NOW + 20 * DAY } },
      NOW + 20 * DAY,
    ],
    [
      'the date of the deletion that was shown, where that is after its quarantine',
      wc,
      { ...noticed, notice: { ...notice, deletionAt: NOW + 21 * DAY }, quarantine: { at: NOW, until: NOW + 20 * DAY } },
      NOW + 21 * DAY,
    ],
    [
      'the end of its quarantine, where notices are off',
      { ...wc, notice: { ...notices, enabled: false } },
      { ...mark, quarantine: { at: NOW, until: NOW + 20 * DAY } },
      NOW + 20 * DAY,
    ],
    ['open, where nobody was notified', wc, mark, undefined],
    ['open, where somebody else was notified', wc, { ...noticed, owner: 'bob@example.com' }, undefined],
    [
      'retention since the mark, where notices are off',
      { ...wc, notice: { ...notices, enabled: false } },
      mark,
      NOW + 10 * DAY,
    ],
  ])('L60 the end of a notice is %s', (_what, configuration, candidate, end) => {
    expect(endOfNotice(configuration, candidate, NOW + 2 * DAY)).toBe(end);
  });
});
