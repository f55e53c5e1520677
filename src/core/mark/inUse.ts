/** Kept in a mark while the cloud says that its resource is in use; see patience.ts. Instants in ms since the epoch. */
export interface InUse {
  /** The first such answer for this mark. */
  readonly since: number;
  /** The answer that ended the patience: the history has it, and the owner gets a notice. Absent = it has not ended. */
  readonly endedAt?: number;
  /** Message-ID of the message that notified the owner. Stored under this name. */
  readonly toldBy?: string;
}
