/** The time that a pass had when it ran out of it. */
export interface Overrun {
  readonly budgetMs: number;
  /** It gets no more than that. */
  readonly isLongest: boolean;
}

/** Why running work is asked to end at its next safe point. */
export type StopReason =
  /** This process ends; another goes on. */
  | 'shutdown'
  /** The namespace's lock is not ours any more: nothing may be written. */
  | 'lock'
  /** It did not settle in time and is given up: nothing may be written. */
  | 'deadline'
  /** Its time is over for now; it goes on after what else is due. */
  | 'budget'
  /** Somebody took the service out, or pulled the kill switch. */
  | 'outOfService';

/** The reason of an `AbortSignal` that stops work; an Error, because libraries throw a signal's reason. */
export class StopError extends Error {
  override readonly name = 'StopError';
  readonly stop: StopReason;
  /** Of the reason `budget`: the time that is over. */
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
