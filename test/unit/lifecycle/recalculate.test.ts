/** An operator moves dates earlier: the oldest marks first, and never before the end of the notice of each (law 3). */
import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import { type Mark, newMark, recordNotice } from '../../../src/core/mark/mark.ts';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import type { Applied, Transition } from '../../../src/core/ports/ports.ts';
import { recalculate } from '../../../src/lifecycle/mark/recalculate.ts';
import { DAY, NOW, resource } from '../../support/evaluation.ts';
import { workConfiguration } from '../../support/queue.ts';

const wc = workConfiguration();
const { namespace } = wc;

/** Marked so many days ago; its message showed a date in ten days, its mark has one in thirty. */
function markOf(id: string, daysAgo: number, change: Partial<Mark> = {}): Mark {
  const nominated = { namespace, resource: resource(id), reasons: [], owner: 'ann@example.com', ownerVia: 'tag owner' };
  const mark = newMark({ ...nominated, projectedDeletionAt: NOW + 30 * DAY }, 'g1', NOW - daysAgo * DAY);
  const notice = { messageId: '<1@x>', recipient: 'ann@example.com', acceptedAt: NOW - DAY, generation: 'g1' };
  const noticed = recordNotice(mark, { ...notice, shownAt: NOW + 10 * DAY, validUntil: NOW + 60 * DAY }, NOW);
  return { ...noticed, ...change };
}

let store: Map<string, Mark>;
let changes: Transition[];
/** What the store answers before it applies a change; the answers after these are `applied`. */
let answers: Applied[];
let running: WorkConfiguration | undefined;
/** What another process does right before a conflict. */
let meanwhile: () => void;

beforeEach(() => {
  [store, changes, answers, running, meanwhile] = [new Map(), [], [], wc, () => {}];
});

const asked = (change: Partial<Parameters<typeof recalculate>[1]> = {}) => {
  const marks = {
    async *all() {
      for (const mark of store.values()) yield [mark];
    },
    getMany: async (_namespace: string, ids: readonly string[]) => ids.flatMap((id) => store.get(id) ?? []),
    get: async (_namespace: string, id: string) => store.get(id),
    async apply(_namespace: string, [transition]: readonly [Transition]) {
      changes.push(transition);
      const answer = answers.shift() ?? 'applied';
      if (answer === 'conflict') meanwhile();
      if (answer === 'applied' && transition.after) store.set(transition.id, transition.after);
      return [answer];
    },
  };
  const control = { read: async () => ({ stages: {}, canaries: {} }) };
  const deps = { marks, clock: { now: () => NOW }, workConfigurationOf: () => running, control };
  return recalculate(deps as unknown as Parameters<typeof recalculate>[0], {
    ...{ namespace, seconds: 1, count: 100, actor: 'ann' },
    ...change,
  });
};
const having = (...marks: readonly Mark[]) => {
  store = new Map(marks.map((mark) => [mark.id, mark]));
};
const dateOf = (id: string) => store.get(id)?.projectedDeletionAt;

describe('Law 15 a number that makes no sense', () => {
  test.each([0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])('%s never means "at once" or "all"', async (value) => {
    having(markOf('a', 5));
    const why = { kind: 'invalid', why: expect.stringMatching(/^must be a whole number from 1 to \d+$/) };
    expect(await asked({ seconds: value })).toEqual({ ...why, field: 'seconds' });
    expect(await asked({ count: value })).toEqual({ ...why, field: 'count' });
    expect(changes).toEqual([]);
  });

  test.each([
    ['ten years of seconds', { seconds: 3650 * 86_400 }, { seconds: 3650 * 86_400 + 1 }],
    ['100,000 marks', { count: 100_000 }, { count: 100_001 }],
  ])('is more than %s', async (_what, most, more) => {
    expect([(await asked(most)).kind, (await asked(more)).kind]).toEqual(['recalculated', 'invalid']);
  });
});

test.each<[string, WorkConfiguration | undefined, RegExp]>([
  ['is not configured', undefined, /is not in the running configuration$/],
  ['is not live', { ...wc, live: false }, /^no date was changed: it is not live$/],
  ['never deletes', { ...wc, neverDeletesBecause: 'it cannot see all users' }, /it cannot see all users$/],
])('no date changes where the namespace %s', async (_what, given, why) => {
  having(markOf('a', 5));
  running = given;
  expect(await asked()).toEqual({ kind: 'conflict', why: expect.stringMatching(why) });
  expect(changes).toEqual([]);
});

describe('law 3 a date moves', () => {
  test('to the wished time, and never before the end of its notice', async () => {
    having(markOf('a', 5), markOf('b', 5));
    expect(await asked({ seconds: 20 * 86_400, ids: ['a'] })).toEqual({
      kind: 'recalculated',
      considered: 1,
      moved: 1,
    });
    await asked({ seconds: 1, ids: ['b'] });
    expect([dateOf('a'), dateOf('b')]).toEqual([NOW + 20 * DAY, NOW + 10 * DAY]);
  });

  test('and its history says by whom, from when to when', async () => {
    having(markOf('a', 5));
    await asked({ seconds: 20 * 86_400 });
    expect(changes[0]?.audit).toEqual({
      ...{ at: NOW, namespace, id: 'a', event: 'recalculated', actor: 'ann', generation: 'g1' },
      reason: '2026-07-01T12:00:00.000Z → 2026-06-21T12:00:00.000Z, recalculated to within 1728000 s',
    });
  });

  test.each<[string, Mark]>([
    ['it is as early already', markOf('a', 5, { projectedDeletionAt: NOW + 10 * DAY })],
    ['nobody was notified', { ...markOf('a', 5), owner: 'bob@example.com' }],
  ])('never where %s', async (_why, mark) => {
    having(mark);
    expect(await asked()).toEqual({ kind: 'recalculated', considered: 1, moved: 0 });
    expect(changes).toEqual([]);
  });

  test('never of a deletion that has begun, which is not even counted', async () => {
    having(intendDeletion(markOf('a', 5), 'p', NOW));
    expect([await asked(), await asked({ ids: ['a', 'gone'] })]).toEqual([
      { kind: 'recalculated', considered: 0, moved: 0 },
      { kind: 'recalculated', considered: 0, moved: 0 },
    ]);
  });
});

test('the oldest marks move first, and of the same age by their ids, in whatever order the store has them', async () => {
  const marks = [markOf('old', 9), markOf('a', 5), markOf('b', 5), markOf('c', 5), markOf('new', 1)];
  await fc.assert(
    fc.asyncProperty(
      fc.shuffledSubarray(marks, { minLength: marks.length }),
      fc.integer({ min: 1, max: 6 }),
      async (all, count) => {
        having(...all);
        const moved = Math.min(count, marks.length);
        expect(await asked({ count })).toEqual({ kind: 'recalculated', considered: moved, moved });
        const earlier = [...store.values()].filter(({ projectedDeletionAt: at }) => at === NOW + 10 * DAY);
        expect(earlier.map(({ id }) => id).sort()).toEqual(
          ['a', 'b', 'c', 'new', 'old'].filter((id) => {
            return ['old', 'a', 'b', 'c', 'new'].indexOf(id) < count;
          }),
        );
      },
    ),
  );
});

describe('another process changes the mark meanwhile', () => {
  test('its change counts, and the date moves after it', async () => {
    having(markOf('a', 5));
    answers = ['conflict', 'conflict'];
    expect(await asked()).toMatchObject({ moved: 1 });
    expect(changes).toHaveLength(3);
  });

  test('after five attempts the date stays', async () => {
    having(markOf('a', 5));
    answers = Array.from({ length: 9 }, () => 'conflict' as const);
    expect(await asked()).toMatchObject({ considered: 1, moved: 0 });
    expect(changes).toHaveLength(5);
  });

  test.each<[string, Mark | undefined]>([
    [
      'a new mark of the same resource is another one: its owner has another notice',
      markOf('a', 5, { generation: 'g2' }),
    ],
    ['a mark that went stays gone', undefined],
  ])('%s', async (_what, now) => {
    having(markOf('a', 5));
    answers = ['conflict'];
    meanwhile = () => having(...(now ? [now] : []));
    expect(await asked()).toMatchObject({ considered: 1, moved: 0 });
    expect(changes).toHaveLength(1);
  });
});
