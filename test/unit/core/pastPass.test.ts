import { describe, expect, test } from '@jest/globals';
import { type BlockedChanges, CHANGES_KEPT, difference } from '../../../src/core/policy/pastPass.ts';

const idOf = (n: number) => `ami-${String(n).padStart(6, '0')}`;

/** A blocked pass over these ids; as in the store, only the first are kept. */
function blocked(ids: readonly string[], change: 'mark' | 'unmark' = 'mark'): BlockedChanges {
  const changes = ids.toSorted().slice(0, CHANGES_KEPT);
  return { digest: 'd', size: ids.length, passId: 'p', at: 0, changes: changes.map((id) => ({ change, id })) };
}

const many = (count: number) => Array.from({ length: count }, (_, n) => idOf(2 * n));

describe('P13 how a blocked pass differs from the one before', () => {
  test('has the ids that came and went', () => {
    expect(difference(blocked(['b', 'c']), blocked(['a', 'b']))).toEqual({ added: ['c'], removed: ['a'] });
  });

  test('an id that would be unmarked now, and was to be marked, came and went', () => {
    expect(difference(blocked(['a'], 'unmark'), blocked(['a']))).toEqual({ added: ['a'], removed: ['a'] });
  });

  test('names no id as gone that one earlier id pushed beyond the kept ones, and says up to where it compares', () => {
    const before = many(CHANGES_KEPT + 500);
    const now = [...before, idOf(1)];
    const last = now.toSorted()[CHANGES_KEPT - 1];
    expect(difference(blocked(now), blocked(before))).toEqual({ added: [idOf(1)], removed: [], comparedUpTo: last });
  });

  test('names no id as new that moved up among the kept ones', () => {
    const before = many(CHANGES_KEPT + 500);
    const now = before.filter((id) => id !== idOf(0));
    expect(difference(blocked(now), blocked(before))).toMatchObject({ added: [], removed: [idOf(0)] });
  });

  test('the first has nothing to differ from', () => {
    expect(difference(blocked(['a']), undefined)).toBeUndefined();
  });
});
