/** Laws 1, 2, 4 and 15: wrong conclusions from reads. */
import type { SourcedFinding } from '../../../src/core/common/finding.ts';
import { isKeepTag } from '../../../src/core/owner/keepKey.ts';
import type { Resource } from '../../../src/core/resource/resource.ts';
import { RedisOptOutStore } from '../../../src/state/redis/optOuts.ts';
import { over, overConfigurations, overSessions } from '../over.ts';
import { patched } from '../patched.ts';
import { both, type Change } from '../sabotage.ts';

export const alwaysCandidate: Change = {
  swap: (parts) => ({
    ...parts,
    evaluate: (evaluation) =>
      new Map(
        [...parts.evaluate(evaluation)].map(([id, verdict]) => [
          id,
          { ...verdict, kind: 'candidate', decidedBy: 'candidate' },
        ]),
      ),
  }),
};

/** An unreadable answer counts as read and empty. */
export const gapsDropped: Change = {
  swap: (parts) => ({
    ...parts,
    evidence: over(parts.evidence, {
      readPlaces: async (request) => ({ ...(await parts.evidence.readPlaces(request)), gaps: [] }),
      readCandidates: async (request, of) => ({ ...(await parts.evidence.readCandidates(request, of)), gaps: [] }),
    }),
  }),
};

/** A read by id answers "gone" for a resource that the last listing of the same session did not show. */
export const absentIsGone: Change = {
  swap: (parts) =>
    overSessions(parts, (session) => {
      let listed: ReadonlySet<string> | undefined;
      return {
        async *list() {
          const seen = new Set<string>();
          for await (const page of session.list()) {
            for (const { id } of page) seen.add(id);
            yield page;
          }
          listed = seen;
        },
        get: async (ids) => {
          const reads = new Map(await session.get(ids));
          for (const id of ids) if (!reads.has(id) || listed?.has(id) === false) reads.set(id, { kind: 'gone' });
          return reads;
        },
      };
    }),
};

export const useIgnored: Change = {
  swap: (parts) => ({
    ...parts,
    evaluate: (evaluation) =>
      parts.evaluate({ ...evaluation, evidence: { ...evaluation.evidence, findings: new Map() } }),
  }),
};

/** Nobody asks who uses what a resource leads to. */
export const linkNotFollowed: Change = {
  swap: (parts) => ({
    ...parts,
    evaluate: (evaluation) => {
      const direct = [...evaluation.evidence.findings].map(
        ([alias, findings]) => [alias, findings.filter(({ says }) => says !== 'leadsTo')] as const,
      );
      return parts.evaluate({ ...evaluation, evidence: { ...evaluation.evidence, findings: new Map(direct) } });
    },
  }),
};

/** A held resource is deleted while its users still use it. */
export const holdIgnored: Change = {
  swap: (parts) => ({
    ...parts,
    evaluate: (evaluation) =>
      new Map(
        [...parts.evaluate(evaluation)].map(([id, verdict]) => [
          id,
          verdict.kind === 'held' ? { ...verdict, kind: 'candidate', decidedBy: 'candidate' } : verdict,
        ]),
      ),
  }),
};

/** Nobody asks the types of what goes with a resource, or follows it. */
export const followersUnheard: Change = {
  swap: (parts) => overConfigurations(parts, () => ({ parts: [] })),
};

/** Our own record that a user was deleted counts as evidence that it is gone. */
export const holderBelievedGone: Change = {
  swap: (parts) => ({
    ...parts,
    evaluate: (evaluation) => {
      const { holders } = evaluation.policy;
      const isGone = ({ byId = '', byType = '' }: SourcedFinding) => holders?.stateOf(byType, byId)?.kind === 'deleted';
      const believed = [...evaluation.evidence.findings].map(
        ([alias, findings]) => [alias, findings.filter((finding) => !isGone(finding))] as const,
      );
      return parts.evaluate({ ...evaluation, evidence: { ...evaluation.evidence, findings: new Map(believed) } });
    },
  }),
};

/** Neither the stored opt-out nor the tag on the resource. */
export const optOutsNotEvaluated: Change = {
  swap: (parts) => ({
    ...parts,
    evaluate: (evaluation) =>
      parts.evaluate({
        ...evaluation,
        subjects: evaluation.subjects.map(withoutKeepTag),
        policy: { ...evaluation.policy, optOuts: new Map() },
      }),
  }),
};

/** Only opt-outs given to Holystone itself are not seen; a tag that was there before is. */
export const storedOptOutsNotEvaluated: Change = {
  swap: (parts) => ({
    ...parts,
    evaluate: (evaluation) => {
      const { subjects, policy } = evaluation;
      const isStored = ({ id }: Resource) => policy.optOuts.has(`id:${id}`);
      return parts.evaluate({
        ...evaluation,
        subjects: subjects.map((subject) => (isStored(subject) ? withoutKeepTag(subject) : subject)),
        policy: { ...policy, optOuts: new Map() },
      });
    },
  }),
};

function withoutKeepTag<R extends Resource>(resource: R): R {
  const tags = Object.fromEntries(Object.entries(resource.tags).filter(([key]) => !isKeepTag(key)));
  return { ...resource, tags };
}

/** Says yes, and stores nothing. */
export const optOutForgotten: Change = {
  swap: (parts) => ({
    ...parts,
    optOuts: over(parts.optOuts, { optOut: async () => ({ deletionBegun: false }) }),
  }),
};

/** Says yes where the store did not confirm. */
export const unstoredToldAsStored: Change = {
  patch: () =>
    patched(
      RedisOptOutStore.prototype,
      'optOut',
      (optOut) =>
        function (this: RedisOptOutStore, ...given) {
          return optOut.apply(this, given).catch(() => ({ deletionBegun: false }));
        },
    ),
};

/** A decision about a group counts only in the type through whose link it came. */
export const groupKeptInOneType: Change = both(
  {
    patch: () =>
      patched(
        RedisOptOutStore.prototype,
        'optOut',
        (optOut) =>
          async function (this: RedisOptOutStore, namespace, said, copy) {
            return copy ? { deletionBegun: false } : optOut.call(this, namespace, said);
          },
      ),
  },
  {
    patch: () =>
      patched(
        RedisOptOutStore.prototype,
        'all',
        (all) =>
          async function (this: RedisOptOutStore, namespace, which) {
            return which === 'groups' ? new Map() : all.call(this, namespace, which);
          },
      ),
  },
);
