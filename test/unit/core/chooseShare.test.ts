import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { chooseShare, endChoice } from '../../../src/core/policy/rollout.ts';
import { namespace } from '../../support/queue.ts';

const ALL = Array.from({ length: 40 }, (_, n) => ({ namespace: namespace(`registry:hub:shop${n}:tag`) }));
const PATTERN = 'registry:*:*:tag';
const chosen = (share: number, wcs = ALL) => {
  const answer = chooseShare(PATTERN, share, wcs);
  if ('problem' in answer) throw new Error(answer.problem);
  return answer.chosen;
};

describe('a share of namespaces', () => {
  test('R18 a larger share contains the smaller one', () => {
    const [tenth, half] = [chosen(0.1), chosen(0.5)];
    expect([tenth.length, half.length, tenth.every((one) => half.includes(one))]).toEqual([4, 20, true]);
  });

  test('R18 a share of few namespaces is at least one of them', () => {
    expect(chosen(0.01, ALL.slice(0, 3))).toHaveLength(1);
  });

  test('R18 is the same, in whatever order the configuration has them, and not the first ones by name', () => {
    const tenth = new Set(chosen(0.1));
    expect(tenth).not.toEqual(new Set(ALL.slice(0, 4).map(({ namespace: one }) => one)));
    fc.assert(
      fc.property(fc.shuffledSubarray(ALL, { minLength: ALL.length }), (shuffled) => {
        expect(new Set(chosen(0.1, shuffled))).toEqual(tenth);
      }),
    );
  });

  test('R18 is of those that the pattern names, and a pattern that names none is refused', () => {
    const image = { namespace: namespace('aws:test:us-east-1:image') };
    expect(chosen(1, [image, ...ALL.slice(0, 2)]).toSorted()).toEqual([
      'registry:hub:shop0:tag',
      'registry:hub:shop1:tag',
    ]);
    expect(chooseShare(PATTERN, 1, [image])).toEqual({ problem: `no namespace matches "${PATTERN}"` });
  });

  test.each([0, -1, 2, Number.NaN])('R18 %s is no share', (share) => {
    expect(chooseShare(PATTERN, share, ALL)).toEqual({ problem: 'a share is from 1% to 100%' });
  });

  test('R18 more namespaces than the control may name are refused, with the way out', () => {
    const many = Array.from({ length: 2_001 }, (_, n) => ({ namespace: namespace(`registry:hub:r${n}:tag`) }));
    expect(chooseShare(PATTERN, 1, many)).toEqual({ problem: expect.stringContaining('for the whole type') });
    expect(chosen(1, many.slice(1))).toHaveLength(2_000);
  });

  test('R18 a stage for one type ends no choice of another', () => {
    const stages = { 'registry:hub:shop1:tag': 'live', 'aws:test:us-east-1:image': 'live' } as const;
    expect(endChoice({ stages }, { stages: { 'registry:hub:*:tag': 'plan' } })).toEqual({
      stages: { 'registry:hub:*:tag': 'plan', 'registry:hub:shop1:tag': null },
    });
  });
});
