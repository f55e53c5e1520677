/** The restore of a deleted resource: its steps and its result. */

/** Whether the provider still retains the deleted resource. */
export interface Restorable {
  /** A sentence without its full stop; if the state is not known, it says so, and why. */
  readonly says: string;
  /** Absent: it is not retained, or the end is not known. */
  readonly until?: Date;
}

/** One step, and the command with which a person does the same. */
export interface RestoreStep {
  /** `takes ami-1 out of the Recycle Bin`. */
  readonly says: string;
  /** For a shell; a later command may use variables of an earlier one. */
  readonly command: string;
}

/** Why it is not restored, and the steps for a person instead, in this order. */
export interface NotRestored {
  /**
   * `byHand`: no API call restores it completely, or Holystone does not make that call; `expired`: the data for a
   * restore is gone forever; `refused`: an obstacle prevents it.
   */
  readonly kind: 'byHand' | 'expired' | 'refused';
  readonly why: string;
  readonly steps: readonly RestoreStep[];
}

/** The resource exists again, perhaps under another id. */
export interface Restored {
  readonly kind: 'restored';
  /** Its id now. */
  readonly id: string;
  /** Request id of the last answer; absent where there was nothing to do. */
  readonly requestId?: string;
  /** The remaining steps for a person. */
  readonly afterwards: readonly RestoreStep[];
}

/** The provider is restoring it and has not ended: nothing of it can be promised yet. */
export interface Begun {
  readonly kind: 'begun';
  /** `restore job 1 is RUNNING`: a sentence without full stop. */
  readonly says: string;
  /** Its future id, where the provider has told it. */
  readonly id?: string;
  /** Absent where an earlier run began it. */
  readonly requestId?: string;
}

/** The plan of a restore. No step has run yet. */
export type Restoring =
  | {
      readonly kind: 'ready';
      readonly steps: readonly RestoreStep[];
      readonly afterwards: readonly RestoreStep[];
      /** After this date a restore is no longer possible. */
      readonly until?: Date;
      /** The future id, where it is already known. */
      readonly id?: string;
      /** Runs the steps. A caller cannot distinguish its errors. */
      run(): Promise<Restored | Begun | NotRestored>;
    }
  /** It exists: it was never deleted, or is already restored. */
  | Restored
  | Begun
  | NotRestored;
