/** The time budget that a pass used up. */
export interface Overrun {
  readonly budgetMs: number;
  /** The budget never gets longer. */
  readonly isLongest: boolean;
}

/** Why running work must stop at its next safe point. */
export type StopReason =
  /** This process ends; another one continues the work. */
  | 'shutdown'
  /** The namespace's lock is no longer ours: the work may write nothing. */
  | 'lock'
  /** The work did not end in time and is abandoned: it may write nothing. */
  | 'deadline'
  /** Its time is over for now; it continues after other due work. */
  | 'budget'
  /** An operator took the fleet out of service, or switched the kill switch on. */
  | 'outOfService';

/** The reason of an `AbortSignal` that stops work; an Error, because libraries throw a signal's reason. */
export class StopError extends Error {
  override readonly name = 'StopError';
  readonly stop: StopReason;
  /** Only with `budget`: the time that is over. */
  readonly overrun?: Overrun;

  constructor(stop: StopReason, overrun?: Overrun) {
    super(stop);
    this.stop = stop;
    if (overrun) this.overrun = overrun;
  }

  /** For a sentence such as "stopped: budget". */
  override toString(): string {
    return this.stop;
  }
}

/** Why the signal was aborted; `undefined` when it was not, or not by {@link StopError}. */
export function stopReasonOf(signal: AbortSignal): StopReason | undefined {
  return signal.reason instanceof StopError ? signal.reason.stop : undefined;
}
