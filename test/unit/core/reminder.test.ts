import { describe, expect, test } from '@jest/globals';
import type { Mark } from '../../../src/core/mark/mark.ts';
import {
  isReminderDue,
  messageDue,
  nextMessageAt,
  promiseDeletionAt,
  recordReminder,
  reminderDate,
} from '../../../src/core/mark/reminder.ts';
import { DAY, NOW } from '../../support/evaluation.ts';

const settings = {
  enabled: true,
  itemsPerMessage: 50,
  per: 'item',
  validForMs: 14 * DAY,
  remindBeforeMs: 2 * DAY,
} as const;
const { remindBeforeMs: _never, ...without } = settings;
const notice = {
  messageId: '<1@x>',
  recipient: 'ann@example.com',
  acceptedAt: NOW - 8 * DAY,
  shownAt: NOW + 2 * DAY,
  generation: 'g',
  validUntil: NOW + 9 * DAY,
};
/** Due in two days: the reminder is due now. */
const mark = {
  state: 'noticed',
  generation: 'g',
  revision: 4,
  owner: 'ann@example.com',
  projectedDeletionAt: NOW + 2 * DAY,
  notice,
} as unknown as Mark;
const noticed = (change: Partial<NonNullable<Mark['notice']>>): Mark => ({ ...mark, notice: { ...notice, ...change } });

describe('P4 a reminder', () => {
  test.each<[string, Mark, number, boolean]>([
    ['at its time', mark, NOW, true],
    ['a millisecond before', mark, NOW - 1, false],
    ['a millisecond before the date', mark, NOW + 2 * DAY - 1, true],
    ['on the date', mark, NOW + 2 * DAY, false],
    ['a second time', noticed({ remindedBy: '<2@x>' }), NOW, false],
    ['without a notice', { ...mark, notice: undefined as never }, NOW, false],
    ['after a notice for another owner', { ...mark, owner: 'bob@example.com' }, NOW, false],
    ['after a notice that is no longer valid', noticed({ validUntil: NOW }), NOW, false],
    ['after a notice that was accepted at its time or later', noticed({ acceptedAt: NOW }), NOW, false],
    ['of a mark without a valid state', { ...mark, state: 'marked' }, NOW, false],
    ['of a deletion that has begun', { ...mark, state: 'deleting' }, NOW, false],
  ])('is due or not: %s', (_when, candidate, at, due) => {
    expect(isReminderDue(candidate, settings, at)).toBe(due);
  });

  test('is never due without `remindBefore`, but for a quarantine that began after the notice', () => {
    expect(isReminderDue(mark, without, NOW)).toBe(false);
    const quarantined = (at: number) => ({ ...mark, quarantine: { at, until: NOW + 2 * DAY } });
    expect(isReminderDue(quarantined(NOW), without, NOW)).toBe(true);
    expect(isReminderDue(quarantined(notice.acceptedAt), without, NOW)).toBe(false);
    expect(isReminderDue(quarantined(NOW + 1), without, NOW)).toBe(false);
    expect(isReminderDue(mark, without, NOW + 2 * DAY)).toBe(false);
  });

  test('is due at its time, where the notice came after the quarantine began', () => {
    for (const at of [notice.acceptedAt, notice.acceptedAt - DAY]) {
      const quarantined = { ...mark, quarantine: { at, until: NOW + 2 * DAY } };
      expect([isReminderDue(quarantined, settings, NOW), isReminderDue(quarantined, settings, NOW - 1)]).toEqual([
        true,
        false,
      ]);
    }
  });

  test('is not announced for the instant at which its notice was accepted', () => {
    expect(nextMessageAt(noticed({ acceptedAt: NOW }), settings, NOW)).toBe(notice.validUntil);
  });

  test('is due once more when the cloud calls the resource in use for too long', () => {
    const stuck = { ...noticed({ remindedBy: '<2@x>' }), inUse: { since: NOW - DAY, endedAt: NOW } };
    expect(isReminderDue(stuck, without, NOW)).toBe(true);
    expect(isReminderDue({ ...stuck, inUse: { ...stuck.inUse, toldBy: '<3@x>' } }, without, NOW)).toBe(false);
    expect(isReminderDue({ ...stuck, owner: 'bob@example.com' }, without, NOW)).toBe(false);
    expect(isReminderDue({ ...stuck, state: 'deleting' }, without, NOW)).toBe(false);
  });

  test('is recorded in a valid notice alone, and moves no date', () => {
    expect(recordReminder(mark, '<2@x>', NOW)).toEqual({ ...noticed({ remindedBy: '<2@x>' }), revision: 5 });
    expect(recordReminder({ ...mark, owner: 'bob@example.com' }, '<2@x>', NOW)).toBeUndefined();
  });

  test('law 3 a later date of the deletion in it binds, an earlier one does not', () => {
    const promised = (before: Partial<typeof notice & { deletionAt: number }>, at: number) =>
      recordReminder(noticed(before), '<2@x>', NOW, at)?.notice?.deletionAt;
    expect(promised({}, NOW + 5 * DAY)).toBe(NOW + 5 * DAY);
    expect(promised({ deletionAt: NOW + 6 * DAY }, NOW + 5 * DAY)).toBe(NOW + 6 * DAY);
    expect(promised({ deletionAt: NOW + 4 * DAY }, NOW + 5 * DAY)).toBe(NOW + 5 * DAY);
  });
});

test('law 3 a message that shows a later date of the deletion binds', () => {
  expect(promiseDeletionAt(mark, NOW + 5 * DAY)).toEqual({ ...noticed({ deletionAt: NOW + 5 * DAY }), revision: 5 });
  expect(promiseDeletionAt(noticed({ deletionAt: NOW + 5 * DAY }), NOW + 5 * DAY)).toBeUndefined();
  expect(promiseDeletionAt({ ...mark, notice: undefined as never }, NOW + 5 * DAY)).toBeUndefined();
});

describe('the next message about a mark', () => {
  test.each<[string, Mark, typeof without, number, number | undefined]>([
    ['is the reminder', mark, settings, NOW - DAY, NOW],
    ['is none while the reminder is due', mark, settings, NOW, undefined],
    ['is a new notice after the reminder', noticed({ remindedBy: '<2@x>' }), settings, NOW - DAY, notice.validUntil],
    ['is a new notice without `remindBefore`', mark, without, NOW - DAY, notice.validUntil],
    ['is a new notice where that comes first', noticed({ validUntil: NOW - 1 }), settings, NOW - DAY, NOW - 1],
    ['is none without a valid notice', { ...mark, owner: 'bob@example.com' }, settings, NOW - DAY, undefined],
    ['is a new notice on the date of the mark', mark, settings, NOW + 2 * DAY, notice.validUntil],
  ])('%s', (_what, candidate, given, at, until) => {
    expect(nextMessageAt(candidate, given, at)).toBe(until);
  });
});

describe('the message that an owner needs now', () => {
  test.each<[string, Mark, number, string | undefined]>([
    ['a notice, where there is none', { ...mark, notice: undefined as never }, NOW, 'notice'],
    ['a notice, where it is too old', mark, NOW + 9 * DAY, 'notice'],
    ['a reminder, at its time', mark, NOW, 'reminder'],
    ['none before that time', mark, NOW - 1, undefined],
    ['none while the resource is being deleted', { ...mark, state: 'deleting' }, NOW + 9 * DAY, undefined],
    ['none of a mark whose writer is unknown', { ...mark, unproven: true }, NOW + 9 * DAY, undefined],
  ])('is %s', (_what, given, now, due) => {
    expect(messageDue(given, settings, now)).toBe(due);
  });

  test('law 3 shows the date of the deletion, or a later next attempt where the cloud calls the resource in use', () => {
    const inUse = { since: NOW - DAY, endedAt: NOW };
    const due = mark.projectedDeletionAt;
    expect(reminderDate({}, { ...mark, nextAttemptAt: due + DAY })).toBe(due);
    expect(reminderDate({}, { ...mark, inUse, nextAttemptAt: due + DAY })).toBe(due + DAY);
    expect(reminderDate({}, { ...mark, inUse, nextAttemptAt: due - DAY })).toBe(due);
    expect(reminderDate({}, { ...mark, inUse })).toBe(due);
    const window = { days: [5], fromMinute: 540, toMinute: 1020, timeZone: 'UTC' };
    expect(new Date(reminderDate({ window }, { ...mark, inUse })).toISOString()).toBe('2026-06-05T12:00:00.000Z');
  });
});
