import { describe, expect, test } from '@jest/globals';
import { isWithinBuffer, readActions, readDays, withCreatedBuffer } from '../../../src/cli/oneShot.ts';
import type { Mark } from '../../../src/core/mark/mark.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';

const DAY = 24 * 3_600_000;
const AT = Date.parse('2026-06-01T12:00:00Z');

describe('K16 the words of one run', () => {
  test.each([
    ['print', 'print'],
    ['tag', ['mark', 'notify']],
    ['delete-tagged', ['delete']],
    ['full', ['mark', 'notify', 'delete']],
    ['delete, mark', ['mark', 'delete']],
  ])('`--action %s` does %j', (word, actions) => {
    expect(readActions(word)).toEqual(actions);
  });

  test.each(['bogus', '', 'Full', 'tag,delete', 'constructor'])('`--action %s` is refused', (word) => {
    expect(() => readActions(word)).toThrow(/is not an action; allowed: mark, notify, delete, or one of|stands alone/);
  });

  test.each(['0', '0.0', '-1', 'NaN', 'Infinity', '1e3', '', ' ', '3d', '0x10', '3651'])(
    'a buffer of "%s" days is refused',
    (text) => {
      expect(() => readDays(text)).toThrow('give a number of days, more than 0');
    },
  );

  test('a buffer has whole or half days', () => {
    expect([readDays('30'), readDays('0.5')]).toEqual([30, 0.5]);
  });
});

describe('K11 K16 the buffers of one run', () => {
  const mark = (given: object) => ({ markedAt: AT, ...given }) as Mark;
  const spares = (given: object, now: number) => isWithinBuffer(mark(given), now, { rollbackBufferDays: 10 });

  test('a resource goes only when it was marked more than so long ago', () => {
    expect([AT + 10 * DAY - 1, AT + 10 * DAY, AT + 10 * DAY + 1].map((now) => spares({}, now))).toEqual([
      true,
      true,
      false,
    ]);
  });

  test('the buffer counts from the notice, where there is one', () => {
    const notice = { acceptedAt: AT + 5 * DAY };
    expect([spares({ notice }, AT + 15 * DAY), spares({ notice }, AT + 15 * DAY + 1)]).toEqual([true, false]);
  });

  test('a time that nobody can read spares', () => {
    expect(spares({ markedAt: Number.NaN }, AT + 100 * DAY)).toBe(true);
  });

  test('without the option nothing is spared', () => {
    expect(isWithinBuffer(mark({}), AT, {})).toBe(false);
  });

  test.each([
    [1, 30],
    [60, 60],
    [undefined, 30],
  ])('with %s days and `minimumAge: 30d` the longer one counts: %d', (createdBufferDays, expected) => {
    const wc = { minimumAgeMs: 30 * DAY } as WorkConfiguration;
    const given = createdBufferDays === undefined ? {} : { createdBufferDays };
    expect(withCreatedBuffer(wc, given).minimumAgeMs).toBe(expected * DAY);
  });
});
