import { describe, expect, test } from '@jest/globals';
import { endOf, type PassRecord } from '../../../src/core/policy/pass.ts';
import { type UnitFacts, unitStateOf, unitsSeen } from '../../../src/core/work/unitState.ts';
import { unitSummary } from '../../../src/core/work/unitSummary.ts';
import { namespace, passRecord } from '../../support/queue.ts';

const UNIT = namespace('registry:hub:shop:tag');
const stateAfter = (last: Partial<PassRecord>, facts: Partial<UnitFacts> = {}) =>
  unitStateOf({ passes: [endOf(passRecord(last))], hasPlace: false, waiting: [], ...facts });

describe('the state of a unit', () => {
  test.each([
    ['idle', {}, {}],
    ['scheduled', {}, { waiting: [{ action: 'delete', kind: 'due' }] }],
    ['ongoing', { outcome: 'failed', failures: 9 }, { hasPlace: true }],
    ['unfinished', { outcome: 'unfinished' }, { waiting: [{ action: 'delete', kind: 'unfinished' }] }],
    ['unfinished', { outcome: 'unfinished' }, {}],
    ['partial', { outcome: 'incomplete' }, {}],
    ['partial', { outcome: 'blocked' }, {}],
    ['partial', { counts: { deleted: 3, refused: 1 } }, {}],
    ['failed', { outcome: 'failed', failures: 5 }, { waiting: [{ action: 'mark', kind: 'due' }] }],
  ] as const)('R11 it is %s after a last pass with %j and %j', (state, last, facts) => {
    expect(stateAfter(last, facts)).toBe(state);
  });

  test('R16 a unit that failed a few times waits for its next try; after five failures it is failed', () => {
    const states = [1, 4, 5].map((failures) => stateAfter({ outcome: 'failed', failures }));
    expect(states).toEqual(['scheduled', 'scheduled', 'failed']);
  });

  test('R11 the record of one unit says nothing about another', () => {
    const unit = { namespace: UNIT, action: 'delete', since: 1 } as const;
    const seen = unitsSeen([{ busy: new Set([UNIT]), due: [unit], unfinished: [] }]);
    expect([seen(UNIT), seen(namespace('registry:hub:web:tag'))]).toEqual([
      { hasPlace: true, waiting: [{ action: 'delete', kind: 'due' }] },
      { hasPlace: false, waiting: [] },
    ]);
  });
});

test('R17 the summary of a run has the same words for each type', () => {
  const counts = { listed: 9, candidate: 4, protected: 2, undated: 1, cacheHits: 3 };
  const survey = unitSummary(passRecord({ counts, startedAt: 1_000, endedAt: 3_500 }));
  const deletion = unitSummary(
    passRecord({ action: 'delete', counts: { due: 5, deleted: 2, accepted: 1, refused: 1 } }),
  );
  expect([survey, deletion]).toEqual([
    {
      ...{ listed: 9, matched: 4, deleted: 0, failed: 0, undated: 1, protected: 2 },
      ...{ budgetUsedMs: 2_500, cacheHits: 3, outcome: 'complete' },
    },
    {
      ...{ listed: 0, matched: 5, deleted: 2, failed: 1, undated: 0, protected: 0 },
      ...{ budgetUsedMs: 0, cacheHits: 0, outcome: 'complete' },
    },
  ]);
});
