/** Where an entry works. Absent: anywhere, because the document shall fit places that are not known yet. */
export interface EntryPlace {
  readonly accountId?: string;
  readonly location?: string;
}

/** The rights of one entry, where its parameters and its place name fewer resources than the type has. */
export interface EntryRights {
  /** What may be deleted and changed, in the place of `permissions.resources`. */
  readonly resources: readonly string[];
  /** Permissions of the type that it needs for these resources only, to read or to restore. */
  readonly only: readonly { readonly permissions: readonly string[]; readonly resources: readonly string[] }[];
  /** Whether it writes the marks of another tool, and needs `permissions.marks`. */
  readonly writesMarks: boolean;
}
