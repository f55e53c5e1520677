import type { ControlState } from '../core/policy/fleet.ts';

/** A person or the kill switch stopped it: no new work begins and running work stops (L20). */
export function isOutOfService(state: ControlState): boolean {
  return state.service === 'out' || state.killed;
}
