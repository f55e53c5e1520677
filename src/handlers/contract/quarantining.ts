import type { Mark } from '../../core/mark/mark.ts';
import type { QuarantineOutcome, QuarantineStanding } from '../../core/mark/quarantine.ts';
import type { Resource } from '../../core/resource/resource.ts';

/** Disables a resource before its deletion, and enables it again. */
export interface Quarantining<R extends Resource = Resource> {
  /** Same as `dryRunDelete` of a session, for {@link begin}. */
  dryRunDelete(resource: R): Promise<void>;
  /**
   * Starts the quarantine, under a permit, and first writes the tag `QUARANTINE_TAG` on the resource. A repetition
   * changes nothing. `undefined`: the answer does not show the result, and the request is sent again.
   */
  begin(resource: R): Promise<QuarantineOutcome | undefined>;
  /**
   * Has {@link begin} removed a part of the resource? Then the definition from before is not replaced. Absent: the step
   * removes nothing.
   */
  isReduced?(resource: R): boolean;
  /**
   * Only reads.
   * @param before the deletion comes next: what costs more calls is read, too
   * @throws ReadError
   */
  standing(resource: R, quarantine: NonNullable<Mark['quarantine']>, before?: 'deletion'): Promise<QuarantineStanding>;
  /**
   * Undoes {@link begin} for a resource that has the tag, and then removes the tag. Needs no permit.
   * @returns the result for people, and the steps left to them
   * @throws Error that says what to do; the next survey tries again
   */
  release(resource: R): Promise<string>;
  /**
   * Somebody removed the tag: writes it again, for {@link release}, unless the resource was as it is now before
   * {@link begin}. Absent: nothing but the tag is undone.
   * @param before what {@link begin} found
   * @returns the resource with its tag; `undefined`: there is nothing to undo
   */
  tagAgain?(resource: R, before: Before): Promise<R | undefined>;
}

/** A definition from before a quarantine; `at`: when it was stored, ms since the epoch. */
export interface Before {
  readonly at: number;
  readonly definition: unknown;
}

/** What a type says about its {@link Quarantining}. */
export interface QuarantineStep {
  /** One sentence for the generated documentation: the step, and how it is undone. */
  readonly summary: string;
  /** It saves what the deletion would lose: no entry goes without it, and this is how long it lasts where none says it. */
  readonly alwaysForMs?: number;
  /** The key of an entry without which it has none. Absent: none is needed. */
  readonly onlyWith?: string;
  /** The provider undoes it by itself after this time: an entry has to ask for less. */
  readonly endsAfterMs?: number;
  /** For the deleting identity, on top of `permissions.delete`. */
  readonly permissions: readonly string[];
  /** The same for undoing it: also for resources that are kept by now. */
  readonly undo?: readonly string[];
  /** For the reading identity: to read the state of the quarantine. */
  readonly reads?: readonly string[];
  /** The resources it creates, named as in `permissions.resources`; its action, and the permission to tag them then. */
  readonly makes?: { readonly action: string; readonly resources: readonly string[]; readonly tagging: string };
}
