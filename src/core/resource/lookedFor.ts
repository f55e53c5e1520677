/** What an entry of the configuration names, and whether a listing has it. Nothing found looks like nothing to do. */

/** One name or pattern, with the answer of a complete listing of one namespace. */
export interface LookedFor {
  /** If nothing was found, for people: `no repository matches "shop/*"`; equal for all places with the same name. */
  readonly what: string;
  /** Null: this listing cannot tell. */
  readonly isFound: boolean | null;
  /** It is missing only if no place of the entry has it: a pattern may be meant for another region. */
  readonly mayBeElsewhere?: true;
  /** Nobody wrote this name: it is the usual one. Its absence is said, and leaves the plan complete. */
  readonly isUsualName?: true;
}
