/** One resource in a plan. Pure. */
import { defined } from '../../core/common/defined.ts';
import type { Policy } from '../../core/evaluation/policy.ts';
import { isDue, type Verdict } from '../../core/evaluation/verdict.ts';
import type { Mark } from '../../core/mark/mark.ts';
import { inUseWords } from '../../core/mark/patience.ts';
import { deletionDate } from '../../core/mark/retention.ts';
import type { WorkConfiguration } from '../../core/policy/workConfiguration.ts';
import type { Resource } from '../../core/resource/resource.ts';
import { followedBy } from '../pass/followedBy.ts';
import { followerOwner } from '../pass/followerOwner.ts';
import type { CostPlan, ResourcePlan } from './planDocument.ts';

/** @param mark its date counts; without one a mark of `now` (ms since the epoch) would get the date */
export function resourcePlan(
  wc: WorkConfiguration,
  policy: Policy,
  resource: Resource,
  verdict: Verdict,
  mark: Mark | undefined,
  now: number,
  monthlyCost: CostPlan | null,
): ResourcePlan {
  const ofMark = mark?.identity === resource.identity ? mark : undefined;
  const { owner, via, unowned, invalid } = followerOwner(wc, policy.ownerOf(resource), verdict, ofMark);
  const date = mark?.projectedDeletionAt ?? deletionDate(wc, now, unowned);
  return {
    id: resource.id,
    name: resource.name,
    verdict: verdict.kind,
    reasons: verdict.reasons,
    ...defined({ because: verdict.nominatedBy }),
    waivedEvidence: verdict.waivedEvidence,
    usedBy: verdict.usedBy.map(({ source, by }) => ({ kind: source, by })),
    owner: owner ?? null,
    ownerVia: via,
    unowned,
    invalidOwners: invalid,
    createdAt: isoOrNull(resource.createdAt),
    ...(wc.freesBytes ? defined({ freesBytes: resource.sizeBytes }) : {}),
    wouldDeleteAt: isDue(verdict) ? new Date(date).toISOString() : null,
    ...(verdict.waitsFor ? { after: verdict.waitsFor.map(({ by }) => by) } : {}),
    ...defined({ follows: followedBy(wc, verdict.waitsFor) }),
    ...defined({ refused: isDue(verdict) && mark ? inUseWords(mark) : undefined }),
    // Here and not in a copy by spread syntax: in V8 each of those has a hidden class of its own.
    monthlyCost,
  };
}

function isoOrNull(date: Date | undefined): string | null {
  return date === undefined || Number.isNaN(date.getTime()) ? null : date.toISOString();
}
