import { randomUUID } from 'node:crypto';
import type { Clock } from '../core/common/clock.ts';
import { defined } from '../core/common/defined.ts';
import { messageOf } from '../core/common/errors.ts';
import type { PassRecord } from '../core/policy/pass.ts';
import type { Fence, PassStore } from '../core/ports/ports.ts';
import { retryPassAt } from '../core/work/cadence.ts';
import type { WorkItem } from '../core/work/work.ts';

/** A work item that is a pass, no digest. */
export type PassItem = Extract<WorkItem, { kind: 'pass' }>;

/** A run of a pass that failed. */
export interface FailedRun {
  /** ms since the epoch. */
  readonly startedAt: number;
  readonly everyMs: number;
  /** The stored record at the start of the run: a different one later is from the runner itself. */
  readonly before: PassRecord | undefined;
}

/** A runner stores its own failures; this class stores the ones that the runner could not. */
export class PassFailures {
  readonly #passes: PassStore;
  readonly #clock: Clock;

  constructor(passes: PassStore, clock: Clock) {
    this.#passes = passes;
    this.#clock = clock;
  }

  /** Never rejects: an error here (Redis away, lock lost) must not stop the next try. */
  async record(item: PassItem, run: FailedRun, error: unknown, fence?: Fence): Promise<void> {
    try {
      const last = await this.#passes.get(item.namespace, item.action);
      if (last?.outcome === 'failed' && last.passId !== run.before?.passId) return;
      const failures = (last?.failures ?? 0) + 1;
      const nextDueAt = retryPassAt(failures, run.everyMs, this.#clock.now());
      const problem = messageOf(error);
      await this.#store(item, last, { startedAt: run.startedAt, nextDueAt, failures, problem }, fence);
    } catch {
      // See above.
    }
  }

  /** Its workers died in the middle of it: it waits until its next slot. */
  async recordKills(item: PassItem, everyMs: number, kills: number, fence: Fence): Promise<void> {
    const now = this.#clock.now();
    const last = await this.#passes.get(item.namespace, item.action);
    const problem = `its worker died ${kills} times during this item; it waits until its next date`;
    const failures = (last?.failures ?? 0) + kills;
    await this.#store(item, last, { startedAt: now, nextDueAt: now + everyMs, failures, problem }, fence);
  }

  async #store(
    { namespace, action }: PassItem,
    last: PassRecord | undefined,
    what: Pick<PassRecord, 'startedAt' | 'nextDueAt' | 'failures'> & { readonly problem: string },
    fence?: Fence,
  ): Promise<void> {
    const {
      baseline,
      dueSeenUntil,
      spread,
      underWay,
      begunIn,
      blocks,
      review,
      confirmation,
      watched,
      overrun,
      waivedEvidence,
      lookedFor,
      incarnation,
      control,
    } = last ?? {};
    const record: PassRecord = {
      passId: randomUUID(),
      namespace,
      action,
      outcome: 'failed',
      endedAt: this.#clock.now(),
      counts: {},
      ...(baseline ? { baseline } : {}),
      ...(dueSeenUntil === undefined ? {} : { dueSeenUntil }),
      ...(spread ? { spread } : {}),
      ...(underWay ? { underWay } : {}),
      ...defined({ begunIn, blocks, review, confirmation, watched, overrun, waivedEvidence, lookedFor }),
      ...defined({ incarnation, control }),
      ...what,
    };
    await this.#passes.record(record, fence);
  }
}
