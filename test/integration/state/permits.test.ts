import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Mark, Notice } from '../../../src/core/mark/mark.ts';
import type { OptOutTarget } from '../../../src/core/owner/optOut.ts';
import type { PermitAnswer, PermitRequest } from '../../../src/core/ports/permits.ts';
import {
  adding,
  changing,
  DAY,
  dueMark,
  dump,
  KEYS,
  markOf,
  NOW,
  NS,
  removing,
  stateForAll,
  surveyed,
  WILD_IDS,
} from './support.ts';

const state = stateForAll();
afterEach(() => {
  state.log.unrecorded = undefined;
});
beforeEach(async () => {
  await state.redis.flush();
  await surveyed(state);
});

const client = () => state.connection.client;
const FENCE = { token: 'mine' };
const LOCK_MS = 60_000;

/** The store and the request when every clause holds; a case changes one thing. */
interface Situation {
  readonly id: string;
  readonly mark: Mark;
  readonly request: Partial<PermitRequest>;
  /** Between the mark and the request. */
  readonly meanwhile?: () => Promise<unknown>;
}

async function ask({ mark, request, meanwhile }: Situation): Promise<{ answer: PermitAnswer; wrote: boolean }> {
  state.log.unrecorded = undefined;
  await state.redis.flush();
  await surveyed(state);
  await client().set(KEYS.lock, FENCE.token, 'PX', LOCK_MS);
  await state.marks.apply(NS, [adding(mark)]);
  await meanwhile?.();
  const before = await dump(state);
  const answer = await state.permits.request(NS, { ...requestFor(mark), ...request }, FENCE);
  const after = await dump(state);
  return { answer, wrote: JSON.stringify(after) !== JSON.stringify(before) };
}

function requestFor(mark: Mark): PermitRequest {
  const { identity } = mark;
  const group = mark.resource.group;
  const noticeRequired = true;
  return {
    mark,
    passId: 'pass-1',
    now: NOW,
    identity,
    ...(group ? { group } : {}),
    noticeRequired,
    forbiddenBecause: undefined,
    startStage: 'live',
    deletesPerDay: 2,
  };
}

/** As it is while a permit is asked for: the mark is still there. */
const keep = async (target: OptOutTarget, ...untils: (number | 'forever')[]) => {
  const values = await client().hgetall(KEYS.marks);
  for (const [i, until] of (untils.length > 0 ? untils : (['forever'] as const)).entries()) {
    await state.optOuts.optOut(NS, { target, until, actor: `person ${i}`, at: NOW });
  }
  await client().hset(KEYS.marks, values);
};

const noticed = (id: string, change: Partial<Notice>) => {
  const mark = dueMark(id, { group: 'g' });
  return { ...mark, notice: { ...(mark.notice as Notice), ...change } };
};

type Violation = (id: string) => Partial<Situation>;
const VIOLATIONS: readonly [clause: string, what: string, violation: Violation][] = [
  [
    'configuration',
    'its account is declared without id (L11)',
    () => ({ request: { forbiddenBecause: 'the account "test" is declared without id' } }),
  ],
  [
    'record',
    'its line could not be written (L67)',
    () => ({
      meanwhile: async () => {
        state.log.unrecorded = 'the disk is full';
      },
    }),
  ],
  [
    'lock',
    'the lock is somebody else’s',
    () => ({ meanwhile: () => client().set(KEYS.lock, 'theirs', 'PX', LOCK_MS) }),
  ],
  ['lock', 'the lock is gone', () => ({ meanwhile: () => client().del(KEYS.lock) })],
  ['optedOut', 'the id is opted out', (id) => ({ meanwhile: () => keep({ kind: 'id', value: id }) })],
  ['optedOut', 'it is opted out for now', (id) => ({ meanwhile: () => keep({ kind: 'id', value: id }, NOW + 1) })],
  [
    'optedOut',
    'somebody opted it out for ever, others for a time that is over',
    (id) => ({ meanwhile: () => keep({ kind: 'id', value: id }, NOW - 1, 'forever', NOW - 2) }),
  ],
  ['optedOut', 'its group is opted out', () => ({ meanwhile: () => keep({ kind: 'group', value: 'g' }) })],
  [
    'optedOut',
    'the group it moved to is opted out',
    () => ({ request: { group: 'h' }, meanwhile: () => keep({ kind: 'group', value: 'h' }) }),
  ],
  [
    'optedOut',
    'the group it was marked in is opted out',
    () => ({ request: { group: 'h' }, meanwhile: () => keep({ kind: 'group', value: 'g' }) }),
  ],
  [
    'optedOut',
    'a pattern keeps its id (R6)',
    (id) => ({ meanwhile: () => keep({ kind: 'pattern', value: `${id.slice(0, 1)}*` }) }),
  ],
  [
    'optedOut',
    'a pattern keeps its id for now (R6)',
    (id) => ({ meanwhile: () => keep({ kind: 'pattern', value: `${id.slice(0, 1)}*` }, NOW + 1) }),
  ],
  [
    'optedOut',
    'a pattern keeps another of its ids (R6)',
    () => ({ request: { keptAs: ['Team/x'] }, meanwhile: () => keep({ kind: 'pattern', value: 'Team/*' }) }),
  ],
  [
    'optedOut',
    'a pattern keeps the name in its mark (L99)',
    () => ({ meanwhile: () => keep({ kind: 'pattern', value: 'name of*' }) }),
  ],
  [
    'optedOut',
    'a pattern keeps the name that it has now (L99)',
    () => ({ request: { name: 'golden-1' }, meanwhile: () => keep({ kind: 'pattern', value: 'golden-*' }) }),
  ],
  [
    'optedOut',
    'others go with it, and a pattern is newer than their check (L99)',
    () => ({
      request: { keptAs: ['Team/x'], patterns: ['data', 'data-*-old'] },
      meanwhile: () => keep({ kind: 'pattern', value: 'data-*' }),
    }),
  ],
  [
    'optedOut',
    'the opt-out is unreadable',
    (id) => ({ meanwhile: () => client().hset(KEYS.optOuts, `id:${id}`, 'nonsense') }),
  ],
  [
    'changed',
    'the mark was refreshed meanwhile',
    (id) => ({ meanwhile: () => state.marks.apply(NS, [changing(dueMark(id, { group: 'g' }), { problem: 'x' })]) }),
  ],
  [
    'changed',
    'the mark is gone',
    (id) => ({ meanwhile: () => state.marks.apply(NS, [removing(dueMark(id, { group: 'g' }))]) }),
  ],
  [
    'changed',
    'the mark is another one of the id',
    (id) => ({ request: { mark: { ...dueMark(id), generation: 'x' } } }),
  ],
  ['changed', 'a permit was given before', (id) => ({ mark: { ...dueMark(id, { group: 'g' }), state: 'deleting' } })],
  ['identity', 'it was created anew under its name', () => ({ request: { identity: 'another' } })],
  ['identity', 'its identity begins alike', (id) => ({ request: { identity: `${id}#12` } })],
  ['identity', 'its identity is what is stored of it', () => ({ request: { identity: '=#1' } })],
  ['notice', 'nobody was notified', (id) => ({ mark: markOf(id, { at: NOW - DAY }) })],
  ['notice', 'its state says that nobody was notified', (id) => ({ mark: { ...dueMark(id), state: 'marked' } })],
  ['notice', 'the notice was for an earlier mark', (id) => ({ mark: noticed(id, { generation: 'earlier' }) })],
  ['notice', 'the notice went to an earlier owner', (id) => ({ mark: noticed(id, { recipient: 'b@example.com' }) })],
  ...['=', 'generation of x2', ''].map((generation): (typeof VIOLATIONS)[number] => [
    'notice',
    `the notice was for the mark ${JSON.stringify(generation)}`,
    () => ({ mark: noticed('x', { generation }) }),
  ]),
  ...['=', 'Owner+{x}@example.com.', ''].map((recipient): (typeof VIOLATIONS)[number] => [
    'notice',
    `the notice went to ${JSON.stringify(recipient)}`,
    (id) => ({ mark: noticed(id, { recipient }) }),
  ]),
  ['notice', 'the notice is too old by Redis’s time', (id) => ({ mark: noticed(id, { validUntil: NOW + 1 }) })],
  ['notice', 'the notice is too old by the given time', () => ({ request: { now: NOW + 20 * DAY } })],
  [
    'notice',
    'the notice ends at the given time',
    (id) => ({ mark: noticed(id, { validUntil: NOW + 20 * DAY }), request: { now: NOW + 20 * DAY } }),
  ],
  [
    'notice',
    'it has no owner, and the notice went to nobody',
    (id) => {
      const { owner: _, ...mark } = noticed(id, { recipient: '' });
      return { mark };
    },
  ],
  ['due', 'its date has not come', (id) => ({ mark: dueMark(id, { at: NOW + 1 }) })],
  [
    'due',
    'its date has come by the given time only, not by Redis’s',
    (id) => ({ mark: dueMark(id, { at: NOW + 2 * DAY }), request: { now: NOW + 3 * DAY } }),
  ],
  ['due', 'it is deferred', (id) => ({ mark: dueMark(id, { nextAttemptAt: NOW + 1 }) })],
  ['budget', 'the day’s budget is used up', () => ({ meanwhile: () => client().set(budgetKey(), '2') })],
  [
    'refusals',
    'it was refused before, and the cloud has refused enough today',
    (id) => ({ mark: dueMark(id, { refusals: 1 }), meanwhile: () => client().set(refusalsKey(), '2') }),
  ],
];
const budgetKey = () => KEYS.budget(new Date(NOW).toISOString().slice(0, 10));

const refusalsKey = () => KEYS.refusals(new Date(NOW).toISOString().slice(0, 10));

const situation = (id: string, violation: Partial<Situation> = {}): Situation => ({
  id,
  mark: dueMark(id, { group: 'g' }),
  request: {},
  ...violation,
});

describe('every clause must hold', () => {
  test.each(VIOLATIONS)('violating "%s" alone (%s) is denied and nothing is written', async (clause, _, violation) => {
    const { answer, wrote } = await ask(situation('ami-1', violation('ami-1')));

    expect(answer).toMatchObject({ kind: 'denied', clause, why: expect.stringMatching(/\w/) });
    expect(wrote).toBe(false);
  });

  test('with any set of clauses violated it is denied by one of them, with none it is granted', async () => {
    const order = ['lock', 'optedOut', 'changed', 'identity', 'notice', 'due', 'budget'];
    const simple = VIOLATIONS.filter(([, , violation]) => violation('x').mark === undefined);
    await fc.assert(
      fc.asyncProperty(fc.subarray([...simple]), fc.constantFrom(...WILD_IDS), async (chosen, id) => {
        const parts = chosen.map(([, , violation]) => violation(id));
        const { answer, wrote } = await ask(
          situation(id, {
            request: Object.assign({}, ...parts.map((part) => part.request ?? {})),
            meanwhile: async () => {
              for (const part of parts) await part.meanwhile?.();
            },
          }),
        );
        const clauses = chosen.map(([clause]) => clause).sort((a, b) => order.indexOf(a) - order.indexOf(b));
        expect(wrote).toBe(chosen.length === 0);
        if (answer.kind === 'granted') expect(clauses).toEqual([]);
        else expect(clauses).toContain(answer.clause);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a permit', () => {
  test.each(WILD_IDS)('L66 for %j writes the intent and the audit entry', async (id) => {
    const { answer } = await ask(situation(id));

    const mark = await state.marks.get(NS, id);
    expect(answer).toMatchObject({ kind: 'granted', mark });
    expect(mark).toMatchObject({ state: 'deleting', revision: 2, intent: { passId: 'pass-1', at: NOW } });
    const history = await state.audit.history(NS, id);
    expect(history.at(-1)).toMatchObject({ event: 'permitted', passId: 'pass-1', generation: mark?.generation });
    expect(state.log.audited(id).at(-1)).toEqual(history.at(-1));
  });

  test('a permit says how long its instance still has the lock, never longer than it has', async () => {
    const began = performance.now();
    const { answer } = await ask(situation('ami-1'));

    const tookMs = performance.now() - began;
    const remaining = await client().pttl(KEYS.lock);
    if (answer.kind !== 'granted') throw new Error(answer.why);
    expect(answer.lockRemainingMs).toBeGreaterThanOrEqual(Math.floor(LOCK_MS - tookMs));
    expect(answer.lockRemainingMs).toBeLessThanOrEqual(LOCK_MS);
    expect(remaining).toBeLessThanOrEqual(LOCK_MS);
  });

  test('L51 Redis gives a permit for a mark without a notice where notices are off', async () => {
    const mark = markOf('ami-1', { at: NOW - DAY });

    const { answer } = await ask(situation('ami-1', { mark, request: { noticeRequired: false } }));

    expect(answer.kind).toBe('granted');
  });

  test('L52 Redis gives a permit at the date of a mark, and of its next attempt', async () => {
    const mark = dueMark('ami-1', { at: NOW, nextAttemptAt: NOW });

    const { answer } = await ask(situation('ami-1', { mark }));

    expect(answer.kind).toBe('granted');
  });

  test('L56 Redis gives a permit for a mark that was never refused, although the cloud has refused enough today', async () => {
    const { answer } = await ask(situation('ami-1', { meanwhile: () => client().set(refusalsKey(), '2') }));

    expect(answer.kind).toBe('granted');
  });

  test('L63 Redis gives a permit after the end of an opt-out', async () => {
    const { answer } = await ask(situation('ami-1', { meanwhile: () => keep({ kind: 'id', value: 'ami-1' }, NOW) }));

    expect(answer.kind).toBe('granted');
  });

  test('L57 Redis gives as many permits a day as the budget allows', async () => {
    await client().set(KEYS.lock, FENCE.token, 'PX', LOCK_MS);
    const marks = ['a', 'b', 'c'].map((id) => dueMark(id));
    await state.marks.apply(NS, marks.map(adding));

    const answers = [];
    for (const mark of marks) answers.push(await state.permits.request(NS, requestFor(mark), FENCE));

    expect(answers.map((answer) => (answer.kind === 'granted' ? answer.kind : answer.clause))).toEqual([
      'granted',
      'granted',
      'budget',
    ]);
    expect(await client().pttl(budgetKey())).toBeGreaterThan(DAY);
  });

  describe('a refused request', () => {
    const names = ['a', 'b', 'c', 'd', 'e'];
    /** Asks for each in turn; the permits that are given are given back at once. */
    async function refusedEach(request: { deletesPerDay: number; refusalsPerDay: number }): Promise<string[]> {
      await client().set(KEYS.lock, FENCE.token, 'PX', LOCK_MS);
      const answers: string[] = [];
      for (const mark of names.map((id) => dueMark(id, { refusals: 1 }))) {
        await state.marks.apply(NS, [adding(mark)]);
        const answer = await state.permits.request(NS, { ...requestFor(mark), ...request }, FENCE);
        if (answer.kind === 'granted') await answer.giveBack();
        answers.push(answer.kind === 'granted' ? answer.kind : answer.why);
      }
      return answers;
    }

    test('L56 a refused request gives its place in the day’s budget back', async () => {
      const answers = await refusedEach({ deletesPerDay: 1, refusalsPerDay: 9 });

      expect(answers).toEqual(names.map(() => 'granted'));
      expect(await client().get(budgetKey())).toBe('0');
    });

    test('L56 Redis gives no permit for a refused mark after `refusalsPerDay` refusals on a day', async () => {
      const answers = await refusedEach({ deletesPerDay: 9, refusalsPerDay: 3 });

      const why = expect.stringContaining('the cloud refused 3 requests today');
      expect(answers).toEqual(['granted', 'granted', 'granted', why, why]);
    });

    test.each(['the counter was lost', 'Redis began another life'])(
      'L57 a refused request takes no place from others: %s',
      async (what) => {
        await client().set(KEYS.lock, FENCE.token, 'PX', LOCK_MS);
        const mark = dueMark('a');
        await state.marks.apply(NS, [adding(mark)]);
        const answer = await state.permits.request(NS, requestFor(mark), FENCE);
        const isLost = what === 'the counter was lost';
        if (isLost) await client().del(budgetKey());
        else await client().hset(KEYS.pass, 'incarnation', 'another');

        if (answer.kind === 'granted') await answer.giveBack();

        expect(await client().get(budgetKey())).toBe(isLost ? null : '1');
      },
    );
  });

  test('L25 Redis falls back between the check of its data and the request → no permit', async () => {
    const { watch } = state;
    const trust = watch.trust.bind(watch);
    watch.trust = async (namespace) => {
      const trusted = await trust(namespace);
      await client().hset(KEYS.pass, 'incarnation', 'an earlier one');
      return trusted;
    };
    const { answer } = await ask(situation('ami-1')).finally(() => {
      watch.trust = trust;
    });

    expect(answer).toMatchObject({ kind: 'denied', clause: 'incarnation' });
    expect(await state.marks.get(NS, 'ami-1')).toMatchObject({ state: 'noticed' });
  });

  test('two instances ask at once → one of them gets the permit', async () => {
    await client().set(KEYS.lock, FENCE.token, 'PX', LOCK_MS);
    const mark = dueMark('ami-1');
    await state.marks.apply(NS, [adding(mark)]);

    const answers = await Promise.all([1, 2].map(() => state.permits.request(NS, requestFor(mark), FENCE)));

    expect(answers.map((answer) => answer.kind).sort()).toEqual(['denied', 'granted']);
  });
});
