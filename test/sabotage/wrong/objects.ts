/** Objects of Kubernetes: sources, reasons to keep, and the version that is deleted. */
import { ReadError } from '../../../src/core/common/errors.ts';
import type { Finding } from '../../../src/core/common/finding.ts';
import type { EvidenceSource, Handler } from '../../../src/handlers/contract/handler.ts';
import { ServedKinds } from '../../../src/handlers/kubernetes/mentions/fieldKinds.ts';
import { MentionReader } from '../../../src/handlers/kubernetes/mentions/mentionsIn.ts';
import { overSessions } from '../over.ts';
import { patched } from '../patched.ts';
import type { Change } from '../sabotage.ts';

function overObjects(change: (handler: Handler) => Partial<Handler>): Change {
  return {
    swap: (parts) => ({
      ...parts,
      handlers: parts.handlers.map((handler) =>
        handler.provider === 'kubernetes' ? { ...handler, ...change(handler) } : handler,
      ),
    }),
  };
}

function overSource(
  read: (source: EvidenceSource, ...given: Parameters<EvidenceSource['read']>) => Promise<readonly Finding[]>,
) {
  return overObjects(({ evidence }) => ({
    evidence: evidence.map((source) =>
      source.name === 'declaredInSource' ? { ...source, read: (...given) => read(source, ...given) } : source,
    ),
  }));
}

function withoutSafeguard(name: string): Change {
  return overObjects(({ safeguards }) => ({ safeguards: safeguards.filter((one) => one.name !== name) }));
}

/** A kind that moved between groups is another kind. */
export const aliasIgnored = overSource(async (source, ...given) =>
  (await source.read(...given)).map((finding) => ({
    ...finding,
    alias: finding.alias.replace(/^apps\/Deployment\//, 'extensions/Deployment/'),
  })),
);

/** A source that says nothing declares nothing. */
export const emptySourceAccepted = overSource(async (source, ...given) => {
  try {
    return await source.read(...given);
  } catch (error) {
    if (error instanceof ReadError) return [];
    throw error;
  }
});

/** A group that does not answer has no objects. */
export const staleIsAbsent: Change = {
  swap: (parts) =>
    overSessions(parts, (session, _io, { namespace }) => ({
      async get(ids) {
        const reads = [...(await session.get(ids))];
        if (!namespace.startsWith('kubernetes:')) return new Map(reads);
        return new Map(reads.map(([id, read]) => [id, read.kind === 'unknown' ? { kind: 'gone' } : read]));
      },
    })),
};

/** Whatever has the name by then is deleted. */
export const preconditionLeftOut: Change = {
  swap: (parts) =>
    overSessions(parts, (session, _io, { namespace }) => ({
      async delete(batch) {
        if (!namespace.startsWith('kubernetes:')) return session.delete(batch);
        const reads = await session.get(batch.map(({ id }) => id));
        return session.delete([...reads.values()].flatMap((read) => (read.kind === 'found' ? [read.resource] : [])));
      },
    })),
};

export const dataKindsIncluded = withoutSafeguard('dataKind');
export const ownersIgnored = withoutSafeguard('owner');

/** Only the fields that somebody wrote down name objects. */
export const mentionsUnread: Change = {
  patch: () => patched(MentionReader.prototype, 'read', () => () => ({ mentions: [], namespaces: [] })),
};

/** Whatever word a field ends with is the kind that it names. */
export const narrowedByAnyWord: Change = {
  patch: () => patched(ServedKinds.prototype, 'saidBy', () => (field) => ({ ends: field.toLowerCase() })),
};

/** Whoever has the labels of the environment belongs to it. */
export const labelsBelieved = overObjects(({ evidence }) => ({
  evidence: evidence.filter(({ name }) => name !== 'writers'),
}));
