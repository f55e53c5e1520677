/** The run of this process, if one is under way, and its machine that runs now. */
import type { Machine } from './machine.ts';
import type { Simulation } from './simulation.ts';

let simulation: Simulation | undefined;

export function use(next: Simulation | undefined): void {
  simulation = next;
}

export function running(): Simulation | undefined {
  return simulation;
}

/** The code that runs now belongs to this machine; absent = to the process itself, for which everything is real. */
export function here(): { readonly simulation: Simulation; readonly machine: Machine } | undefined {
  const machine = simulation?.current;
  return simulation && machine ? { simulation, machine } : undefined;
}
