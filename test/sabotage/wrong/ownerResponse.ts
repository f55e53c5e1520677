/** Law 3: the waits that an owner's own word ends, and those that it does not. */
import type { Transition } from '../../../src/core/ports/ports.ts';
import { over } from '../over.ts';
import type { Change } from '../sabotage.ts';

/** A resource that its owner does not need is not checked any more. */
export const expeditedUnchecked: Change = {
  swap(parts) {
    const expedited = new Set<string>();
    return {
      ...parts,
      marks: over(parts.marks, {
        apply(namespace, transitions, fence) {
          for (const { id, audit } of transitions) if (audit.event === 'expedited') expedited.add(id);
          return parts.marks.apply(namespace, transitions, fence);
        },
      }),
      evaluate: (evaluation) =>
        new Map(
          [...parts.evaluate(evaluation)].map(([id, verdict]) => [
            id,
            expedited.has(id) ? { ...verdict, kind: 'candidate', decidedBy: 'candidate' } : verdict,
          ]),
        ),
    };
  },
};

/** Says that the fallback is asked, and goes on as if the owner had said nothing. */
export const disclaimingIgnored: Change = {
  swap: (parts) => ({
    ...parts,
    marks: over(parts.marks, {
      apply: (namespace, transitions, fence) => parts.marks.apply(namespace, transitions.map(asBefore), fence),
    }),
  }),
};

function asBefore(transition: Transition): Transition {
  const { before, audit } = transition;
  if (audit.event !== 'disclaimed' || !before) return transition;
  return { ...transition, after: { ...before, revision: before.revision + 1 } };
}
