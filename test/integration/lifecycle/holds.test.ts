/** Things that are deleted one after the other: a front, then its pool, then the rule of both, in one retention. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { planEach } from '../../../src/cli/plan/planEach.ts';
import { planText } from '../../../src/cli/plan/planText.ts';
import { colorsFor } from '../../../src/cli/text/colors.ts';
import type { Namespace } from '../../../src/core/resource/namespace.ts';
import { handlers, providers } from '../../../src/handlers/index.ts';
import { planOf } from '../../../src/lifecycle/index.ts';
import { DAY, HOUR, type World, worldForAll } from '../../support/awsWorld.ts';
import { Stack, type StackType, stackProvider } from '../../support/stackProvider.ts';

const MINUTE = 60_000;
const at = (type: StackType) => `stack:shop:here:${type}` as Namespace;
const [FRONT, POOL, RULE] = [at('front'), at('pool'), at('rule')];
const ALL = [FRONT, POOL, RULE];

const world = worldForAll();
let stack: Stack;
beforeEach(async () => {
  stack = new Stack();
  await world.reset(options());
  stack.createdAt = world.clock.now() - 400 * DAY;
  stack.add('front', 'front-1', ['pool-1', 'rule-1']);
  stack.add('pool', 'pool-1', ['rule-1']);
  stack.add('rule', 'rule-1');
});

function options() {
  const provider = stackProvider(() => stack);
  return {
    known: {
      providers: [...providers, provider],
      handlers: [...handlers, ...provider.handlers],
      accounts: '  - { name: shop, provider: stack, id: shop-1, locations: [here] }',
    },
    cleanup: `[${ALL.map((one) => `{ type: stack.${one.split(':')[3]}, live: true, when: [{ rule: unused }] }`)}]`,
  };
}

async function markAll(...namespaces: readonly Namespace[]): Promise<void> {
  for (const namespace of namespaces.length > 0 ? namespaces : ALL) await world.pass('mark', namespace);
}
const marked = async () => (await Promise.all(ALL.map((one) => world.marks(one)))).flat().map(({ id }) => id);
const [front, pool, rule] = [FRONT, POOL, RULE].map((one, i) => async () => {
  const id = (['front-1', 'pool-1', 'rule-1'] as const)[i] as string;
  return world.markOf(id, one);
}) as [() => ReturnType<World['markOf']>, () => ReturnType<World['markOf']>, () => ReturnType<World['markOf']>];

/** Passes as the daemon runs them every quarter of an hour. */
async function deletePasses(times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    for (const namespace of [...ALL].reverse()) await world.pass('delete', namespace);
    world.clock.advance(15 * MINUTE);
  }
}

async function announced(): Promise<void> {
  await markAll();
  await world.notify(...ALL);
}

async function due(): Promise<void> {
  await announced();
  await world.watched(15, ...ALL);
}

describe('a chain of three types', () => {
  test('all three are marked together, and no date is before the date of a user', async () => {
    await announced();
    expect(await marked()).toEqual(['front-1', 'pool-1', 'rule-1']);
    const [first, second, third] = await Promise.all([front(), pool(), rule()]);
    expect(second?.waitsFor).toMatchObject([{ type: 'front', id: 'front-1', by: 'front front-1' }]);
    expect(third?.waitsFor?.map(({ id }) => id)).toEqual(['front-1', 'pool-1']);
    expect(second?.projectedDeletionAt).toBeGreaterThanOrEqual(first?.projectedDeletionAt as number);
    expect(third?.projectedDeletionAt).toBeGreaterThanOrEqual(second?.projectedDeletionAt as number);
    const [message, ...more] = world.messages();
    expect(more).toEqual([]);
    expect(message?.text).toContain('deleted after front front-1, pool pool-1');
    expect(message?.html).toContain('deleted after front front-1, pool pool-1');
    expect(message?.text).toContain('nothing else uses it');
    expect(message?.text.replaceAll(/\s+/g, ' ')).toContain('other than resources that are deleted first');
  });

  test('one retention is enough: the later ones follow within delete passes, in order', async () => {
    await due();
    await deletePasses(3);
    expect(stack.deletions).toEqual(['front-1', 'pool-1', 'rule-1']);
    expect(await marked()).toEqual([]);
  });

  test('one retention is enough also where the last use counts for two weeks', async () => {
    await world.configure({ ...options(), defaults: 'unusedFor: 14d' });
    await due();
    await markAll();
    await deletePasses(3);
    expect(stack.deletions).toEqual(['front-1', 'pool-1', 'rule-1']);
  });

  test('a date that moves out for a user moves out for the resources that wait for it', async () => {
    await announced();
    const before = await front();
    stack.change('front-1', { refuses: 'deletion protection is on' });
    await world.watched(15, ...ALL);
    await deletePasses(1);
    await markAll();
    const [first, second] = await Promise.all([front(), pool()]);
    expect(first?.nextAttemptAt).toBeGreaterThan(before?.projectedDeletionAt as number);
    expect(second?.projectedDeletionAt).toBe(first?.nextAttemptAt);
  });
});

describe('the re-check', () => {
  test('postpones while a user is in the evidence and marked, with one entry in the history however many passes', async () => {
    await announced();
    await world.watched(15, ...ALL);
    await world.wired.deps.marks.get(FRONT, 'front-1');
    for (let i = 0; i < 4; i++) {
      expect(await world.pass('delete', POOL)).toMatchObject({
        outcome: 'complete',
        counts: { waiting: 1, unknown: 0 },
      });
      world.clock.advance(15 * MINUTE);
    }
    expect(await pool()).toMatchObject({ state: 'noticed', problem: 'waits: after front front-1', attempts: 0 });
    const history = await world.wired.deps.audit.history(POOL, 'pool-1');
    expect(history.filter(({ event }) => event === 'deferred')).toMatchObject([{ count: 4 }]);
    expect(stack.deletions).toEqual([]);
  });

  test.each([
    ['1m', MINUTE],
    ['15m', 5 * MINUTE],
  ])('looks again after five minutes at the latest: delete passes every %s', async (every, waits) => {
    await world.configure({ ...options(), defaults: `every: { delete: ${every} }` });
    await due();
    const now = world.clock.now();
    await world.pass('delete', POOL);
    expect(await pool()).toMatchObject({ problem: 'waits: after front front-1', nextAttemptAt: now + waits });
  });

  test('waits for a deleted user that the evidence still names, and deletes when the evidence no longer names it', async () => {
    stack.lingers = true;
    await due();
    await deletePasses(3);
    expect([stack.deletions, await marked()]).toEqual([['front-1'], ['pool-1', 'rule-1']]);
    expect((await pool())?.problem).toMatch(
      /^waits: after front front-1 \(Holystone deleted it at .*still names it\)$/,
    );
    await markAll();
    expect(await marked()).toEqual(['pool-1', 'rule-1']);
    stack.lingers = false;
    stack.lingering.clear();
    await deletePasses(2);
    expect(stack.deletions).toEqual(['front-1', 'pool-1', 'rule-1']);
  });

  test('unmarks when a deleted user stays in the evidence for more than six hours', async () => {
    stack.lingers = true;
    await due();
    await deletePasses(1);
    world.clock.advance(6 * HOUR);
    await deletePasses(1);
    expect([stack.deletions, await marked()]).toEqual([['front-1'], []]);
    const last = world.audit.filter(({ id, event }) => id === 'pool-1' && event === 'unmarked').at(-1);
    expect(last?.reason).toMatch(/^used by front front-1, although Holystone deleted it at /);
  });

  test.each<[string, () => Promise<unknown>]>([
    ['is used itself now', async () => stack.change('front-1', { isUsedElsewhere: true })],
    ['is kept by its owner', () => optOut('front-1')],
  ])('unmarks all that waits for a user that %s', async (_what, happens) => {
    await due();
    await happens();
    await world.pass('mark', FRONT);
    await deletePasses(1);
    expect([stack.deletions, await marked()]).toEqual([[], []]);
    expect(world.events('rule-1')).toContain('unmarked');
  });

  test('law 4 unmarks a resource that something else uses now, and the use is named', async () => {
    await due();
    stack.change('pool-1', { isUsedElsewhere: true });
    await world.pass('delete', POOL);
    const last = world.audit.filter(({ id, event }) => id === 'pool-1' && event === 'unmarked').at(-1);
    expect(last?.reason).toBe('used by something else');
    expect(stack.deletions).toEqual([]);
  });

  test('waits for a user that the cloud refuses to delete, and the problem says why', async () => {
    stack.change('front-1', { refuses: 'deletion protection is on' });
    await due();
    await deletePasses(3);
    expect(stack.deletions).toEqual([]);
    expect(await marked()).toEqual(['front-1', 'pool-1', 'rule-1']);
    expect((await pool())?.problem).toContain('deletion protection is on');
  });

  test('law 1 keeps the resources that a never marked user has used of late, also where a tripwire stops the unmarking', async () => {
    await world.configure({
      ...options(),
      defaults: 'unusedFor: 14d, tripwires: { sharesFrom: 1, markedShare: 100%, dueShare: 100%, unmarkedShare: 1% }',
    });
    await due();
    stack.createdAt = world.clock.now();
    stack.add('front', 'front-2', ['pool-1']);
    expect(await world.pass('mark', POOL)).toMatchObject({ outcome: 'blocked' });
    stack.remove('front-2');
    await deletePasses(3);
    expect(stack.deletions).toEqual(['front-1']);
  });

  test('law 1 evidence that cannot be read leaves the mark, and deletes nothing', async () => {
    await due();
    stack.unreadable.add('pool');
    await world.pass('delete', FRONT);
    expect(await world.pass('delete', POOL)).toMatchObject({ counts: { unknown: 1 } });
    expect(stack.deletions).toEqual(['front-1']);
  });
});

async function optOut(id: string): Promise<void> {
  await world.wired.deps.optOuts.optOut(FRONT, {
    target: { kind: 'id', value: id },
    until: 'forever',
    actor: 'ann@example.com',
    at: world.clock.now(),
  } as never);
}

describe('the mark pass', () => {
  test('keeps the resources that an unmarked user uses: the order of the passes decides only when it is marked', async () => {
    await markAll(RULE, POOL, FRONT);
    expect(await marked()).toEqual(['front-1']);
    await markAll(RULE, POOL, RULE);
    expect(await marked()).toEqual(['front-1', 'pool-1', 'rule-1']);
  });

  test('unmarks the resources that wait for a user whose mark is gone', async () => {
    await announced();
    stack.change('front-1', { isUsedElsewhere: true });
    world.clock.advance(HOUR);
    await markAll();
    expect(await marked()).toEqual([]);
  });

  test('A5 keeps two rules that only name each other, and says so', async () => {
    stack.things.clear();
    stack.add('rule', 'rule-1', ['rule-2', 'rule-1']);
    stack.add('rule', 'rule-2', ['rule-1']);
    stack.add('rule', 'rule-3', ['rule-3']);
    await markAll(RULE);
    expect(await marked()).toEqual(['rule-3']);
  });

  test('marks a chain of one type, and deletes it in order', async () => {
    stack.things.clear();
    stack.add('rule', 'rule-1', ['rule-2']);
    stack.add('rule', 'rule-2', ['rule-3']);
    stack.add('rule', 'rule-3');
    await due();
    await deletePasses(3);
    expect(stack.deletions).toEqual(['rule-1', 'rule-2', 'rule-3']);
  });
});

describe('a plan', () => {
  /** Without Redis, of these namespaces in this order. */
  async function plan(...namespaces: readonly Namespace[]) {
    const { marks: _marks, audit: _audit, ...stateless } = world.wired.deps;
    const wcs = namespaces.map((one) => world.configuration.workConfigurations.find((wc) => wc.namespace === one));
    const { namespaces: plans } = await planEach(stateless, wcs as never, {
      ...{ signal: new AbortController().signal, omitKept: false, quick: false, finished: [] },
      onNamespace: () => {},
    });
    return plans;
  }

  test('without marks uses the verdicts of the same run, whatever the order of the namespaces, which stays', async () => {
    for (const order of [ALL, [...ALL].reverse()]) {
      const plans = await plan(...order);
      expect(plans.map(({ namespace }) => namespace)).toEqual(order);
      const rows = plans.flatMap(({ resources }) => resources).sort((a, b) => a.id.localeCompare(b.id));
      expect(rows.map(({ id, verdict, after }) => [id, verdict, after])).toEqual([
        ['front-1', 'candidate', undefined],
        ['pool-1', 'held', ['front front-1']],
        ['rule-1', 'held', ['front front-1', 'pool pool-1']],
      ]);
      expect(rows[2]?.wouldDeleteAt).toBe(rows[0]?.wouldDeleteAt);
    }
  });

  test('counts them as to delete, and names the users that go before', async () => {
    const text = planText(planOf(await plan(...ALL), world.clock.now()), {}, page);
    expect(text).toContain('stack:shop:here:pool: 1 of 1 to delete (1 after others), 0 kept');
    expect(text).toContain('nothing else uses it; after front front-1; after pool pool-1');
    expect(text).toMatch(/Plan: 3 to delete, 0 kept/);
  });

  test('of one type alone keeps the resources that another type uses, and says that this type is not planned', async () => {
    const [only] = await plan(POOL);
    expect(only?.resources[0]).toMatchObject({
      verdict: 'keep',
      reasons: ['used by front front-1, an ordinary use here: there are no marks and no plan of its type, front'],
    });
  });

  test('keeps the resources of a user that cannot be evaluated', async () => {
    stack.unreadable.add('front');
    const [front, pool] = await plan(FRONT, POOL);
    expect([front?.resources[0]?.verdict, pool?.resources[0]?.verdict]).toEqual(['unknown', 'keep']);
  });
});

const page = { width: 120, color: colorsFor({ env: { NO_COLOR: '1' }, stdout: { isTTY: false } } as never) };
