/** A control that was lost or put back is mended so that it allows no more than the one before (laws 8 and 12). */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { applyChange } from '../../../src/core/policy/control.ts';
import type { ControlState } from '../../../src/core/policy/fleet.ts';
import { isLower, lowerStage, STAGES, type Stage } from '../../../src/core/policy/stage.ts';
import { stricterControl } from '../../../src/core/policy/stricterControl.ts';
import { namespace } from '../../support/queue.ts';

const UNIT = 'aws:test:*:image';
const ONE = namespace('aws:test:us-east-1:image');
const plain: ControlState = { service: 'in', killed: false, stages: {}, canaries: {}, version: 3 };
const LIMITS = ['capacity', 'deletesPerDay', 'deleteBudgetMs', 'starveAfterMs'] as const;

const orAbsent = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined });
const limit = orAbsent(fc.integer({ min: 0, max: 3 }));
const present = <T extends object>(fields: T) =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
const control = fc
  .record({
    service: fc.constantFrom('in' as const, 'out' as const),
    killed: fc.boolean(),
    ...{ capacity: limit, deletesPerDay: limit, deleteBudgetMs: limit, starveAfterMs: limit },
    providers: orAbsent(fc.dictionary(fc.constantFrom('aws', 'files'), fc.integer({ min: 0, max: 3 }))),
    stages: fc.dictionary(fc.constantFrom(UNIT, ONE, 'aws:test:*:snapshot'), fc.constantFrom(...STAGES)),
    reviews: orAbsent(fc.dictionary(fc.constantFrom(ONE), fc.constant(true as const))),
  })
  .map((fields) => ({ ...plain, ...present(fields) }) as ControlState);
const unproven = fc.record({ killed: fc.boolean() });
const mended = (before: ControlState, read: ControlState, startStage?: Stage) =>
  applyChange(
    read,
    stricterControl(before, read, () => startStage),
  );

describe('after the mend', () => {
  test('law 3 the fleet is stopped where either says so', () => {
    fc.assert(
      fc.property(control, control, (before, read) => {
        const { killed, service } = mended(before, read);
        expect([killed, service === 'out']).toEqual([
          before.killed || read.killed,
          before.service === 'out' || read.service === 'out',
        ]);
      }),
    );
  });

  test('L22 no limit that was set is lost or higher, and none that was lowered since is higher again', () => {
    fc.assert(
      fc.property(control, control, (before, read) => {
        const after = mended(before, read);
        for (const name of LIMITS) {
          const both = [before[name], read[name]].filter((one) => one !== undefined);
          expect(after[name]).toBe(both.length === 0 ? undefined : Math.min(...both));
        }
        for (const provider of ['aws', 'files']) {
          const both = [before.providers?.[provider], read.providers?.[provider]].filter((one) => one !== undefined);
          expect(after.providers?.[provider]).toBe(both.length === 0 ? undefined : Math.min(...both));
        }
      }),
    );
  });

  test('L61 a stage that was set is there, and of two the lower one counts', () => {
    fc.assert(
      fc.property(control, control, (before, read) => {
        const { stages } = mended(before, read);
        for (const [unit, stage] of Object.entries(before.stages)) {
          expect(stages[unit]).toBe(lowerStage(stage, read.stages[unit] ?? stage));
        }
      }),
    );
  });

  test('L80 a review that either has goes on', () => {
    fc.assert(
      fc.property(control, control, (before, read) => {
        expect(mended(before, read).reviews?.[ONE]).toBe(before.reviews?.[ONE] ?? read.reviews?.[ONE]);
      }),
    );
  });

  test('nothing is left to mend, and a control that was not changed needs no change', () => {
    fc.assert(
      fc.property(control, control, (before, read) => {
        expect(stricterControl(before, mended(before, read))).toStrictEqual({});
        expect(stricterControl(before, before)).toStrictEqual({});
      }),
    );
  });
});

describe('the stage of a single namespace that was not set before', () => {
  const read = { ...plain, stages: { [ONE]: 'canary' as const } };

  test.each<[string, ControlState, Stage | undefined, Stage | undefined]>([
    ['ends where its type had a lower one', { ...plain, stages: { [UNIT]: 'notify' } }, 'live', undefined],
    ['ends where the configuration has a lower one', plain, 'notify', undefined],
    ['stays where it is the lower one: perhaps it is news', { ...plain, stages: { [UNIT]: 'live' } }, 'plan', 'canary'],
    ['stays where it is lower than the configured one', plain, 'live', 'canary'],
    ['stays where nothing else is known', plain, undefined, 'canary'],
  ])('L61 %s', (_what, before, startStage, stage) => {
    expect(mended(before, read, startStage).stages[ONE]).toBe(stage);
  });
});

describe('Law 8 of a control that nobody with a key stored', () => {
  test('only what allows less counts', () => {
    fc.assert(
      fc.property(control, control, unproven, (before, forged, says) => {
        const after = mended(before, { ...forged, unproven: says });
        expect(after).not.toHaveProperty('unproven');
        expect(after.killed).toBe(before.killed || says.killed);
        expect(after.service).toBe(before.service === 'out' ? 'out' : forged.service);
        for (const name of LIMITS) {
          const was = before[name];
          expect(after[name]).toBe(was === undefined ? undefined : Math.min(was, forged[name] ?? was));
        }
        expect(Object.keys(after.providers ?? {}).sort()).toEqual(Object.keys(before.providers ?? {}).sort());
        for (const [provider, units] of Object.entries(before.providers ?? {})) {
          expect(after.providers?.[provider]).toBe(Math.min(units, forged.providers?.[provider] ?? units));
        }
        for (const [unit, stage] of Object.entries(after.stages)) {
          const was = before.stages[unit];
          expect(was === undefined ? stage === 'plan' : !isLower(was, stage)).toBe(true);
        }
        for (const unit of Object.keys(forged.stages).filter((one) => forged.stages[one] === 'plan')) {
          expect(after.stages[unit]).toBe('plan');
        }
        for (const [unit, stage] of Object.entries(before.stages)) {
          expect(after.stages[unit]).toBe(lowerStage(stage, forged.stages[unit] ?? stage));
        }
      }),
    );
  });

  test('the change says that all is right now', () => {
    expect(stricterControl(plain, { ...plain, unproven: { killed: false } })).toMatchObject({ confirms: true });
  });
});
