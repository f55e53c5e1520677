import type { Policy } from '../../core/evaluation/policy.ts';
import type { Verdict } from '../../core/evaluation/verdict.ts';
import type { Resource } from '../../core/resource/resource.ts';
import { Owners } from './owners.ts';
import { UnknownSummary } from './unread.ts';

/** `held` only where there are some: most types are deleted after no other. */
type VerdictCounts = Record<'listed' | Exclude<Verdict['kind'], 'held'>, number> & {
  held?: number;
  /** Kept, and no date of theirs is known; absent = none. */
  undated?: number;
  /** Kept by a safeguard, an exclusion or an opt-out; absent = none. */
  protected?: number;
};

const PROTECTS: ReadonlySet<Verdict['decidedBy']> = new Set(['optOut', 'exclusion', 'safeguard']);

/** The numbers of a survey; verdicts are added one by one, and none is kept. */
export class SurveyCounts {
  readonly counts: VerdictCounts = { listed: 0, candidate: 0, keep: 0, unknown: 0 };
  readonly undecided = new UnknownSummary();
  readonly owners: Owners;

  constructor(policy: Pick<Policy, 'ownerOf'>) {
    this.owners = new Owners(policy);
  }

  add(resource: Resource, verdict: Verdict): void {
    this.counts.listed += 1;
    this.counts[verdict.kind] = (this.counts[verdict.kind] ?? 0) + 1;
    if (verdict.kind === 'keep') this.#keep(resource, verdict);
    this.undecided.add(verdict);
    this.owners.add(resource, verdict);
  }

  #keep({ createdAt }: Resource, { decidedBy }: Verdict): void {
    const { counts } = this;
    if (PROTECTS.has(decidedBy)) counts.protected = (counts.protected ?? 0) + 1;
    else if (createdAt === undefined && (decidedBy === 'age' || decidedBy === 'setPolicy')) {
      counts.undated = (counts.undated ?? 0) + 1;
    }
  }
}
