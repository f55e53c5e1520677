/** How a registry deletes tags: by the word of its account, by its answers so far, and by a deletion. Pure. */
import { DAY_MS } from '../../../../core/common/duration.ts';

/**
 * `tags`: a tag goes, and nothing else; `digests`: only a digest with all its tags; `nothing`: it deletes neither. Each
 * with how long an answer counts: a registry may be changed.
 */
export const COUNTS_FOR_MS = { tags: 30 * DAY_MS, digests: 7 * DAY_MS, nothing: DAY_MS / 4 } as const;

/** The effect of a registry's DELETE request, as its account states it, or as its answers have shown it. */
export type Deletes = keyof typeof COUNTS_FOR_MS;

/** In the place of a learnt fact, after a digest went with its tag. */
const UNPROVEN = 'unproven';
const NOT_SHOWN = 'notShown';

/** The present knowledge of how a registry deletes. */
export interface KnownDeletes {
  /** `undefined` = not known. */
  readonly deletes: Deletes | undefined;
  /** The registry itself has shown it; else the account says it. */
  readonly isShown: boolean;
}

/**
 * @param setting by the account's configuration
 * @param fact as it is stored; `undefined` = nothing was learnt, or the store cannot be read
 */
export function deletesKnownBy(setting: Deletes | undefined, fact: string | undefined): KnownDeletes {
  // Seen is worth more than said, where it is the more careful of both.
  if (fact === UNPROVEN && setting === 'tags') return { deletes: undefined, isShown: false };
  const shown = fact !== undefined && Object.hasOwn(COUNTS_FOR_MS, fact) ? (fact as Deletes) : undefined;
  return { deletes: setting ?? shown, isShown: shown !== undefined && shown === (setting ?? shown) };
}

/** A digest went with its tag. `last`: that was the last of its tags; `tags`: other tags may have had the digest. */
export type Loss = 'tags' | 'last';

/** The fact to store after a loss: the word of the account still counts for the tags of others. */
export function factAfter(loss: Loss, isSaid: boolean): string {
  return isSaid && loss === 'last' ? NOT_SHOWN : UNPROVEN;
}

/** Tags of one digest after their deletions, and the digest as it was read then. */
export interface Deleted {
  /** The registry has shown before that it deletes a tag alone. */
  readonly isShown: boolean;
  /** Tags that were not to go may have the digest. */
  readonly hasOthers: boolean;
  /** Every tag that was to go is deleted. */
  readonly areAllDeleted: boolean;
  /** The registry still has the digest. */
  readonly isThere: boolean;
}

/** `shown`: the registry deletes a tag alone; `lost`: it took a digest with a tag; `nothing`: neither is proven. */
export type Proof = { readonly kind: 'shown' | 'nothing' } | { readonly kind: 'lost'; readonly loss: Loss };

/** A digest that outlives the last of its tags proves that a tag goes alone: some registries drop one without tags. */
export function proofOf({ isShown, hasOthers, areAllDeleted, isThere }: Deleted): Proof {
  if (isThere) return { kind: areAllDeleted && !hasOthers && !isShown ? 'shown' : 'nothing' };
  if (hasOthers) return { kind: 'lost', loss: 'tags' };
  return isShown ? { kind: 'lost', loss: 'last' } : { kind: 'nothing' };
}
