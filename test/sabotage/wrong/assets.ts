/** Law 1 and 4: uses of an asset of CDK, and the dates that count. */
import type { Stack } from '@aws-sdk/client-cloudformation';
import { PartialReadError } from '../../../src/core/common/errors.ts';
import type { Finding } from '../../../src/core/common/finding.ts';
import type { Read, Resource } from '../../../src/core/resource/resource.ts';
import { OpenTexts } from '../../../src/handlers/aws/evidence/cdk/assetTexts.ts';
import type { ClientPool } from '../../../src/handlers/contract/clientPool.ts';
import type { EvidenceSource, Handler, Io } from '../../../src/handlers/contract/handler.ts';
import { overSessions } from '../over.ts';
import { patched } from '../patched.ts';
import type { Change } from '../sabotage.ts';

type Wrong = (io: Io, truly: (io: Io) => Promise<readonly Finding[]>) => Promise<readonly Finding[]>;

function overHandlers(change: (handler: Handler) => Partial<Handler>): Change {
  return {
    swap: (parts) => ({
      ...parts,
      handlers: parts.handlers.map((handler) => ({ ...handler, ...change(handler) })),
    }),
  };
}

/** @param read replaces the read of the source of stacks */
function readingTemplates(read: Wrong): Change {
  const wrong = (source: EvidenceSource): EvidenceSource => ({
    ...source,
    read: (place, scope, candidates, io) => read(io, (other) => source.read(place, scope, candidates, other)),
  });
  return overHandlers(({ evidence }) => ({
    evidence: evidence.map((source) => (source.name === 'stackTemplates' ? wrong(source) : source)),
  }));
}

/** The actual values of parameters are not read: the default of a template would be all. */
export const parametersUnread = readingTemplates((io, truly) =>
  truly({ ...io, clients: withoutParameters(io.clients) }),
);

interface Describes {
  describeStacks(...args: readonly unknown[]): Promise<{ readonly Stacks?: readonly Stack[] }>;
}

function withoutParameters(clients: ClientPool): ClientPool {
  return {
    get(key, make) {
      const client = clients.get(key, make);
      if (!key.includes('/cloudFormation/')) return client;
      const { describeStacks } = client as unknown as Describes;
      return Object.assign(Object.create(client), {
        async describeStacks(...args: readonly unknown[]) {
          const answer = await describeStacks.apply(client as unknown as Describes, [...args]);
          return { ...answer, Stacks: answer.Stacks?.map((stack) => ({ ...stack, Parameters: [] })) };
        },
      });
    },
  };
}

/** A template that cannot be read names nothing. */
export const unreadableTemplateSkipped = readingTemplates((io, truly) =>
  truly(io).catch((error: unknown) => {
    if (error instanceof PartialReadError) return error.found;
    throw error;
  }),
);

/** A template in a file that is used itself is not opened. */
export const nestedTemplateClosed: Change = {
  patch: () => patched(OpenTexts.prototype, 'files', () => async () => []),
};

/** A name without a hash is looked for in templates like any other, and is in none. */
export const humanNameMatched = overHandlers(({ safeguards }) => ({
  safeguards: safeguards.filter(({ name }) => name !== 'namedByHand'),
}));

function overAssets(change: (asset: Resource) => Resource): Change {
  const changed = (read: Read<Resource>): Read<Resource> =>
    read.kind === 'found' ? { ...read, resource: change(read.resource) } : read;
  return {
    swap: (parts) =>
      overSessions(parts, (session, _io, { namespace }) =>
        namespace.endsWith(':cdks3asset')
          ? {
              async *list() {
                for await (const page of session.list()) yield page.map(change);
              },
              get: async (ids) => new Map([...(await session.get(ids))].map(([id, read]) => [id, changed(read)])),
            }
          : {},
      ),
  };
}

/** Any asset is old enough. */
export const createdBufferIgnored = overAssets((asset) => ({ ...asset, createdAt: new Date(0) }));

/** A mark of the future, or without a date, is as old as can be. */
export const marksOfTheFuture = overAssets((asset) =>
  asset.note?.code === 'words' ? { ...asset, markedElsewhereAt: new Date(0) } : asset,
);
