import { describe, expect, test } from '@jest/globals';
import { ownerDate } from '../../../src/notify/message/dates.ts';

describe('dates for an owner', () => {
  test('P2 the date is in the time zone of the account, also across the change to summer time', () => {
    const before = ownerDate(Date.UTC(2026, 2, 28, 23), 'Europe/Berlin');
    const after = ownerDate(Date.UTC(2026, 2, 29, 23), 'Europe/Berlin');
    expect([before.words, before.iso]).toEqual(['Sunday 29 March 2026, 00:00', '2026-03-29T00:00:00+01:00']);
    expect([after.words, after.iso]).toEqual(['Monday 30 March 2026, 01:00', '2026-03-30T01:00:00+02:00']);
  });

  test('P2 a date has seconds if they are not zero', () => {
    expect(ownerDate(Date.UTC(2026, 0, 1, 0, 0, 20), 'UTC').words).toBe('Thursday 1 January 2026, 00:00:20');
  });

  test('a time zone that this host does not know is shown as UTC, and says so', () => {
    expect(ownerDate(0, 'Mars/Olympus_Mons')).toEqual({
      words: 'Thursday 1 January 1970, 00:00',
      day: 'Thu 1 Jan 1970',
      timeZone: 'UTC',
      iso: '1970-01-01T00:00:00+00:00',
    });
  });
});
