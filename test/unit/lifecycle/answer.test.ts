/** Which stored mark an answer of the cloud may change, when another process changed it meanwhile (L52, law 10). */
import { beforeEach, describe, expect, test } from '@jest/globals';
import { LockLostError } from '../../../src/core/common/errors.ts';
import { refuseMark } from '../../../src/core/mark/hold.ts';
import { dropIntent, intendDeletion } from '../../../src/core/mark/intent.ts';
import { type Mark, newMark } from '../../../src/core/mark/mark.ts';
import type { Fence, Transition } from '../../../src/core/ports/ports.ts';
import type { AuditEntry, AuditEvent } from '../../../src/core/resource/audit.ts';
import { recordAnswer } from '../../../src/lifecycle/deletion/answer.ts';
import { NOW, resource } from '../../support/evaluation.ts';
import { workConfiguration } from '../../support/queue.ts';

type Pass = Parameters<typeof recordAnswer>[0];

const MINUTE = 60_000;
const wc = workConfiguration();
const lease = { token: 'ours' };

function markOf(generation: string): Mark {
  const reasons = ['nothing uses it'];
  const nominated = { namespace: wc.namespace, resource: resource('a'), reasons, ownerVia: 'tag owner' };
  return newMark({ ...nominated, projectedDeletionAt: NOW }, generation, NOW);
}

/** As its permit wrote it. */
const asked = intendDeletion(markOf('first'), 'p-1', NOW);
/** The next owner of the lock asked again. */
const askedAgain = intendDeletion(dropIntent(asked), 'p-2', NOW);

let stored: Mark | undefined;
/** The lock under which each write was tried. */
let fences: string[];
let audited: AuditEntry[];
let recorded: AuditEntry[];
/** What a write with the lock meets. */
let failure: Error | undefined;
/** Another process writes the mark before so many of our writes. */
let othersWrites: number;
/** What a read of the mark or of its history meets. */
let unread: Error | undefined;
let said: AuditEntry[];

beforeEach(() => {
  [stored, fences, audited, recorded, failure, othersWrites] = [asked, [], [], [], undefined, 0];
  [unread, said] = [undefined, []];
});

const marks = {
  async get() {
    if (unread) throw unread;
    return stored;
  },
  async apply(_namespace: string, [{ before, after, audit }]: readonly [Transition], fence: Fence | undefined) {
    fences.push(fence?.token ?? 'none');
    if (fence && failure) throw failure;
    if (othersWrites-- > 0 && stored) stored = { ...stored, revision: stored.revision + 1 };
    const isSame = before?.generation === stored?.generation && before?.revision === stored?.revision;
    if (!isSame) return ['conflict'];
    stored = after;
    audited.push(audit);
    return ['applied'];
  },
};

/** Records an answer to the request of `asked`. */
function answer(event: AuditEvent, isUnknown = false, to = asked): Promise<boolean> {
  const audit = {
    async history() {
      if (unread) throw unread;
      return recorded;
    },
    record: async (entry: AuditEntry) => void recorded.push(entry),
    log: (entry: AuditEntry) => void said.push(entry),
  };
  const deps = { marks, audit, clock: { now: () => NOW } };
  const pass = { deps, wc, lease, passId: 'p-1', evidence: new Map(), counts: {} } as unknown as Pass;
  const next = (mark: Mark) =>
    event === 'refused' || event === 'deferred' ? refuseMark(mark, 'why', NOW + MINUTE) : undefined;
  return recordAnswer(pass, to, next, event, 'why', isUnknown ? { isUnknown } : {});
}

test('L52 the answer about a mark that nobody changed is stored once', async () => {
  expect(await answer('deleted')).toBe(true);
  expect([stored, audited.length, recorded, fences]).toEqual([undefined, 1, [], ['ours']]);
});

describe('a mark that another process changed before the answer', () => {
  test('L56 a refusal does not end the request of a later pass', async () => {
    stored = askedAgain;
    await answer('refused');
    expect(stored).toEqual(askedAgain);
    expect(recorded).toEqual([expect.objectContaining({ event: 'refused', id: 'a' })]);
  });

  test('L56 a refusal does not end another request of the same pass, nor one where it had none itself', async () => {
    stored = intendDeletion(dropIntent(asked), 'p-1', NOW + 1);
    await answer('refused');
    await answer('refused', false, dropIntent(asked));
    expect(stored).toMatchObject({ intent: { passId: 'p-1', at: NOW + 1 } });
    expect(recorded).toHaveLength(2);
  });

  test.each(['its mark', 'its history'])(
    'law 10 %s cannot be read: the log has the answer, unconfirmed',
    async (what) => {
      unread = new Error('Redis is away');
      if (what === 'its mark') othersWrites = 1;
      else stored = undefined;
      await expect(answer('deleted')).rejects.toThrow('Redis is away');
      expect(said).toEqual([expect.objectContaining({ event: 'deleted', id: 'a', reason: 'why', unconfirmed: true })]);
    },
  );

  test('L56 a refusal is stored where the permit was lost', async () => {
    stored = dropIntent(asked);
    await answer('refused');
    expect(stored).toMatchObject({ refusals: 1, nextAttemptAt: NOW + MINUTE });
    expect([audited.length, recorded.length]).toEqual([1, 0]);
  });

  test.each(['deleted', 'gone'] as const)(
    'L52 %s ends the mark, even with the request of a later pass',
    async (event) => {
      stored = askedAgain;
      expect(await answer(event)).toBe(true);
      expect(stored).toBeUndefined();
      expect([audited, recorded]).toEqual([[expect.objectContaining({ event })], []]);
    },
  );

  test.each(['deleted', 'gone', 'refused'] as const)('L52 %s leaves a later mark of the same id', async (event) => {
    const later = intendDeletion(markOf('second'), 'p-1', NOW);
    stored = later;
    await answer(event);
    expect(stored).toEqual(later);
    expect(recorded).toEqual([expect.objectContaining({ event, generation: 'first' })]);
  });

  test('L52 the mark changes before each of five writes → the answer is recorded without it', async () => {
    othersWrites = 20;
    expect(await answer('deleted')).toBe(true);
    expect(fences).toEqual(Array(5).fill('ours'));
    expect(stored).toBeDefined();
    expect(recorded).toEqual([expect.objectContaining({ event: 'deleted' })]);
  });
});

describe('an answer after the lock was lost', () => {
  beforeEach(() => {
    failure = new LockLostError('the lock is lost');
  });

  test('L52 is stored without the lock, and the pass ends', async () => {
    await expect(answer('deleted')).rejects.toThrow(LockLostError);
    expect(fences).toEqual(['ours', 'none']);
    expect([stored, audited.length]).toEqual([undefined, 1]);
  });

  test('L56 is not stored if it is unknown: the next owner of the lock reads the resource by id', async () => {
    await expect(answer('deferred', true)).rejects.toThrow(LockLostError);
    expect(stored).toEqual(asked);
    expect([audited, recorded]).toEqual([[], []]);
  });
});

test('L52 a store that fails gets no write without the lock', async () => {
  failure = new Error('Redis is away');
  await expect(answer('deleted')).rejects.toThrow('Redis is away');
  expect(fences).toEqual(['ours']);
});

describe('a deletion whose mark is gone', () => {
  const known = (event: AuditEvent, generation: string): AuditEntry => ({
    at: NOW,
    namespace: wc.namespace,
    id: 'a',
    event,
    actor: 'holystone',
    generation,
  });

  beforeEach(() => {
    stored = undefined;
  });

  test('L52 is not recorded as a second one if another worker recorded it', async () => {
    recorded = [known('deleted', 'first')];
    expect(await answer('deleted')).toBe(false);
    expect(recorded.at(-1)).toMatchObject({ event: 'accepted', reason: 'late answer of the cloud: why' });
  });

  test.each([known('deleted', 'an earlier one'), known('permitted', 'first')])(
    'L52 is recorded if the history has only $event of the mark "$generation"',
    async (entry) => {
      recorded = [entry];
      expect(await answer('deleted')).toBe(true);
      expect(recorded.at(-1)).toMatchObject({ event: 'deleted', reason: 'why' });
    },
  );

  test('L56 a refusal is recorded as it is, whatever the history has', async () => {
    recorded = [known('deleted', 'first')];
    await answer('refused');
    expect(recorded.at(-1)).toMatchObject({ event: 'refused', reason: 'why' });
  });
});
