/** The stage of a namespace, and what it allows there. What is not known never leads to a later stage. */
import { describe, expect, test } from '@jest/globals';
import type { ControlState } from '../../../src/core/policy/fleet.ts';
import {
  atStage,
  chosenIn,
  endChoice,
  nothingHappensBecause,
  nothingHappensNowBecause,
  rolloutOf,
  whyWhole,
} from '../../../src/core/policy/rollout.ts';
import {
  canaryPause,
  canaryPausedBecause,
  isLower,
  isNotifyOnly,
  lowerStage,
  STAGES,
  type Stage,
  stageForbidsDeleting,
  stageForbidsMarking,
  stageUnitOf,
} from '../../../src/core/policy/stage.ts';
import { DAY, NOW } from '../../support/evaluation.ts';
import { namespace as namespaceIn, workConfiguration } from '../../support/queue.ts';

const UNIT = 'aws:test:*:image';
const wc = workConfiguration({ startStage: 'notify' });
const { namespace } = wc;
type Stages = Pick<ControlState, 'stages' | 'canaries' | 'unproven' | 'reviews'>;
const rollout = (change: Partial<Stages> = {}) => rolloutOf({ stages: {}, canaries: {}, ...change }, wc);

describe('the stage of a namespace', () => {
  test.each<[string, ControlState['stages'], Stage]>([
    ['its own', { [namespace]: 'canary', [UNIT]: 'live' }, 'canary'],
    ['that of its type in the account', { [UNIT]: 'canary', 'aws:other:*:image': 'live' }, 'canary'],
    ['the configured one, where no operator set any', { 'aws:test:*:snapshot': 'live' }, 'notify'],
  ])('R18 is %s', (_what, stages, stage) => {
    expect(rollout({ stages })).toEqual({ stage });
  });

  test('Law 8 is plan where nobody with a key stored the control, whatever it says', () => {
    const forged = { stages: { [namespace]: 'live', [UNIT]: 'live' }, unproven: { killed: false } } as const;
    expect(rollout(forged).stage).toBe('plan');
    expect(nothingHappensNowBecause({ canaries: {}, ...forged }, wc)).toMatch(/plan/);
  });

  test('L80 says that people review its new marks, also at stage plan because the control is unproven', () => {
    const reviews = { [namespace]: true } as const;
    expect(rollout({ reviews })).toEqual({ stage: 'notify', isUnderReview: true });
    expect(rollout({ reviews, unproven: { killed: false } })).toEqual({ stage: 'plan', isUnderReview: true });
    expect(rollout({ reviews: { [namespaceIn('aws:test:eu-west-1:image')]: true } })).toEqual({ stage: 'notify' });
  });

  test('has the canary of its type in the account', () => {
    const canary = { used: 3, at: NOW };
    const canaries = { [UNIT]: canary, 'aws:test:*:snapshot': { used: 5, at: NOW } };
    expect(rollout({ canaries, stages: { [UNIT]: 'canary' } })).toEqual({ stage: 'canary', canary });
  });

  test.each<[Stage, boolean]>([
    ['plan', false],
    ['notify', false],
    ['canary', true],
    ['live', true],
  ])('%s lets a live configuration delete: %s; one that is not live never', (stage, deletes) => {
    const control = { stages: { [UNIT]: stage }, canaries: {} };
    const why = (change: Partial<typeof wc>) => nothingHappensNowBecause(control, { ...wc, ...change });
    expect(why({}) === undefined).toBe(deletes);
    expect(why({ live: false })).toBe('it is not live');
    expect(why({ neverDeletesBecause: 'it cannot see all users' })).toBe('it cannot see all users');
    expect(why({ actions: ['mark', 'notify'] })).toMatch(/`actions` of its entry have no `delete`/);
  });
});

test.each<[string, Partial<typeof wc>, RegExp | undefined]>([
  ['of its own', {}, undefined],
  ['without `delete`', { actions: ['mark', 'notify'] }, /no `delete`/],
  ['with `delete` alone', { actions: ['delete'] }, undefined],
  ['none at all', { actions: [] }, /no `delete`/],
  ['of a dry run, which is the first reason', { live: false, actions: ['mark'] }, /not live/],
])('L50 an entry whose actions are %s: what happens to its marks at stage live', (_what, change, why) => {
  const said = nothingHappensBecause({ ...wc, ...change }, 'live');
  expect(said ?? '').toMatch(why ?? /^$/);
});

describe('the stages of single namespaces', () => {
  const stages = { [namespace]: 'live', 'aws:test:eu-west-1:image': 'notify', [UNIT]: 'plan' } as const;

  test('R18 are those that no pattern names', () => {
    expect(chosenIn({ stages })).toEqual([namespace, 'aws:test:eu-west-1:image']);
  });

  test('R18 end when their type gets a stage, but for one that the same change sets', () => {
    const change = { stages: { [UNIT]: 'canary', [namespace]: 'live' }, killed: false } as const;
    expect(endChoice({ stages }, change)).toEqual({
      ...change,
      stages: { ...change.stages, 'aws:test:eu-west-1:image': null },
    });
  });

  test.each([{ killed: true }, { stages: { 'aws:test:*:snapshot': 'live' } }] as const)(
    'R18 stay where a change is about something else: %j',
    (change) => {
      expect(endChoice({ stages }, change)).toBe(change);
    },
  );
});

describe('the configuration at a stage', () => {
  const acceptance = (untilAt: number) => ({ untilAt, reason: 'we asked them' });
  const accepting = (untilAt: number) => ({
    ...wc,
    evidence: { ...wc.evidence, acceptIncomplete: acceptance(untilAt) },
  });

  test('is not live at stage plan, and says why; at every other stage it is as it was', () => {
    expect(atStage(wc, 'plan', NOW)).toEqual({
      ...wc,
      live: false,
      notLiveBecause: expect.stringContaining('its stage is plan'),
      isGivingBack: true,
    });
    for (const stage of ['notify', 'canary', 'live'] as const) expect(atStage(wc, stage, NOW)).toBe(wc);
  });

  test('that is not live keeps its own reason', () => {
    const off = { ...wc, live: false, notLiveBecause: 'live: false' };
    expect(atStage(off, 'plan', NOW)).toBe(off);
  });

  test.each<[string, (untilAt: number) => typeof wc, string]>([
    ['some users cannot be listed', accepting, 'its acceptIncomplete ended at 2026-06-01T12:00:00.000Z'],
    [
      'a deletion is final',
      (untilAt) => ({ ...wc, acceptFinal: acceptance(untilAt) }),
      'its acceptFinal ended at 2026-06-01T12:00:00.000Z',
    ],
  ])('Law 1 is live until the instant to which it accepts that %s, and no longer', (_what, until, why) => {
    const [before, after] = [until(NOW + 1), until(NOW)];
    expect(atStage(before, 'live', NOW)).toBe(before);
    expect(atStage(after, 'live', NOW)).toEqual({ ...after, live: false, notLiveBecause: why, isGivingBack: true });
  });
});

describe('L74 a part of a set of new marks', () => {
  test('may be approved where marks are stored and nothing is deleted', () => {
    expect(whyWhole(wc, 'notify')).toBeUndefined();
  });

  test.each<[string, typeof wc, Stage, RegExp]>([
    ['no pass stores a mark', wc, 'plan', /nothing could be held: its stage is plan/],
    ['the configuration is not live', { ...wc, live: false }, 'notify', /nothing could be held: it is not live/],
    ['Holystone may delete', wc, 'canary', /may delete \(its stage is canary\): approve the whole set/],
    ['Holystone may delete', wc, 'live', /may delete \(its stage is live\): approve the whole set/],
  ])('may not be approved where %s', (_what, given, stage, why) => {
    expect(whyWhole(given, stage)).toMatch(why);
  });
});

describe('the stages', () => {
  test('go from the one that allows least to the one that allows most', () => {
    const allows = (stage: Stage) =>
      [stageForbidsMarking(stage), stageForbidsDeleting(stage)].filter((why) => why === undefined).length;
    expect(STAGES.map(allows)).toEqual([0, 1, 2, 2]);
    expect(STAGES.filter((stage) => isLower(stage, 'canary'))).toEqual(['plan', 'notify']);
    expect([lowerStage('canary', 'live'), lowerStage('live', 'canary')]).toEqual(['canary', 'canary']);
  });

  test('that forbid deletions give no date of a deletion', () => {
    expect(STAGES.filter(isNotifyOnly)).toEqual(['plan', 'notify']);
  });

  test('say what they forbid', () => {
    expect(stageForbidsMarking('plan')).toMatch(/^its stage is plan: Holystone only surveys it/);
    expect(stageForbidsDeleting('plan')).toBe(stageForbidsMarking('plan'));
    expect(stageForbidsDeleting('notify')).toMatch(/^its stage is notify: marks and notices, no deletions/);
  });

  test('are those of a type in an account, in all of its locations', () => {
    expect(stageUnitOf(namespace)).toBe(UNIT);
  });
});

describe('the pause of a canary', () => {
  test('ends a day after its last deletion, and says so', () => {
    expect(canaryPause(UNIT, { stage: 'canary', canary: { used: 5, at: NOW } }, NOW)).toEqual({
      until: NOW + DAY,
      why: expect.stringMatching(
        /^aws:test:\*:image is a canary: 5 deletions .* follow after 2026-06-02T12:00:00\.000Z/,
      ),
    });
  });

  test('has a last date, however far away a wrong clock put it', () => {
    expect(canaryPausedBecause(UNIT, Number.MAX_VALUE)).toContain('+275760-09-13');
  });
});
