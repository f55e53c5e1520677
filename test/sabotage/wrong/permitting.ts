/** The clauses of the permit, one by one, and the checks before each of them. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Mark } from '../../../src/core/mark/mark.ts';
import type { PermitRequest } from '../../../src/core/ports/permits.ts';
import { FleetMember } from '../../../src/lifecycle/index.ts';
import { RedisPermits } from '../../../src/state/redis/permits.ts';
import { cutOut } from '../cutOut.ts';
import { APPLY_WITHOUT_COMPARING, PERMIT_WITHOUT } from '../edits.ts';
import { over, overConfigurations } from '../over.ts';
import { patched } from '../patched.ts';
import { both, type Change } from '../sabotage.ts';

const HOUR_MS = 3_600_000;

/** The real script, without the named clauses. */
export function permitWithout(...clauses: readonly (keyof typeof PERMIT_WITHOUT)[]): Change {
  return cutOut(...clauses.flatMap((clause) => PERMIT_WITHOUT[clause]));
}

/** Writes a mark over whatever stands there now. */
export const withoutComparing: Change = cutOut(...APPLY_WITHOUT_COMPARING);

/** A permit is given although its line cannot be written. */
export const permitUnrecorded: Change = {
  patch: () => patched(RedisPermits.prototype, 'unrecorded', () => () => undefined),
};

/** Nobody asks whether the record can be written. */
export const recordUnwritten: Change = both(permitUnrecorded, {
  patch: () => patched(FleetMember.prototype, 'denies', () => () => undefined),
});

/** Nothing but the script of the permit asks for a notice, and no owner is notified. */
export const noticesOff: Change = {
  swap: (parts) => ({
    ...overConfigurations(parts, ({ notice }) => ({ notice: { ...notice, enabled: false } })),
    permits: {
      request: (namespace, request, fence) =>
        parts.permits.request(namespace, { ...request, noticeRequired: true, mark: asIfNotified(request) }, fence),
    },
  }),
};

/** As the caller hands it over; the script reads the stored one. */
function asIfNotified({ mark, now }: PermitRequest): Mark {
  const { owner = '', generation } = mark;
  const at = { acceptedAt: now, shownAt: now, validUntil: now + HOUR_MS };
  return { ...mark, notice: { messageId: '<none@example.com>', recipient: owner, generation, ...at } };
}

/** Longer than a batch takes: a mark that becomes due in the middle of one was not read again since it was due. */
const BATCH_MS = 15_000;

/** Nothing but the script of the permit asks for the date: a mark due within the hour is taken for due. */
export const dueTooEarly: Change = {
  swap: (parts) => ({
    ...parts,
    permits: {
      request(namespace, request, fence) {
        const mark = { ...request.mark, projectedDeletionAt: Math.min(request.mark.projectedDeletionAt, request.now) };
        return parts.permits.request(namespace, { ...request, mark }, fence);
      },
    },
    marks: over(parts.marks, {
      async due(namespace, now, limit) {
        const marks = await parts.marks.due(namespace, now + HOUR_MS, limit);
        return marks.filter(
          ({ projectedDeletionAt: at, nextAttemptAt = 0 }) =>
            nextAttemptAt <= now && (at <= now || at > now + BATCH_MS),
        );
      },
      count: (namespace, now, since) => parts.marks.count(namespace, now + HOUR_MS, since),
    }),
  }),
};

/** Stores accept the writes of a pass without asking for its lock. */
export const unfenced: Change = {
  swap: (parts) => ({
    ...parts,
    marks: over(parts.marks, { apply: (namespace, transitions) => parts.marks.apply(namespace, transitions) }),
    passes: over(parts.passes, { record: (record) => parts.passes.record(record) }),
  }),
};

const PATIENCE_MS = 10_000;
const LOOK_MS = 100;

/**
 * The first notice that an instance records in the namespace in which the demo's owner opts out waits for that, so that
 * it comes between reading the mark and writing it.
 */
export const slowRecord: Change = {
  swap(parts) {
    let waited = false;
    return {
      ...parts,
      marks: over(parts.marks, {
        async apply(namespace, transitions, fence) {
          const owner = transitions[0]?.audit.event === 'noticed' && transitions[0].after?.owner;
          if (!waited && owner === 'web-team@acme.example' && namespace === 'aws:acme-prod:us-east-1:image') {
            waited = true;
            const until = performance.now() + PATIENCE_MS;
            while (performance.now() < until && (await parts.optOuts.all(namespace)).size === 0) await delay(LOOK_MS);
          }
          return parts.marks.apply(namespace, transitions, fence);
        },
      }),
    };
  },
};
