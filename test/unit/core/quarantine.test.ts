/** The dates of a quarantine: each moves the deletion out, never in (law 3). */
import { describe, expect, test } from '@jest/globals';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import { type Mark, newMark, recordNotice } from '../../../src/core/mark/mark.ts';
import {
  enterQuarantine,
  keepPromise,
  leaveQuarantine,
  movedPhase,
  nextStep,
  phaseOf,
  QUARANTINE_TAG,
  releaseFromQuarantine,
} from '../../../src/core/mark/quarantine.ts';
import { DAY, NOW, resource } from '../../support/evaluation.ts';
import { workConfiguration } from '../../support/queue.ts';

const wc = { ...workConfiguration(), quarantineMs: 7 * DAY };
const { namespace } = wc;
const mark = newMark(
  {
    namespace,
    resource: resource('vol-1'),
    reasons: ['nothing uses it'],
    owner: 'ann@example.com',
    ownerVia: 'tag owner',
    projectedDeletionAt: NOW,
  },
  'g1',
  NOW - 10 * DAY,
);
type Notice = NonNullable<Mark['notice']>;
/** Due now. Its message showed that the quarantine begins now, and that the deletion follows in seven days. */
const noticed = (more: Partial<Notice> = {}): Mark =>
  recordNotice(
    mark,
    {
      messageId: '<1@x>',
      recipient: 'ann@example.com',
      acceptedAt: NOW - 10 * DAY,
      shownAt: NOW,
      generation: 'g1',
      validUntil: NOW + 14 * DAY,
      deletionAt: NOW + 7 * DAY,
      ...more,
    },
    NOW,
  );

test('the quarantine comes first where it is configured, and once', () => {
  expect(nextStep(noticed(), true)).toBe('quarantine');
  expect(nextStep(noticed(), false)).toBe('deletion');
  expect(nextStep(enterQuarantine(wc, noticed(), NOW), true)).toBe('deletion');
});

test('the tag keeps its name: what an earlier version put in quarantine has it, and is released by it', () => {
  expect(QUARANTINE_TAG).toBe('holystone:quarantine');
});

describe('a quarantine that begins', () => {
  test('moves the date out to its end, and ends the request that began it', () => {
    const begun = intendDeletion(
      { ...noticed(), problem: 'denied', nextAttemptAt: NOW, refusals: 2, attempts: 3 },
      'p',
      NOW,
    );
    const after = enterQuarantine(wc, begun, NOW, 'snap-1');
    expect(after).toMatchObject({
      state: 'noticed',
      projectedDeletionAt: NOW + 7 * DAY,
      quarantine: { at: NOW, until: NOW + 7 * DAY, made: 'snap-1' },
      attempts: 0,
      revision: begun.revision + 1,
    });
    for (const ended of ['intent', 'problem', 'nextAttemptAt', 'refusals']) expect(after).not.toHaveProperty(ended);
  });

  test('without a notice the mark is marked, and still moves out', () => {
    expect(enterQuarantine(wc, mark, NOW)).toMatchObject({ state: 'marked', projectedDeletionAt: NOW + 7 * DAY });
  });

  test.each<[string, Mark, number]>([
    ['the end of the quarantine', noticed(), NOW + 8 * DAY],
    ['the date of the deletion in the message', noticed({ deletionAt: NOW + 9 * DAY }), NOW + 9 * DAY],
    ['the date of the mark', { ...noticed(), projectedDeletionAt: NOW + 20 * DAY }, NOW + 20 * DAY],
    [
      'the end of the quarantine alone, where the owner wanted an early deletion',
      { ...noticed({ deletionAt: NOW + 30 * DAY, shownAt: NOW + 5 * DAY }), projectedDeletionAt: NOW },
      NOW + 8 * DAY,
    ],
  ])('law 3 ends with the latest of its dates: %s', (_what, before, until) => {
    const late = NOW + DAY;
    expect(enterQuarantine(wc, before, late)).toMatchObject({
      projectedDeletionAt: until,
      quarantine: { at: late, until },
    });
  });

  test('ends inside the window', () => {
    const window = { days: [1, 2, 3, 4], fromMinute: 540, toMinute: 1020, timeZone: 'UTC' };
    const friday = Date.parse('2026-06-05T12:00:00Z');
    const { quarantine } = enterQuarantine({ ...wc, window }, mark, friday);
    expect(new Date(quarantine?.until ?? 0).toISOString()).toBe('2026-06-15T12:00:00.000Z');
  });
});

describe('the notice of a mark in quarantine', () => {
  const noticeAfter = (more: Partial<Notice>) => enterQuarantine(wc, noticed(more), NOW).notice;

  test('counts until its validity after the end, but never longer than the links of its message', () => {
    expect(noticeAfter({ linksUntil: NOW + 100 * DAY })?.validUntil).toBe(NOW + 7 * DAY + wc.notice.validForMs);
    expect(noticeAfter({ linksUntil: NOW + 16 * DAY })?.validUntil).toBe(NOW + 16 * DAY);
    expect(noticeAfter({ validUntil: NOW + 12 * DAY })?.validUntil).toBe(NOW + 12 * DAY);
    expect(noticeAfter({ validUntil: NOW + 12 * DAY, linksUntil: NOW + DAY })?.validUntil).toBe(NOW + 12 * DAY);
  });

  test('P4 may be followed by a reminder again', () => {
    expect(noticeAfter({ remindedBy: '<2@x>' })).not.toHaveProperty('remindedBy');
  });
});

describe('law 3 a deletion without the quarantine that its message announced', () => {
  test('waits for the date of the deletion in the message', () => {
    const kept = keepPromise(wc, noticed(), NOW);
    expect(kept).toMatchObject({
      projectedDeletionAt: NOW + 7 * DAY,
      notice: { shownAt: NOW + 7 * DAY },
      revision: noticed().revision + 1,
    });
    expect(kept?.notice).not.toHaveProperty('deletionAt');
  });

  test.each<[string, Mark, number]>([
    ['the message has no such date', recordNotice(mark, { ...(noticed().notice as Notice), deletionAt: 0 }, NOW), NOW],
    ['nobody is notified', mark, NOW],
    ['that date has passed', noticed(), NOW + 7 * DAY],
    ['the quarantine began', enterQuarantine(wc, noticed(), NOW), NOW],
    ['the owner wanted it early', { ...noticed({ shownAt: NOW + DAY }), projectedDeletionAt: NOW }, NOW],
  ])('waits no longer where %s', (_what, candidate, at) => {
    expect(keepPromise(wc, candidate, at)).toBeUndefined();
  });

  test.each<[string, number, number]>([
    ['counts until its validity after that date', NOW + 100 * DAY, NOW + 7 * DAY + wc.notice.validForMs],
    ['but never longer than the links of the message', NOW + 16 * DAY, NOW + 16 * DAY],
  ])('its notice %s', (_what, linksUntil, validUntil) => {
    expect(keepPromise(wc, noticed({ linksUntil }), NOW)?.notice?.validUntil).toBe(validUntil);
  });

  test('is never moved in', () => {
    const later = { ...noticed(), projectedDeletionAt: NOW + 20 * DAY };
    expect(keepPromise(wc, later, NOW)?.projectedDeletionAt).toBe(NOW + 20 * DAY);
  });
});

test('a quarantine that failed is repeated on the same date', () => {
  const entered = enterQuarantine(wc, noticed(), NOW);
  const { quarantine: _failed, ...rest } = entered;
  expect(leaveQuarantine(entered)).toEqual(rest);
});

test('a resource that is kept leaves its quarantine, and its mark stays on the same date', () => {
  const entered = enterQuarantine(wc, noticed(), NOW);
  const { quarantine: _ended, ...rest } = entered;
  expect(releaseFromQuarantine(entered)).toEqual({ ...rest, revision: entered.revision + 1 });
});

describe('the quarantine in a message', () => {
  test('is none where none is configured or under way', () => {
    expect(phaseOf(workConfiguration(), noticed(), NOW)).toBeUndefined();
  });

  test('law 3 shows no earlier deletion than an earlier message', () => {
    expect(phaseOf(wc, noticed({ deletionAt: NOW + 9 * DAY }), NOW)).toEqual({ deletionAt: NOW + 9 * DAY });
    expect(phaseOf(wc, mark, NOW + DAY)).toEqual({ deletionAt: NOW + 8 * DAY });
  });

  test('that is under way shows its beginning and the date of the mark', () => {
    expect(phaseOf(wc, enterQuarantine(wc, noticed(), NOW), NOW + 7 * DAY)).toEqual({
      since: NOW,
      deletionAt: NOW + 7 * DAY,
    });
  });

  test('law 3 another date of the step moves the deletion out, never in', () => {
    expect(movedPhase(wc, { deletionAt: NOW + 7 * DAY }, NOW + DAY)).toEqual({ deletionAt: NOW + 8 * DAY });
    expect(movedPhase(wc, { deletionAt: NOW + 9 * DAY }, NOW + DAY)).toEqual({ deletionAt: NOW + 9 * DAY });
    const begun = { since: NOW, deletionAt: NOW + 7 * DAY };
    expect(movedPhase(wc, begun, NOW + 8 * DAY)).toEqual({ since: NOW, deletionAt: NOW + 8 * DAY });
    expect(movedPhase(undefined, { deletionAt: NOW }, NOW + DAY)).toEqual({ deletionAt: NOW + DAY });
  });
});
