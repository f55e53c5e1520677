/** Law 3: the check right before a deletion, and the age of its evidence. */
import { HeardTimes } from '../../../src/lifecycle/index.ts';
import { over, overConfigurations, overSessions } from '../over.ts';
import { patched } from '../patched.ts';
import type { Change } from '../sabotage.ts';

/** A delete pass finds nothing against a deletion, because it does not look. */
export const recheckSkipped: Change = {
  swap: (parts) => ({
    ...parts,
    evidence: over(parts.evidence, {
      readPlaces: async (request) => {
        if (!request.io.permit) return parts.evidence.readPlaces(request);
        const readAt = parts.monotonic.monotonicMs();
        return { findings: [], gaps: [], waivedEvidence: [], readAt, counts: {}, readings: [] };
      },
    }),
  }),
};

/** Whatever was read once is good for ever. */
export const staleEvidence: Change = {
  swap: (parts) => ({
    ...parts,
    evidence: over(parts.evidence, {
      readPlaces: (request) => parts.evidence.readPlaces({ ...request, notBefore: Number.NEGATIVE_INFINITY }),
    }),
  }),
};

/** The last stop right before a request leaves never stops it. */
export const gateOpen: Change = {
  swap: (parts) => ({
    ...parts,
    handlers: parts.handlers.map((handler) => ({
      ...handler,
      open: (scope, io) => handler.open(scope, io.permit ? { ...io, permit: { denies: () => undefined } } : io),
    })),
  }),
};

export const SHORT_EVIDENCE_MS = 2_000;
const TURN_MS = 4_000;

/** Every deleting request waits for its turn longer than its permit holds. */
export const deletionsWaitTheirTurn: Change = {
  swap: (parts) => ({
    ...overConfigurations(parts, () => ({ maxEvidenceAgeMs: SHORT_EVIDENCE_MS })),
    pacer: over(parts.pacer, {
      async take(bucket, signal) {
        if (/Dereg|Delete/.test(bucket.api)) await new Promise((resolve) => setTimeout(resolve, TURN_MS));
        await parts.pacer.take(bucket, signal);
      },
    }),
  }),
};

/** Permits are asked for with whatever identity; re-checks take one for another. */
export const identitiesNotCompared: Change = {
  swap(parts) {
    const stored = new Map<string, string>();
    const read = new Map<string, string>();
    const masked = 'as it should be';
    const surveyedOnce = overConfigurations(parts, ({ everyMs }) => ({ everyMs: { ...everyMs, mark: 600_000 } }));
    const unobserved = overSessions(surveyedOnce, (session, { permit }, { namespace }) => ({
      get: async (ids) => {
        const reads = new Map(await session.get(ids));
        for (const [id, answer] of permit ? reads : []) {
          if (answer.kind !== 'found') continue;
          read.set(`${namespace} ${id}`, answer.resource.identity);
          reads.set(id, { kind: 'found', resource: { ...answer.resource, identity: masked } });
        }
        return reads;
      },
      delete: (batch) =>
        session.delete(
          batch.map((resource) => ({ ...resource, identity: read.get(`${namespace} ${resource.id}`) ?? '' })),
        ),
    }));
    const real = <M extends { readonly namespace: string; readonly id: string; readonly identity: string }>(mark: M) =>
      mark.identity === masked ? { ...mark, identity: stored.get(`${mark.namespace} ${mark.id}`) ?? '' } : mark;
    return {
      ...unobserved,
      marks: over(parts.marks, {
        async due(namespace, now, limit) {
          const marks = await parts.marks.due(namespace, now, limit);
          for (const { id, identity } of marks) stored.set(`${namespace} ${id}`, identity);
          return marks.map((mark) => ({ ...mark, identity: masked }));
        },
        apply: (namespace, transitions, fence) =>
          parts.marks.apply(
            namespace,
            transitions.map(({ before, after, ...rest }) => ({
              ...rest,
              before: before && real(before),
              after: after && real(after),
            })),
            fence,
          ),
      }),
      permits: {
        request: (namespace, request, fence) => {
          const { mark } = request;
          const identity = read.get(`${namespace} ${mark.id}`) ?? '';
          return parts.permits.request(namespace, { ...request, mark: real(mark), identity }, fence);
        },
      },
    };
  },
};

/** A requested deletion counts as under way for ever: a resource that is there is never taken for brought back. */
export const acceptedForEver: Change = {
  swap: (parts) => ({
    ...parts,
    marks: over(parts.marks, {
      async due(namespace, at, limit) {
        const marks = await parts.marks.due(namespace, at, limit);
        const now = parts.clock.now();
        return marks.map((mark) =>
          mark.intent ? { ...mark, intent: { ...mark.intent, at: now, acceptedAt: now } } : mark,
        );
      },
    }),
  }),
};

/** What a machine sleeps through did not pass. */
export const sleepUncounted: Change = {
  swap: (parts) => ({ ...parts, monotonic: parts.steady }),
};

/** Real time is what the wall clock shows, whoever sets it. */
export const clockBelieved: Change = {
  swap: (parts) => ({ ...parts, steady: { monotonicMs: () => parts.clock.now() } }),
};

/** Whatever the providers say, the clock of the machine was right. */
export const providersNotHeard: Change = {
  patch: () =>
    patched(
      HeardTimes.prototype,
      'since',
      (since) =>
        function (this: HeardTimes, at) {
          const heard = since.call(this, at);
          return heard && { ...heard, at: heard.heardAt };
        },
    ),
};
