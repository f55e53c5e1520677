/** The order in which due marks are deleted. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { compareTurns, firstWave, requestsInOrder, withTogether } from '../../../src/core/mark/deletionOrder.ts';
import { type Mark, newMark } from '../../../src/core/mark/mark.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { DAY, NOW, resource } from '../../support/evaluation.ts';

const namespace = namespaceOf({ provider: 'aws', account: 'test', location: 'us-east-1', resourceType: 'image' });

function markOf(id: string, { at = NOW - DAY, ...change }: Partial<Mark> & { readonly at?: number } = {}): Mark {
  const nomination = { namespace, resource: resource(id), reasons: [], ownerVia: 'tag', projectedDeletionAt: at };
  return { ...newMark(nomination, 'g', NOW - 20 * DAY), identity: id, ...change };
}

const idsOf = (marks: readonly Mark[]) => marks.map(({ id }) => id).join(' ');
const together = (identity: string) => (identity.startsWith('-') ? undefined : identity[0]);
const named = (ids: string) => ids.split(' ').map((id, at) => markOf(id, { at: NOW - DAY + at }));

describe('in order', () => {
  test('L54 refused least often first, then oldest date first, then by id', () => {
    const marks = [
      markOf('twice', { at: NOW - 9 * DAY, refusals: 2 }),
      markOf('b', { at: NOW - DAY }),
      markOf('a', { at: NOW - DAY }),
      markOf('once', { at: NOW - 8 * DAY, refusals: 1 }),
      markOf('in use', { at: NOW - 7 * DAY, inUse: { since: NOW - DAY } }),
      markOf('old', { at: NOW - 2 * DAY }),
    ];
    expect(idsOf(marks.sort(compareTurns))).toBe('old a b once in use twice');
  });

  test('L56 a deletion that has begun is looked at by the time of its request', () => {
    const begun = markOf('begun', { at: NOW + DAY, state: 'deleting', intent: { passId: 'p', at: NOW - 2 * DAY } });
    expect(idsOf([markOf('due', { at: NOW - DAY }), begun].sort(compareTurns))).toBe('begun due');
  });

  test('L56 of two deletions that have begun the earlier request goes first; one without a request is looked at at once', () => {
    const begun = (id: string, at: number) => markOf(id, { state: 'deleting', intent: { passId: 'p', at } });
    const unknown = markOf('unknown', { state: 'deleting' });
    const marks = [begun('later', NOW - 2 * DAY), begun('earlier', NOW - 3 * DAY), unknown];
    expect(idsOf(marks.sort(compareTurns))).toBe('unknown earlier later');
  });

  test('L54 the order is the same, in whatever order the store has the marks', () => {
    const marks = ['a', 'b', 'c', 'd'].map((id) => markOf(id));
    fc.assert(
      fc.property(fc.shuffledSubarray(marks, { minLength: 4 }), (shuffled) => {
        expect(idsOf(shuffled.sort(compareTurns))).toBe('a b c d');
      }),
    );
  });
});

describe('waves', () => {
  const wave = (id: string) => Number(id[0]);
  const split = (due: readonly Mark[], isNoticeRequired = false) => {
    const { first, later, behind } = firstWave(due, NOW, { wave, isNoticeRequired });
    return [idsOf(first), idsOf(later), behind?.id];
  };

  test('Q17 only the earliest wave goes, in order', () => {
    const refused = markOf('1c', { at: NOW - 9 * DAY, refusals: 1 });
    expect(split([refused, markOf('2a'), markOf('1b'), markOf('1a', { at: NOW - 2 * DAY })])).toEqual([
      '1a 1b 1c',
      '2a',
      '1c',
    ]);
  });

  test('Q17 a mark that waits for its next attempt delays later waves', () => {
    expect(split([markOf('1a', { nextAttemptAt: NOW + 1 }), markOf('2a')])).toEqual(['', '2a', '1a']);
  });

  test('Q17 a mark goes at the very instant of its next attempt', () => {
    expect(split([markOf('1a', { nextAttemptAt: NOW }), markOf('2a')])).toEqual(['1a', '2a', '1a']);
  });

  test('Q17 a deletion that has begun is looked at although an earlier wave waits', () => {
    const begun = markOf('2a', { state: 'deleting', intent: { passId: 'p', at: NOW - 2 * DAY } });
    expect(split([begun, markOf('1a')])).toEqual(['2a 1a', '', '1a']);
  });

  test.each<[string, Partial<Mark>, boolean]>([
    ['without a notice', {}, true],
    ['without its keyed checksum', { unproven: true }, false],
    ['that waits for its users', { waitsFor: [{ type: 't', id: 'x', by: 's', findings: {} }] }, false],
  ])('Q17 a mark %s delays no wave', (_, change, isNoticeRequired) => {
    const begun = markOf('2a', { state: 'deleting', intent: { passId: 'p', at: NOW } });
    expect(split([markOf('1a', change), begun], isNoticeRequired)[2]).toBe('2a');
  });
});

describe('together', () => {
  test('R7 marks that go together with a chosen one come with it, as far as there is room', () => {
    const others = named('a1 b1 a2 -1 b2 a3');
    expect(idsOf(withTogether(named('a1 -2'), others, together, 9))).toBe('a1 -2 a2 a3');
    expect(idsOf(withTogether(named('a1 -2'), others, together, 3))).toBe('a1 -2 a2');
  });
});

describe('requests', () => {
  const requests = (ids: string, maxBatch: number, change: (mark: Mark) => Mark = (mark) => mark) => {
    const items = named(ids).map((mark) => ({ mark: change(mark) }));
    const stepOf = ({ id }: Mark) => (id.endsWith('q') ? ('quarantine' as const) : ('deletion' as const));
    const all = requestsInOrder(items, { stepOf, maxBatch, together });
    return all.map(
      ({ step, items: some }) => `${step === 'quarantine' ? '|' : ''}${idsOf(some.map(({ mark }) => mark))}`,
    );
  };

  test('R7 resources that go together share a request, however far apart they are', () => {
    expect(requests('a1 b1 a2 c1 b2', 2)).toEqual(['a1 a2', 'b1 b2', 'c1']);
  });

  test('R7 a group larger than a request is not cut', () => {
    expect(requests('a1 b1 a2 a3', 2)).toEqual(['a1 a2 a3', 'b1']);
  });

  test('resources without a key fill requests in order', () => {
    expect(requests('-1 -2 -3', 2)).toEqual(['-1 -2', '-3']);
    expect(requests('-1 -2', 1)).toEqual(['-1', '-2']);
  });

  test('a provider that deletes nothing together fills requests in order', () => {
    const items = named('a1 b1 a2').map((mark) => ({ mark }));
    const all = requestsInOrder(items, { stepOf: () => 'deletion', maxBatch: 2, together: undefined });
    expect(all.map(({ items: some }) => idsOf(some.map(({ mark }) => mark)))).toEqual(['a1 b1', 'a2']);
  });

  test('L56 those that the cloud refused least often come first', () => {
    const refusedBy = (mark: Mark) => ({ ...mark, refusals: Number(mark.id[1]) });
    expect(requests('-3 -1 -2', 1, refusedBy)).toEqual(['-1', '-2', '-3']);
  });

  test('the step before a deletion goes first, one by one', () => {
    expect(requests('-1 aq bq -2', 9)).toEqual(['|aq', '|bq', '-1 -2']);
  });
});
