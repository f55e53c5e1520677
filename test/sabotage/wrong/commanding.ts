/** Things that operators and the fleet as a whole may forbid, and things that they may not allow. */
import type { Mark, Notice } from '../../../src/core/mark/mark.ts';
import type { Transition } from '../../../src/core/ports/ports.ts';
import { FleetMember } from '../../../src/lifecycle/index.ts';
import { cutOut } from '../cutOut.ts';
import { RESERVE_WITHOUT, RESERVE_WITHOUT_LIMIT } from '../edits.ts';
import { over, overConfigurations } from '../over.ts';
import { patched } from '../patched.ts';
import type { Change } from '../sabotage.ts';
import { NEVER_TRIPS } from './working.ts';

/** A request that the configuration forbids leaves all the same. */
export const forbiddenAllowed: Change = {
  swap: (parts) => ({
    ...parts,
    permits: {
      request: (namespace, request, fence) =>
        parts.permits.request(namespace, { ...request, forbiddenBecause: undefined }, fence),
    },
  }),
};

/** Each instance knows only itself. */
export const driftIgnored: Change = {
  swap: (parts) => ({
    ...parts,
    instances: over(parts.instances, {
      announce: async (self) => ({ ...(await parts.instances.announce(self)), instances: [self] }),
    }),
  }),
};

export const fleetBudgetNotCounted: Change = cutOut(...RESERVE_WITHOUT_LIMIT);

/** One of the questions before a permit is missing. */
export const reserveWithout = (clause: keyof typeof RESERVE_WITHOUT): Change => cutOut(...RESERVE_WITHOUT[clause]);

/** A gate that had a permit stays open, whatever was commanded since. */
export const fleetGateLoose: Change = {
  patch: () => patched(FleetMember.prototype, 'denies', () => () => undefined),
};

/** An instance says that it obeys while a request of it may still leave. */
export const gatesNotCounted: Change = {
  patch: () => patched(FleetMember.prototype, 'open', () => () => () => {}),
};

/** Long enough for the command to be acknowledged on a busy machine, short enough for the permit to hold. */
const TURN_MS = 8_000;

/** Between the permit of an image and its request there is time for a command, and the request does not hear of it. */
export const requestsLeaveLate: Change = {
  swap: (parts) => ({
    ...parts,
    handlers: parts.handlers.map((handler) => ({
      ...handler,
      open: (scope, io) => handler.open(scope, io.permit ? { ...io, signal: new AbortController().signal } : io),
    })),
    pacer: over(parts.pacer, {
      async take(bucket, signal) {
        if (bucket.api.endsWith(':DeregisterImage')) await new Promise((resolve) => setTimeout(resolve, TURN_MS));
        await parts.pacer.take(bucket, signal);
      },
    }),
  }),
};

/** Once the families that an operator approved are marked, nobody remembers that people review the others. */
export const reviewForgotten: Change = {
  patch: () =>
    patched(
      FleetMember.prototype,
      'rollout',
      (real) =>
        async function (this: FleetMember, wc) {
          const { isUnderReview: _, ...rollout } = await real.call(this, wc);
          return rollout;
        },
    ),
  swap: ({ passes, ...parts }) => ({
    ...parts,
    passes: over(passes, {
      async get(namespace, action) {
        const { review: _, ...pass } = (await passes.get(namespace, action)) ?? {};
        return 'passId' in pass ? pass : undefined;
      },
      async approval(namespace, action) {
        const isMarked = (await passes.get(namespace, action))?.review !== undefined;
        return isMarked ? undefined : passes.approval(namespace, action);
      },
    }),
  }),
};

/** Once an operator approved anything in a namespace, no set trips there any more. */
export const approvalForAnything: Change = {
  swap(parts) {
    const approved = new Set<string>();
    return {
      ...overConfigurations(parts, ({ namespace }) => (approved.has(namespace) ? { tripwires: NEVER_TRIPS } : {})),
      passes: over(parts.passes, {
        async approve(namespace, ...approval) {
          const first = await parts.passes.approve(namespace, ...approval);
          approved.add(namespace);
          return first;
        },
      }),
    };
  },
};

const LONG_MS = 7 * 24 * 3_600_000;

/** Whatever a tripwire stopped once is believed when it is seen again. */
export const confirmedAtOnce: Change = {
  swap: (parts) => ({
    ...parts,
    passes: over(parts.passes, {
      async get(namespace, action) {
        const record = await parts.passes.get(namespace, action);
        if (!record?.confirmation) return record;
        const { confirmation } = record;
        const firstSeenAt = confirmation.firstSeenAt - LONG_MS;
        return { ...record, confirmation: { ...confirmation, firstSeenAt, surveys: confirmation.surveys + 2 } };
      },
    }),
  }),
};

/** Dates move in as if every notice had been accepted, and had shown its date, long ago. */
export const recalculatedBeforeNotice: Change = {
  swap(parts) {
    const notices = new Map<string, Notice>();
    const keyOf = ({ namespace, id, generation }: Mark) => `${namespace} ${id} ${generation}`;
    const longAgo = (mark: Mark): Mark => {
      if (!mark.notice) return mark;
      notices.set(keyOf(mark), mark.notice);
      return { ...mark, notice: { ...mark.notice, acceptedAt: 0, shownAt: 0 } };
    };
    const asItWas = (transition: Transition): Transition => {
      const { after } = transition;
      const notice = after?.notice?.shownAt === 0 ? notices.get(keyOf(after)) : undefined;
      return after && notice ? { ...transition, after: { ...after, notice } } : transition;
    };
    return {
      ...parts,
      marks: over(parts.marks, {
        async *all(namespace) {
          for await (const page of parts.marks.all(namespace)) yield page.map(longAgo);
        },
        apply: (namespace, transitions, fence) => parts.marks.apply(namespace, transitions.map(asItWas), fence),
      }),
    };
  },
};
