import type { Resource } from '../../core/resource/resource.ts';
import type { EvidenceRequest } from '../evidence/evidence.ts';
import { readsOf } from '../evidence/evidenceReads.ts';
import type { SurveyDeps } from '../pass/deps.ts';

/**
 * For `plan --quick` only: evidence that costs a call per candidate is not read. More evidence can only keep, so the
 * candidates are an upper limit; nothing may be marked or deleted because of them.
 */
export class NotAsked {
  readonly #kinds = new Map<string, readonly string[]>();

  /** The kinds of evidence that a whole plan would read for this resource. */
  of(id: string): readonly string[] {
    return this.#kinds.get(id) ?? [];
  }

  /** The same reading and judging without that evidence. */
  in<D extends SurveyDeps>(deps: D): D {
    const { evidence, evaluate } = deps;
    return {
      ...deps,
      evidence: {
        readPlaces: (request: EvidenceRequest) => evidence.readPlaces(request),
        readCandidates: (request: EvidenceRequest, candidates: readonly Resource[]) => {
          const kinds = [...new Set(readsOf(request, 'resource').map(({ source }) => source.name))].sort();
          for (const { id } of candidates) this.#kinds.set(id, kinds);
          return evidence.readCandidates(request, []);
        },
      },
      // A rule that needs this evidence selects the resource for now, as it does until the evidence is read.
      evaluate: (evaluation) => evaluate({ ...evaluation, isFirstLook: true }),
    };
  }
}
