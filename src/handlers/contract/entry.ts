import type { Place } from '../../core/common/finding.ts';
import type { Account } from '../../core/policy/workConfiguration.ts';

/** The part of a `cleanup` entry that a handler may check for invalid requests. */
export interface GivenEntry<P = unknown> {
  /** The rule names of each element of `when`; all rules of one element must match together. */
  readonly when: readonly (readonly string[])[];
  /** Does the entry have an allowlist, and not one that allows everything? */
  readonly hasAllowlist: boolean;
  /** Does a quarantine come before the deletion? */
  readonly hasQuarantine: boolean;
  readonly parameters: P;
}

/** The part of a handler that says what its entries may be about. */
export interface EntryParts {
  /** Rules and parameters that an entry must not have in this account, though each is allowed: what they need is missing there. */
  problemsOfAccount?(rules: readonly string[], account: Account, parameters: unknown): readonly EntryProblem[];
  /**
   * The key of the parameters with names and patterns of these resources, and the attribute that they mean. The entries of
   * one place are tried in their order; its sessions get the patterns of all.
   */
  readonly divided?: {
    readonly by: string;
    readonly attribute: string;
    /** Where an entry describes one part (`bootstrap`): the key of its name, and its usual name. Sessions get a list of them. */
    readonly part?: { readonly name: string; readonly usualName: string };
  };
}

/** A missing part of an entry of `cleanup`, found by its type. */
export interface EntryProblem {
  /** The path inside the entry: `['when', 0]`. */
  readonly path: readonly (string | number)[];
  /** Describes the missing part and the text to add. */
  readonly message: string;
}

/** Where an entry works. Absent: anywhere, because the document shall fit places that are not known yet. */
export interface EntryPlace {
  readonly accountId?: string;
  readonly location?: string;
}

/** The rights of one entry, where its parameters and its place name fewer resources than the type has. */
export interface EntryRights {
  /** The resources that may be deleted and changed, in the place of `permissions.resources`. */
  readonly resources: readonly string[];
  /** Permissions of the type that it needs for these resources only, to read or to restore. */
  readonly only: readonly { readonly permissions: readonly string[]; readonly resources: readonly string[] }[];
  /** Whether it writes the marks of another tool, and needs `permissions.marks`. */
  readonly writesMarks: boolean;
}

/**
 * Where the creation date comes from. `byLater`: from the provider; for a resource that came after the first survey, from its first
 * survey if that is later, because the provider's date may be that of something older that got this name.
 */
export type Dated = 'byProvider' | 'byFirstSeen' | 'byLater';

/** The part of a source that needs permissions for some resources only. */
export interface OnlySome<S> {
  /** Those of its permissions, and the resources in this place, as the rights of its provider write them. */
  only?(scope: S, place: Place): EntryRights['only'];
}
