/** Tags of registries: the tags that their policy keeps, and the tags that go with a digest. */
import type { SetPolicy } from '../../../src/core/evaluation/rule.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import type { Handler } from '../../../src/handlers/contract/handler.ts';
import { Look } from '../../../src/handlers/registry/types/tag/look.ts';
import { overSessions } from '../over.ts';
import { patched } from '../patched.ts';
import type { Change } from '../sabotage.ts';

/** A digest is deleted for one of its tags, whatever other tags it has. */
export const sharedDigestIgnored: Change = {
  patch: () =>
    patched(
      Look.prototype,
      'now',
      (now) =>
        async function (this: Look, tags) {
          return new Map([...(await now.call(this, tags))].filter(([tag]) => tags.includes(tag)));
        },
    ),
};

/** Nothing that refers to a digest keeps it. */
export const childrenDeleted: Change = {
  patch: () => patched(Look.prototype, 'reasonToStay', () => async () => undefined),
};

function overTags(change: (handler: Handler) => Partial<Handler>): Change {
  return {
    swap: (parts) => ({
      ...parts,
      handlers: parts.handlers.map((handler) =>
        handler.provider === 'registry' ? { ...handler, ...change(handler) } : handler,
      ),
    }),
  };
}

const PAGE = 2;

/** The newest of every page are kept, not the newest of the repository. */
export const keepNPerPage = overTags(({ setPolicies = [] }) => ({
  setPolicies: setPolicies.map(
    (policy): SetPolicy<Resource, unknown> => ({
      ...policy,
      keep(rows, parameters) {
        const kept = new Map<string, string>();
        for (let at = 0; at < rows.length; at += PAGE)
          for (const [id, why] of policy.keep(rows.slice(at, at + PAGE), parameters)) kept.set(id, why);
        return kept;
      },
    }),
  ),
}));

/** What ties with the last of the newest goes. */
export const tiesGo = overTags(({ setPolicies = [] }) => ({
  setPolicies: setPolicies.map(
    (policy): SetPolicy<Resource, unknown> => ({
      ...policy,
      keep(rows, parameters) {
        const { keepN } = parameters as { readonly keepN?: number };
        const kept = [...policy.keep(rows, parameters)].toSorted(([one], [other]) => one.localeCompare(other));
        return new Map(kept.slice(0, keepN));
      },
    }),
  ),
}));

/** A tag without a date is as old as can be. */
export const undatedIsOld: Change = {
  swap: (parts) =>
    overSessions(parts, (session, _io, { namespace }) => ({
      async *list() {
        for await (const page of session.list()) {
          yield namespace.startsWith('registry:') ? page.map((one) => ({ createdAt: new Date(0), ...one })) : page;
        }
      },
    })),
};

/** A part of the name that matches keeps a tag. */
export const keepRegexUnanchored = overTags(({ safeguards }) => ({
  safeguards: safeguards.map((one) =>
    one.name === 'nameRegexKeep'
      ? {
          ...one,
          keeps({ name }, parameters) {
            const { nameRegexKeep } = parameters as { readonly nameRegexKeep?: string };
            return nameRegexKeep !== undefined && new RegExp(nameRegexKeep).test(name) ? 'it matches' : undefined;
          },
        }
      : one,
  ),
}));
