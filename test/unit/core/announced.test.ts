/** A mark that is due before its owner expects it, and what a new mark keeps of the one that it replaces. */
import { describe, expect, test } from '@jest/globals';
import type { Nomination } from '../../../src/core/evaluation/nomination.ts';
import { isUnannounced } from '../../../src/core/mark/announced.ts';
import { waitsForClock } from '../../../src/core/mark/clockAhead.ts';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import { type Mark, type Notice, newMark, recordNotice } from '../../../src/core/mark/mark.ts';
import { isRestLater } from '../../../src/core/mark/markPage.ts';
import { renewMark, whyRenewed } from '../../../src/core/mark/renewMark.ts';
import { DAY, NOW, resource } from '../../support/evaluation.ts';
import { workConfiguration } from '../../support/queue.ts';

const wc = workConfiguration();
const nomination: Nomination = {
  namespace: wc.namespace,
  resource: resource('ami-1'),
  reasons: ['nothing uses it'],
  owner: 'ann@example.com',
  ownerVia: 'tag owner',
  projectedDeletionAt: NOW,
};
const mark = newMark(nomination, 'g1', NOW - 20 * DAY);
/** Its message showed that it is deleted now. */
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
      ...more,
    },
    NOW,
  );

describe('L57 a due mark', () => {
  const quarantine = { at: NOW - 7 * DAY, until: NOW };
  const gap = (days: number) => ({ from: NOW - days * DAY, to: NOW - (days - 1) * DAY });

  test.each<[string, Mark, boolean]>([
    ['on the date that its message showed is expected', noticed(), false],
    ['before that date is not', noticed({ shownAt: NOW + 1 }), true],
    ['without a notice does not count: no permit deletes it', mark, false],
    [
      'with a notice for somebody else does not either',
      noticed({ recipient: 'bob@example.com', shownAt: NOW + 1 }),
      false,
    ],
    ['at the end of its quarantine is expected', { ...noticed({ deletionAt: NOW }), quarantine }, false],
    [
      'before the end of its quarantine that was shown is not',
      { ...noticed({ shownAt: NOW - DAY, deletionAt: NOW + 1 }), quarantine },
      true,
    ],
    [
      'in a quarantine whose end was not shown has the date that was',
      { ...noticed({ shownAt: NOW + 1 }), quarantine },
      true,
    ],
    ['whose quarantine has not begun has the date of that', noticed({ deletionAt: NOW + 7 * DAY }), false],
  ])('%s', (_what, given, is) => {
    expect(isUnannounced(given, true, NOW, [])).toBe(is);
  });

  test('is never expected where no notices are sent', () => {
    expect(isUnannounced(noticed(), false, NOW, [])).toBe(true);
  });

  test('is not expected where no survey ran for a while since its notice, and is where that was before', () => {
    expect(isUnannounced(noticed(), true, NOW, [gap(3)])).toBe(true);
    expect(isUnannounced(noticed({ shownAt: NOW - DAY }), true, NOW, [gap(3)])).toBe(false);
    expect(isUnannounced(noticed(), true, NOW, [gap(30)])).toBe(false);
  });
});

describe('law 3 a clock that was set ahead', () => {
  const ahead = (ms: number, given: Mark = noticed()) => waitsForClock(wc, given, NOW, () => ms);

  test('makes a mark wait as much longer, and says what to do', () => {
    expect(ahead(2 * DAY)).toMatch(/set ahead by 2 days .* wait 2 days longer; set all clocks by NTP/);
    expect(ahead(1)).toBeDefined();
  });

  test('makes no mark wait whose time has passed nevertheless, nor without such a time', () => {
    expect(ahead(2 * DAY, { ...noticed(), projectedDeletionAt: NOW - 2 * DAY })).toBeUndefined();
    expect(
      ahead(2 * DAY, { ...noticed({ shownAt: NOW - 3 * DAY }), projectedDeletionAt: NOW - 2 * DAY + 1 }),
    ).toBeDefined();
    expect(ahead(0, { ...noticed(), projectedDeletionAt: NOW + DAY })).toBeUndefined();
  });

  test.each<[string, Mark, number]>([
    ['the mark', mark, mark.markedAt],
    ['its notice', noticed(), NOW - 10 * DAY],
    ['its quarantine', { ...noticed(), quarantine: { at: NOW - DAY, until: NOW } }, NOW - DAY],
  ])('counts from the last of its dates: %s', (_what, given, since) => {
    const asked: number[] = [];
    waitsForClock(wc, given, NOW, (from) => asked.push(from));
    expect(asked).toEqual([since]);
  });

  test('does not end the time in which others may keep what its owner wants deleted early', () => {
    const early = { ...noticed({ acceptedAt: NOW - 2 * DAY, shownAt: NOW + DAY }), projectedDeletionAt: NOW };
    expect([ahead(DAY, early), ahead(DAY + 1, early)]).toEqual([undefined, expect.any(String)]);
  });
});

describe('a new mark that replaces another one', () => {
  const later = { ...nomination, projectedDeletionAt: NOW + 10 * DAY };

  test('has no notice, and another generation', () => {
    const renewed = renewMark(noticed(), later, 'g2', NOW);
    expect(renewed).toMatchObject({ state: 'marked', generation: 'g2', projectedDeletionAt: NOW + 10 * DAY });
    expect(renewed).not.toHaveProperty('notice');
    expect(renewed).not.toHaveProperty('quarantine');
    expect(renewed).not.toHaveProperty('disclaimedBy');
  });

  test.each<[string, Mark]>([
    ['of the mark', { ...noticed(), projectedDeletionAt: NOW + 30 * DAY }],
    ['in its message', noticed({ shownAt: NOW + 30 * DAY })],
    ['of its quarantine', { ...noticed(), quarantine: { at: NOW, until: NOW + 30 * DAY } }],
  ])('law 3 is never deleted before a date %s', (_what, before) => {
    expect(renewMark(before, later, 'g2', NOW).projectedDeletionAt).toBe(NOW + 30 * DAY);
  });

  test('keeps who said that it is not theirs, and the quarantine that the cloud has, to the new date at least', () => {
    const before = { ...noticed(), disclaimedBy: ['bob@example.com'], quarantine: { at: NOW, until: NOW + DAY } };
    expect(renewMark(before, later, 'g2', NOW)).toMatchObject({
      disclaimedBy: ['bob@example.com'],
      quarantine: { at: NOW, until: NOW + 10 * DAY },
    });
    const longer = { ...before, quarantine: { at: NOW, until: NOW + 30 * DAY } };
    expect(renewMark(longer, later, 'g2', NOW).quarantine).toEqual({ at: NOW, until: NOW + 30 * DAY });
  });

  test.each<[string, Mark, Nomination, RegExp | undefined]>([
    ['Law 8 replaces one whose writer is unknown', { ...mark, unproven: true }, nomination, /no keyed checksum/],
    [
      'replaces one that another entry judged: its owner agreed to other rules',
      { ...mark, entry: 'name web-*' },
      { ...nomination, entry: 'tag team=shop' },
      /^the entry tag team=shop judges it now, no longer the entry name web-\*$/,
    ],
    [
      'replaces one that an entry without match judged',
      mark,
      { ...nomination, entry: 'name web-*' },
      /^the entry name web-\* judges it now, no longer the entry without match$/,
    ],
    ['replaces none that the same entry judges', { ...mark, entry: 'a' }, { ...nomination, entry: 'a' }, undefined],
  ])('%s', (_what, before, nominated, why) => {
    const said = whyRenewed(before, nominated);
    if (why === undefined) expect(said).toBeUndefined();
    else expect(said).toMatch(why);
  });
});

test.each<[string, readonly Mark[], boolean]>([
  ['a mark whose date is later', [mark, { ...mark, projectedDeletionAt: NOW + 1 }], true],
  ['a mark that is due at that very instant', [mark], false],
  [
    'a deletion that has begun, whose date was put off',
    [intendDeletion({ ...mark, projectedDeletionAt: NOW + 1 }, 'p', NOW)],
    false,
  ],
  ['no mark that can be read', [], false],
])('L57 all marks behind a page with %s are later or not', (_what, page, is) => {
  expect(isRestLater(page, NOW)).toBe(is);
});
