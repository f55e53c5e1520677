import { withTimeout } from '../core/common/withTimeout.ts';
import { type Overrun, StopError } from '../core/policy/stop.ts';
import type { AbandonableLease } from './lock.ts';

/** The outcome of the work, as a value. */
export type Settled<T> = { readonly value: T } | { readonly error: unknown };

/** How the wait for a work item ended; after `late` and `cut` it may still be running. */
export type TimedEnd<T> =
  | { readonly kind: 'settled'; readonly result: Settled<T> }
  /** Over its deadline; `settled`: it ended after that. */
  | { readonly kind: 'late'; readonly settled: boolean }
  /** Cut off; it may still be busy. */
  | { readonly kind: 'cut' };

/** The limits of one item, ms. */
export interface TimedRun {
  readonly lease: AbandonableLease | undefined;
  /** Stops the work at its next safe point; aborted with a `StopError`. */
  readonly stop: AbortController;
  /** Stops waiting for it. */
  readonly cut: AbortSignal;
  readonly budget: Overrun;
  readonly deadlineMs: number;
  readonly settleMs: number;
}

/** Runs work within its time, see the diagram in itemRunner.ts. Leaves no timer and no listener behind. */
export async function runTimed<T>(run: TimedRun, work: (signal: AbortSignal) => Promise<T>): Promise<TimedEnd<T>> {
  const { lease, stop, cut } = run;
  const onLost = () => stop.abort(new StopError('lock'));
  let onCut = () => {};
  const cutOff = new Promise<'cut'>((resolve) => {
    onCut = () => resolve('cut');
  });
  lease?.signal.addEventListener('abort', onLost);
  cut.addEventListener('abort', onCut);
  const budget = setTimeout(() => stop.abort(new StopError('budget', run.budget)), run.budget.budgetMs);
  try {
    const settled = Promise.race([settle(work, stop.signal), cutOff]);
    const first = await withTimeout(settled, run.deadlineMs);
    if (!first) stop.abort(new StopError('deadline'));
    if (!first || first === 'cut') lease?.abandon();
    if (first === 'cut') return { kind: 'cut' };
    if (first) return { kind: 'settled', result: first };
    const second = await withTimeout(settled, run.settleMs);
    return { kind: 'late', settled: second !== undefined && second !== 'cut' };
  } finally {
    clearTimeout(budget);
    lease?.signal.removeEventListener('abort', onLost);
    cut.removeEventListener('abort', onCut);
  }
}

async function settle<T>(work: (signal: AbortSignal) => Promise<T>, signal: AbortSignal): Promise<Settled<T>> {
  try {
    return { value: await work(signal) };
  } catch (error) {
    return { error };
  }
}
