import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { evidenceOf, type SourcedFinding } from '../../../src/core/common/finding.ts';
import { atOnce } from '../../../src/core/common/steps.ts';
import { chainDates } from '../../../src/core/evaluation/chainDates.ts';
import { resolvingHolds } from '../../../src/core/evaluation/holdChains.ts';
import {
  endedUseKey,
  type HolderState,
  type Holders,
  holderType,
  isSelfReference,
  sortUses,
  waitedOf,
} from '../../../src/core/evaluation/holders.ts';
import type { Policy } from '../../../src/core/evaluation/policy.ts';
import { STEPS, type Verdict } from '../../../src/core/evaluation/verdict.ts';
import { DAY, gap, NOW, policy, resource, rule, usedBy, verdict, verdicts } from '../../support/evaluation.ts';

const HOUR = 3_600_000;
const [DUE, PLACE] = [NOW + 3 * DAY, { account: 'test', location: 'us-east-1' }];
const use = (byId: string, more: Partial<SourcedFinding> = {}): SourcedFinding => ({
  ...usedBy('rule', `listener ${byId}`),
  byId,
  ...more,
});
const marked: HolderState = { kind: 'marked', dueAt: DUE };

function holders(states: Readonly<Record<string, HolderState>>, more: Partial<Holders> = {}): Holders {
  return {
    place: PLACE,
    ownType: 'rule',
    types: ['listener'],
    isOwnTypeJudged: false,
    stateOf: (type, id) => (type === 'listener' ? states[id] : undefined),
    ended: {},
    wasHeld: () => false,
    ...more,
  };
}

const judged = (findings: readonly SourcedFinding[], given: Partial<Policy>, gaps: ReturnType<typeof gap>[] = []) =>
  verdict(resource('rule'), given, evidenceOf(findings, gaps));

describe('a resource whose only users are deleted first', () => {
  test('marked users hold a resource: all other steps pass, and the verdict names the users, the rules and the date', async () => {
    const held = await judged([use('l-1')], { holders: holders({ 'l-1': marked }) });
    expect(held).toMatchObject({
      kind: 'held',
      decidedBy: 'hold',
      reasons: ['nothing else uses it', 'after listener l-1'],
      nominatedBecause: ['nothing else uses it'],
      waitsFor: [{ type: 'listener', id: 'l-1', by: 'listener l-1', findings: { instances: 1 }, dueAt: DUE }],
      usedBy: [{ byId: 'l-1' }],
    });
    expect(held.trace.map(({ step }) => step)).toEqual([...STEPS]);
  });

  test('law 4 is kept as soon as one user is no holder, and all such users are named', async () => {
    const kept = await judged([use('l-1'), use('l-2')], { holders: holders({ 'l-1': marked }) });
    expect(kept).toMatchObject({ kind: 'keep', decidedBy: 'use', reasons: ['used by listener l-2'] });
    expect(kept.waitsFor).toBeUndefined();
  });

  test.each<[string, Partial<SourcedFinding>]>([
    ['names no id', { byId: undefined as never }],
    ['was read in another account', { place: { account: 'prod', location: 'us-east-1' } }],
    ['was read in another location', { place: { account: 'test', location: 'eu-west-1' } }],
    ['names a type that does not go first', { byType: 'certificate' }],
  ])('law 1 is kept by a user whose finding %s', async (_what, more) => {
    const kept = await judged([use('l-1', more)], { holders: holders({ 'l-1': marked }) });
    expect(kept).toMatchObject({ kind: 'keep', decidedBy: 'use' });
  });

  test('law 1 is kept if several types go first and the finding does not say which type its user has', async () => {
    const two = holders({ 'l-1': marked }, { types: ['listener', 'balancer'] });
    expect((await judged([use('l-1')], { holders: two })).kind).toBe('keep');
    expect((await judged([use('l-1', { byType: 'listener' })], { holders: two })).kind).toBe('held');
  });

  test('law 1 is unknown if the mark of a user cannot be read', async () => {
    const unreadable = holders({ 'l-1': { kind: 'unreadable', why: 'its mark cannot be read' } });
    expect(await judged([use('l-1')], { holders: unreadable })).toMatchObject({
      kind: 'unknown',
      reasons: ['it is not known whether listener l-1 is deleted first: its mark cannot be read'],
    });
  });

  test('a user whose type the plan does not have is an ordinary use, and the reason says so', async () => {
    const kept = await judged([use('l-1')], { holders: holders({ 'l-1': { kind: 'unplanned' } }) });
    expect(kept.reasons).toEqual([
      'used by listener l-1, an ordinary use here: there are no marks and no plan of its type, listener',
    ]);
  });

  test('a step that keeps the resource, or makes it unknown, decides without these users', async () => {
    const given = { holders: holders({ 'l-1': marked }) };
    expect(await judged([use('l-1')], given, [gap('denied')])).toMatchObject({
      kind: 'unknown',
      decidedBy: 'evidence',
    });
    expect((await judged([use('l-1')], { ...given, keep: [{ id: 'rule' }] })).decidedBy).toBe('exclusion');
    expect((await judged([use('l-1')], { ...given, when: [[rule('age', { moreThan: '3650d' })]] })).decidedBy).toBe(
      'rule',
    );
  });

  test('names itself without being its own user', async () => {
    const own = holders({}, { ownType: 'rule', types: ['rule'], isOwnTypeJudged: true });
    expect(await judged([use('rule', { byType: 'rule' })], { holders: own })).toMatchObject({
      kind: 'candidate',
      usedBy: [],
    });
    expect((await judged([use('rule')], {})).kind).toBe('keep');
  });

  test.each<[string, Partial<SourcedFinding>]>([
    ['has another type', { byType: 'listener' }],
    ['is in another account', { place: { account: 'prod', location: 'us-east-1' } }],
    ['is in another location', { place: { account: 'test', location: 'eu-west-1' } }],
  ])('law 1 a user of the same id that %s is a user', async (_what, more) => {
    const own = holders({}, { ownType: 'rule', types: ['rule', 'listener'], isOwnTypeJudged: true });
    const kept = await judged([use('rule', { byType: 'rule', ...more })], { holders: own });
    expect(kept).toMatchObject({ kind: 'keep', decidedBy: 'use' });
  });

  test('its holder waits itself: the reason says why', async () => {
    const late = holders({ 'l-1': { kind: 'marked', dueAt: DUE, problem: 'deletion protection is on' } });
    expect((await judged([use('l-1')], { holders: late })).reasons).toContain(
      'after listener l-1 (deletion protection is on)',
    );
  });
});

describe('the uses of a resource', () => {
  const own = (state: HolderState) =>
    holders({}, { ownType: 'rule', types: ['rule'], isOwnTypeJudged: true, stateOf: () => state });

  test('are ordinary ones where the type waits for no other', () => {
    const finding = use('l-1');
    const sorted = sortUses([finding], undefined, NOW);
    expect(sorted).toEqual({ keepers: [{ finding, note: '' }], waits: [], unsure: [], ending: new Set() });
  });

  test('by one user are one wait, with the number of its findings in each source', () => {
    const findings = [use('l-1'), use('l-1'), use('l-1', { source: 'groups' }), use('l-2')];
    const { waits, ending } = sortUses(findings, holders({ 'l-1': marked, 'l-2': marked }), NOW);
    expect(waits.map(({ id, findings: counts }) => [id, counts])).toEqual([
      ['l-1', { instances: 2, groups: 1 }],
      ['l-2', { instances: 1 }],
    ]);
    expect(ending.size).toBe(4);
    expect(waits.map(waitedOf)[1]).toEqual({
      type: 'listener',
      id: 'l-2',
      by: 'listener l-2',
      findings: { instances: 1 },
    });
  });

  test('by one of its own type wait for its verdict, unless Holystone deleted it', () => {
    const [wait] = sortUses([use('other')], own(marked), NOW).waits;
    expect(wait).toEqual({ type: 'rule', id: 'other', by: 'listener other', findings: { instances: 1 } });
    const deleted = sortUses([use('other')], own({ kind: 'deleted', at: NOW - HOUR }), NOW).waits;
    expect(deleted).toMatchObject([{ id: 'other', isDeleted: true, why: expect.stringContaining('still names it') }]);
    expect(sortUses([use('other')], own({ kind: 'deleted', at: NOW - 6 * HOUR }), NOW).waits).toEqual([]);
  });

  test('law 1 say what is known of a user that was deleted long ago, and nothing by a clock that was wrong', () => {
    const noteOf = (at: number) =>
      sortUses([use('l-1')], holders({ 'l-1': { kind: 'deleted', at } }), NOW).keepers[0]?.note;
    expect(noteOf(NOW - 6 * HOUR)).toBe(', although Holystone deleted it at 2026-06-01T06:00:00.000Z');
    expect(noteOf(NOW + DAY)).toBe('');
  });

  test('law 1 are by a holder only where they are uses: a last use, or one that is not known, names none', () => {
    const says = (['used', 'lastUsed', 'unknown'] as const).map((one) =>
      holderType(use('l-1', { says: one }), holders({})),
    );
    expect(says).toEqual(['listener', undefined, undefined]);
  });

  test('are none of its own only where the type has holders', () => {
    expect(isSelfReference(use('rule'), 'rule', undefined)).toBe(false);
    expect(isSelfReference(use('rule'), 'rule', own(marked))).toBe(true);
    expect(isSelfReference(use('other'), 'rule', own(marked))).toBe(false);
  });
});

describe('a user that Holystone deleted, and that the evidence still names', () => {
  const deleted = (at: number) => ({ holders: holders({ 'l-1': { kind: 'deleted', at } }) });

  test('a deleted user holds the resource for six hours: only evidence shows that it is gone', async () => {
    expect(await judged([use('l-1')], deleted(NOW - 6 * HOUR + 1))).toMatchObject({ kind: 'held' });
    expect((await judged([use('l-1')], deleted(NOW))).reasons[1]).toBe(
      `after listener l-1 (Holystone deleted it at ${new Date(NOW).toISOString()}, and the evidence still names it)`,
    );
  });

  test('a deleted user that lingers is an ordinary user after six hours, and if a wrong clock wrote the time', async () => {
    for (const at of [NOW - 6 * HOUR, NOW + HOUR]) {
      expect(await judged([use('l-1')], deleted(at))).toMatchObject({ kind: 'keep', decidedBy: 'use' });
    }
  });

  test('a deleted user is gone when the evidence no longer names it: then the resource is a plain candidate', async () => {
    expect(await judged([], deleted(NOW))).toMatchObject({ kind: 'candidate', reasons: ['nothing uses it'] });
  });
});

describe('the last use by a holder', () => {
  const lastUsed = new Map([[endedUseKey('rule'), NOW - HOUR]]);
  const unusedForMs = 14 * DAY;

  test('counts like any other where the resource was not held: its owner does not know of the change', async () => {
    const kept = await judged([], { holders: holders({}), lastUsed, unusedForMs });
    expect(kept).toMatchObject({ kind: 'keep', decidedBy: 'age' });
  });

  test('does not count for a resource that is held, or whose mark says that it was: its owner was notified', async () => {
    const held = holders({ 'l-1': marked });
    expect((await judged([use('l-1')], { holders: held, lastUsed, unusedForMs })).kind).toBe('held');
    const wasHeld = holders({}, { wasHeld: ({ identity }) => identity === 'rule@1' });
    expect((await judged([], { holders: wasHeld, lastUsed, unusedForMs })).kind).toBe('candidate');
  });

  test('law 4 the last use by anybody else counts for a held resource too', async () => {
    const others = new Map([['rule', NOW - HOUR]]);
    const kept = await judged([use('l-1')], { holders: holders({ 'l-1': marked }), lastUsed: others, unusedForMs });
    expect(kept).toMatchObject({ kind: 'keep', decidedBy: 'age' });
  });
});

/** Verdicts of groups that use each other, `a: ['b']` = a is used by b; `used` have an ordinary user too. */
async function groups(usedBySame: Readonly<Record<string, readonly string[]>>, used: readonly string[] = []) {
  const own = holders({}, { ownType: 'group', types: ['group'], isOwnTypeJudged: true });
  const findings = Object.entries(usedBySame).flatMap(([id, users]) =>
    users.map((byId) => ({ ...usedBy(id, `group ${byId}`), byId })),
  );
  const evidence = evidenceOf([...findings, ...used.map((id) => usedBy(id, 'interface eni-1'))]);
  const first = await verdicts(
    Object.keys(usedBySame).map((id) => resource(id)),
    { holders: own },
    evidence,
  );
  return new Map([...first, ...atOnce(resolvingHolds(first, own, true))]);
}

const kindsOf = (all: ReadonlyMap<string, Verdict>) => Object.fromEntries([...all].map(([id, { kind }]) => [id, kind]));

describe('chains within one type', () => {
  test('all of a chain are held, but for its head, which is a candidate', async () => {
    expect(kindsOf(await groups({ c: ['b'], b: ['a'], a: [] }))).toEqual({ a: 'candidate', b: 'held', c: 'held' });
  });

  test('an ordinary use at the head keeps the whole chain, and each reason names the user', async () => {
    const all = await groups({ c: ['b'], b: ['a'], a: [] }, ['a']);
    expect(kindsOf(all)).toEqual({ a: 'keep', b: 'keep', c: 'keep' });
    expect([all.get('b')?.reasons, all.get('c')?.reasons]).toEqual([
      ['used by group a'],
      ['used by group b, which is kept'],
    ]);
    expect(all.get('c')?.waitsFor).toBeUndefined();
  });

  test('a verdict that becomes keep says in its trace which step decided, after all others', async () => {
    const kept = (await groups({ b: ['a'], a: [] }, ['a'])).get('b');
    expect(kept).toMatchObject({ kind: 'keep', decidedBy: 'use' });
    expect(kept?.trace.map(({ step }) => step)).toEqual([...STEPS, 'use']);
    expect(kept?.trace.at(-1)).toEqual({ step: 'use', says: 'keep', reasons: ['used by group a'] });
    expect(kept).not.toHaveProperty('nominatedBecause');
  });

  test('the reason of a group in a circle is the ordinary use of a member, if there is one', async () => {
    const all = await groups({ a: ['b', 'x'], b: ['a'], x: [] }, ['x']);
    expect(kindsOf(all)).toEqual({ a: 'keep', b: 'keep', x: 'keep' });
    expect([all.get('a')?.reasons, all.get('b')?.reasons]).toEqual([
      ['used by group x'],
      ['used by group a, which is kept'],
    ]);
  });

  test.each<[string, HolderState | undefined, boolean, string]>([
    ['has a mark', marked, true, 'held'],
    ['has no mark', undefined, true, 'keep'],
    ['has a mark that cannot be read', { kind: 'unreadable', why: 'denied' }, true, 'keep'],
    ['may still become a candidate, because more evidence follows', undefined, false, 'held'],
  ])('law 1 a group whose user is unknown and %s', async (_what, state, isFinal, kind) => {
    const own = holders({}, { ownType: 'group', types: ['group'], isOwnTypeJudged: true, stateOf: () => state });
    const uses = [{ ...usedBy('b', 'group a'), byId: 'a' }];
    const evidence = evidenceOf(uses, [gap('denied', new Set(['a']))]);
    const first = await verdicts([resource('a'), resource('b')], { holders: own }, evidence);
    const resolved = isFinal ? resolvingHolds(first, own, true) : resolvingHolds(first, own);
    const all = new Map([...first, ...atOnce(resolved)]);
    expect(kindsOf(all)).toEqual({ a: 'unknown', b: kind });
  });

  test('a user that the listing does not have keeps', async () => {
    expect(kindsOf(await groups({ a: ['z'] }))).toEqual({ a: 'keep' });
  });

  test('A5 two groups that only name each other are kept, and the reason names the circle', async () => {
    const all = await groups({ a: ['b', 'a'], b: ['a'], c: ['b'], d: [] });
    expect(kindsOf(all)).toEqual({ a: 'keep', b: 'keep', c: 'keep', d: 'candidate' });
    expect(all.get('a')?.reasons).toEqual([
      'used by group b; a, b use each other in a circle, so none of them can be deleted first',
    ]);
    expect(all.get('c')?.reasons).toEqual(['used by group b, which is kept']);
  });

  test('A5 of a large circle the reason names some, and each user in it, but none outside', async () => {
    const ring = { a: ['g', 'b', 'x'], b: ['a'], c: ['b'], d: ['c'], e: ['d'], f: ['e'], g: ['f'], x: [] };
    const all = await groups(ring);
    expect(all.get('x')?.kind).toBe('candidate');
    expect(all.get('a')?.reasons).toEqual([
      'used by group g, group b; a, b, c, d, e, 2 more use each other in a circle, so none of them can be deleted first',
    ]);
    const { g: _none, ...five } = { ...ring, a: ['e'], f: [] };
    expect((await groups(five)).get('a')?.reasons).toEqual([
      'used by group e; a, b, c, d, e use each other in a circle, so none of them can be deleted first',
    ]);
  });

  test('a group whose user is being deleted already waits for that, whatever its verdict is by now', async () => {
    const kindWith = async (state: HolderState) => {
      const own = holders({}, { ownType: 'group', types: ['group'], isOwnTypeJudged: true, stateOf: () => state });
      const uses = [{ ...usedBy('b', 'group a'), byId: 'a' }, usedBy('a', 'interface eni-1')];
      const first = await verdicts([resource('a'), resource('b')], { holders: own }, evidenceOf(uses));
      return new Map([...first, ...atOnce(resolvingHolds(first, own, true))]).get('b')?.kind;
    };
    expect(await kindWith({ kind: 'marked', dueAt: DUE, isBegun: true })).toBe('held');
    expect(await kindWith(marked)).toBe('keep');
  });

  test('users of another type, and those that Holystone deleted, are no part of a chain', async () => {
    const state = (type: string): HolderState => (type === 'listener' ? marked : { kind: 'deleted', at: NOW - HOUR });
    const own = holders({}, { ownType: 'group', types: ['group', 'listener'], isOwnTypeJudged: true, stateOf: state });
    const uses = [
      { ...usedBy('a', 'listener l'), byId: 'b', byType: 'listener' },
      { ...usedBy('a', 'group z'), byId: 'z', byType: 'group' },
    ];
    const first = await verdicts(
      [resource('a'), resource('b')],
      { holders: own },
      evidenceOf([...uses, usedBy('b', 'x')]),
    );
    expect(kindsOf(first)).toEqual({ a: 'held', b: 'keep' });
    expect(atOnce(resolvingHolds(first, own, true)).size).toBe(0);
  });

  test('nothing changes where the type has no holders of its own, or no holders at all', async () => {
    const first = await judged([use('l-1')], { holders: holders({ 'l-1': marked }) });
    const waitsFor = first.waitsFor?.map((wait) => ({ ...wait, type: 'rule' })) ?? [];
    const all = new Map<string, Verdict>([['rule', { ...first, waitsFor }]]);
    expect(atOnce(resolvingHolds(all, holders({}), true)).size).toBe(0);
    expect(atOnce(resolvingHolds(all, undefined, true)).size).toBe(0);
    expect(atOnce(resolvingHolds(all, holders({}, { isOwnTypeJudged: true }), true)).size).toBe(1);
  });

  describe('law 3 the date of a chain', () => {
    const wait = (id: string, more: object = {}) => ({ type: 'group', id, by: `group ${id}`, findings: {}, ...more });
    const held = (id: string, ...waitsFor: object[]) => ({ id, kind: 'held', waitsFor }) as unknown as Verdict;
    const dateOf = (all: readonly Verdict[], id: string, own: Readonly<Record<string, number>> = {}) => {
      const byId = new Map(all.map((one) => [one.id, one]));
      const date = chainDates(
        (one) => byId.get(one),
        (one) => own[one] ?? 0,
      );
      return date(byId.get(id) as Verdict);
    };

    test('is the latest of all that go first, however far away, and in whatever order they are asked', () => {
      const chain = [held('c', wait('b'), wait('x')), held('b', wait('a')), held('x', wait('y', { dueAt: 5 }))];
      expect(dateOf(chain, 'c', { a: 9, b: 7, x: 3 })).toBe(9);
      expect(dateOf(chain, 'c', { a: 1, b: 7, x: 3 })).toBe(7);
      expect(dateOf(chain, 'c', { a: 1, b: 2, x: 3 })).toBe(5);
      expect(dateOf([held('c', wait('x'), wait('b')), ...chain.slice(1)], 'c', { a: 9 })).toBe(9);
    });

    test('is that of the mark of a user, where it has one, and none of a user that is deleted', () => {
      expect(dateOf([held('b', wait('a', { dueAt: 4 }))], 'b', { a: 9 })).toBe(4);
      expect(dateOf([held('b', wait('a', { isDeleted: true }))], 'b', { a: 9 })).toBe(0);
      expect(dateOf([held('b')], 'b', { b: 9 })).toBe(0);
    });

    test('is asked of held users alone', () => {
      const kept = { id: 'a', kind: 'candidate', waitsFor: [wait('z', { dueAt: 99 })] } as unknown as Verdict;
      expect(dateOf([held('b', wait('a')), kept], 'b', { a: 3 })).toBe(3);
    });
  });

  test('a random graph: held exactly if all that lead to it are candidates or held; no order of the listing matters', async () => {
    const graph = fc.array(fc.array(fc.nat(7), { maxLength: 3 }), { minLength: 8, maxLength: 8 });
    await fc.assert(
      fc.asyncProperty(graph, fc.array(fc.nat(7), { maxLength: 2 }), async (edges, used) => {
        const given = Object.fromEntries(edges.map((users, i) => [`g${i}`, users.map((j) => `g${j}`)]));
        const ordinary = used.map((i) => `g${i}`);
        const goes = goingOf(given, ordinary);
        const expected = (id: string) => {
          if (!goes.has(id)) return 'keep';
          return given[id]?.some((user) => user !== id) ? 'held' : 'candidate';
        };
        const backwards = Object.fromEntries(Object.entries(given).reverse());
        for (const order of [given, backwards]) {
          for (const [id, { kind }] of await groups(order, ordinary)) expect([id, kind]).toEqual([id, expected(id)]);
        }
      }),
    );
  });

  test('a chain of 20,000 needs no recursion', async () => {
    const chain = Object.fromEntries(Array.from({ length: 20_000 }, (_, i) => [`g${i}`, i === 0 ? [] : [`g${i - 1}`]]));
    const all = await groups(chain);
    expect(all.get('g19999')?.kind).toBe('held');
    const until = chainDates(
      (id) => all.get(id),
      (id) => (id === 'g0' ? DUE : NOW),
    );
    expect(until(all.get('g19999') as Verdict)).toBe(DUE);
  });
});

/** The simplest way to say it: take away those that nothing of the rest uses, until none is left. */
function goingOf(users: Readonly<Record<string, readonly string[]>>, ordinary: readonly string[]): Set<string> {
  const goes = new Set<string>();
  for (let before = -1; before < goes.size; ) {
    before = goes.size;
    for (const [id, by] of Object.entries(users)) {
      if (!ordinary.includes(id) && by.every((user) => user === id || goes.has(user))) goes.add(id);
    }
  }
  return goes;
}

test('law 1 taking any mark or finding away never moves a verdict towards candidate or held, but for the use itself', async () => {
  const states: HolderState[] = [marked, { kind: 'deleted', at: NOW - HOUR }];
  for (const state of states) {
    for (const less of [undefined, { kind: 'unreadable', why: 'x' }, { kind: 'unplanned' }] as const) {
      const known = holders(less === undefined ? {} : { 'l-1': less });
      expect((await judged([use('l-1')], { holders: holders({ 'l-1': state }) })).kind).toBe('held');
      expect(['keep', 'unknown']).toContain((await judged([use('l-1')], { holders: known })).kind);
    }
  }
  expect((await judged([use('l-1')], policy())).kind).toBe('keep');
});
