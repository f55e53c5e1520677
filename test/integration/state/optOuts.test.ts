import { beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { OptOut, OptOutTarget } from '../../../src/core/owner/optOut.ts';
import {
  ALLOWED,
  adding,
  allMarks,
  auditOf,
  changing,
  DAY,
  dueMark,
  KEYS,
  markOf,
  NOW,
  NS,
  OTHER_NS,
  stateForAll,
  surveyed,
  WILD_IDS,
} from './support.ts';

const state = stateForAll();
beforeEach(async () => {
  await state.redis.flush();
  state.log.lines.length = 0;
});

const id = (value: string): OptOutTarget => ({ kind: 'id', value });
const group = (value: string): OptOutTarget => ({ kind: 'group', value });
const undone = (value: string) => ({ ...auditOf(value, 'optOutUndone'), actor: 'owner@example.com' });
const keeping = (target: OptOutTarget, change: Partial<OptOut> = {}): OptOut => ({
  target,
  until: 'forever',
  actor: 'owner@example.com',
  at: NOW,
  ...change,
});

describe('L62 an opt-out by id', () => {
  test.each(WILD_IDS)('L62 an opt-out removes the mark of %j and is stored', async (value) => {
    const mark = dueMark(value, { nextAttemptAt: NOW - 1 });
    await state.marks.apply(NS, [adding(mark), adding(markOf('other'))]);
    const optOut = keeping(id(value), { reason: 'we need it' });

    expect(await state.optOuts.optOut(NS, optOut)).toEqual({ removed: mark, deletionBegun: false });

    expect([...(await allMarks(state)).keys()]).toEqual(['other']);
    expect((await state.marks.page(NS, undefined, 5)).marks.map((m) => m.id)).toEqual(['other']);
    expect(await state.connection.client.zcard(KEYS.retry)).toBe(0);
    expect(await state.optOuts.all(NS)).toEqual(new Map([[`id:${value}`, { ...optOut, name: `name of ${value}` }]]));
    expect(await state.marks.apply(NS, [adding(mark)])).toEqual(['optedOut']);
  });

  test('an opt-out has the name of the mark that it removes, and a later one without a mark takes it over', async () => {
    await state.marks.apply(NS, [adding(markOf('a'))]);
    await state.optOuts.optOut(NS, keeping(id('a')));
    const later = keeping(id('a'), { actor: 'other@example.com', at: NOW + DAY });
    await state.optOuts.optOut(NS, later);
    expect((await state.optOuts.list(NS, id('a'))).map(({ name }) => name)).toEqual(['name of a', 'name of a']);
  });

  test('an opt-out that an older version stored without a name is read as it is', async () => {
    const { name: _none, ...older } = keeping(id('a'));
    const line = `${encodeURIComponent(older.actor)}|forever|${JSON.stringify(older)}`;
    await state.connection.client.hset(KEYS.optOuts, 'id:a', `forever\n${line}`);
    expect(await state.optOuts.list(NS, id('a'))).toEqual([older]);
  });

  test.each(['\u2028', '\u2029', '\r', '\u0085', '|', '\ud800'])(
    'L62 an opt-out with %j in its reason is read unchanged',
    async (odd) => {
      const optOut = keeping(id('a'), { reason: `line${odd}line` });
      await state.optOuts.optOut(NS, optOut);
      expect(await state.optOuts.all(NS)).toEqual(new Map([['id:a', optOut]]));
    },
  );

  test('L62 log and history have the opt-out and the removed mark, with actor and reason', async () => {
    await state.marks.apply(NS, [adding(markOf('a'))]);
    await state.optOuts.optOut(NS, keeping(id('a'), { reason: 'we need it', until: NOW + DAY }));

    const entries = state.log.audited('a').slice(1);
    expect(entries.map((entry) => entry.event)).toEqual(['optedOut', 'unmarked']);
    for (const entry of entries) {
      expect(entry).toMatchObject({ actor: 'owner@example.com', reason: expect.stringContaining('we need it') });
    }
    expect(await state.audit.history(NS, 'a')).toEqual([expect.objectContaining(auditOf('a')), ...entries]);
  });

  test('P7 the audit log has a repeated opt-out once a minute, and each different one', async () => {
    const recorded = async () =>
      (await state.audit.history(NS, 'a')).filter(({ event }) => event === 'optedOut').map(({ at }) => at - NOW);
    const say = (at: number, change: Partial<OptOut> = {}) =>
      state.optOuts.optOut(NS, keeping(id('a'), { at: NOW + at, until: NOW + at + DAY, ...change }));
    await say(0);
    await say(5_000);
    await say(9_000, { actor: 'other@example.com' });
    await say(10_000, { reason: 'because' });
    await say(11_000, { until: 'forever', reason: 'because' });
    await say(12_000, { until: 'forever', reason: 'because' });
    await say(90_000, { until: 'forever', reason: 'because' });
    expect(await recorded()).toEqual([0, 9_000, 10_000, 11_000, 90_000]);
    expect(state.log.audited('a').filter(({ event }) => event === 'optedOut')).toHaveLength(5);
  });

  test('P7 the audit log has an opt-out that is repeated after its withdrawal', async () => {
    await state.optOuts.optOut(NS, keeping(id('a')));
    await state.optOuts.undo(NS, id('a'), undone('a'));
    await state.optOuts.optOut(NS, keeping(id('a'), { at: NOW + 1_000 }));
    const events = (await state.audit.history(NS, 'a')).map(({ event }) => event);
    expect(events).toEqual(['optedOut', 'optOutUndone', 'optedOut']);
  });

  test('L63 an opt-out of an unmarked resource is stored, and rejects a mark', async () => {
    expect(await state.optOuts.optOut(NS, keeping(id('a')))).toEqual({ deletionBegun: false });
    expect(await state.marks.apply(NS, [adding(markOf('a'))])).toEqual(['optedOut']);
    expect(await allMarks(state)).toEqual(new Map());
  });

  test('L65 an opt-out after the permit is stored, leaves the mark, and says that the deletion had begun', async () => {
    const mark = dueMark('a', { state: 'deleting', intent: { passId: 'p', at: NOW } });
    await state.marks.apply(NS, [adding(mark)]);

    expect(await state.optOuts.optOut(NS, keeping(id('a')))).toEqual({ deletionBegun: true });
    expect(await state.marks.get(NS, 'a')).toEqual(mark);
    expect(state.log.audited('a').map((entry) => entry.event)).toEqual(['marked', 'optedOut']);
  });

  test('L63 an ended opt-out rejects no mark', async () => {
    await state.optOuts.optOut(NS, keeping(id('a'), { until: NOW }));

    expect(await state.marks.apply(NS, [adding(markOf('a'))])).toEqual(['applied']);
  });

  test('L62 an opt-out rejects a mark of another generation that would replace the present one', async () => {
    const mark = dueMark('a', { state: 'deleting' });
    await state.marks.apply(NS, [adding(mark)]);
    await state.optOuts.optOut(NS, keeping(id('a')));

    expect(await state.marks.apply(NS, [changing(mark, { generation: 'new', state: 'marked' })])).toEqual(['optedOut']);
  });

  test('L66 an opt-out in one region does not affect the same id in another', async () => {
    await state.optOuts.optOut(NS, keeping(id('a')));

    expect(await state.optOuts.all(OTHER_NS)).toEqual(new Map());
    expect(await state.marks.apply(OTHER_NS, [adding({ ...markOf('a'), namespace: OTHER_NS })])).toEqual(['applied']);
  });

  test('L62 opt-outs and mark passes run at once → no mark is left, in any order', async () => {
    const ids = Array.from({ length: 200 }, (_, i) => `ami-${i}`);

    await Promise.all(
      ids.flatMap((value, i) => {
        const mark = () => state.marks.apply(NS, [adding(markOf(value))]);
        const optOut = () => state.optOuts.optOut(NS, keeping(id(value)));
        return i % 2 === 0 ? [mark(), optOut()] : [optOut(), mark()];
      }),
    );

    expect(await allMarks(state)).toEqual(new Map());
    expect((await state.optOuts.all(NS)).size).toBe(200);
  });
});

describe('an opt-out of a group', () => {
  test('L63 an opt-out of a group removes the marks of its members, and rejects new ones', async () => {
    const mine = markOf('a', { group: 'app {1}' });
    await state.marks.apply(NS, [adding(mine), adding(markOf('b', { group: 'app' })), adding(markOf('c'))]);

    const stored = await state.optOuts.optOut(NS, keeping(group('app {1}')));

    expect(stored).toEqual({ removed: mine, deletionBegun: false });
    expect([...(await allMarks(state)).keys()].sort()).toEqual(['b', 'c']);
    expect(await state.marks.apply(NS, [adding(markOf('d', { group: 'app {1}' }))])).toEqual(['optedOut']);
    expect(state.log.audited('a').map((entry) => entry.event)).toEqual(['marked', 'unmarked']);
  });

  test('L65 an opt-out of a group says that a deletion had begun for one of its members', async () => {
    await state.marks.apply(NS, [
      adding(markOf('a', { group: 'g' })),
      adding(dueMark('b', { group: 'g', state: 'deleting' })),
    ]);

    const stored = await state.optOuts.optOut(NS, keeping(group('g')));

    expect(stored).toMatchObject({ deletionBegun: true, removed: { id: 'a' } });
    expect([...(await allMarks(state)).keys()]).toEqual(['b']);
  });

  test('L63 passes refresh the members of a group during its opt-out → no mark is left', async () => {
    const marks = Array.from({ length: 50 }, (_, i) => markOf(`a${i}`, { group: 'g' }));
    await state.marks.apply(NS, marks.map(adding));
    const refreshing = marks.map((mark) => state.marks.apply(NS, [changing(mark, { problem: 'x' })]));

    await Promise.all([state.optOuts.optOut(NS, keeping(group('g'))), ...refreshing]);

    expect(await allMarks(state)).toEqual(new Map());
  });

  test('L63 P7 an opt-out of a group of 22,000 removes most marks at once, and no permit is given for the others', async () => {
    const marks = Array.from({ length: 22_000 }, (_, i) => markOf(`a${i}`, { group: 'g', at: NOW - DAY }));
    await state.marks.apply(NS, marks.map(adding));
    const stored = await state.optOuts.optOut(NS, keeping(group('g')));
    const left = [...(await allMarks(state)).values()];
    expect(stored).toMatchObject({ deletionBegun: false, marksLeft: true });
    expect([left.length > 0, left.length < 3_000]).toEqual([true, true]);
    const [one] = left;
    if (!one) return;
    await surveyed(state);
    await state.connection.client.set(KEYS.lock, 'mine', 'PX', 60_000);
    const fence = { token: 'mine' };
    const asked = { mark: one, passId: 'p', now: NOW, identity: one.identity, group: 'g', deletesPerDay: 100 };
    const answer = await state.permits.request(NS, { ...asked, ...ALLOWED, noticeRequired: false }, fence);
    expect(answer).toMatchObject({ kind: 'denied', clause: 'optedOut' });
  });
});

describe('taking an opt-out back', () => {
  test('L64 a withdrawal of an opt-out allows marks again, and is in the log', async () => {
    await state.optOuts.optOut(NS, keeping(id('a')));

    expect(await state.optOuts.undo(NS, id('a'), undone('a'))).toBe(true);

    expect(await state.optOuts.all(NS)).toEqual(new Map());
    expect(await state.marks.apply(NS, [adding(markOf('a'))])).toEqual(['applied']);
    expect(state.log.audited('a').map((entry) => entry.event)).toContain('optOutUndone');
  });

  test('L64 a withdrawal without an opt-out changes nothing', async () => {
    expect(await state.optOuts.undo(NS, id('a'), undone('a'))).toBe(false);
    expect(await state.optOuts.pendingTags(NS, NOW, 5)).toEqual([]);
    expect(state.log.audited('a')).toEqual([]);
  });
});

describe('L64 several people keep the same thing', () => {
  const ANN = 'ann@example.com';
  const BOB = 'bob@example.com';
  const by = (actor: string, until: OptOut['until'], target = id('a')) => keeping(target, { actor, until });
  const undo = (actor: string, target = id('a'), whose?: string) =>
    state.optOuts.undo(NS, target, { ...auditOf('a', 'optOutUndone'), actor }, whose);
  const marking = async (change: Parameters<typeof markOf>[1] = {}) =>
    (await state.marks.apply(NS, [adding(markOf('a', change))]))[0];

  test('a withdrawn opt-out leaves the opt-out of another person', async () => {
    const anns = by(ANN, NOW + 90 * DAY);
    await state.optOuts.optOut(NS, anns);
    await state.optOuts.optOut(NS, by(BOB, 'forever'));

    expect(await undo(BOB)).toBe(true);

    expect(await state.optOuts.all(NS)).toEqual(new Map([['id:a', anns]]));
    expect(await marking()).toBe('optedOut');
  });

  test('a resource is ordinary again after the last withdrawal, in any order', async () => {
    for (const actor of [ANN, BOB, 'carol']) await state.optOuts.optOut(NS, by(actor, 'forever'));

    expect([await undo(BOB), await undo(ANN), await undo('carol')]).toEqual([true, true, true]);

    expect(await state.connection.client.hkeys(KEYS.optOuts)).toEqual(['sentinel']);
    expect(await marking()).toBe('applied');
  });

  test('nobody shortens the opt-out of another person, and the answer names the longer one', async () => {
    const bobs = by(BOB, 'forever');
    await state.optOuts.optOut(NS, bobs);

    const stored = await state.optOuts.optOut(NS, by(ANN, NOW - 1));

    expect(stored).toEqual({ deletionBegun: false, outlastedBy: bobs });
    expect(await state.optOuts.all(NS)).toEqual(new Map([['id:a', bobs]]));
    expect(await marking()).toBe('optedOut');
  });

  test('the longest opt-out is not outlasted', async () => {
    await state.optOuts.optOut(NS, by(ANN, NOW + DAY));

    expect(await state.optOuts.optOut(NS, by(BOB, NOW + DAY))).toEqual({ deletionBegun: false });
    expect(await state.optOuts.optOut(NS, by(BOB, NOW + 2 * DAY))).toEqual({ deletionBegun: false });
    expect(await state.optOuts.optOut(NS, by(BOB, 'forever'))).toEqual({ deletionBegun: false });
  });

  test('the last word of a person replaces the earlier one, also when it is shorter', async () => {
    await state.optOuts.optOut(NS, by(ANN, 'forever'));
    const last = by(ANN, NOW - 1);

    expect(await state.optOuts.optOut(NS, last)).toEqual({ deletionBegun: false });

    expect(await state.optOuts.list(NS)).toEqual([last]);
    expect(await marking()).toBe('applied');
  });

  test("the list has every person's opt-out, longest first", async () => {
    const anns = by(ANN, NOW + 90 * DAY);
    const bobs = by(BOB, 'forever');
    const over = by('carol', NOW - DAY);
    const ofGroup = by(ANN, 'forever', group('a'));
    for (const optOut of [over, anns, bobs, ofGroup]) await state.optOuts.optOut(NS, optOut);

    expect(await state.optOuts.list(NS, id('a'))).toEqual([bobs, anns, over]);
    expect(await state.optOuts.list(NS, id('b'))).toEqual([]);
    expect(new Set(await state.optOuts.list(NS))).toEqual(new Set([bobs, anns, over, ofGroup]));
  });

  test('a person without an opt-out withdraws nothing', async () => {
    await state.optOuts.optOut(NS, by(ANN, 'forever'));
    const logged = state.log.lines.length;

    expect(await undo(BOB)).toBe(false);

    expect(await state.optOuts.list(NS)).toHaveLength(1);
    expect(state.log.lines).toHaveLength(logged);
  });

  test("an operator withdraws another person's opt-out by name", async () => {
    await state.optOuts.optOut(NS, by(ANN, 'forever'));
    await state.optOuts.optOut(NS, by(BOB, 'forever'));

    expect(await undo('operator', id('a'), ANN)).toBe(true);

    expect((await state.optOuts.list(NS)).map(({ actor }) => actor)).toEqual([BOB]);
    expect(state.log.audited('a').at(-1)).toMatchObject({ event: 'optOutUndone', actor: 'operator' });
  });

  test('a group is kept as long as one opt-out of it is in force', async () => {
    await state.optOuts.optOut(NS, by(ANN, 'forever', group('g')));
    await state.optOuts.optOut(NS, by(BOB, NOW - DAY, group('g')));
    await undo(BOB, group('g'));

    expect(await marking({ group: 'g' })).toBe('optedOut');
  });

  test.each(['', 'a|b', 'forever', '1', 'two\nlines', '100%', 'Ünï <✓>', ...WILD_IDS])(
    'a person called %j is one person',
    async (actor) => {
      const theirs = by(actor, 'forever');
      await state.optOuts.optOut(NS, by(`${actor}|1`, NOW + DAY));
      await state.optOuts.optOut(NS, by(actor, NOW + DAY));
      await state.optOuts.optOut(NS, theirs);

      expect((await state.optOuts.list(NS, id('a')))[0]).toEqual(theirs);
      expect(await state.optOuts.list(NS, id('a'))).toHaveLength(2);
      expect(await undo(actor)).toBe(true);
      expect(await state.optOuts.list(NS, id('a'))).toHaveLength(1);
    },
  );

  test('concurrent opt-outs all count', async () => {
    const people = Array.from({ length: 60 }, (_, i) => `person-${i}@example.com`);

    await Promise.all(people.map((actor, i) => state.optOuts.optOut(NS, by(actor, i === 7 ? 'forever' : NOW + i))));
    expect((await state.optOuts.all(NS)).get('id:a')).toEqual(by(people[7] ?? '', 'forever'));
    expect(await state.optOuts.list(NS)).toHaveLength(60);

    await Promise.all(people.filter((_, i) => i !== 7).map((actor) => undo(actor)));
    expect(await state.optOuts.list(NS)).toEqual([by(people[7] ?? '', 'forever')]);
    expect(await marking()).toBe('optedOut');
  });

  test('the last answer of each person counts, in any order', async () => {
    const step = fc.record({
      actor: fc.constantFrom(ANN, BOB, 'c|d'),
      says: fc.constantFrom('undo' as const, 'forever' as const, NOW - DAY, NOW + DAY),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
        await state.redis.flush();
        const last = new Map<string, OptOut>();
        for (const { actor, says } of steps) {
          if (says === 'undo') expect(await undo(actor)).toBe(last.delete(actor));
          else {
            last.set(actor, by(actor, says));
            await state.optOuts.optOut(NS, by(actor, says));
          }
        }
        const kept = [...last.values()].some(({ until }) => until === 'forever' || until > NOW);
        expect(new Set(await state.optOuts.list(NS))).toEqual(new Set(last.values()));
        expect(await marking()).toBe(kept ? 'optedOut' : 'applied');
      }),
      { numRuns: 60 },
    );
  });

  test.each<[string, (OptOut | 'undo of bob')[], OptOut['until'] | undefined]>([
    ['the longer of two', [by(BOB, 'forever'), by(ANN, NOW + DAY)], 'forever'],
    ['the later of two', [by(BOB, NOW + DAY), by(ANN, NOW + 2 * DAY)], NOW + 2 * DAY],
    ['a shorter one of the same person', [by(ANN, 'forever'), by(ANN, NOW + DAY)], NOW + DAY],
    ['what is left', [by(ANN, NOW + DAY), by(BOB, 'forever'), 'undo of bob'], NOW + DAY],
    ['nothing when what is left is over', [by(ANN, NOW - DAY), by(BOB, 'forever'), 'undo of bob'], undefined],
    ['nothing when nothing is left', [by(BOB, 'forever'), 'undo of bob'], undefined],
  ])('L62 the tag to be written says %s', async (_what, steps, until) => {
    for (const step of steps) await (step === 'undo of bob' ? undo(BOB) : state.optOuts.optOut(NS, step));

    expect(await state.optOuts.pendingTags(NS, NOW, 5)).toEqual([{ id: 'a', until, version: expect.any(String) }]);
  });

  test('an unreadable opt-out keeps, whatever other people store and withdraw', async () => {
    await state.connection.client.hset(KEYS.optOuts, 'id:a', 'nonsense');
    expect(await state.optOuts.optOut(NS, by(ANN, NOW + DAY))).toEqual({ deletionBegun: false });
    expect(await undo(ANN)).toBe(true);

    expect(await marking()).toBe('optedOut');
    expect((await state.optOuts.all(NS)).get('id:a')).toMatchObject({ target: id('a'), until: 'forever' });
  });
});

describe('tags that are still to be written', () => {
  test.each(WILD_IDS)('L62 the tag of %j is pending until it is settled', async (value) => {
    await state.optOuts.optOut(NS, keeping(id(value), { until: NOW + DAY }));

    const [pending] = await state.optOuts.pendingTags(NS, NOW, 5);
    expect(pending).toMatchObject({ id: value, until: NOW + DAY });
    if (pending) await state.optOuts.settleTag(NS, pending);

    expect(await state.optOuts.pendingTags(NS, NOW + DAY, 5)).toEqual([]);
    expect(await state.connection.client.exists(KEYS.pendingTags, KEYS.tagIntents)).toBe(0);
  });

  test('L62 a tag that could not be written is pending again later', async () => {
    await state.optOuts.optOut(NS, keeping(id('a')));
    const pending = await state.optOuts.pendingTags(NS, NOW, 5);

    for (const tag of pending) await state.optOuts.settleTag(NS, tag, NOW + 1000);

    expect(await state.optOuts.pendingTags(NS, NOW + 999, 5)).toEqual([]);
    expect(await state.optOuts.pendingTags(NS, NOW + 1000, 5)).toEqual(pending);
  });

  test('a newer decision stays pending when an older one is settled', async () => {
    await state.optOuts.optOut(NS, keeping(id('a')));
    const [older] = await state.optOuts.pendingTags(NS, NOW, 5);
    await state.optOuts.undo(NS, id('a'), undone('a'));

    if (older) await state.optOuts.settleTag(NS, older);

    const [newer] = await state.optOuts.pendingTags(NS, NOW, 5);
    expect(newer).toMatchObject({ id: 'a', until: undefined });
    expect(newer?.version).not.toBe(older?.version);
  });

  test('an opt-out of a group has no pending tag', async () => {
    await state.optOuts.optOut(NS, keeping(group('g')));

    expect(await state.optOuts.pendingTags(NS, NOW, 5)).toEqual([]);
  });
});

test.each(['forever\na|forever|{', 'forever', '', 'nonsense', 'forever\n"json"'])(
  'an unreadable opt-out, %j, keeps forever and hides no other; a read of it alone is an error',
  async (value) => {
    await state.connection.client.hset(KEYS.optOuts, 'id:a', value);

    await state.optOuts.optOut(NS, keeping(id('b'), { until: NOW + DAY }));

    expect([...(await state.optOuts.all(NS))].map(([target, { until }]) => [target, until]).sort()).toEqual([
      ['id:a', 'forever'],
      ['id:b', NOW + DAY],
    ]);
    await expect(state.optOuts.list(NS, id('a'))).rejects.toThrow('"id:a" is unreadable');
  },
);

test('the first opt-out leaves a sentinel, which the later do not move', async () => {
  await state.optOuts.optOut(NS, keeping(id('a')));
  const epoch = await state.connection.client.hget(KEYS.optOuts, 'sentinel');
  await state.optOuts.optOut(NS, keeping(id('b')));

  expect(Number(epoch)).toBeGreaterThan(NOW);
  expect(await state.connection.client.hget(KEYS.optOuts, 'sentinel')).toBe(epoch);
});

describe('law 10: the state that was left, and the one that was entered', () => {
  const ISO = new Date(NOW + DAY).toISOString();
  const LATER = new Date(NOW + 2 * DAY).toISOString();
  const ann = { actor: 'ann@example.com' };
  /** Event, before and after of all that is on record about it; the log, which is the record, says the same. */
  const states = async (value: string) => {
    const entries = await state.audit.history(NS, value);
    expect(state.log.audited(value)).toEqual(entries);
    return entries.map(({ event, before, after }) => [event, before, after]);
  };

  test('the audit log has an opt-out, its removed mark, and its withdrawal', async () => {
    await state.marks.apply(NS, [adding(dueMark('a'))]);
    await state.optOuts.optOut(NS, keeping(id('a'), { until: NOW + DAY }));
    await state.optOuts.optOut(NS, keeping(id('a')));
    await state.optOuts.undo(NS, id('a'), undone('a'));
    expect((await states('a')).slice(1)).toEqual([
      ['optedOut', 'not kept', `kept until ${ISO}`],
      ['unmarked', 'noticed', 'none'],
      ['optedOut', `kept until ${ISO}`, 'kept forever'],
      ['optOutUndone', 'kept forever', 'not kept'],
    ]);
  });

  test('where others keep it too, the longest counts', async () => {
    await state.optOuts.optOut(NS, keeping(id('a'), { ...ann, until: NOW + 2 * DAY }));
    await state.optOuts.optOut(NS, keeping(id('a'), { until: NOW + DAY }));
    await state.optOuts.undo(NS, id('a'), { ...undone('a'), actor: 'olga' }, ann.actor);
    expect(await states('a')).toEqual([
      ['optedOut', 'not kept', `kept until ${LATER}`],
      ['optedOut', `kept until ${LATER}`, `kept until ${LATER}`],
      ['optOutUndone', `kept until ${LATER}`, `kept until ${ISO}`],
    ]);
  });

  test('the audit log has an opt-out after an ended one, and after an unreadable one', async () => {
    await state.optOuts.optOut(NS, keeping(id('a'), { until: NOW + DAY }));
    await state.optOuts.optOut(NS, keeping(id('a'), { at: NOW + 2 * DAY }));
    await state.connection.client.hset(KEYS.optOuts, 'id:b', 'nonsense');
    await state.optOuts.optOut(NS, keeping(id('b'), { until: NOW + DAY })).catch(() => undefined);
    expect((await states('a')).at(-1)).toEqual(['optedOut', 'not kept', 'kept forever']);
    expect(await states('b')).toEqual([['optedOut', 'kept by an unreadable opt-out', 'kept by an unreadable opt-out']]);
  });

  test('the log has the state at the time of the write, not at an earlier read', async () => {
    const others = keeping(id('a'), { ...ann, until: NOW + 2 * DAY });
    await state.optOuts.optOut(NS, others);
    await Promise.all([
      state.optOuts.undo(NS, id('a'), { ...undone('a'), actor: ann.actor }),
      state.optOuts.optOut(NS, keeping(id('a'), { until: NOW + DAY })),
    ]);
    const last = state.log.audited('a').findLast(({ event }) => event === 'optedOut');
    const isFirst = state.log.audited('a').at(-1)?.event === 'optOutUndone';
    expect([last?.before, last?.after]).toEqual(
      isFirst ? [`kept until ${LATER}`, `kept until ${LATER}`] : ['not kept', `kept until ${ISO}`],
    );
  });
});
