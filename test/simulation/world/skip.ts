import type { Machine } from '../kernel/machine.ts';
import type { Happens, Simulation } from '../kernel/simulation.ts';

/** So long after the last step of work, and before the next one, nothing is skipped, ms. */
const AFTER_MS = 1_000;
const BEFORE_MS = 2_000;
const WORTH_MS = 30_000;

/** What looks whether something has come looks so long after the skip, ms. */
const LOOK_MS = 1_000;

/**
 * Skips time in which all instances are idle: housekeeping moves to the end of that time, in its order. Not while a machine
 * sleeps or a fault is fresh: then the others do what they do every few seconds (take over, look, renew).
 * @param until the next tick, or the end of the run
 */
export function skipIdleTime(simulation: Simulation, machines: readonly Machine[], until: () => number): void {
  if (simulation.now - simulation.busyAt < AFTER_MS || machines.some((machine) => machine.isAsleep)) return;
  const { heap } = simulation;
  const events = heap.all.filter(({ isCancelled, machine }) => !isCancelled && !machine.isDead);
  const next = events.reduce((soonest, event) => (event.skip ? soonest : Math.min(soonest, dueAt(event))), until());
  const byMs = next - BEFORE_MS - simulation.now;
  if (byMs < WORTH_MS) return;
  simulation.skippedMs += byMs;
  simulation.now += byMs;
  simulation.busyAt = simulation.now;
  for (const event of events) if (event.skip) move(event, byMs, simulation.now);
  heap.replace(events);
}

function move(event: Happens, byMs: number, now: number): void {
  event.at += byMs;
  if (event.monotonicMs === undefined) return;
  event.monotonicMs += event.machine.monotonicSpan(byMs);
  if (event.skip !== 'looks') return;
  event.at = Math.min(event.at, now + LOOK_MS);
  event.monotonicMs = Math.min(event.monotonicMs, event.machine.monotonicMs() + LOOK_MS);
}

function dueAt({ at, monotonicMs, machine }: Happens): number {
  return monotonicMs === undefined ? at : Math.max(at, machine.trueAt(monotonicMs));
}
