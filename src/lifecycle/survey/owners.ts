import type { Policy } from '../../core/evaluation/policy.ts';
import { isDue, type Verdict } from '../../core/evaluation/verdict.ts';
import type { Resource } from '../../core/resource/resource.ts';

/** How many candidates have no certain owner, reported apart from the others. */
export interface OwnerCounts {
  /** No owner: the notice goes to the fallback, if there is one. */
  readonly unowned: number;
  /** A place that named an owner was skipped, because it has no valid address. */
  readonly invalidOwner: number;
  /** A place was skipped, because it could not be read: the next one gets the notice, no deletion meanwhile. */
  readonly unsureOwner: number;
}

/** Counts the owners of candidates one by one. A verdict may be unknown because its owner is. */
export class Owners {
  readonly #policy: Pick<Policy, 'ownerOf'>;
  readonly #counts = { unowned: 0, invalidOwner: 0, unsureOwner: 0 };
  readonly #doubts = new Set<string>();

  constructor(policy: Pick<Policy, 'ownerOf'>) {
    this.#policy = policy;
  }

  add(resource: Resource, { kind }: Verdict): void {
    if (kind === 'keep') return;
    const { unowned, invalid, unsure } = this.#policy.ownerOf(resource);
    if (unsure !== undefined) {
      this.#counts.unsureOwner += 1;
      this.#doubts.add(unsure);
    }
    if (!isDue({ kind })) return;
    if (unowned) this.#counts.unowned += 1;
    if (invalid.length > 0) this.#counts.invalidOwner += 1;
  }

  counts(): OwnerCounts {
    return { ...this.#counts };
  }

  /** Why some owners are uncertain, for people; `undefined` = none is. */
  problem(): string | undefined {
    const { unsureOwner: count } = this.#counts;
    if (count === 0) return undefined;
    const what = count === 1 ? 'the owner of 1 resource is' : `the owners of ${count} resources are`;
    return `${what} uncertain, and Holystone does not delete them until it is certain: ${[...this.#doubts].join('; ')}`;
  }
}
