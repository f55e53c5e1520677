import { beforeEach, describe, expect, test } from '@jest/globals';
import { defined } from '../../../src/core/common/defined.ts';
import { CursorError, LockLostError, StoreError } from '../../../src/core/common/errors.ts';
import { compareTurns, lookAt } from '../../../src/core/mark/deletionOrder.ts';
import { deferMark } from '../../../src/core/mark/hold.ts';
import type { Mark } from '../../../src/core/mark/mark.ts';
import { RedisMarkStore } from '../../../src/state/redis/marks.ts';
import { encodeMark } from '../../../src/state/redis/markValue.ts';
import {
  adding,
  allMarks,
  auditOf,
  changing,
  DAY,
  KEYS,
  markOf,
  NOW,
  NS,
  OTHER_NS,
  removing,
  stateForAll,
  WILD_IDS,
} from './support.ts';

const state = stateForAll();
beforeEach(async () => {
  await state.markTable.settled();
  await state.redis.flush();
  state.log.lines.length = 0;
});

const client = () => state.connection.client;
const many = (count: number, make: (i: number) => Mark) => Array.from({ length: count }, (_, i) => adding(make(i)));

describe('one transition', () => {
  test.each(WILD_IDS)('L66 the id %j is marked, read, paged, listed as due and removed', async (id) => {
    const mark = markOf(id, { at: NOW - 1, group: id });

    expect(await state.marks.apply(NS, [adding(mark)])).toEqual(['applied']);

    expect(await state.marks.get(NS, id)).toEqual(mark);
    expect(await state.marks.due(NS, NOW, 10)).toEqual([mark]);
    expect((await state.marks.page(NS, undefined, 10)).marks).toEqual([mark]);
    expect([...(await allMarks(state)).values()]).toEqual([mark]);
    expect(await state.marks.apply(NS, [removing(mark)])).toEqual(['applied']);
    expect(await state.marks.get(NS, id)).toBeUndefined();
    expect(await client().exists(KEYS.marks, KEYS.schedule, KEYS.retry)).toBe(0);
  });

  test('L66 a mark in one namespace is none in another namespace with the same id', async () => {
    const mark = markOf('ami-1');
    await state.marks.apply(NS, [adding(mark)]);

    expect(await state.marks.get(OTHER_NS, 'ami-1')).toBeUndefined();
  });

  test('the value is stored byte for byte, with empty lists and long numbers', async () => {
    const mark = markOf('ami-1', { reasons: [], resource: { name: 'n', sizeBytes: 9007199254740991 } });

    await state.marks.apply(NS, [adding(mark)]);

    expect(await client().hget(KEYS.marks, 'ami-1')).toBe(encodeMark(mark));
  });

  test('a mark that is there already is not marked again', async () => {
    await state.marks.apply(NS, [adding(markOf('ami-1'))]);

    expect(await state.marks.apply(NS, [adding(markOf('ami-1', { generation: 'another' }))])).toEqual(['conflict']);
  });

  test.each([
    ['an older revision', { revision: 2 }],
    ['another generation', { generation: 'another' }],
    ['a generation that begins alike', { generation: 'generation of ami-1x' }],
  ])('%s in the store is a conflict and changes nothing', async (_, stored) => {
    const mark = markOf('ami-1');
    await state.marks.apply(NS, [adding({ ...mark, ...stored })]);

    const answers = await state.marks.apply(NS, [changing(mark, { problem: 'x' }), removing(mark)]);

    expect(answers).toEqual(['conflict', 'conflict']);
    expect(await state.marks.get(NS, 'ami-1')).toEqual({ ...mark, ...stored });
  });

  test('a change of a mark that is gone is a conflict', async () => {
    expect(await state.marks.apply(NS, [changing(markOf('ami-1'), {})])).toEqual(['conflict']);
    expect(await allMarks(state)).toEqual(new Map());
  });

  test('a conflict in one transition does not stop the others', async () => {
    await state.marks.apply(NS, [adding(markOf('b'))]);

    const answers = await state.marks.apply(NS, [adding(markOf('a')), adding(markOf('b')), adding(markOf('c'))]);

    expect(answers).toEqual(['applied', 'conflict', 'applied']);
  });

  test('an applied transition is in the log and the history once, a rejected one in neither', async () => {
    const mark = markOf('ami-1');
    await state.marks.apply(NS, [adding(mark), adding(mark), adding(markOf('ami-2'))]);

    const entry = { ...auditOf('ami-1'), name: 'name of ami-1', before: 'none', after: 'marked' };
    expect(state.log.audited('ami-1')).toEqual([entry]);
    expect(await state.audit.history(NS, 'ami-1')).toEqual([entry]);
  });

  test('two writers count a mark up: every change is applied exactly once', async () => {
    await state.marks.apply(NS, [adding(markOf('ami-1', { attempts: 0 }))]);
    const countUp = async () => {
      for (let done = 0; done < 25; ) {
        const mark = (await state.marks.get(NS, 'ami-1')) as Mark;
        const [answer] = await state.marks.apply(NS, [changing(mark, { attempts: mark.attempts + 1 })]);
        if (answer === 'applied') done += 1;
      }
    };

    await Promise.all([countUp(), countUp()]);

    expect(await state.marks.get(NS, 'ami-1')).toMatchObject({ attempts: 50, revision: 51 });
  });

  test('an unreadable value is an error, not an absent mark, and hides no other mark', async () => {
    const firstFormat = 'g|1|marked|x|y||||5|{"id":"ami-1"}';
    await client().hset(KEYS.marks, 'ami-1', firstFormat, 'ami-2', 'nonsense', 'ami-3', encodeMark(markOf('ami-4')));

    for (const [id, what] of [
      ['ami-1', 'is unreadable'],
      ['ami-2', 'is unreadable'],
      ['ami-3', 'contradicts itself'],
    ] as const) {
      const problem = `the stored mark of "${id}" in ${NS} ${what}`;
      await expect(state.marks.get(NS, id)).rejects.toThrow(new StoreError(problem));
    }
    await state.marks.apply(NS, [adding(markOf('ami-5'))]);
    const unreadable: string[] = [];
    const read: string[] = [];
    for await (const page of state.marks.all(NS, (one) => unreadable.push(one.id)))
      read.push(...page.map((mark) => mark.id));
    expect([read, unreadable.sort()]).toEqual([['ami-5'], ['ami-1', 'ami-2', 'ami-3']]);
  });

  test('L56 unreadable marks at the head of the due set hide no due mark, however many', async () => {
    const bad = Array.from({ length: 7 }, (_, i) => `bad-${i}`);
    for (const name of bad) {
      await client().hset(KEYS.marks, name, 'nonsense');
      await client().zadd(KEYS.schedule, 1, name);
    }
    await state.marks.apply(NS, [
      adding(markOf('ami-1', { at: NOW - DAY })),
      adding(markOf('ami-2', { at: NOW - DAY })),
    ]);

    expect((await state.marks.due(NS, NOW, 2)).map((mark) => mark.id)).toEqual(['ami-1', 'ami-2']);
  });

  test('an unreadable mark is dropped if it is still the value that was shown', async () => {
    await client().hset(KEYS.marks, 'ami-1', 'nonsense');
    await client().zadd(KEYS.schedule, 1, 'ami-1');
    const audit = { ...auditOf('ami-1'), event: 'unmarked' } as const;

    expect(await state.marks.drop(NS, [{ id: 'ami-1', value: 'another', why: '' }], () => audit)).toEqual([]);
    expect(await client().hexists(KEYS.marks, 'ami-1')).toBe(1);
    expect(await state.marks.drop(NS, [{ id: 'ami-1', value: 'nonsense', why: '' }], () => audit)).toEqual(['ami-1']);
    expect(await client().exists(KEYS.marks, KEYS.schedule)).toBe(0);
    expect(state.log.audited('ami-1').at(-1)).toMatchObject({ event: 'unmarked' });
  });
});

describe('the fence', () => {
  test('L17 an instance with the lock changes marks', async () => {
    await client().set(KEYS.lock, 'mine', 'PX', 60_000);

    expect(await state.marks.apply(NS, [adding(markOf('a'))], { token: 'mine' })).toEqual(['applied']);
  });

  test.each([
    ['gone', undefined],
    ['somebody else’s', 'theirs'],
  ])('L17 the lock is %s → the store throws LockLostError and writes nothing', async (_, holder) => {
    if (holder) await client().set(KEYS.lock, holder, 'PX', 60_000);
    const before = await client().dbsize();

    const apply = state.marks.apply(NS, [adding(markOf('a'))], { token: 'mine' });

    await expect(apply).rejects.toThrow(LockLostError);
    expect(await client().dbsize()).toBe(before);
    expect(state.log.audited('a')).toEqual([]);
  });
});

describe('many marks', () => {
  test('600 transitions in one call are all applied', async () => {
    const answers = await state.marks.apply(
      NS,
      many(600, (i) => markOf(`ami-${i}`)),
    );

    expect(answers).toEqual(Array(600).fill('applied'));
    expect((await allMarks(state)).size).toBe(600);
  });

  test('20,000 marks are read, counted, paged and listed as due, each once', async () => {
    const dates = [NOW - 3, NOW - 2, NOW + DAY];
    const marks = many(20_000, (i) => markOf(`ami-${i}`, { at: dates[i % 3] as number }));
    await state.marks.apply(NS, marks);

    expect((await allMarks(state)).size).toBe(20_000);
    expect(await state.marks.count(NS, NOW)).toEqual({ marked: 20_000, due: 13_334, newlyDue: 13_334 });
    expect(await state.marks.count(NS, NOW, NOW - 3)).toEqual({ marked: 20_000, due: 13_334, newlyDue: 6_667 });
    const due = await state.marks.due(NS, NOW, 20_000);
    expect(new Set(due.map((mark) => mark.id)).size).toBe(13_334);
    expect(due.map((mark) => mark.projectedDeletionAt)).toEqual(due.map((m) => m.projectedDeletionAt).sort());
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await state.marks.page(NS, cursor, 500);
      seen.push(...page.marks.map((mark) => mark.id));
      cursor = page.next;
    } while (cursor);
    expect(seen).toHaveLength(20_000);
    expect(new Set(seen).size).toBe(20_000);
  });

  test('a page continues after the previous one although its last mark was removed meanwhile', async () => {
    const ids = ['B', 'Z', 'a', 'é', 'ab', 'b', '🜁', 'ＺＺ'];
    await state.marks.apply(
      NS,
      ids.map((id) => adding(markOf(id))),
    );
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await state.marks.page(NS, cursor, 2);
      seen.push(...page.marks.map((mark) => mark.id));
      cursor = page.next;
      const last = page.marks.at(-1);
      if (last) await state.marks.apply(NS, [removing(last)]);
    } while (cursor);

    expect([...seen].sort()).toEqual([...ids].sort());
  });

  test('an empty cursor begins at the start, and a forged cursor is refused', async () => {
    await state.marks.apply(NS, [adding(markOf('a'))]);

    expect((await state.marks.page(NS, '', 5)).marks).toHaveLength(1);
    for (const cursor of ['x', '[1]', '["0x10","a"]', '["1","a"]x']) {
      const made = Buffer.from(cursor).toString('base64url');
      await expect(state.marks.page(NS, made, 5)).rejects.toThrow(CursorError);
    }
  });
});

describe('held marks', () => {
  const dueIds = async (limit: number) => (await state.marks.due(NS, NOW, limit)).map(({ id }) => id);

  test('L54 the 600 oldest marks wait for a next attempt → the others are due', async () => {
    const old = many(600, (i) => markOf(`old-${i}`, { at: NOW - DAY }));
    const young = many(3, (i) => markOf(`young-${i}`, { at: NOW - 1 }));
    await state.marks.apply(NS, [...old, ...young]);
    const hold = old.map(({ id, after }) => ({
      id,
      before: after,
      after: deferMark(after as Mark, 'unknown', NOW + 1),
      audit: auditOf(id, 'deferred'),
    }));
    await state.marks.apply(NS, hold);

    const due = await state.marks.due(NS, NOW, 100);

    expect(due.map((mark) => mark.id)).toEqual(['young-0', 'young-1', 'young-2']);
    expect(await state.marks.count(NS, NOW, NOW - 5)).toEqual({ marked: 603, due: 3, newlyDue: 3 });
    expect(await state.marks.due(NS, NOW + 1, 1000)).toHaveLength(603);
    expect((await allMarks(state)).size).toBe(603);
  });

  test('L54 refused marks come behind marks that the cloud refused less often, however old', async () => {
    const marks = [
      markOf('refused twice, and notified anew', { at: NOW - 9, refusals: 2 }),
      markOf('refused', { at: NOW - 8, refusals: 1, nextAttemptAt: NOW }),
      markOf('refused, and held', { at: NOW - 7, refusals: 1, nextAttemptAt: NOW + 1 }),
      markOf('held before', { at: NOW - 2, nextAttemptAt: NOW }),
      markOf('never tried', { at: NOW - 1 }),
    ];
    await state.marks.apply(NS, marks.map(adding));

    expect(await dueIds(4)).toEqual(['held before', 'never tried', 'refused', 'refused twice, and notified anew']);
    expect(await dueIds(3)).toEqual(['held before', 'never tried', 'refused']);
  });

  test('L54 the store finds the first marks of the order that core says', async () => {
    const marks = Array.from({ length: 1_700 }, (_, i) => {
      const refusals = [undefined, undefined, 3, 1, undefined, 12, 2][i % 7];
      const nextAttemptAt = [undefined, NOW - 1, NOW + 1, NOW][i % 4];
      const inUse = i % 11 === 0 ? { since: NOW - DAY } : undefined;
      const at = NOW + 40 - ((i * 7919) % 997);
      return markOf(`ami-${i}`, { at, ...defined({ refusals, nextAttemptAt, inUse }) });
    });
    await state.marks.apply(NS, marks.map(adding));

    const isDue = (mark: Mark) => lookAt(mark) <= NOW && (mark.nextAttemptAt ?? 0) <= NOW;
    const inOrder = marks.filter(isDue).sort(compareTurns);
    for (const limit of [1, 25, 700, 5_000]) {
      expect(await dueIds(limit)).toEqual(inOrder.slice(0, limit).map(({ id }) => id));
    }
  });

  test('L54 a refusal that release 0.2 wrote counts, until the next survey writes how many there were', async () => {
    const refused = markOf('refused', { at: NOW - 9, refusals: 2, nextAttemptAt: NOW });
    await state.marks.apply(NS, [refused, markOf('never tried', { at: NOW - 1 })].map(adding));
    await client().del(KEYS.refused);
    await client().zadd(KEYS.retry, NOW - 0.5, 'refused');

    expect(await dueIds(4)).toEqual(['never tried', 'refused']);
    expect(await state.marks.reindex(NS)).toBe(1);
    expect(await client().zscore(KEYS.refused, 'refused')).toBe('2');
    expect(await client().zscore(KEYS.retry, 'refused')).toBe(String(NOW));
  });

  test('L54 a mark without refusals, and one that is gone, leave the refused ones', async () => {
    const [kept, gone, quarantined] = ['kept', 'gone', 'quarantined'].map((id) => markOf(id, { refusals: 1 }));
    if (!kept || !gone || !quarantined) throw new Error('three marks');
    await state.marks.apply(NS, [kept, gone, quarantined].map(adding));
    const { refusals: _, ...fresh } = { ...quarantined, revision: 2 };
    await state.optOuts.optOut(NS, { target: { kind: 'id', value: 'kept' }, until: 'forever', actor: 'ann', at: NOW });
    await state.marks.apply(NS, [
      removing(gone),
      { id: fresh.id, before: quarantined, after: fresh, audit: auditOf(fresh.id) },
    ]);

    expect(await client().exists(KEYS.refused)).toBe(0);
  });

  test('L54 a waiting mark that is not due does not lower the number of due marks', async () => {
    await state.marks.apply(NS, [
      adding(markOf('a', { at: NOW - 1 })),
      adding(markOf('b', { at: NOW + 5, nextAttemptAt: NOW + 9 })),
    ]);

    expect(await state.marks.count(NS, NOW)).toEqual({ marked: 2, due: 1, newlyDue: 1 });
  });

  test('L54 a change that removes the next attempt makes a mark due again', async () => {
    const held = markOf('a', { at: NOW - 1, nextAttemptAt: NOW + DAY });
    await state.marks.apply(NS, [adding(held)]);
    const { nextAttemptAt: _, ...free } = { ...held, revision: 2 };

    await state.marks.apply(NS, [{ id: 'a', before: held, after: free, audit: auditOf('a') }]);

    expect(await state.marks.due(NS, NOW, 5)).toEqual([free]);
  });
});

test('a mark under another id or namespace than its own is refused before anything is asked', async () => {
  const transition = { ...adding(markOf('a')), id: 'b' };

  await expect(state.marks.apply(NS, [transition])).rejects.toThrow(RangeError);
  await expect(state.marks.apply(OTHER_NS, [adding(markOf('a'))])).rejects.toThrow(RangeError);
  expect(state.marks).toBeInstanceOf(RedisMarkStore);
});
