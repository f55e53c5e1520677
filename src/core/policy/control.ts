/** The fleet's control: what may be asked for, what becomes of it, and how it reads. Pure. */
import type { ControlChange, ControlState } from './fleet.ts';
import type { Stage } from './stage.ts';

const LIMITS = {
  /** 0 pauses. */
  capacity: { min: 0, max: 10_000 },
  /** To stop deleting there are the service and the kill switch; 0 would look like "no limit". */
  deletesPerDay: { min: 1, max: 999_999 },
} as const;

export type Limit = keyof typeof LIMITS;

/** Why a number is no such limit; `undefined` = it is one. */
export function limitProblem(limit: Limit, value: number): string | undefined {
  const { min, max } = LIMITS[limit];
  if (Number.isInteger(value) && value >= min && value <= max) return undefined;
  return `must be a whole number from ${min} to ${max}`;
}

/** The state after a change; the version counts on. */
export function applyChange(before: ControlState, change: ControlChange): ControlState {
  const { capacity: capacityBefore, deletesPerDay: deletesBefore, ...rest } = before;
  const capacity = change.capacity === undefined ? capacityBefore : change.capacity;
  const deletesPerDay = change.deletesPerDay === undefined ? deletesBefore : change.deletesPerDay;
  return {
    ...rest,
    ...(change.service === undefined ? {} : { service: change.service }),
    ...(change.killed === undefined ? {} : { killed: change.killed }),
    ...(capacity === undefined || capacity === null ? {} : { capacity }),
    ...(deletesPerDay === undefined || deletesPerDay === null ? {} : { deletesPerDay }),
    stages: changedStages(before.stages, change.stages),
    version: before.version + 1,
  };
}

function changedStages(before: ControlState['stages'], change: ControlChange['stages'] = {}): ControlState['stages'] {
  const all: [string, Stage | null][] = Object.entries({ ...before, ...change });
  return Object.fromEntries(all.filter((entry): entry is [string, Stage] => entry[1] !== null));
}

/** Which stages are in force of those that a change names; of none, how many are set. */
function describeStages({ stages }: ControlState, { stages: named = {} }: ControlChange): readonly string[] {
  const units = Object.keys(named).sort();
  if (units.length > 0) return units.map((unit) => `${unit} ${stages[unit] ?? 'as configured'}`);
  const set = Object.keys(stages).length;
  return set === 0 ? [] : [`stages set ${set}`];
}

/** `service in, kill switch off, capacity 4, deletes per day without a limit of the fleet`. */
export function describeControl(state: ControlState, change: ControlChange = {}): string {
  const { service, killed, capacity, deletesPerDay } = state;
  return [
    `service ${service}`,
    `kill switch ${killed ? 'on' : 'off'}`,
    `capacity ${capacity ?? 'as configured'}`,
    `deletes per day ${deletesPerDay ?? 'as configured'}`,
    ...describeStages(state, change),
  ].join(', ');
}

/** Why no deletion may begin under this control; `undefined` = nothing in it forbids one. */
export function controlForbids({ service, killed }: ControlState): string | undefined {
  if (killed) return 'the kill switch is on: Holystone deletes nothing until an operator lifts it';
  return service === 'out'
    ? 'the fleet is out of service: Holystone deletes nothing until an operator puts it back (`holystone service in`)'
    : undefined;
}
