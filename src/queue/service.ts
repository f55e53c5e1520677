import type { ControlState } from '../core/policy/fleet.ts';

/** Taken out by a person, or stopped by the kill switch: nothing new is begun and what runs is stopped (L20). */
export function isOutOfService(state: ControlState): boolean {
  return state.service === 'out' || state.killed;
}
