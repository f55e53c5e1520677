/** What every step of a delete pass writes: audit entries, transitions, counts; and how the requests of earlier passes end. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { LockLostError } from '../../../src/core/common/errors.ts';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import { type Mark, newMark } from '../../../src/core/mark/mark.ts';
import type { Applied, Fence, Transition } from '../../../src/core/ports/ports.ts';
import { settleBegun } from '../../../src/lifecycle/deletion/begun.ts';
import { applyOne, auditOf, countRetried, newCounts, pacedBy } from '../../../src/lifecycle/deletion/deleteContext.ts';
import { NOW, resource } from '../../support/evaluation.ts';
import { workConfiguration } from '../../support/queue.ts';

type Pass = Parameters<typeof applyOne>[0];

const MINUTE = 60_000;
const wc = workConfiguration();
const { namespace } = wc;
const markOf = (id: string): Mark => {
  const nominated = { namespace, resource: resource(id), reasons: ['nothing uses it'], ownerVia: 'tag owner' };
  return newMark({ ...nominated, projectedDeletionAt: NOW }, 'first', NOW);
};
const lease = { token: 'ours' };

let counts: ReturnType<typeof newCounts>;
let stored: Transition[];
let fences: (Fence | undefined)[];
/** What the store answers, in order; then `applied`. */
let answers: Applied[];

beforeEach(() => {
  [counts, stored, fences, answers] = [newCounts(), [], [], []];
});

const passOf = (more: object = {}, deps: object = {}) =>
  ({
    deps: {
      clock: { now: () => NOW },
      marks: {
        async apply(_namespace: string, [transition]: readonly [Transition], fence?: Fence) {
          stored.push(transition);
          fences.push(fence);
          return [answers.shift() ?? 'applied'];
        },
      },
      ...deps,
    },
    wc,
    passId: 'p-1',
    evidence: new Map([['b', 'hash of b']]),
    ...{ counts, lease, retriedFor: new Map(), problems: new Set() },
    ...more,
  }) as unknown as Pass;

test('each reason to try again is counted by its resources', () => {
  const pass = passOf();
  for (const why of ['slow down', 'denied', 'slow down']) countRetried(pass, why);
  expect([counts.retried, pass.retriedFor]).toEqual([
    3,
    new Map([
      ['slow down', 2],
      ['denied', 1],
    ]),
  ]);
});

test('a limit of an operator is looked at again after a quarter of an hour, or sooner where it ends', () => {
  const why = 'the pace is used up';
  const at = (until?: number) => pacedBy(passOf(), until === undefined ? { why } : { why, until });
  expect(at()).toEqual({ outcome: 'paced', problem: why, nextDueAt: NOW + 15 * MINUTE });
  expect([at(NOW + 7).nextDueAt, at(NOW + 60 * MINUTE).nextDueAt]).toEqual([NOW + 7, NOW + 15 * MINUTE]);
});

describe('law 10 an audit entry', () => {
  test('names the pass, the generation of the mark and the evidence of its verdict', () => {
    const entry = { at: NOW, namespace, event: 'deferred', actor: 'holystone', passId: 'p-1', generation: 'first' };
    expect(auditOf(passOf(), markOf('a'), 'deferred', 'why')).toEqual({ ...entry, id: 'a', reason: 'why' });
    const found = { requestId: 'r-1', restorableUntil: 7 };
    expect(auditOf(passOf(), markOf('b'), 'deferred', 'why', found)).toEqual({
      ...{ ...entry, id: 'b', reason: 'why', evidence: 'hash of b' },
      ...found,
    });
  });

  test.each([
    ['accepted', 'it is only stopped: why'],
    ['deleted', 'it was stopped, and stays: why'],
    ['gone', 'it was stopped by another, or is gone: why'],
    ['refused', 'it is not stopped: why'],
    ['deferred', 'why'],
  ] as const)('A43 of a type that is only stopped says so: %s', (event, reason) => {
    const stops = passOf({ wc: { ...wc, stops: true } });
    expect(auditOf(stops, markOf('a'), event, 'why').reason).toBe(reason);
    expect(auditOf(passOf(), markOf('a'), event, 'why').reason).toBe('why');
  });
});

describe('a transition', () => {
  const before = markOf('a');
  const apply = () => applyOne(passOf(), before, undefined, 'gone', 'why', { requestId: 'r-1' });

  test('is fenced by the lock, with its audit entry', async () => {
    expect(await apply()).toBe('applied');
    const audit = expect.objectContaining({ event: 'gone', reason: 'why', requestId: 'r-1' });
    expect([stored, fences]).toEqual([[{ id: 'a', before, after: undefined, audit }], [lease]]);
    expect([counts.conflicts, counts.unmarked]).toEqual([0, 0]);
  });

  test('that meets a mark which changed meanwhile is counted', async () => {
    answers = ['conflict'];
    expect(await apply()).toBe('conflict');
    expect([counts.conflicts, stored.length]).toEqual([1, 1]);
  });

  test('without an answer counts as one that changed nothing', async () => {
    const marks = { apply: async () => [] };
    expect(await applyOne(passOf({}, { marks }), before, undefined, 'gone', 'why')).toBe('conflict');
  });

  test.each(['applied', 'conflict'] as const)(
    'L65 that meets a decision to keep it removes the mark: %s',
    async (is) => {
      answers = ['optedOut', is];
      expect(await apply()).toBe('optedOut');
      const reason = 'opted out during its deletion; gone: why';
      const audit = expect.objectContaining({ event: 'unmarked', reason, requestId: 'r-1', generation: 'first' });
      expect([stored[1], fences[1]]).toEqual([{ id: 'a', before, after: undefined, audit }, lease]);
      expect([counts.unmarked, counts.conflicts]).toEqual([is === 'applied' ? 1 : 0, 0]);
    },
  );
});

describe('L52 a pass that may begin no deletion', () => {
  const result = { outcome: 'paced', counts: {} } as const;
  const earlier = intendDeletion(markOf('a'), 'p-0', NOW - MINUTE);
  const ours = intendDeletion(markOf('b'), 'p-1', NOW);
  const idle = { ...markOf('c'), state: 'noticed' } as const;
  const lost: Mark = { ...markOf('d'), state: 'deleting' };

  async function settled(due: readonly Mark[], failure?: Error, signal = new AbortController().signal) {
    const [did, warned]: [string[], unknown[][]] = [[], []];
    const log = { warn: (...words: unknown[]) => void warned.push(words), child: () => log };
    const session = {
      verifyAccount: async () => void did.push('account'),
      async get(ids: readonly string[]) {
        did.push(`read ${ids}`);
        if (failure) throw failure;
        return new Map(ids.map((id) => [id, { kind: 'unknown', why: 'no answer' }]));
      },
    };
    const pass = passOf({ signal }, { log, handlerOf: () => ({ open: () => session }) });
    Object.assign(pass.deps.marks, { due: async () => due });
    return { is: await settleBegun(pass, result), did, warned };
  }

  test('reads by id how the requests of earlier passes ended, and its own result stays', async () => {
    const { is, did, warned } = await settled([earlier, ours, idle, lost]);
    expect([is, did, warned]).toEqual([result, ['account', 'read a,d'], []]);
    expect(stored.map(({ id }) => id)).toEqual(['a', 'd']);
  });

  test('reads nothing where there is none', async () => {
    expect((await settled([ours, idle])).did).toEqual([]);
  });

  test('goes on where the reads fail, and says so', async () => {
    const { is, warned } = await settled([earlier], new Error('AWS is away'));
    expect(is).toBe(result);
    expect(warned).toEqual([[{ namespace, problem: 'AWS is away' }, 'the outcome of deletions is unknown']]);
  });

  test('ends with the lock, and with the program', async () => {
    await expect(settled([earlier], new LockLostError('the lock is lost'))).rejects.toThrow('the lock is lost');
    await expect(settled([earlier], new Error('aborted'), AbortSignal.abort())).rejects.toThrow('aborted');
  });
});
