import { setTimeout as delay } from 'node:timers/promises';
import type { Clock } from '../../core/common/clock.ts';
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
  readonly instances: Pick<Instances, 'list'>;
}

/**
 * An instance that does not obey and has been silent for this long is not live any more, and its permits have expired.
 */
const PATIENCE_MS = INSTANCE_TTL_MS + 15_000;
const LOOK_MS = 200;

/**
 * Changes the fleet's control. A change that stops deletions, or sets a stage, returns when every live instance obeys
 * it (L61): if a process does not answer, because it was suspended or killed, this waits until its permits expire.
 */
export async function changeControl(
  { clock, control, instances }: ChangeControlDeps,
  { change, actor, reason }: { readonly change: ControlChange; readonly actor: string; readonly reason?: string },
  patienceMs = PATIENCE_MS,
): Promise<ControlAnswer> {
  const at = clock.now();
  const said = reason === undefined ? {} : { reason };
  const changed = await control.write(change, { at, namespace: 'fleet', event: 'control', actor, ...said });
  const { version } = changed.after;
  const stops = (change.killed === true || change.service === 'out') && controlForbids(changed.after) !== undefined;
  if (!stops && change.stages === undefined) return { ...changed, acknowledged: true, waitingFor: [] };
  const until = performance.now() + patienceMs;
  for (;;) {
    const waitingFor = (await instances.list()).filter(({ obeys }) => obeys < version).map(({ name }) => name);
    if (waitingFor.length === 0 || performance.now() > until) {
      return { ...changed, acknowledged: waitingFor.length === 0, waitingFor };
    }
    await delay(LOOK_MS);
  }
}
