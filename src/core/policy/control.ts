/** The fleet's control: the allowed changes, their effect, and the texts about it. Pure. */
import type { AuditEntry } from '../resource/audit.ts';
import type { ControlChange, ControlState } from './fleet.ts';
import type { Stage } from './stage.ts';

const LIMITS = {
  /** 0 pauses. */
  capacity: { min: 0, max: 10_000 },
  /** Not 0, which would look like "no limit"; the service and the kill switch stop all deletions. */
  deletesPerDay: { min: 1, max: 999_999 },
} as const;

export type Limit = keyof typeof LIMITS;

/** Why the number is not allowed for the limit; `undefined` = it is allowed. */
export function limitProblem(limit: Limit, value: number): string | undefined {
  const { min, max } = LIMITS[limit];
  if (Number.isInteger(value) && value >= min && value <= max) return undefined;
  return `must be a whole number from ${min} to ${max}`;
}

/** The state after a change, with the next version. */
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

/** The stages in force for the units in the change; if the change names none, how many stages are set. */
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

/** Why no deletion may begin under this control; `undefined` = the control forbids none. */
export function controlForbids({ service, killed }: ControlState): string | undefined {
  if (killed) return 'the kill switch is on: Holystone deletes nothing until an operator lifts it';
  return service === 'out'
    ? 'the fleet is out of service: Holystone deletes nothing until an operator puts it back (`holystone service in`)'
    : undefined;
}

/**
 * The change that brought the control to this.
 * @param newestFirst the last changes
 * @param words a part of {@link describeControl}: `kill switch on`
 */
export function changeTo(words: string, newestFirst: readonly AuditEntry[]): AuditEntry | undefined {
  const says = (text = '') => text.split(', ').includes(words);
  return newestFirst.find(({ before, after }) => says(after) && !says(before));
}

/**
 * What differs between two texts of {@link describeControl}: each names all switches and limits.
 * @example `kill switch off → kill switch on`
 */
export function changedParts(before: string, after: string): string {
  const [from, to] = [before.split(', '), after.split(', ')];
  const were = from.filter((part) => !to.includes(part));
  const are = to.filter((part) => !from.includes(part));
  return `${were.join(', ') || 'nothing'} → ${are.join(', ') || 'nothing'}`;
}
