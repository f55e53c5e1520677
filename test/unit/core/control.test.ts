import { describe, expect, test } from '@jest/globals';
import {
  applyChange,
  changedParts,
  changeTo,
  controlForbids,
  describeControl,
  limitProblem,
  readSpan,
} from '../../../src/core/policy/control.ts';
import type { ControlState } from '../../../src/core/policy/fleet.ts';
import { canaryPause, lowerStage, stageForbidsDeleting, stageForbidsMarking } from '../../../src/core/policy/stage.ts';
import type { AuditEntry } from '../../../src/core/resource/audit.ts';
import { DAY, NOW } from '../../support/evaluation.ts';
import { namespace } from '../../support/queue.ts';

const UNIT = 'aws:test:*:image';
const state: ControlState = { service: 'in', killed: false, stages: {}, canaries: {}, version: 3 };

describe('a change of the control', () => {
  test('changes only the fields that it names, and counts the version up', () => {
    const before = {
      ...state,
      capacity: 4,
      deletesPerDay: 100,
      providers: { aws: 2 },
      stages: { [UNIT]: 'live' as const },
    };
    expect(applyChange(before, { killed: true })).toEqual({ ...before, killed: true, version: 4 });
    expect(applyChange(before, { service: 'out' })).toEqual({ ...before, service: 'out', version: 4 });
    expect(applyChange({ ...before, killed: true, service: 'out' }, { capacity: 0 })).toMatchObject({
      killed: true,
      service: 'out',
      capacity: 0,
    });
  });

  test('`null` removes a limit, a provider or a stage', () => {
    const before = { ...state, capacity: 4, providers: { aws: 2, files: 1 }, stages: { [UNIT]: 'live' as const } };
    const after = applyChange(before, { capacity: null, providers: { aws: null }, stages: { [UNIT]: null } });
    expect(after).toEqual({ ...state, providers: { files: 1 }, version: 4 });
    expect(applyChange(after, { providers: { files: null } })).toEqual({ ...state, version: 5 });
  });
});

test.each([
  ['capacity', 0, true],
  ['capacity', 10_000, true],
  ['capacity', 10_001, false],
  ['capacity', -1, false],
  ['capacity', 1.5, false],
  ['capacity', Number.NaN, false],
  ['deletesPerDay', 0, false],
  ['deletesPerDay', 1, true],
  ['deletesPerDay', 999_999, true],
  ['deletesPerDay', 1_000_000, false],
] as const)('the limit %s may be %d: %s', (limit, value, may) => {
  expect(limitProblem(limit, value) === undefined).toBe(may);
});

test.each([
  ['deleteBudget', '1s', 1_000],
  ['deleteBudget', '6h', 6 * 3_600_000],
  ['deleteBudget', '7h', undefined],
  ['deleteBudget', '0s', undefined],
  ['deleteBudget', 'soon', undefined],
  ['starveAfter', '30d', 30 * DAY],
  ['starveAfter', '31d', undefined],
] as const)('the time of %s %s is %s', (limit, text, ms) => {
  const read = readSpan(limit, text);
  expect(typeof read === 'number' ? read : undefined).toBe(ms);
});

test('Law 15 a limit that is refused says what it may be', () => {
  expect(limitProblem('deletesPerDay', 0)).toBe('must be a whole number from 1 to 999999');
  expect(readSpan('deleteBudget', 'soon')).toEqual({
    problem: 'must be a time from 1s to 6h, such as 250s, 15m or 2h',
  });
});

describe('law 3 the control forbids deletions', () => {
  test('Law 8 while nobody with a key has stored it, whatever else it says', () => {
    for (const killed of [true, false]) {
      expect(controlForbids({ ...state, killed, unproven: { killed } })).toMatch(
        /has no valid checksum of a key of signing: .* somebody without the key\. .* `holystone limits`.* `holystone kill --lift`$/,
      );
    }
  });

  test('L61 while the kill switch is on or the fleet is out of service', () => {
    expect(controlForbids(state)).toBeUndefined();
    expect(controlForbids({ ...state, killed: true })).toMatch(/^the kill switch is on/);
    expect(controlForbids({ ...state, service: 'out' })).toMatch(/^the fleet is out of service/);
  });

  test.each([
    ['plan', true, true],
    ['notify', false, true],
    ['canary', false, false],
    ['live', false, false],
  ] as const)('in stage %s: marks forbidden %s, deletions forbidden %s', (stage, marking, deleting) => {
    expect([stageForbidsMarking(stage) !== undefined, stageForbidsDeleting(stage) !== undefined]).toEqual([
      marking,
      deleting,
    ]);
  });

  test('the lower of two stages counts', () => {
    expect([lowerStage('plan', 'live'), lowerStage('live', 'canary'), lowerStage('notify', 'notify')]).toEqual([
      'plan',
      'canary',
      'notify',
    ]);
  });

  test.each([
    ['after five deletions', { stage: 'canary', canary: { used: 5, at: NOW } }, NOW + DAY - 1, true],
    ['a day after them', { stage: 'canary', canary: { used: 5, at: NOW } }, NOW + DAY, false],
    ['after four', { stage: 'canary', canary: { used: 4, at: NOW } }, NOW, false],
    ['before the first', { stage: 'canary' }, NOW, false],
    ['once it is live', { stage: 'live', canary: { used: 5, at: NOW } }, NOW, false],
    ['by a date that a wrong clock wrote', { stage: 'canary', canary: { used: 5, at: NOW + DAY } }, NOW, false],
  ] as const)('a canary pauses or not: %s', (_when, rollout, at, pauses) => {
    expect(canaryPause(UNIT, rollout, at) !== undefined).toBe(pauses);
  });
});

test('L80 a review is opened, goes on beside other changes, and is ended', () => {
  const [ONE, OTHER] = [namespace('aws:test:us-east-1:image'), namespace('aws:test:eu-west-1:image')];
  const opened = applyChange(applyChange(state, { reviews: { [ONE]: true } }), { reviews: { [OTHER]: true } });
  expect(applyChange(opened, { killed: true }).reviews).toEqual({ [ONE]: true, [OTHER]: true });
  expect(applyChange(opened, { reviews: { [ONE]: null } }).reviews).toEqual({ [OTHER]: true });
  expect(applyChange(opened, { reviews: { [ONE]: null, [OTHER]: null } })).not.toHaveProperty('reviews');
});

describe('the texts', () => {
  const on = describeControl({ ...state, killed: true });

  test('name every limit that is set, and that the control is not proven', () => {
    const limits = { capacity: 4, deletesPerDay: 100, providers: { aws: 2 } };
    const times = { deleteBudgetMs: 300_000, starveAfterMs: 3_600_000 };
    expect(describeControl({ ...state, ...limits, ...times, unproven: { killed: false } })).toBe(
      'service in, kill switch off, capacity 4, deletes per day 100, aws 2 at once, delete budget 5m, starve after 1h, ' +
        'not proven by a checksum',
    );
  });

  test('name fifty stages by their order, and of more their number', () => {
    const stages = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`aws:a${99 - n}:*:image`, 'plan' as const]));
    expect(describeControl(state, { stages: stages(50) })).toMatch(/, aws:a50:\*:image as configured, aws:a51:/);
    expect(describeControl(state, { stages: stages(51) })).toMatch(/, stages changed 51$/);
  });

  test('L80 say which namespace is under review where a change says so', () => {
    const reviews = { 'aws:test:us-east-1:image': true } as const;
    expect(describeControl({ ...state, reviews }, { reviews })).toMatch(/, aws:test:us-east-1:image under review$/);
    expect(describeControl(state, { reviews })).toMatch(/, aws:test:us-east-1:image not under review$/);
  });

  test('name all switches, and the stages that a change names or their number', () => {
    expect(describeControl(state)).toBe(
      'service in, kill switch off, capacity as configured, deletes per day as configured',
    );
    const staged = { ...state, stages: { [UNIT]: 'canary' as const } };
    expect(describeControl(staged)).toMatch(/, stages set 1$/);
    expect(describeControl(staged, { stages: { [UNIT]: 'canary', 'aws:test:*:snapshot': null } })).toMatch(
      /, aws:test:\*:image canary, aws:test:\*:snapshot as configured$/,
    );
  });

  test('of a change name the old and the new value', () => {
    expect(changedParts(describeControl(state), on)).toBe('kill switch off → kill switch on');
    expect(changedParts(on, on)).toBe('no change');
    expect(changedParts('a', 'a, b')).toBe('nothing → b');
    expect(changedParts('a, b, c', 'c, d, e')).toBe('a, b → d, e');
    expect(changedParts('a, b', 'a')).toBe('b → nothing');
  });

  test('find the change that pulled a switch, and no later one that left it as it was', () => {
    const entry = (actor: string, before: string, after: string) => ({ actor, before, after }) as AuditEntry;
    const newestFirst = [
      entry('carol', on, `${on}, stages set 1`),
      entry('bob', describeControl(state), on),
      entry('ann', describeControl(state), on),
    ];
    expect(changeTo('killed', newestFirst)?.actor).toBe('bob');
    expect(changeTo('out', newestFirst)).toBeUndefined();
  });
});
