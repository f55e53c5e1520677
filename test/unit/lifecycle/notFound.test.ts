/** Names that nothing matches, and entries of `keep` that keep nothing, over the namespaces of a plan. */
import { expect, test } from '@jest/globals';
import type { WorkConfiguration } from '../../../src/core/policy/workConfiguration.ts';
import { missingNames, notFoundIn } from '../../../src/core/resource/lookedFor.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { planOf } from '../../../src/lifecycle/index.ts';
import { keptNothing, withNotFound } from '../../../src/lifecycle/plan/notFound.ts';
import type { Looked, NamespacePlan } from '../../../src/lifecycle/plan/planDocument.ts';
import { NotFoundNames } from '../../../src/telemetry/notFoundNames.ts';
import { passRecord } from '../../support/queue.ts';

const at = (region: string, type = 'ecrtag') => `aws:prod:${region}:${type}` as Namespace;
const pattern = (isFound: boolean | null) =>
  ({ what: 'no repository matches "shop/*"', isFound, mayBeElsewhere: true }) as const;

function plan(
  namespace: Namespace,
  { keep = [], names = [] }: Partial<Looked>,
  more: Partial<NamespacePlan> = {},
): NamespacePlan {
  const counts = { listed: 3, candidate: 0, keep: 3, unknown: 0 };
  const looked = { keep, names };
  return { namespace, looked, counts, status: 'complete', problem: null, explanation: null, ...more } as NamespacePlan;
}

const unplanned = (namespace: Namespace) => ({ namespace, keep: [{ name: '/x/' }] }) as unknown as WorkConfiguration;

test.each([
  ['nowhere', [false, false], [1, 1]],
  ['in one of two regions', [true, false], [0, 0]],
  ['in a region that cannot tell', [null, false], [0, 0]],
])('P19 a pattern that may be meant for another region and matches %s', (_where, found, told) => {
  const all = found.map((isFound, index) => ({ namespace: at(`r${index}`), names: [pattern(isFound)] }));
  expect([...notFoundIn(all).values()].map(({ length }) => length)).toEqual(told);
});

test('P19 a pattern is not missed while a namespace of its type is unread; one of another type is nothing to it', () => {
  const missing = { namespace: at('a'), names: [pattern(false)] };
  expect(notFoundIn([missing, { namespace: at('b'), names: null }]).get(at('a'))).toEqual([]);
  expect(notFoundIn([missing, { namespace: at('b', 'image'), names: null }]).get(at('a'))).toHaveLength(1);
});

test('P19 a name of the place itself is missed though another place has it, and whatever is unread', () => {
  const here = { what: 'no object has the labels', isFound: false };
  const all = [
    { namespace: at('a'), names: [here] },
    { namespace: at('b'), names: [{ ...here, isFound: true }] },
    { namespace: at('c'), names: null },
  ];
  expect(notFoundIn(all).get(at('a'))).toEqual([here]);
});

test('P19 a daemon says each name once, with the namespaces that lack it, and no name that nobody wrote', () => {
  const here = { what: 'no object has the labels', isFound: false };
  const usual = { what: 'there is no stack CDKToolkit', isFound: false, isUsualName: true } as const;
  const all = [at('a'), at('b')].map((namespace) => ({ namespace, names: [here, usual] }));
  expect([...missingNames(all)]).toEqual([[here.what, [at('a'), at('b')]]]);
});

test('P19 readiness notes what the surveys of this instance did not find, for two cadences', () => {
  const names = new NotFoundNames();
  const lookedFor = [{ what: 'no object has the labels', isFound: false }];
  names.see(passRecord({ namespace: at('a'), lookedFor, endedAt: 1000, everyMs: 100 }));
  names.see(passRecord({ namespace: at('a'), action: 'delete', endedAt: 1100 }));
  expect(names.text([at('a')], 1199)).toBe(`${at('a')}: no object has the labels`);
  expect(names.text([at('a')], 1200)).toBeUndefined();
  expect(names.text([at('b')], 1100)).toBeUndefined();
  names.see(passRecord({ namespace: at('a'), lookedFor: [], endedAt: 1150, everyMs: 100 }));
  expect(names.text([at('a')], 1151)).toBeUndefined();
});

test('P19 what is not found makes a complete plan incomplete, and a blocked one stays blocked; problems add up', () => {
  const names = [pattern(false)];
  const blocked = { status: 'blocked', problem: 'newMarks: 5' } as const;
  const plans = withNotFound([plan(at('a'), { names }), plan(at('b'), { names }, blocked)], []);
  expect(plans.map(({ status, problem }) => [status, problem])).toEqual([
    ['incomplete', 'no repository matches "shop/*"'],
    ['blocked', 'newMarks: 5; no repository matches "shop/*"'],
  ]);
  expect(withNotFound([plan(at('a'), { names })], [unplanned(at('b'))])).toMatchObject([{ problem: null }]);
});

test.each([
  ['kept nothing in every namespace', [false, false], [['name=/x/', 2]]],
  ['kept something in one of them', [true, false], []],
  ['is of a namespace that was not wholly read', [null, false], []],
])('P19 an entry of keep that %s', (_what, keeps, told) => {
  const plans = keeps.map((kept, index) =>
    plan(at(`r${index}`), { keep: [{ key: 'keep', entry: 'name=/x/', keeps: kept }] }),
  );
  expect(keptNothing(plans, []).map(({ entry, namespaces }) => [entry, namespaces.length])).toEqual(told);
});

test('P19 an entry of keep says nothing where nothing was listed, and nothing while namespaces that have it are left out', () => {
  const silent = { keep: [{ key: 'keep', entry: 'name=/x/', keeps: false }] };
  const empty = { counts: { listed: 0, candidate: 0, keep: 0, unknown: 0 } };
  expect(keptNothing([plan(at('a'), silent, empty)], [])).toEqual([]);
  expect(keptNothing([plan(at('a'), silent, empty), plan(at('b'), silent)], [])).toHaveLength(1);
  expect(keptNothing([plan(at('a'), silent)], [unplanned(at('b'))])).toEqual([]);
});

test('P19 the document of a plan has both', () => {
  const looked = { keep: [{ key: 'keep', entry: 'name=/x/', keeps: false }], names: [pattern(false)] };
  const one = plan(at('a'), looked, { missingPermissions: [], resources: [] });
  expect(planOf([one], 0)).toMatchObject({
    keptNothing: [{ key: 'keep', entry: 'name=/x/', namespaces: [at('a')] }],
    namespaces: [{ status: 'incomplete' }],
  });
});
