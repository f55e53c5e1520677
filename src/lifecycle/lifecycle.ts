/** The passes that the queue runs: data flows config → queue → here → handler, results come back as values. */
import { isFromFuture } from '../core/common/clock.ts';
import { LockLostError, messageOf, ReadError } from '../core/common/errors.ts';
import type { PassRecord } from '../core/policy/pass.ts';
import { atStage } from '../core/policy/rollout.ts';
import { mayHaveForgotten } from '../core/policy/stateWatch.ts';
import type { Overrun } from '../core/policy/stop.ts';
import { describeOverrun, overrunOf } from '../core/policy/surveyBudget.ts';
import { isOpen } from '../core/policy/window.ts';
import type { Action, WorkConfiguration } from '../core/policy/workConfiguration.ts';
import type { Lease } from '../core/ports/ports.ts';
import type { Namespace } from '../core/resource/namespace.ts';
import type { WorkRunner } from '../core/work/work.ts';
import { deletePass } from './deletion/delete.ts';
import { ClockWitness } from './fleet/clockWitness.ts';
import { giveBackMarked } from './mark/giveBack.ts';
import { markPass } from './mark/mark.ts';
import { leaveTagsOfLostDecisions, protectPass } from './mark/protect.ts';
import { NoticeNotAccepted, sendDigest } from './notice/digest.ts';
import { notifyPass } from './notice/notify.ts';
import type { LifecycleDeps } from './pass/deps.ts';
import { type PassContext, type PassResult, recordOf } from './pass/record.ts';
import { releaseStranded } from './restore/release.ts';

/** Runs the passes and the digests that the queue asks for; sees ports, never Redis or SMTP. */
export class Lifecycle implements WorkRunner {
  readonly #deps: LifecycleDeps;

  readonly #witness: ClockWitness;

  constructor(deps: LifecycleDeps) {
    this.#deps = deps;
    this.#witness = new ClockWitness(deps.clock, deps.steady);
  }

  pass(namespace: Namespace, action: Action, lease: Lease, signal: AbortSignal): Promise<PassRecord> {
    return this.#deps.clients.during(() => this.#pass(namespace, action, lease, signal));
  }

  async #pass(namespace: Namespace, action: Action, lease: Lease, signal: AbortSignal): Promise<PassRecord> {
    const deps = this.#deps;
    const previous = await deps.passes.get(namespace, action);
    const configuration = configured(deps, namespace);
    const survey = action === 'mark' ? previous : await deps.passes.get(namespace, 'mark');
    await deps.fleet.sawControl(survey?.control);
    const rollout = await deps.fleet.rollout(configuration);
    const control = deps.fleet.controlVersion;
    const wc = atStage(configuration, rollout.stage, deps.clock.now());
    const incarnation = action === 'mark' ? await deps.watch.incarnation() : undefined;
    const startedAt = deps.clock.now();
    this.#sayFuture(previous, startedAt);
    const witnessedSince = this.#witness.since();
    // Marks without a record of a pass: Redis lost that record.
    const mayLackDecisions = previous === undefined || mayHaveForgotten(previous.incarnation, incarnation);
    const unpassedMs = (since: number) => this.#witness.unpassedMs(since);
    const heardSince = (since: number) => deps.times.since(since);
    const times = { startedAt, previous, witnessedSince, unpassedMs, heardSince };
    const context: PassContext = { wc, rollout, control, action, passId: deps.newId(), ...times, mayLackDecisions };
    if (action === 'mark') await leaveTagsOfLostDecisions(deps, namespace);
    const result = await runPass(deps, context, lease, AbortSignal.any([signal, lease.signal]));
    // The clock may have been set during the pass.
    const record = recordOf(deps, { ...context, witnessedSince: this.#witness.since() }, result, incarnation);
    await deps.passes.record(record, lease, result.changes);
    if (action === 'delete' && (result.counts.deleted ?? 0) > 0) await shrinkBaseline(deps, record, lease);
    deps.onPass?.(record);
    return record;
  }

  /** A time from a wrong clock is treated as absent, and the person who keeps the clocks should know. */
  #sayFuture(previous: PassRecord | undefined, now: number): void {
    if (!previous || !isFromFuture(previous.endedAt, now)) return;
    const { namespace, action, endedAt } = previous;
    const problem =
      `the ${action} pass before ended at ${new Date(endedAt).toISOString()}, which is in the future: the clock of an ` +
      'instance is or was wrong. Its dates are ignored; set all clocks by NTP';
    this.#deps.log.warn({ namespace, action, endedAt, problem }, 'a stored time lies in the future');
  }

  async protect(namespace: Namespace, lease: Lease, signal: AbortSignal): Promise<void> {
    const deps = this.#deps;
    const stop = AbortSignal.any([signal, lease.signal]);
    await deps.clients.during(() => protectPass(deps, configured(deps, namespace), stop));
  }

  release(namespace: Namespace, lease: Lease, signal: AbortSignal): Promise<void> {
    return this.#deps.clients.during(() => this.#release(namespace, lease, signal));
  }

  async #release(namespace: Namespace, lease: Lease, signal: AbortSignal): Promise<void> {
    const deps = this.#deps;
    const stop = AbortSignal.any([signal, lease.signal]);
    const configuration = deps.workConfigurationOf(namespace);
    if (!configuration) return releaseStranded(deps, namespace, lease, stop);
    const { stage } = await deps.fleet.rollout(configuration);
    await giveBackMarked(
      deps,
      { wc: atStage(configuration, stage, deps.clock.now()), passId: deps.newId() },
      lease,
      stop,
    );
  }

  async digest(owner: string): Promise<void> {
    // A jump before the acceptance of a message must not become one with a jump after it.
    this.#witness.look();
    try {
      await sendDigest(this.#deps, owner);
    } catch (error) {
      // The outbox has its next attempt, which a tick queues, however long the mail server is away.
      if (!(error instanceof NoticeNotAccepted)) throw error;
    }
  }
}

async function runPass(
  deps: LifecycleDeps,
  context: PassContext,
  lease: Lease,
  signal: AbortSignal,
): Promise<PassResult> {
  const { action, wc } = context;
  if (action === 'notify' && !isOpen(wc.window, deps.clock.now())) {
    return { outcome: 'paced', counts: {}, problem: 'the window is closed' };
  }
  try {
    if (action === 'mark') return await markPass(deps, context, lease, signal);
    if (action === 'notify') return await notifyPass(deps, context, lease, signal);
    return await deletePass(deps, context, lease, signal);
  } catch (error) {
    if (error instanceof LockLostError || lease.signal.aborted) throw error;
    const overrun = signal.aborted ? overrunOf(action, signal.reason) : undefined;
    if (overrun) return overran(overrun);
    if (signal.aborted) return { outcome: 'unfinished', counts: {}, problem: messageOf(signal.reason) };
    const why = error instanceof ReadError ? error.explanation : undefined;
    const causes = why === undefined ? {} : { causes: [{ why, unknown: 0 }] };
    return { outcome: 'failed', counts: {}, problem: messageOf(error), ...causes };
  }
}

/** The pass begins again with more time; if it already had the longest time, it is incomplete and waits as such. */
function overran(overrun: Overrun): PassResult {
  const outcome = overrun.isLongest ? 'incomplete' : 'unfinished';
  return { outcome, counts: {}, problem: describeOverrun(overrun), overrun };
}

/** Holystone's own deletions must not look like a listing that shrank. */
async function shrinkBaseline(deps: LifecycleDeps, { namespace, counts }: PassRecord, lease: Lease): Promise<void> {
  const survey = await deps.passes.get(namespace, 'mark');
  if (!survey?.baseline) return;
  const listed = Math.max(0, survey.baseline.listed - (counts.deleted ?? 0));
  await deps.passes.record({ ...survey, baseline: { ...survey.baseline, listed } }, lease);
}

function configured(deps: LifecycleDeps, namespace: Namespace): WorkConfiguration {
  const wc = deps.workConfigurationOf(namespace);
  if (!wc) throw new Error(`${namespace} is not in the running configuration`);
  return wc;
}
