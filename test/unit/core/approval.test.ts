/** An approval is for the set that one stopped pass saw, and for no other. */
import { describe, expect, test } from '@jest/globals';
import { blocksOf, isInForce, stoppedOf } from '../../../src/core/policy/approval.ts';
import type { Approval, BlockedPass, PassRecord } from '../../../src/core/policy/pass.ts';
import { passRecord } from '../../support/queue.ts';

const blocked = { digest: 'd', size: 3 };
const review: BlockedPass = { passId: 'held', ...blocked };
const blocks: readonly BlockedPass[] = [
  { passId: 'last', ...blocked },
  { passId: 'first', ...blocked },
];
const stopped = passRecord({ passId: 'last', outcome: 'blocked', endedAt: 100, blocked, blocks });

describe('the passes that wait for an operator', () => {
  test.each<[string, PassRecord, readonly BlockedPass[]]>([
    ['all that a tripwire stopped in a row, newest first', stopped, blocks],
    [
      'the last one of an earlier version, which kept no list',
      passRecord({ passId: 'last', outcome: 'blocked', blocked }),
      [{ passId: 'last', ...blocked }],
    ],
    ['those before an incomplete pass', passRecord({ outcome: 'incomplete', blocks }), blocks],
    ['none, where the last pass of an earlier version failed', passRecord({ outcome: 'incomplete', blocked }), []],
    ['none, where the last one stored its results', passRecord({ blocks }), []],
    ['none, where an incomplete one stored them', passRecord({ outcome: 'incomplete', stored: true, blocks }), []],
    ['what the last one held for a review', passRecord({ blocks, review }), [review]],
    ['none, where none was stopped', passRecord({ outcome: 'blocked' }), []],
  ])('are %s', (_what, record, passes) => {
    expect(blocksOf(record)).toEqual(passes);
  });

  test('name their set: what stopped the pass, else what it held', () => {
    expect(stoppedOf(stopped)).toEqual(stopped);
    expect(stoppedOf({ ...stopped, review })).not.toHaveProperty('isHeld');
    expect(stoppedOf(passRecord({ passId: 'later', review }))).toMatchObject({
      passId: 'held',
      blocked: review,
      isHeld: true,
    });
    expect(stoppedOf(passRecord())).toBeUndefined();
  });
});

describe('L32 an approval', () => {
  const approval: Approval = { action: 'mark', actor: 'ann', at: 100, passId: 'last', digest: 'd' };
  const { passId: _none, ...earlier } = approval;

  test.each<[string, Approval, PassRecord, boolean]>([
    ['is for the pass that was the last stopped one', approval, stopped, true],
    ['is for what that pass held', { ...approval, passId: 'held' }, passRecord({ review }), true],
    ['is void after another stopped pass', { ...approval, passId: 'first' }, stopped, false],
    ['is used up by a pass that stores its results', approval, passRecord({ blocks }), false],
    ['is not used up by one that does not', approval, passRecord({ outcome: 'incomplete', blocks }), true],
    ['is for its pass, whatever the clocks of two instances say', { ...approval, at: 0 }, stopped, true],
    ['of an earlier version is for its set', earlier, stopped, true],
    ['of an earlier version is for no other set', { ...earlier, digest: 'e' }, stopped, false],
    ['of an earlier version is void after a later pass', { ...earlier, at: 99 }, stopped, false],
  ])('%s', (_what, given, record, counts) => {
    expect(isInForce(given, record)).toBe(counts);
  });
});
