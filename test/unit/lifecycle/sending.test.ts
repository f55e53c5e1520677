/** The cloud's answers to one delete request, per resource (law 10), and the places of the budgets that they give back. */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { PermitError } from '../../../src/core/common/errors.ts';
import { intendDeletion } from '../../../src/core/mark/intent.ts';
import { type Mark, newMark } from '../../../src/core/mark/mark.ts';
import type { Transition } from '../../../src/core/ports/ports.ts';
import type { DeleteOutcome } from '../../../src/core/resource/resource.ts';
import { send } from '../../../src/lifecycle/deletion/sending.ts';
import { NOW, resource } from '../../support/evaluation.ts';
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

let stored: Transition[];
let givenBack: string[];
let counts: Record<string, number>;
/** The store fails for these ids. */
let broken: readonly string[];

beforeEach(() => {
  [stored, givenBack, counts, broken] = [[], [], { refused: 0, retried: 0, accepted: 0, gone: 0 }, []];
});

/** Sends one request for resources; the cloud answers for some of them, or the request fails. */
async function sent(ids: readonly string[], answer: Readonly<Record<string, DeleteOutcome>> | Error): Promise<void> {
  const marks = {
    async apply(_namespace: string, [transition]: readonly [Transition]) {
      if (broken.includes(transition.id)) throw new Error(`no place for ${transition.id}`);
      stored.push(transition);
      return ['applied'];
    },
  };
  const session = {
    async delete() {
      if (answer instanceof Error) throw answer;
      return new Map(Object.entries(answer));
    },
  };
  const clock = { now: () => NOW };
  const pass = {
    deps: { marks, clock },
    wc,
    passId: 'p-1',
    evidence: new Map(),
    counts,
    underWay: new Set(),
    patient: new Set(),
    retriedFor: new Map(),
    lease: {},
  };
  const items = ids.map((id) => ({
    mark: permitted(id),
    resource: resource(id),
    giveBack: async () => void givenBack.push(id),
  }));
  await send(pass as unknown as Given[0], session as unknown as Given[1], items, 'deletion');
}
const said = () => stored.map(({ id, audit }) => [id, audit?.event, audit?.reason]);

describe('a request that its permit stops', () => {
  const stopped = new PermitError('the permit has expired');

  test('for one resource was not sent: its mark has no intent any more, and its places are free', async () => {
    await sent(['a'], stopped);
    expect(said()).toEqual([['a', 'deferred', 'not sent: the permit has expired']]);
    expect(stored[0]?.after).toMatchObject({ state: 'marked' });
    expect(stored[0]?.after).not.toHaveProperty('intent');
    expect([givenBack, counts.retried]).toEqual([['a'], 0]);
  });

  test('L56 for several may have been sent in part: each keeps its intent and its places until a read by id', async () => {
    await sent(['a', 'b'], stopped);
    expect(said()).toEqual(
      ['a', 'b'].map((id) => [id, 'deferred', 'outcome unknown, read by id later: the permit has expired']),
    );
    for (const { after } of stored) expect(after).toMatchObject({ state: 'deleting', intent: { passId: 'p-1' } });
    expect([givenBack, counts.retried]).toEqual([[], 2]);
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
    expect(stored.map(({ after }) => after?.nextAttemptAt)).toEqual([NOW + MINUTE, undefined, NOW + MINUTE]);
  });

  test('gives places back only where the cloud certainly did nothing', async () => {
    await sent(['a', 'b', 'c', 'd', 'e'], {
      a: { kind: 'refused', reason: 'denied' },
      b: { kind: 'retry', afterMs: 1, reason: 'slow down' },
      c: { kind: 'accepted', requestId: 'r' },
      d: { kind: 'gone' },
    });
    expect(givenBack).toEqual(['a', 'b']);
    expect(counts).toMatchObject({ refused: 1, retried: 2, accepted: 1, gone: 1 });
  });

  test('L56 after a refusal the next attempt waits for the back-off of two attempts more; a request to wait, at least so long', async () => {
    await sent(['a', 'b', 'c'], {
      a: { kind: 'refused', reason: 'denied' },
      b: { kind: 'retry', afterMs: 1, reason: 'slow down' },
      c: { kind: 'retry', afterMs: 60 * MINUTE, reason: 'slow down' },
    });
    expect(stored.map(({ after }) => ((after?.nextAttemptAt ?? 0) - NOW) / MINUTE)).toEqual([20, 5, 60]);
    expect(stored.map(({ after }) => after?.refusals)).toEqual([1, 1, 1]);
  });

  test('L56 a resource for which no request was sent waits, and has no refusal', async () => {
    await sent(['a', 'b'], {
      a: { kind: 'retry', afterMs: 1, reason: 'slow down' },
      b: { kind: 'retry', afterMs: 1, reason: 'not sent: slow down', request: 'unsent' },
    });
    expect(stored.map(({ after }) => after?.refusals)).toEqual([1, undefined]);
    expect(stored.map(({ after }) => after?.attempts)).toEqual([1, 1]);
    expect(givenBack).toEqual(['a', 'b']);
  });

  test('is recorded although the record of another one fails, and the failure is not lost', async () => {
    broken = ['a'];
    await expect(sent(['a', 'b'], { a: { kind: 'gone' }, b: { kind: 'gone' } })).rejects.toThrow('no place for a');
    expect(said()).toEqual([['b', 'gone', 'the cloud says that it no longer exists']]);
  });
});
