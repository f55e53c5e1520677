import { setTimeout as delay } from 'node:timers/promises';
import { type Clock, steadyClock } from '../../core/common/clock.ts';
import { controlForbids } from '../../core/policy/control.ts';
import {
  type Control,
  type ControlAnswer,
  type ControlChange,
  INSTANCE_TTL_MS,
  type Instances,
} from '../../core/policy/fleet.ts';

/** The commands, the API and the console pass these to {@link changeControl}. */
export interface ChangeControlDeps {
  readonly clock: Clock;
  readonly control: Control;
  readonly instances: Pick<Instances, 'census'>;
  /** Called once, where the change is stored and some instances do not obey it soon: their names. */
  readonly onWait?: (waitingFor: readonly string[], patienceMs: number) => void;
}

/** A change, the operator who asks for it, and the reason. */
export interface ControlRequest {
  readonly change: ControlChange;
  readonly actor: string;
  readonly reason?: string;
}

/**
 * An instance that does not obey and has been silent for this long is not live any more, and its permits have expired: by
 * the steady clock here, and by the longest time there, so that a machine that slept finds its gates closed.
 */
const PATIENCE_MS = INSTANCE_TTL_MS + 15_000;
const LOOK_MS = 200;
/** Live instances obey within a beat, 1 s. */
const SOON_MS = 3_000;
/** In the place of names that Redis has forgotten. */
const FORGOTTEN = 'instances that Redis may have forgotten';

/**
 * Changes the fleet's control. A change that stops deletions, or sets a stage, returns when every live instance obeys
 * it (L61): if a process does not answer, because it was suspended or killed, this waits until its permits expire. So it
 * does where Redis was emptied, and the list may lack a live instance.
 */
export async function changeControl(
  { clock, control, instances, onWait }: ChangeControlDeps,
  { change, actor, reason }: ControlRequest,
  patienceMs = PATIENCE_MS,
): Promise<ControlAnswer> {
  const at = clock.now();
  const because = reason === undefined ? {} : { reason };
  const changed = await control.write(change, { at, namespace: 'fleet', event: 'control', actor, ...because });
  const { version } = changed.after;
  const stops = (change.killed === true || change.service === 'out') && controlForbids(changed.after) !== undefined;
  if (!stops && change.stages === undefined) return { ...changed, acknowledged: true, waitingFor: [] };
  // Every stage but live may forbid a deletion.
  const mustBeComplete = stops || Object.values(change.stages ?? {}).some((stage) => stage !== 'live');
  const began = steadyClock.monotonicMs();
  let isSaid = false;
  for (;;) {
    const { instances: live, isComplete } = await instances.census();
    const waitingFor = live.filter(({ obeys }) => obeys < version).map(({ name }) => name);
    if (mustBeComplete && !isComplete) waitingFor.push(FORGOTTEN);
    const waitedMs = steadyClock.monotonicMs() - began;
    if (waitingFor.length === 0 || waitedMs > patienceMs) {
      return { ...changed, acknowledged: waitingFor.length === 0, waitingFor };
    }
    if (!isSaid && waitedMs > SOON_MS) {
      onWait?.(waitingFor, patienceMs);
      isSaid = true;
    }
    await delay(LOOK_MS);
  }
}
