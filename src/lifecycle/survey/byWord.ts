/** What keeps resources of another type by the word of a person or of an entry: a decision, a tag, `keep`, `only`. */
import { defined } from '../../core/common/defined.ts';
import { evidenceOf } from '../../core/common/finding.ts';
import type { Policy } from '../../core/evaluation/policy.ts';
import type { Step, Verdict } from '../../core/evaluation/verdict.ts';
import type { OwnerResolution } from '../../core/owner/owner.ts';
import type { Resource } from '../../core/resource/resource.ts';
import type { SurveyDeps } from '../pass/deps.ts';
import { loadPolicy } from './loadPolicy.ts';
import type { Opened } from './opened.ts';

/** As a finding says it. */
export interface Kept {
  readonly says: 'used' | 'unknown';
  readonly why: string;
}

/** What the words of people say about one resource. */
export interface Words {
  readonly kept: readonly Kept[];
  /** Whom its own tags name, unlike those of a resource without tags; absent: nobody of its own. */
  readonly owner?: Pick<OwnerResolution, 'owner' | 'via' | 'unsure'>;
}

/**
 * Reads them by their ids, and asks their own type. Each id has an answer; an empty one: nothing keeps it by its word, or a
 * read says that it is gone.
 * @param how.notBefore monotonic ms: a registry of owners that was read before does not count
 * @param how.isNamed only what names it to keep counts: that no entry judges it, or lets it go, is no word about it
 * @throws ReadError
 */
export async function keptByWord(
  deps: SurveyDeps,
  opened: Opened,
  ids: readonly string[],
  { notBefore, now, isNamed }: { readonly notBefore: number; readonly now: number; readonly isNamed: boolean },
): Promise<ReadonlyMap<string, Words>> {
  const { session } = opened;
  await session.verifyAccount();
  const reads = await (session.getParts?.(ids) ?? session.get(ids));
  const subjects = [...reads.values()].flatMap((read) => (read.kind === 'found' ? [read.resource] : []));
  const { only, entries, ...naming } = await loadPolicy(deps, opened, { readSince: notBefore });
  const policy = isNamed ? naming : { ...naming, ...defined({ only, entries }) };
  const verdicts = deps.evaluate({ subjects, evidence: evidenceOf([]), policy, now });
  return new Map(
    ids.map((id): readonly [string, Words] => {
      const read = reads.get(id) ?? { kind: 'unknown', why: 'the read by id did not return it' };
      if (read.kind === 'gone') return [id, { kept: [] }];
      if (read.kind === 'unknown')
        return [id, { kept: [{ says: 'unknown', why: `it could not be read: ${read.why}` }] }];
      const owner = ownOwner(read.resource, naming);
      return [id, { kept: wordsOf(verdicts.get(read.resource.id)), ...defined({ owner }) }];
    }),
  );
}

function ownOwner(resource: Resource, { ownerOf }: Pick<Policy, 'ownerOf'>): Words['owner'] {
  const { owner, via, unsure } = ownerOf(resource);
  const { lastUser: _, ...untagged } = { ...resource, tags: {} };
  const byDefault = ownerOf(untagged);
  const isOwn = via !== byDefault.via || unsure !== byDefault.unsure;
  return isOwn ? { via, ...defined({ owner, unsure }) } : undefined;
}

const BY_WORD: ReadonlySet<Step> = new Set(['optOut', 'exclusion']);

/** With no evidence at all, unknown is only what an entry asks for and cannot know, as an uncertain owner. */
function wordsOf(verdict: Verdict | undefined): readonly Kept[] {
  if (verdict === undefined) return [{ says: 'unknown', why: 'it was not evaluated' }];
  return verdict.trace.flatMap(({ step, says, reasons }): readonly Kept[] => {
    if (says === 'keep' && BY_WORD.has(step)) return reasons.map((why) => ({ says: 'used', why }));
    return says === 'unknown' && step === 'evidence' ? reasons.map((why) => ({ says: 'unknown', why })) : [];
  });
}
