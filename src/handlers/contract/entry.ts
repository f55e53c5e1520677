/** The part of a `cleanup` entry that a handler may check for invalid requests. */
export interface GivenEntry<P = unknown> {
  /** The rule names of each element of `when`; all rules of one element must match together. */
  readonly when: readonly (readonly string[])[];
  /** Does the entry have an allowlist? */
  readonly hasAllowlist: boolean;
  /** Does a quarantine come before the deletion? */
  readonly hasQuarantine: boolean;
  readonly parameters: P;
}

export interface EntryProblem {
  /** The path inside the entry: `['when', 0]`. */
  readonly path: readonly (string | number)[];
  /** Describes the missing part and the text to add. */
  readonly message: string;
}
