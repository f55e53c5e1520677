/** Laws 1, 3, 4 and 8: one thing is taken for another, or a state of before for the present one. */
import { Cluster } from '../../../src/handlers/kubernetes/wire/cluster.ts';
import { over, overSessions } from '../over.ts';
import { patched } from '../patched.ts';
import type { Change } from '../sabotage.ts';

/** An account with another name has no past. */
export const earlierNamesForgotten: Change = {
  swap: (parts) => ({ ...parts, accountNames: over(parts.accountNames, { of: async () => [] }) }),
};

/** No pass sees that the one before it ran with a store that knew more. */
export const lossForgotten: Change = {
  swap: (parts) => ({
    ...parts,
    passes: over(parts.passes, {
      get: async (...asked) => {
        const before = await parts.passes.get(...asked);
        if (!before) return before;
        const { incarnation: _unread, ...rest } = before;
        return rest;
      },
    }),
  }),
};

/** A proof counts for every cluster that the kubeconfig names later. */
export const anyClusterIsProven: Change = {
  patch: () => patched(Cluster.prototype, 'unproven', () => () => undefined),
};

/** A tag is the same in every registry. */
export const registryNotInIdentity: Change = {
  swap: (parts) =>
    overSessions(parts, (session) => {
      const anywhere = <R extends { readonly identity: string }>(one: R): R => ({
        ...one,
        identity: one.identity.replace(/^[^/]*\//, ''),
      });
      return {
        async *list() {
          for await (const page of session.list()) yield page.map(anywhere);
        },
        async get(ids) {
          const reads = await session.get(ids);
          return new Map(
            [...reads].map(([id, read]) => [
              id,
              read.kind === 'found' ? { ...read, resource: anywhere(read.resource) } : read,
            ]),
          );
        },
      };
    }),
};
