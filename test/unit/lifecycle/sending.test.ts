/** The cloud's answers to one delete request, per resource (law 10), and the places of the budgets that they give back. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { LockLostError, PermitError } from '../../../src/core/common/errors.ts';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import { type Mark, newMark } from '../../../src/core/mark/mark.ts';
import type { QuarantineOutcome } from '../../../src/core/mark/quarantine.ts';
import type { Fence, Transition } from '../../../src/core/ports/ports.ts';
import type { DeleteOutcome } from '../../../src/core/resource/resource.ts';
import { send } from '../../../src/lifecycle/deletion/sending.ts';
import { DAY, NOW, resource } from '../../support/evaluation.ts';
import { workConfiguration } from '../../support/queue.ts';

type Given = Parameters<typeof send>;

const MINUTE = 60_000;
const wc = workConfiguration();
const permitted = (id: string): Mark =>
  intendDeletion(
    newMark(
      {
        namespace: wc.namespace,
        resource: resource(id),
        reasons: ['nothing uses it'],
        ownerVia: 'tag owner',
        projectedDeletionAt: NOW,
      },
      `of ${id}`,
      NOW,
    ),
    'p-1',
    NOW,
  );

/** What became of a request. */
interface Sent {
  stored: Transition[];
  /** Each place of the budgets that is free again, and whether the request counts as none. */
  givenBack: [id: string, isUncounted: boolean | undefined][];
  counts: Record<string, number>;
  /** Ids whose request has not ended. */
  underWay: Set<string>;
  /** Ids that are asked for again soon. */
  patient: Set<string>;
  retriedFor: Map<string, number>;
  /** The ids of each request. */
  asked: string[][];
}
let is: Sent;
/** What the store throws for a write with the lock, by id. */
let broken: Readonly<Record<string, Error>>;
/** Of the marks, by id. */
let change: Readonly<Record<string, Partial<Mark>>>;
/** Of the pass and its session. */
let given: { readonly stops?: true; readonly restorable?: object; readonly hasNoQuarantine?: true };

beforeEach(() => {
  const counts = { deleted: 0, quarantined: 0, refused: 0, retried: 0, accepted: 0, gone: 0 };
  const seen = { underWay: new Set<string>(), patient: new Set<string>(), retriedFor: new Map<string, number>() };
  is = { stored: [], givenBack: [], counts, asked: [], ...seen };
  [broken, change, given] = [{}, {}, {}];
});

type Answer = Readonly<Record<string, DeleteOutcome | QuarantineOutcome>> | Error;

/** Sends one request for resources; the cloud answers for some of them, or the request fails. */
async function sent(ids: readonly string[], answer: Answer, step: Given[3] = 'deletion'): Promise<void> {
  const marks = {
    async apply(_namespace: string, [transition]: readonly [Transition], fence: Fence | undefined) {
      const failure = broken[transition.id];
      if (failure && fence) throw failure;
      is.stored.push(transition);
      return ['applied'];
    },
  };
  const answered = () => {
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const session = {
    async delete(resources: readonly { readonly id: string }[]) {
      is.asked.push(resources.map(({ id }) => id));
      return new Map(Object.entries(answered()));
    },
    ...(given.hasNoQuarantine
      ? {}
      : { quarantine: { begin: async ({ id }: { readonly id: string }) => answered()[id] } }),
    ...(given.restorable ? { restorable: async () => given.restorable } : {}),
  };
  const pass = {
    deps: { marks, clock: { now: () => NOW }, watch: { latest: () => NOW + MINUTE } },
    wc: { ...wc, quarantineMs: 7 * DAY, ...(given.stops ? { stops: true } : {}) },
    passId: 'p-1',
    evidence: new Map(),
    lease: {},
    ...is,
  };
  const items = ids.map((id) => ({
    mark: { ...permitted(id), ...change[id] },
    resource: resource(id),
    giveBack: async (isUncounted?: boolean) => void is.givenBack.push([id, isUncounted]),
  }));
  await send(pass as unknown as Given[0], session as unknown as Given[1], items, step);
}
const said = () => is.stored.map(({ id, audit }) => [id, audit?.event, audit?.reason]);

describe('a request that its permit stops', () => {
  const stopped = new PermitError('the permit has expired');

  test('for one resource was not sent: its mark has no intent any more, and its places are free', async () => {
    await sent(['a'], stopped);
    expect(said()).toEqual([['a', 'deferred', 'not sent: the permit has expired']]);
    expect(is.stored[0]?.after).toMatchObject({ state: 'marked' });
    expect(is.stored[0]?.after).not.toHaveProperty('intent');
    expect([is.givenBack, is.counts.retried]).toEqual([[['a', true]], 0]);
  });

  test('L56 for several may have been sent in part: each keeps its intent and its places until a read by id', async () => {
    await sent(['a', 'b'], stopped);
    expect(said()).toEqual(
      ['a', 'b'].map((id) => [id, 'deferred', 'outcome unknown, read by id later: the permit has expired']),
    );
    for (const { after } of is.stored) expect(after).toMatchObject({ state: 'deleting', intent: { passId: 'p-1' } });
    expect([is.givenBack, is.counts.retried]).toEqual([[], 2]);
    expect(is.underWay).toEqual(new Set(['a', 'b']));
    expect(is.retriedFor).toEqual(new Map([['outcome unknown: the permit has expired', 2]]));
  });
});

describe('law 10 the answer to each resource', () => {
  test('L56 a request that failed on its way, and an answer that leaves a resource out, are unknown', async () => {
    await sent(['a'], new Error('socket hang up'));
    await sent(['b', 'c'], { b: { kind: 'gone' } });
    expect(said()).toEqual([
      ['a', 'deferred', 'outcome unknown, read by id later: socket hang up'],
      ['b', 'gone', 'the cloud says that it no longer exists'],
      ['c', 'deferred', 'outcome unknown, read by id later: the answer did not name it'],
    ]);
    expect(is.stored.map(({ after }) => after?.nextAttemptAt)).toEqual([NOW + MINUTE, undefined, NOW + MINUTE]);
  });

  test('gives places back only where the cloud certainly did nothing', async () => {
    await sent(['a', 'b', 'c', 'd', 'e'], {
      a: { kind: 'refused', reason: 'denied' },
      b: { kind: 'retry', afterMs: 1, reason: 'slow down' },
      c: { kind: 'accepted', requestId: 'r' },
      d: { kind: 'gone' },
    });
    expect(is.givenBack).toEqual([
      ['a', false],
      ['b', false],
    ]);
    expect(is.counts).toMatchObject({ refused: 1, retried: 2, accepted: 1, gone: 1 });
  });

  test('L56 after a refusal the next attempt waits for the back-off of two attempts more; a request to wait, at least so long', async () => {
    await sent(['a', 'b', 'c'], {
      a: { kind: 'refused', reason: 'denied' },
      b: { kind: 'retry', afterMs: 1, reason: 'slow down' },
      c: { kind: 'retry', afterMs: 60 * MINUTE, reason: 'slow down' },
    });
    expect(is.stored.map(({ after }) => ((after?.nextAttemptAt ?? 0) - NOW) / MINUTE)).toEqual([20, 5, 60]);
    expect(is.stored.map(({ after }) => after?.refusals)).toEqual([1, 1, 1]);
  });

  test('L56 a resource for which no request was sent waits, and has no refusal', async () => {
    await sent(['a', 'b'], {
      a: { kind: 'retry', afterMs: 1, reason: 'slow down' },
      b: { kind: 'retry', afterMs: 1, reason: 'not sent: slow down', request: 'unsent' },
    });
    expect(is.stored.map(({ after }) => after?.refusals)).toEqual([1, undefined]);
    expect(is.stored.map(({ after }) => after?.attempts)).toEqual([1, 1]);
    expect(is.givenBack).toEqual([
      ['a', false],
      ['b', true],
    ]);
    expect(said()).toEqual([
      ['a', 'deferred', 'slow down'],
      ['b', 'deferred', 'not sent: slow down'],
    ]);
    expect(is.retriedFor).toEqual(
      new Map([
        ['slow down', 1],
        ['not sent: slow down', 1],
      ]),
    );
  });

  test('is recorded although the record of another one fails, and the failure is not lost', async () => {
    broken = { a: new Error('no place for a') };
    await expect(sent(['a', 'b'], { a: { kind: 'gone' }, b: { kind: 'gone' } })).rejects.toThrow('no place for a');
    expect(said()).toEqual([['b', 'gone', 'the cloud says that it no longer exists']]);
  });
});

/** The stored mark of `a` after its answer. */
const markAfter = () => is.stored[0]?.after;
const audited = () => is.stored[0]?.audit;

describe('a resource that was deleted', () => {
  test('A11 loses its mark; the record has its reasons, and until when it can be restored', async () => {
    given = { restorable: { says: 'the bin keeps it', until: new Date(NOW + DAY) } };
    change = { a: { reasons: ['nothing uses it', 'it is old'] as never } };
    await sent(['a', 'b'], { a: { kind: 'deleted', requestId: 'r-1' }, b: { kind: 'deleted', requestId: 'r-1' } });
    expect(is.asked).toEqual([['a', 'b']]);
    expect(markAfter()).toBeUndefined();
    expect(audited()).toMatchObject({
      event: 'deleted',
      reason: 'nothing uses it; it is old; the bin keeps it',
      requestId: 'r-1',
      restorableUntil: NOW + DAY,
    });
    expect([is.counts.deleted, is.givenBack]).toEqual([2, []]);
  });
});

describe('a request that the cloud accepted', () => {
  test('law 10 is under way: its mark waits for a read by id in 15 seconds, with the request id', async () => {
    await sent(['a'], { a: { kind: 'accepted', requestId: 'r-1' } });
    expect(markAfter()).toMatchObject({ state: 'deleting', nextAttemptAt: NOW + 15_000 });
    expect(markAfter()?.intent).toEqual({ passId: 'p-1', at: NOW, isOver: true, acceptedAt: NOW, requestId: 'r-1' });
    expect(audited()).toMatchObject({ event: 'accepted', reason: 'in progress', requestId: 'r-1' });
    expect(is.underWay).toEqual(new Set(['a']));
  });

  test('L56 keeps its intent even where the mark had lost it', async () => {
    change = { a: { intent: undefined } as never };
    await sent(['a'], { a: { kind: 'accepted', requestId: 'r-1' } });
    expect(markAfter()?.intent).toMatchObject({ passId: 'p-1', at: NOW });
  });
});

describe('an answer that was an error and excludes nothing', () => {
  const open = (afterMs: number) => ({ kind: 'retry', afterMs, reason: 'internal error', request: 'open' }) as const;

  test.each([
    ['a first one in a minute', 0, 1, MINUTE],
    ['a third one as long as its back-off', 2, 1, 20 * MINUTE],
    ['one whose cloud asks for more, so long', 0, 5 * MINUTE, 5 * MINUTE],
  ])('L56 is looked at by id, %s; the intent and the places stay', async (_what, attempts, afterMs, wait) => {
    change = { a: { attempts } };
    await sent(['a'], { a: open(afterMs) });
    expect(markAfter()).toMatchObject({
      state: 'deleting',
      intent: { passId: 'p-1', isOver: true },
      nextAttemptAt: NOW + wait,
      refusals: 1,
    });
    expect(said()).toEqual([['a', 'deferred', 'outcome unknown, read by id later: internal error']]);
    expect([is.underWay, is.givenBack]).toEqual([new Set(['a']), []]);
    expect(is.retriedFor).toEqual(new Map([['outcome unknown: internal error', 1]]));
  });
});

describe('a refusal', () => {
  test('L56 that says when the next attempt makes sense is believed', async () => {
    await sent(['a'], { a: { kind: 'refused', reason: 'locked until noon', at: NOW + 7 } });
    expect(markAfter()?.nextAttemptAt).toBe(NOW + 7);
    expect(said()).toEqual([['a', 'refused', 'locked until noon']]);
  });

  const inUse = { a: { kind: 'refused', reason: 'in use', isInUse: true } } as const;

  test('L56 of a use is none for six hours: it is asked again soon, and its places are free as if unsent', async () => {
    await sent(['a'], inUse);
    expect(markAfter()).toMatchObject({ inUse: { since: NOW }, nextAttemptAt: NOW + 30_000 });
    expect(markAfter()).not.toHaveProperty('refusals');
    expect(said()).toEqual([['a', 'deferred', expect.stringContaining('in use; its provider has said so since')]]);
    expect([is.patient, is.givenBack]).toEqual([new Set(['a']), [['a', true]]]);
    expect([is.counts.refused, is.retriedFor]).toEqual([0, new Map([['in use', 1]])]);
  });

  test('L56 of a use that goes on for longer is one, once; then a wait of a day', async () => {
    const since = NOW - 7 * 60 * MINUTE;
    change = { a: { inUse: { since } } };
    await sent(['a'], inUse);
    expect(markAfter()).toMatchObject({ inUse: { since, endedAt: NOW }, nextAttemptAt: NOW + DAY });
    expect([audited()?.event, is.counts.refused, is.counts.retried]).toEqual(['refused', 1, 0]);
    expect([is.patient, is.givenBack]).toEqual([new Set(), [['a', false]]]);
    change = { a: { inUse: { since, endedAt: NOW - 1 } } };
    await sent(['a'], inUse);
    expect([is.stored[1]?.audit?.event, is.counts.refused, is.counts.retried]).toEqual(['deferred', 1, 1]);
  });
});

describe('the step into quarantine', () => {
  const done = { a: { kind: 'done', requestId: 'r-1', says: 'disabled', made: 'snap-1' } } as const;

  test('L12 is asked for each resource; the date moves out by the quarantine, from the latest of all clocks', async () => {
    await sent(['a', 'b'], done, 'quarantine');
    const until = NOW + MINUTE + 7 * DAY;
    expect(is.asked).toEqual([]);
    expect(markAfter()).toMatchObject({
      state: 'marked',
      projectedDeletionAt: until,
      quarantine: { at: NOW + MINUTE, until, made: 'snap-1' },
    });
    const reason = `disabled; deletion on ${new Date(until).toISOString()}`;
    expect(audited()).toMatchObject({ event: 'quarantined', reason, requestId: 'r-1' });
    expect(is.stored[1]?.audit?.reason).toBe('outcome unknown, read by id later: the answer did not name it');
    expect([is.counts.quarantined, is.underWay, is.givenBack]).toEqual([1, new Set(['b']), []]);
  });

  test('L12 of a type that has none is no request', async () => {
    given = { hasNoQuarantine: true };
    await sent(['a'], done, 'quarantine');
    expect(said()).toEqual([['a', 'deferred', 'outcome unknown, read by id later: the answer did not name it']]);
  });

  test('A43 of a type that is only stopped says so', async () => {
    given = { stops: true };
    await sent(['a'], done, 'quarantine');
    expect(audited()?.reason).toMatch(/^disabled; it stays so from 2026-/);
  });
});

test('L56 an unknown answer is not stored without the lock; one that says something is', async () => {
  broken = { a: new LockLostError('the lock is lost'), b: new LockLostError('the lock is lost') };
  await expect(sent(['a', 'b'], { b: { kind: 'gone' } })).rejects.toThrow('the lock is lost');
  expect(said()).toEqual([['b', 'gone', 'the cloud says that it no longer exists']]);
});

describe('a request that is not sent, after the lock was lost', () => {
  const stopped = new PermitError('the permit has expired');

  test('frees its places; the next owner of the lock reads the resource by id', async () => {
    broken = { a: new LockLostError('the lock is lost') };
    await sent(['a'], stopped);
    expect([is.stored, is.givenBack]).toEqual([[], [['a', true]]]);
  });

  test('keeps them where the store fails for another reason', async () => {
    broken = { a: new Error('no place for a') };
    await expect(sent(['a'], stopped)).rejects.toThrow('no place for a');
    expect(is.givenBack).toEqual([]);
  });
});
