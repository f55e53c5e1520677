/** Law 3: notified, and when. */
import type { Transition } from '../../../src/core/ports/ports.ts';
import { over, overConfigurations } from '../over.ts';
import type { Change } from '../sabotage.ts';

/** Recorded, not sent. */
export const noticeNotSent: Change = {
  swap: (parts) => ({
    ...parts,
    notifier: { send: async () => ({ kind: 'accepted', response: '250 2.0.0 Ok' }) },
  }),
};

export const retentionIgnored: Change = {
  swap: (parts) => overConfigurations(parts, () => ({ retention: { ms: 0 }, unownedRetention: { ms: 0 } })),
};

/** Notified of one date, filed under an earlier one. */
export const dateMovedIn: Change = {
  swap: (parts) => ({
    ...parts,
    marks: over(parts.marks, {
      apply: (namespace, transitions, fence) => parts.marks.apply(namespace, transitions.map(dueAtOnce), fence),
    }),
  }),
};

function dueAtOnce(transition: Transition): Transition {
  const { after, audit } = transition;
  if (audit.event !== 'noticed' || !after?.notice) return transition;
  return { ...transition, after: { ...after, projectedDeletionAt: after.notice.acceptedAt } };
}
