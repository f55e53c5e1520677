import type { Namespace } from '../resource/namespace.ts';

/** Opt-outs that are over. They decide nothing; people and the audit log still read them for some time. */
export interface EndedOptOuts {
  /** Forgets those of `targets` that ended more than `endedMs` before `now`; never one without an end. */
  forget(namespace: Namespace, targets: readonly string[], endedMs: number, now: number): Promise<void>;
}
