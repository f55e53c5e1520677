import type { Policy } from '../../core/evaluation/policy.ts';
import type { Verdict } from '../../core/evaluation/verdict.ts';
import type { Resource } from '../../core/resource/resource.ts';

/** How many of the candidates have an owner nobody can be sure of, reported apart from the others. */
export interface OwnerCounts {
  /** Nobody owns them: the fallback is told, or nobody. */
  readonly unowned: number;
  /** A place that named an owner was passed over, because it holds no valid address. */
  readonly invalidOwner: number;
  /** A place was passed over, because it could not be read: told to the next one, never deleted meanwhile. */
  readonly unsureOwner: number;
}

/** Counts whose the candidates are, one after the other. What is unknown may be so for the want of its owner. */
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
    if (kind !== 'candidate') return;
    if (unowned) this.#counts.unowned += 1;
    if (invalid.length > 0) this.#counts.invalidOwner += 1;
  }

  counts(): OwnerCounts {
    return { ...this.#counts };
  }

  /** Why nobody can be sure of some owners, for people; `undefined` = of all. */
  problem(): string | undefined {
    const { unsureOwner: count } = this.#counts;
    if (count === 0) return undefined;
    const what = count === 1 ? 'the owner of 1 resource is' : `the owners of ${count} resources are`;
    return `${what} uncertain, and Holystone does not delete them until it is certain: ${[...this.#doubts].join('; ')}`;
  }
}
