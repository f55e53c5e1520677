import { describe, expect, test } from '@jest/globals';
import { atOnce } from '../../../src/core/common/steps.ts';
import { type MarkChanges, markBlockOf } from '../../../src/core/policy/markBlock.ts';
import type { Approval } from '../../../src/core/policy/pass.ts';
import { tripWords } from '../../../src/core/policy/trip.ts';
import { blockedSet } from '../../../src/core/policy/tripwires.ts';
import { TRIPWIRES } from '../../support/queue.ts';

const HOUR = 3_600_000;
const CALM: MarkChanges = {
  seen: { listed: 100, findings: { instances: 80 } },
  baseline: { listed: 100, findings: { instances: 80 } },
  marked: 0,
  newMarks: 10,
  unmarks: 0,
  members: ['+a 1', '+b 1'],
  approval: undefined,
  confirmation: undefined,
  now: 100 * HOUR,
};
const MANY = { newMarks: 30 };
const SHRUNK = { seen: { listed: 100, findings: { instances: 0 } } };

const blockOf = (change: Partial<MarkChanges>) => atOnce(markBlockOf({ ...CALM, ...change }, TRIPWIRES));
const approvalOf = (change: Partial<MarkChanges>): Approval => {
  const blocked = blockOf(change)?.blocked;
  if (!blocked) throw new Error('no tripwire trips');
  return { action: 'mark', actor: 'ann', at: 0, ...blocked };
};

test('few changes on an equal survey go on', () => {
  expect(blockOf({})).toBeUndefined();
});

test('too many new marks stop the pass; its survey is not in doubt', () => {
  const block = blockOf(MANY);
  expect(block?.problem).toMatch(/^markedShare: /);
  expect([block?.isShrunk, block?.blocked.shrunk, block?.blocked.size]).toEqual([false, undefined, 2]);
});

test('empty evidence stops the pass and puts the survey in doubt; both tripwires are named', () => {
  const block = blockOf({ ...SHRUNK, ...MANY });
  expect(block?.problem).toMatch(/^shrunkBy: evidence instances .*; markedShare: /);
  expect([block?.isShrunk, block?.blocked.shrunk]).toEqual([true, { findings: { instances: 0 } }]);
});

describe('L32 an approval lets exactly its set go on', () => {
  test('the approved changes go on', () => {
    expect(blockOf({ ...MANY, approval: approvalOf(MANY) })).toBeUndefined();
  });

  test('an approval of an earlier version, which knows no changes by themselves, is for its set', () => {
    const { changes: _none, ...earlier } = approvalOf(MANY);
    expect(blockOf({ ...MANY, approval: earlier })).toBeUndefined();
    expect(blockOf({ ...MANY, members: ['+a 1', '+c 1'], approval: earlier })).toBeDefined();
  });

  test('an approval of shrunk evidence alone is none of changes that nobody was asked about', () => {
    const approval = approvalOf(SHRUNK);
    expect(approval).not.toHaveProperty('changes');
    expect(blockOf({ ...SHRUNK, approval })).toBeUndefined();
    expect(blockOf({ ...MANY, approval })).toBeDefined();
  });

  test('other changes of the same number stay stopped', () => {
    expect(blockOf({ ...MANY, members: ['+a 1', '+c 1'], approval: approvalOf(MANY) })).toBeDefined();
  });

  test('an approval of the changes alone does not cover evidence that shrank since', () => {
    expect(blockOf({ ...MANY, ...SHRUNK, approval: approvalOf(MANY) })).toBeDefined();
  });

  test('an approval of shrunk evidence and its changes lets the changes go on where the evidence is whole again', () => {
    expect(blockOf({ ...MANY, approval: approvalOf({ ...MANY, ...SHRUNK }) })).toBeUndefined();
  });
});

describe('L32 an approval of a shrunken survey is for its values', () => {
  const OF = (now: number, shrunkBy = TRIPWIRES.shrunkBy) =>
    atOnce(
      markBlockOf({ ...CALM, seen: { listed: 100, findings: { instances: now } } }, { ...TRIPWIRES, shrunkBy }),
    ) as NonNullable<ReturnType<typeof blockOf>>;

  test('another count, or another limit, needs another approval, even if the sentences are alike', () => {
    const approval = { action: 'mark', actor: 'ann', at: 0, ...OF(10, 0.5).blocked } as const;
    expect(blockOf({ seen: { listed: 100, findings: { instances: 10 } }, approval })).toBeUndefined();
    expect(blockOf({ seen: { listed: 100, findings: { instances: 11 } }, approval })).toBeDefined();
    expect(OF(10, 0.500_1).problem).toBe(OF(10, 0.5).problem);
    expect(OF(10, 0.500_1).blocked.digest).not.toBe(approval.digest);
  });

  test('one that an earlier version stored over sentences has to be given again', () => {
    const { trips, blocked } = OF(10);
    const { digest } = atOnce(blockedSet([...CALM.members, ...trips.map(tripWords)]));
    const approval = { action: 'mark', actor: 'ann', at: 0, ...blocked, digest } as const;
    expect(blockOf({ seen: { listed: 100, findings: { instances: 10 } }, approval })).toBeDefined();
  });
});

describe('equal surveys confirm the changes that a tripwire stopped', () => {
  /** The pass at each of these hours, each with the confirmation of the one before. */
  const passesAt = (hours: readonly number[], change = (_hour: number): Partial<MarkChanges> => MANY) => {
    let confirmation: MarkChanges['confirmation'];
    return hours.map((hour) => {
      const block = blockOf({ ...change(hour), confirmation, now: hour * HOUR });
      confirmation = block?.confirmation;
      return block === undefined ? 'goes on' : 'stopped';
    });
  };

  test('the third equal survey goes on once 48 hours have passed', () => {
    expect(passesAt([0, 24, 48])).toEqual(['stopped', 'stopped', 'goes on']);
    expect(passesAt([0, 24, 47])).toEqual(['stopped', 'stopped', 'stopped']);
  });

  test('another set of changes begins the surveys anew', () => {
    const change = (hour: number) => ({ ...MANY, members: hour < 48 ? CALM.members : ['+c 1'] });
    expect(passesAt([0, 24, 48], change)).toEqual(['stopped', 'stopped', 'stopped']);
  });
});
