/** The answers of owners, at the limits of each condition; test/integration/lifecycle/ownerResponses.test.ts has them whole. */
import { describe, expect, test } from '@jest/globals';
import type { Nomination } from '../../../src/core/evaluation/nomination.ts';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import { type Mark, newMark, recordNotice } from '../../../src/core/mark/mark.ts';
import {
  applyResponse,
  earliestExpeditedAt,
  isExpedited,
  respectDisclaimers,
  type Statement,
} from '../../../src/core/mark/ownerResponse.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import { DAY, NOW, resource } from '../../support/evaluation.ts';
import { workConfiguration } from '../../support/queue.ts';

const [ANN, BOB, FALLBACK] = ['ann@example.com', 'bob@example.com', 'cloud@example.com'];
const withFallback = (more: Partial<WorkConfiguration['notice']> = {}) => {
  const wc = workConfiguration();
  return { ...wc, notice: { ...wc.notice, fallback: FALLBACK, ...more } };
};
const wc = withFallback();
const nomination: Nomination = {
  namespace: wc.namespace,
  resource: resource('ami-1'),
  reasons: ['nothing uses it'],
  owner: ANN,
  ownerVia: 'tag owner',
  projectedDeletionAt: NOW + 10 * DAY,
};
const mark = newMark(nomination, 'g1', NOW);
/** Accepted now; it shows a date in eleven days. */
const noticed = recordNotice(
  mark,
  {
    messageId: '<1@x>',
    recipient: ANN,
    acceptedAt: NOW,
    shownAt: NOW + 11 * DAY,
    generation: 'g1',
    validUntil: NOW + 25 * DAY,
  },
  NOW + 11 * DAY,
);

function answer(statement: Statement, before: Mark, at: number, { owner = ANN, generation = 'g1', given = wc } = {}) {
  return applyResponse(given, before, { statement, namespace: wc.namespace, id: 'ami-1', owner, generation }, at);
}
/** The mark after an answer that counts. */
function answered(...asked: Parameters<typeof answer>): Mark {
  const result = answer(...asked);
  if (result.kind !== 'done') throw new Error(`no effect: ${result.because}`);
  return result.mark;
}
const because = (...asked: Parameters<typeof answer>) => {
  const result = answer(...asked);
  return result.kind === 'nothing' ? result.because : undefined;
};

describe('an answer', () => {
  test('P7 that wants it deleted early changes nothing where nothing happens on any date; "not mine" does', () => {
    const said = { namespace: wc.namespace, id: 'ami-1', owner: ANN, generation: 'g1' };
    const idle = 'its stage is notify';
    expect(applyResponse(wc, noticed, { ...said, statement: 'deleteEarly' }, NOW, idle)).toEqual({
      kind: 'nothing',
      because: 'nothingDeleted',
      detail: idle,
    });
    expect(applyResponse(wc, noticed, { ...said, statement: 'notMine' }, NOW, idle).kind).toBe('done');
  });

  test('P7 changes nothing where there is no mark, or where nothing is ever deleted, and says why', () => {
    const said = { statement: 'notMine', namespace: wc.namespace, id: 'ami-1', owner: ANN, generation: 'g1' } as const;
    expect(applyResponse(wc, undefined, said, NOW)).toEqual({ kind: 'nothing', because: 'noMark' });
    expect(applyResponse(undefined, noticed, said, NOW)).toEqual({
      kind: 'nothing',
      because: 'nothingDeleted',
      detail: 'it is not in the running configuration',
    });
    expect(applyResponse({ ...wc, live: false }, noticed, said, NOW)).toEqual({
      kind: 'nothing',
      because: 'nothingDeleted',
      detail: 'it is not live',
    });
  });

  test.each(['deleteEarly', 'notEarly', 'notMine', 'mine'] as const)(
    'P7 %s changes nothing while the resource is deleted, or when its link is of an earlier mark',
    (statement) => {
      expect(because(statement, intendDeletion(noticed, 'p', NOW), NOW + 2 * DAY)).toBe('begun');
      expect(because(statement, noticed, NOW + 2 * DAY, { generation: 'g0' })).toBe('markedAnew');
    },
  );
});

describe('law 3 "delete it early"', () => {
  const early = (at: number, before = noticed, given = wc) => answered('deleteEarly', before, at, { given });

  test('P7 a day after the notice at the earliest, and at once after that', () => {
    expect(early(NOW).projectedDeletionAt).toBe(NOW + DAY);
    expect(early(NOW + 3 * DAY).projectedDeletionAt).toBe(NOW + 3 * DAY);
    expect(early(NOW, noticed, withFallback({ expediteNotBeforeMs: 4 * DAY })).projectedDeletionAt).toBe(NOW + 4 * DAY);
  });

  test('P7 counts the revision up, and keeps state and notice', () => {
    const { revision, state, notice } = early(NOW);
    expect({ revision, state, notice }).toEqual({ revision: 3, state: 'noticed', notice: noticed.notice });
  });

  test.each<[string, Mark, number, string]>([
    ['without a notice', mark, NOW + 2 * DAY, 'noticeOver'],
    ['with a notice that is no longer valid', noticed, NOW + 25 * DAY, 'noticeOver'],
    ['where the fallback alone is notified', { ...noticed, unowned: true }, NOW + 2 * DAY, 'noOwner'],
    ['when the date has come', noticed, NOW + 11 * DAY, 'dateCome'],
  ])('P7 has no effect %s', (_what, before, at, why) => {
    expect(because('deleteEarly', before, at)).toBe(why);
  });

  test('P7 is never possible without a notice', () => {
    expect(earliestExpeditedAt(wc, mark)).toBe(Number.POSITIVE_INFINITY);
  });

  test('P7 of somebody who is not the owner has no effect', () => {
    expect(because('deleteEarly', noticed, NOW + 2 * DAY, { owner: BOB })).toBe('otherOwner');
  });
});

describe('the withdrawal of "delete it early"', () => {
  const expedited = answered('deleteEarly', noticed, NOW);

  test('P7 the mark has the date of its notice again', () => {
    expect(answered('notEarly', expedited, NOW + 1)).toMatchObject({
      projectedDeletionAt: NOW + 11 * DAY,
      revision: 4,
    });
  });

  test('P7 where the notice is no longer valid, the mark has a whole retention from now', () => {
    expect(answered('notEarly', expedited, NOW + 25 * DAY).projectedDeletionAt).toBe(NOW + 35 * DAY);
  });

  test('P7 where there is no owner any more, that retention is the longer one', () => {
    expect(answered('notEarly', { ...expedited, unowned: true }, NOW + 25 * DAY).projectedDeletionAt).toBe(
      NOW + 55 * DAY,
    );
  });

  test('P7 never before the end of a quarantine', () => {
    const quarantined = { ...expedited, quarantine: { at: NOW, until: NOW + 40 * DAY } };
    expect(answered('notEarly', quarantined, NOW + 1).projectedDeletionAt).toBe(NOW + 40 * DAY);
  });

  test('P7 of somebody else, or where nobody said it, has no effect', () => {
    expect(because('notEarly', expedited, NOW + 1, { owner: BOB })).toBe('otherOwner');
    expect(because('notEarly', noticed, NOW + 1)).toBe('notEarly');
  });

  test.each<[string, Partial<Mark>, boolean]>([
    ['on the date that was shown', {}, false],
    ['before the date that was shown', { projectedDeletionAt: NOW + 11 * DAY - 1 }, true],
    ['without a notice', { notice: undefined as never, projectedDeletionAt: NOW }, false],
    ['before the end of its quarantine', { quarantine: { at: NOW, until: NOW + 12 * DAY } }, true],
    ['at the end of its quarantine', { quarantine: { at: NOW, until: NOW + 11 * DAY } }, false],
    [
      'before the date of the deletion that was shown',
      {
        quarantine: { at: NOW, until: NOW + 11 * DAY },
        notice: { ...(noticed.notice as NonNullable<Mark['notice']>), deletionAt: NOW + 12 * DAY },
      },
      true,
    ],
  ])('early or not: a mark that is due %s', (_what, change, early) => {
    expect(isExpedited({ ...noticed, ...change })).toBe(early);
  });
});

describe('law 3 "not mine"', () => {
  test('L49 the fallback has no notice yet, and a whole longer retention', () => {
    const handed = answered('notMine', noticed, NOW + 5 * DAY);
    expect(handed).toMatchObject({
      state: 'marked',
      owner: FALLBACK,
      ownerVia: 'notice.fallback, because ann@example.com says that it is not theirs',
      unowned: true,
      disclaimedBy: [ANN],
      projectedDeletionAt: NOW + 35 * DAY,
      revision: 3,
    });
    expect(handed).not.toHaveProperty('notice');
  });

  test('L49 without a fallback, or where the fallback said the same, nobody is notified, and nothing is deleted', () => {
    const { fallback: _none, ...notice } = wc.notice;
    for (const result of [
      answered('notMine', noticed, NOW, { given: { ...wc, notice } as typeof wc }),
      answered('notMine', { ...noticed, disclaimedBy: [FALLBACK] }, NOW),
    ]) {
      const ownerVia = 'none, because ann@example.com says that it is not theirs';
      expect(result).toMatchObject({ state: 'marked', unowned: true, ownerVia });
      expect(result).not.toHaveProperty('owner');
    }
  });

  test('P7 keeps the earlier answers of others', () => {
    expect(answered('notMine', { ...noticed, disclaimedBy: [BOB] }, NOW).disclaimedBy).toEqual([BOB, ANN]);
  });

  test('P7 has no effect twice, of somebody else, or of the fallback', () => {
    expect(because('notMine', { ...noticed, disclaimedBy: [ANN] }, NOW)).toBe('saidAlready');
    expect(because('notMine', noticed, NOW, { owner: BOB })).toBe('otherOwner');
    expect(because('notMine', { ...noticed, owner: FALLBACK, unowned: true }, NOW, { owner: FALLBACK })).toBe(
      'asFallback',
    );
  });

  test('P7 the next survey does not nominate that owner again, but any other', () => {
    const disclaimed = answered('notMine', noticed, NOW);
    expect(respectDisclaimers(wc, disclaimed, nomination, NOW)).toMatchObject({
      owner: FALLBACK,
      unowned: true,
      projectedDeletionAt: NOW + 30 * DAY,
    });
    const other = { ...nomination, owner: BOB };
    expect(respectDisclaimers(wc, disclaimed, other, NOW)).toBe(other);
    expect(respectDisclaimers(wc, noticed, nomination, NOW)).toBe(nomination);
    expect(respectDisclaimers(wc, undefined, nomination, NOW)).toBe(nomination);
  });
});

describe('the withdrawal of "not mine"', () => {
  test('P7 the owner has the mark again, without a notice, and with a whole retention', () => {
    const back = answered('mine', answered('notMine', noticed, NOW), NOW + DAY);
    const ownerVia = 'their own response';
    expect(back).toMatchObject({ state: 'marked', owner: ANN, ownerVia, projectedDeletionAt: NOW + 30 * DAY });
    expect(back).not.toHaveProperty('unowned');
    expect(back).not.toHaveProperty('disclaimedBy');
  });

  test('P7 the answers of others stay', () => {
    expect(answered('mine', { ...noticed, disclaimedBy: [BOB, ANN] }, NOW).disclaimedBy).toEqual([BOB]);
  });

  test('P7 has no effect where that person never said it', () => {
    expect(because('mine', noticed, NOW)).toBe('notSaid');
    expect(because('mine', { ...noticed, disclaimedBy: [BOB] }, NOW)).toBe('notSaid');
  });
});
