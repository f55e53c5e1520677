import { beforeEach, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { TooManyPatternsError } from '../../../src/core/common/errors.ts';
import { isAbout, type OptOut, type OptOutTarget } from '../../../src/core/owner/optOut.ts';
import { adding, allMarks, auditOf, DAY, dueMark, KEYS, markOf, NOW, NS, OTHER_NS, stateForAll } from './support.ts';

const state = stateForAll();
beforeEach(async () => {
  await state.redis.flush();
  state.log.lines.length = 0;
});

const OWNER = 'owner@example.com';
const pattern = (value: string): OptOutTarget => ({ kind: 'pattern', value });
const keeping = (value: string, change: Partial<OptOut> = {}): OptOut => ({
  target: pattern(value),
  until: 'forever',
  actor: OWNER,
  at: NOW,
  ...change,
});
const named = (id: string, name: string) => {
  const mark = markOf(id);
  return { ...mark, resource: { ...mark.resource, name } };
};
const undone = { at: NOW, namespace: NS, event: 'optOutUndone', actor: OWNER, reason: 'withdrawn' } as const;
const marked = async () => [...(await allMarks(state)).keys()].sort();
const index = () => state.connection.client.hget(KEYS.optOuts, 'patterns');

test('R6 L62 a pattern removes the marks that it keeps, and forbids new ones, also of resources that come later', async () => {
  await state.marks.apply(NS, [adding(markOf('release-1')), adding(markOf('dev-1')), adding(markOf('release-2'))]);
  const stored = await state.optOuts.optOut(NS, keeping('release-*', { reason: 'we need them' }));
  expect(stored).toMatchObject({ deletionBegun: false, removed: { id: expect.stringMatching(/^release-/) } });
  expect(await marked()).toEqual(['dev-1']);
  expect(await state.marks.apply(NS, [adding(markOf('release-99')), adding(markOf('dev-2'))])).toEqual([
    'optedOut',
    'applied',
  ]);
  const entries = state.log.audited('release-1').slice(1);
  expect(entries).toMatchObject([{ event: 'unmarked', actor: OWNER, reason: expect.stringContaining('release-*') }]);
});

test('L99 a pattern of names removes the marks that it keeps, and forbids new ones, as one of ids does', async () => {
  const [old, other] = [named('ami-1', 'golden-2025'), named('ami-2', 'nightly-1')];
  await state.marks.apply(NS, [adding(old), adding(other)]);
  expect(await state.optOuts.preview(NS, 'golden-*')).toEqual({
    ...{ matching: 1, ids: ['ami-1'], names: ['golden-2025'], marks: 2, isPartial: false },
  });
  expect(await state.optOuts.optOut(NS, keeping('golden-*'))).toMatchObject({ removed: { id: 'ami-1' } });
  expect(await marked()).toEqual(['ami-2']);
  expect(await state.marks.apply(NS, [adding(named('ami-3', 'golden-2026'))])).toEqual(['optedOut']);
  await state.optOuts.undo(NS, pattern('golden-*'), undone);
  expect(await state.marks.apply(NS, [adding(named('ami-3', 'golden-2026'))])).toEqual(['applied']);
});

test('L99 a pattern that forbids `name:` or `id:` as a text of its own keeps nothing else', async () => {
  await state.optOuts.optOut(NS, keeping('name:*'));
  await state.optOuts.optOut(NS, keeping('id:*'));
  expect(await state.marks.apply(NS, [adding(named('ami-1', 'golden')), adding(named('ami-2', 'name:x'))])).toEqual([
    'applied',
    'optedOut',
  ]);
});

test('R6 another namespace has the same id, and the pattern does not keep it', async () => {
  await state.optOuts.optOut(NS, keeping('release-*'));
  const elsewhere = { ...markOf('release-1'), namespace: OTHER_NS };
  expect(await state.marks.apply(OTHER_NS, [adding(elsewhere)])).toEqual(['applied']);
  expect(await state.optOuts.patterns(OTHER_NS)).toEqual([]);
});

test('R6 a pattern that is over keeps nothing', async () => {
  await state.optOuts.optOut(NS, keeping('release-*', { until: NOW }));
  expect(await state.marks.apply(NS, [adding(markOf('release-1'))])).toEqual(['applied']);
});

test('R6 each person withdraws their own; the other one keeps', async () => {
  await state.optOuts.optOut(NS, keeping('release-*'));
  const other = keeping('release-*', { actor: 'other@example.com', until: NOW + DAY });
  await state.optOuts.optOut(NS, other);
  expect(await state.optOuts.undo(NS, pattern('release-*'), undone)).toBe(true);
  expect(await state.optOuts.patterns(NS)).toEqual([other]);
  expect(await state.marks.apply(NS, [adding(markOf('release-1'))])).toEqual(['optedOut']);
  expect(await state.optOuts.undo(NS, pattern('release-*'), { ...undone, actor: 'other@example.com' })).toBe(true);
  expect(await index()).toBeNull();
  expect(await state.marks.apply(NS, [adding(markOf('release-1'))])).toEqual(['applied']);
});

test('R6 all, list and patterns have it; the index of patterns is no opt-out', async () => {
  const [one, two] = [keeping('release-*'), keeping('*-prod')];
  await state.optOuts.optOut(NS, one);
  await state.optOuts.optOut(NS, two);
  await state.optOuts.optOut(NS, { ...one, target: { kind: 'id', value: 'patterns' } });
  expect([...(await state.optOuts.all(NS)).keys()].sort()).toEqual([
    'id:patterns',
    'pattern:*-prod',
    'pattern:release-*',
  ]);
  expect(await state.optOuts.patterns(NS)).toEqual([one, two]);
  expect(await state.optOuts.list(NS)).toHaveLength(3);
  expect(await state.optOuts.list(NS, pattern('release-*'))).toEqual([one]);
});

test('R6 law 1: a pattern whose stored opt-out cannot be read keeps for ever', async () => {
  await state.optOuts.optOut(NS, keeping('release-*', { until: NOW - DAY }));
  await state.connection.client.hset(KEYS.optOuts, 'pattern:release-*', 'nonsense');
  expect(await state.marks.apply(NS, [adding(markOf('release-1'))])).toEqual(['optedOut']);
  expect(await state.optOuts.patterns(NS)).toMatchObject([{ target: pattern('release-*'), until: 'forever' }]);
});

test('R6 a pattern that ended long ago is forgotten with its place among the patterns; a renewed one stays', async () => {
  await state.optOuts.optOut(NS, keeping('old-*', { until: NOW - 100 * DAY }));
  await state.optOuts.optOut(NS, keeping('new-*', { until: NOW + DAY }));
  await state.endedOptOuts.forget(NS, ['pattern:old-*', 'pattern:new-*'], 90 * DAY, NOW);
  expect(await index()).toBe('new-*');
  expect([...(await state.optOuts.all(NS)).keys()]).toEqual(['pattern:new-*']);
});

test('R6 a deletion that has begun is reported, and its mark cannot come back', async () => {
  const mark = { ...dueMark('release-1'), state: 'deleting' as const };
  await state.marks.apply(NS, [adding(mark)]);
  expect(await state.optOuts.optOut(NS, keeping('release-*'))).toMatchObject({ deletionBegun: true });
  const back = { ...mark, state: 'marked' as const, revision: mark.revision + 1 };
  expect(await state.marks.apply(NS, [{ id: mark.id, before: mark, after: back, audit: auditOf(mark.id) }])).toEqual([
    'optedOut',
  ]);
});

test('R6 L99 Redis and the program agree on which ids and names a pattern keeps', async () => {
  const letters = fc.constantFrom('a', 'b', '*', '.', '%', '-', '[', 'é', '\\');
  const text = fc.array(letters, { maxLength: 8 }).map((all) => all.join(''));
  await fc.assert(
    fc.asyncProperty(text, text, text, async (value, id, name) => {
      fc.pre(value.includes('*') && id !== '');
      const mark = named(id, name);
      await state.redis.flush();
      await state.optOuts.optOut(NS, keeping(value));
      const answers = await state.marks.apply(NS, [adding(mark)]);
      expect(answers).toEqual([isAbout(keeping(value), { id, name }) ? 'optedOut' : 'applied']);
    }),
    { numRuns: 150, seed: 14 },
  );
});

test('R6 of more patterns at once than a namespace has room for, the store takes those that fit, and refuses the others', async () => {
  for (let i = 0; i < 97; i++) await state.optOuts.optOut(NS, keeping(`v${i}-*`));
  const before = (await state.optOuts.list(NS)).length;
  await state.marks.apply(
    NS,
    [0, 1, 2, 3, 4, 5].map((i) => adding(markOf(`w${i}-1`))),
  );
  const answers = await Promise.allSettled([0, 1, 2, 3, 4, 5].map((i) => state.optOuts.optOut(NS, keeping(`w${i}-*`))));
  const refused = answers.flatMap((one, i) => (one.status === 'rejected' ? [{ i, why: one.reason }] : []));
  expect([before, refused.length, (await state.optOuts.patterns(NS)).length]).toEqual([97, 3, 100]);
  for (const { why } of refused) expect(why).toBeInstanceOf(TooManyPatternsError);
  // A mark stays exactly where its pattern was refused: no answer says one thing while another is stored.
  expect(await marked()).toEqual(refused.map(({ i }) => `w${i}-1`));
  const audited = state.log.lines.filter(({ fields }) => JSON.stringify(fields).includes('"optedOut"'));
  expect(audited).toHaveLength(100);
});

test('R6 in a full namespace one who keeps by a stored pattern, a resource or a group is not refused', async () => {
  for (let i = 0; i < 100; i++) await state.optOuts.optOut(NS, keeping(`v${i}-*`));
  const others: readonly OptOutTarget[] = [
    pattern('v7-*'),
    { kind: 'id', value: 'release-1' },
    { kind: 'group', value: 'shop/web' },
  ];
  for (const target of others) await state.optOuts.optOut(NS, keeping('', { target, actor: 'other@example.com' }));
  await expect(state.optOuts.optOut(NS, keeping('one-*'))).rejects.toThrow(TooManyPatternsError);
  await state.optOuts.undo(NS, pattern('v3-*'), undone);
  await expect(state.optOuts.optOut(NS, keeping('one-*'))).resolves.toBeDefined();
});
