/** Mistakes that make a resource wait for ever, or announce a date that is not kept: the model finds them by itself. */
import { systemClock } from '../../../src/core/common/clock.ts';
import type { Mark } from '../../../src/core/mark/mark.ts';
import type { Digest } from '../../../src/core/notice/digest.ts';
import type { Transition } from '../../../src/core/ports/ports.ts';
import { RedisNamespaceLock } from '../../../src/queue/lock.ts';
import { WorkQueueManager } from '../../../src/queue/manager.ts';
import { UnitTurns } from '../../../src/queue/unitTurns.ts';
import { over, overSessions } from '../over.ts';
import { patched } from '../patched.ts';
import type { Change } from '../sabotage.ts';

/** A marked resource stays in quarantine: a survey that a tripwire stops removes no mark, so it gives nothing back. */
export const blockedGivesNothingBack: Change = {
  swap: (parts) =>
    overSessions(parts, ({ quarantine }, _io, { namespace }) => {
      if (!quarantine) return {};
      const release: typeof quarantine.release = async (resource) => {
        if (await parts.marks.get(namespace, resource.id)) throw new Error('the survey was stopped');
        return quarantine.release(resource);
      };
      return { quarantine: over(quarantine, { release }) };
    }),
};

/** A pass that meets the lock of its unit leaves its place to the next one that is due. */
export const placeGivenAway: Change = {
  patch() {
    const locked = new Set<string>();
    const undone = [
      patched(
        RedisNamespaceLock.prototype,
        'acquire',
        (acquire) =>
          async function (this: RedisNamespaceLock, namespace) {
            const lease = await acquire.call(this, namespace);
            if (lease) locked.delete(namespace);
            else locked.add(namespace);
            return lease;
          },
      ),
      patched(
        UnitTurns.prototype,
        'take',
        (take) =>
          function (this: UnitTurns, namespace, state) {
            return locked.has(namespace) ? this.free(namespace).then(() => false) : take.call(this, namespace, state);
          },
      ),
      patched(UnitTurns.prototype, 'wake', () => async () => {}),
    ];
    return () => {
      for (const undo of undone) undo();
    };
  },
};

/** A tick that its timer reaches late is dropped, as node-cron's own timer does. */
export const lateTickDropped: Change = {
  patch: () =>
    patched(
      WorkQueueManager.prototype,
      'tick',
      (tick) =>
        async function (this: WorkQueueManager, slotAt) {
          const isLate = slotAt !== undefined && systemClock.now() - slotAt > LATEST_TICK_MS;
          return isLate ? 'overlapped' : tick.call(this, slotAt);
        },
    ),
};

const LATEST_TICK_MS = 1_000;

/** A refused deletion keeps its places in the budgets of the day, and goes before those never refused. */
export const refusalsKeepTheirPlace: Change = {
  swap: (parts) => ({
    ...parts,
    permits: over(parts.permits, {
      async request(namespace, request, fence) {
        const answer = await parts.permits.request(namespace, request, fence);
        return answer.kind === 'granted' ? { ...answer, giveBack: async () => {} } : answer;
      },
    }),
    marks: over(parts.marks, {
      apply: (namespace, transitions, fence) => parts.marks.apply(namespace, transitions.map(neverRefused), fence),
    }),
  }),
};

function neverRefused(transition: Transition): Transition {
  const { after } = transition;
  if (after?.refusals === undefined) return transition;
  const { refusals: _refusals, ...rest } = after;
  return { ...transition, after: rest };
}

/** It is forgotten that the cloud called something in use: each such answer is the first, and Holystone asks again at once. */
export const patienceForgotten: Change = changingMarks(({ inUse: _inUse, ...mark }) => mark);

/** It is forgotten that the owner was notified of something that stays in use: each day brings a message. */
export const notifiedDaily: Change = changingMarks((mark) => {
  if (mark.inUse?.toldBy === undefined) return mark;
  const { toldBy: _toldBy, ...inUse } = mark.inUse;
  return { ...mark, inUse };
});

/** Each mark is stored as `change` makes it. */
function changingMarks(change: (mark: Mark) => Mark): Change {
  const changed = (one: Transition): Transition => (one.after ? { ...one, after: change(one.after) } : one);
  return {
    swap: (parts) => ({
      ...parts,
      marks: over(parts.marks, {
        apply: (namespace, transitions, fence) => parts.marks.apply(namespace, transitions.map(changed), fence),
      }),
    }),
  };
}

/** A pass that ended in the future, by the clock of some instance, is waited for. */
export const futureIsAwaited: Change = {
  swap: (parts) => ({
    ...parts,
    passes: over(parts.passes, {
      async get(namespace, action) {
        const record = await parts.passes.get(namespace, action);
        return record && { ...record, endedAt: Math.min(record.endedAt, parts.clock.now()) };
      },
    }),
  }),
};

/** A stored message that was not accepted goes to its owner as it stands, with dates counted from now. */
export const storedGoesAsItStands: Change = {
  swap(parts) {
    const stored = new Map<string, Digest>();
    return {
      ...parts,
      outbox: over(parts.outbox, {
        async read(owner) {
          const found = await parts.outbox.read(owner);
          stored.delete(owner);
          if (found.prepared) stored.set(owner, found.prepared);
          return found;
        },
        async settle(owner, items, sentAt) {
          const before = stored.get(owner);
          if (sentAt === undefined && before) await parts.notifier.send(countedFrom(before, parts.clock.now()));
          return parts.outbox.settle(owner, items, sentAt);
        },
      }),
    };
  },
};

function countedFrom(digest: Digest, now: number): Digest {
  const laterMs = Math.max(0, now - digest.preparedAt);
  return { ...digest, rows: digest.rows.map((row) => ({ ...row, deletionAt: row.deletionAt + laterMs })) };
}

/** Whatever Redis lost of an index of the marks stays lost. */
export const indexesNotCompared: Change = {
  swap: (parts) => ({ ...parts, marks: over(parts.marks, { reindex: async () => 0 }) }),
};
