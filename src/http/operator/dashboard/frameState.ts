import type { FastifyRequest } from 'fastify';
import type { ControlState, Instance } from '../../../core/policy/fleet.ts';
import { nothingHappensNowBecause } from '../../../core/policy/rollout.ts';
import { endsOf } from '../../../core/resource/ends.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { readinessOf } from '../../app/health.ts';
import type { NamespaceState } from '../api/namespaceState.ts';
import type { DatedNotice } from '../api/waitingNotices.ts';
import type { OffBecause } from '../texts/frame.ts';
import type { AttentionItem } from './attentionItem.ts';
import { attentionItems } from './attentionItems.ts';
import type { FleetSnapshot } from './fleetSnapshot.ts';
import type { Frame } from './frame.tsx';
import { stoppedPasses } from './stoppedPasses.ts';
import { viewerOf } from './viewer.ts';

/** The facts behind the frame, which most pages show in full as well. */
export interface FrameState {
  readonly frame: Frame;
  readonly now: number;
  readonly control: ControlState;
  readonly instances: readonly Instance[];
  readonly namespaces: readonly NamespaceState[];
  readonly waiting: readonly DatedNotice[];
  /** Why the service is not ready; empty when it is. */
  readonly unreadyBecause: readonly string[];
  readonly attention: readonly AttentionItem[];
  /** The namespaces about which the instances differ, and why; nothing is deleted there. */
  readonly drift: ReadonlyMap<Namespace, string>;
}

/** Reads the frame for a request. Rejects with `StoreError`. */
export type ReadFrame = (request: FastifyRequest, root: string) => Promise<FrameState>;

/** Each page reads the control anew; namespaces and waiting messages come from the snapshot. */
export function frameReader(deps: OperatorDeps, snapshot: FleetSnapshot): ReadFrame {
  return async (request, root) => {
    const [control, instances, namespaces, waiting] = await Promise.all([
      deps.control.read(),
      deps.instances(),
      snapshot.read(),
      snapshot.readWaiting(),
    ]);
    const unreadyBecause = readinessOf(deps.readiness).reasons;
    const drift = deps.drift();
    const now = deps.clock.now();
    const attention = attentionItems({ namespaces, waiting, unreadyBecause, drift, control, now });
    const offBecause = whyOff(control, namespaces);
    const frame: Frame = {
      root,
      version: deps.version,
      instances: instances.length,
      isInStep: areInStep(instances, drift, control),
      ...(offBecause === undefined ? {} : { offBecause }),
      isKilled: control.killed,
      attention: attention.length,
      numbers: {
        Marks: namespaces.reduce((sum, { counts }) => sum + counts.marked, 0),
        Blocked: stoppedPasses({ namespaces }).length,
      },
      viewer: viewerOf(request.identity),
      endOf: deps.endOf,
      ends: endsOf(namespaces.map(({ configuration }) => configuration)),
    };
    return { frame, now, control, instances, namespaces, waiting, unreadyBecause, attention, drift };
  };
}

function areInStep(instances: readonly Instance[], drift: ReadonlyMap<string, string>, { version }: ControlState) {
  const configurations = new Set(instances.map(({ configuration }) => configuration));
  return configurations.size <= 1 && drift.size === 0 && instances.every(({ obeys }) => obeys >= version);
}

/**
 * Why the fleet deletes nothing at all; `undefined` = some namespace may delete. A fact that only this instance knows
 * is no reason: another instance may delete.
 */
function whyOff(control: ControlState, namespaces: readonly NamespaceState[]): OffBecause | undefined {
  if (control.unproven) return 'unproven';
  if (control.killed) return 'killed';
  if (control.service === 'out') return 'out';
  if (control.capacity === 0) return 'paused';
  const isAllowed = namespaces.some(
    ({ configuration }) => nothingHappensNowBecause(control, configuration) === undefined,
  );
  return isAllowed ? undefined : 'notLive';
}
