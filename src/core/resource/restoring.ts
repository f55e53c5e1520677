/** The way back: what a deleted resource can be had back by, and what became of it. */

/** Whether the provider still holds what was deleted. */
export interface Restorable {
  /** In a sentence without its full stop; also that it is not known, and why. */
  readonly says: string;
  /** Absent: it is not held, or nobody knows until when. */
  readonly until?: Date;
}

/** One thing to do, and the command by which a person does the same. */
export interface RestoreStep {
  /** `takes ami-1 out of the Recycle Bin`. */
  readonly says: string;
  /** For a shell; a later one may use what an earlier one sets. */
  readonly command: string;
}

/** Why it is not brought back, and what a person may do instead, in this order. */
export interface NotRestored {
  /**
   * `byHand`: no call does it all, or none that we make; `expired`: what it would be made from is gone for ever;
   * `refused`: something stands in the way.
   */
  readonly kind: 'byHand' | 'expired' | 'refused';
  readonly why: string;
  readonly steps: readonly RestoreStep[];
}

export interface Restored {
  readonly kind: 'restored';
  /** By which it is found now. */
  readonly id: string;
  /** Of the last answer; absent where nothing was left to do. */
  readonly requestId?: string;
  /** What is left to a person. */
  readonly afterwards: readonly RestoreStep[];
}

/** What it takes to bring something back. Nothing has been done yet. */
export type Restoring =
  | {
      readonly kind: 'ready';
      readonly steps: readonly RestoreStep[];
      readonly afterwards: readonly RestoreStep[];
      /** After that it is too late. */
      readonly until?: Date;
      /** The id it will have, where that is known before. */
      readonly id?: string;
      /** Does what the steps say. Rejects with nothing a caller could tell from another. */
      run(): Promise<Restored | NotRestored>;
    }
  /** It is there: nobody deleted it, or somebody brought it back. */
  | Restored
  | NotRestored;
