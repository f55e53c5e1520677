/** Kept in a mark while the cloud says that its resource is in use; see patience.ts. */
export interface InUse {
  /** The first such answer without another in between, ms since the epoch. */
  readonly since: number;
  /** Patience ended, and the history has it. */
  readonly isTold?: true;
}
