/** A decision about what goes with a whole counts for the whole, in the step that gives the permit. */
import { beforeEach, expect, test } from '@jest/globals';
import type { OptOut, OptOutTarget } from '../../../src/core/owner/optOut.ts';
import { namespaceOf } from '../../../src/core/resource/namespace.ts';
import { namespaceKeys } from '../../../src/state/redis/keys.ts';
import { redisState } from '../../../src/state/redis/redisState.ts';
import { ALLOWED, adding, allMarks, DAY, markOf, NOW, stateForAll, surveyed } from './support.ts';

const at = (resourceType: string) =>
  namespaceOf({ provider: 'aws', account: 'shop', location: 'eu-west-1', resourceType });
const [BOOKS, PAGES] = [at('book'), at('page')];
const types = { typesOf: () => ['book', 'page'], partsOf: (type: string) => (type === 'aws.book' ? ['page'] : []) };
const ANN = 'ann@example.com';
const ONE: OptOutTarget = { kind: 'id', value: 'b:1' };
const keeping = (target: OptOutTarget, change: Partial<OptOut> = {}): OptOut => {
  return { target, until: 'forever', actor: ANN, at: NOW, ...change };
};

const state = stateForAll(types);
beforeEach(async () => {
  await state.redis.flush();
  state.log.lines.length = 0;
});

const KEPT_AS = ['b:1', 'b:2'];
const dueMark = markOf('b', { at: NOW - DAY });
const due = { ...dueMark, namespace: BOOKS, resource: { ...dueMark.resource, keptAs: KEPT_AS } };
const ask = async () => {
  await surveyed(state, BOOKS);
  await state.connection.client.set(namespaceKeys(BOOKS).lock, 'mine', 'PX', 60_000);
  const asked = { mark: due, passId: 'p', now: NOW, identity: due.identity, keptAs: KEPT_AS, deletesPerDay: 9 };
  return state.permits.request(BOOKS, { ...asked, ...ALLOWED, noticeRequired: false }, { token: 'mine' });
};
const undo = (namespace = PAGES, target: OptOutTarget = ONE) =>
  state.optOuts.undo(namespace, target, { at: NOW, namespace, event: 'optOutUndone', actor: ANN, reason: 'a test' });
const audited = () => state.log.lines.filter(({ message }) => message === 'audit').map(({ fields }) => fields);

test.each<OptOutTarget>([ONE, { kind: 'pattern', value: '*:1' }, { kind: 'group', value: 'b' }])(
  'a decision about a part ($kind) takes the mark of the whole, and forbids its permit',
  async (target) => {
    await state.marks.apply(BOOKS, [adding(due)]);
    expect(await state.optOuts.optOut(PAGES, keeping(target))).toMatchObject({ deletionBegun: false });
    expect([...(await allMarks(state, BOOKS)).keys()]).toEqual([]);
    expect(await state.marks.apply(BOOKS, [adding(due)])).toEqual(['optedOut']);
    expect(await ask()).toMatchObject({ kind: 'denied', clause: 'optedOut' });

    expect(await undo(PAGES, target)).toBe(true);
    await state.marks.apply(BOOKS, [adding(due)]);
    expect(await ask()).toMatchObject({ kind: 'granted' });
    expect(await state.optOuts.optOut(PAGES, keeping(target))).toMatchObject({ deletionBegun: true });
  },
);

test('the whole is kept by what was decided before it was known that the part goes with it', async () => {
  const before = redisState(state.connection, { log: state.log, typesOf: types.typesOf }).optOuts;
  await before.optOut(PAGES, keeping(ONE));
  expect([...(await state.optOuts.all(BOOKS)).keys()]).toEqual(['id:b:1']);
  expect(await undo(BOOKS)).toBe(true);
  expect([await state.optOuts.all(BOOKS), await state.optOuts.all(PAGES)]).toEqual([new Map(), new Map()]);
});

test('a copy asks for no keep tag and has no audit entry of its own; a decision about the whole is none about a part', async () => {
  await state.optOuts.optOut(PAGES, keeping(ONE));
  expect(audited()).toHaveLength(1);
  const tags = (namespace: typeof BOOKS) => state.optOuts.pendingTags(namespace, NOW, 9);
  expect((await tags(PAGES)).map(({ id }) => id)).toEqual(['b:1']);
  expect(await tags(BOOKS)).toEqual([]);
  await undo();
  expect([audited().length, await tags(BOOKS)]).toEqual([2, []]);

  await state.optOuts.optOut(BOOKS, keeping({ kind: 'id', value: 'b' }));
  expect(await state.optOuts.all(PAGES)).toEqual(new Map());
});
