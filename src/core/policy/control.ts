/** The fleet's control: the allowed changes, their effect, and the texts about it. Pure. */
import { defined } from '../common/defined.ts';
import { DAY_MS, formatMs, parseDuration } from '../common/duration.ts';
import type { AuditEntry } from '../resource/audit.ts';
import type { Namespace } from '../resource/namespace.ts';
import type { ControlChange, ControlState } from './fleet.ts';

const LIMITS = {
  /** 0 pauses. */
  capacity: { min: 0, max: 10_000 },
  /** Not 0, which would look like "no limit"; the service and the kill switch stop all deletions. */
  deletesPerDay: { min: 1, max: 999_999 },
} as const;

const SPANS = {
  /** Of one delete pass, ms. */
  deleteBudget: { min: 1_000, max: 6 * 3_600_000 },
  /** How long an unfinished unit waits before it takes turns with due ones, ms. */
  starveAfter: { min: 1_000, max: 30 * DAY_MS },
} as const;

/** A limit that is a time. */
export type SpanLimit = keyof typeof SPANS;

/** A limit that is a whole number; {@link SpanLimit} has the others. */
export type Limit = keyof typeof LIMITS;

/** Why the number is not allowed for the limit; `undefined` = it is allowed. */
export function limitProblem(limit: Limit, value: number): string | undefined {
  const { min, max } = LIMITS[limit];
  if (Number.isInteger(value) && value >= min && value <= max) return undefined;
  return `must be a whole number from ${min} to ${max}`;
}

/** Reads the time of a limit: `250s`, `15m`, `2h`. @returns ms, or why it is not allowed */
export function readSpan(limit: SpanLimit, text: string): number | { readonly problem: string } {
  const duration = parseDuration(text);
  const { min, max } = SPANS[limit];
  if (duration && 'ms' in duration && duration.ms >= min && duration.ms <= max) return duration.ms;
  return { problem: `must be a time from ${formatMs(min)} to ${formatMs(max)}, such as 250s, 15m or 2h` };
}

/** The state after a change, with the next version. */
export function applyChange(before: ControlState, change: ControlChange): ControlState {
  const limits = { ...limitsOf(before), ...defined(limitsOf(change)) };
  const providers = withoutNull({ ...before.providers, ...change.providers });
  const reviews = withoutNull({ ...before.reviews, ...change.reviews });
  return {
    service: change.service ?? before.service,
    killed: change.killed ?? before.killed,
    ...withoutNull(defined(limits)),
    ...(Object.keys(providers).length === 0 ? {} : { providers }),
    stages: withoutNull({ ...before.stages, ...change.stages }),
    ...(Object.keys(reviews).length === 0 ? {} : { reviews }),
    canaries: before.canaries,
    version: Math.max(before.version, change.after ?? 0) + 1,
  };
}

/** The limits that are one number. */
function limitsOf({ capacity, deletesPerDay, deleteBudgetMs, starveAfterMs }: ControlState | ControlChange) {
  return { capacity, deletesPerDay, deleteBudgetMs, starveAfterMs };
}

function withoutNull<T>(fields: Readonly<Record<string, T | null>>): Readonly<Record<string, T>> {
  return Object.fromEntries(Object.entries(fields).filter((entry): entry is [string, T] => entry[1] !== null));
}

/** A description names at most so many stages. */
const NAMED = 50;

/** The stages in force for the units in the change; if the change names none, how many stages are set. */
function describeStages({ stages }: ControlState, { stages: named = {} }: ControlChange): readonly string[] {
  const units = Object.keys(named).sort();
  if (units.length > NAMED) return [`stages changed ${units.length}`];
  if (units.length > 0) return units.map((unit) => `${unit} ${stages[unit] ?? 'as configured'}`);
  const set = Object.keys(stages).length;
  return set === 0 ? [] : [`stages set ${set}`];
}

/** `service in, kill switch off, capacity 4, deletes per day without a limit of the fleet`. */
export function describeControl(state: ControlState, change: ControlChange = {}): string {
  const { service, killed, capacity, deletesPerDay, deleteBudgetMs, starveAfterMs } = state;
  return [
    `service ${service}`,
    `kill switch ${killed ? 'on' : 'off'}`,
    `capacity ${capacity ?? 'as configured'}`,
    `deletes per day ${deletesPerDay ?? 'as configured'}`,
    ...Object.entries(state.providers ?? {}).map(([provider, units]) => `${provider} ${units} at once`),
    ...(deleteBudgetMs === undefined ? [] : [`delete budget ${formatMs(deleteBudgetMs)}`]),
    ...(starveAfterMs === undefined ? [] : [`starve after ${formatMs(starveAfterMs)}`]),
    ...describeStages(state, change),
    ...Object.keys(change.reviews ?? {}).map(
      (one) => `${one} ${state.reviews?.[one as Namespace] ? '' : 'not '}under review`,
    ),
    ...(state.unproven ? ['not proven by a checksum'] : []),
  ].join(', ');
}

/** Who reads this looks at all that the control says, and then says that it is right. */
export const UNPROVEN =
  'the control of the fleet in Redis has no valid checksum of a key of signing: an earlier release wrote it, or somebody ' +
  'without the key. Holystone marks and deletes nothing until an operator has looked at `holystone stage` and ' +
  '`holystone limits`, corrected them, and runs `holystone kill --lift`';

/** Why no deletion may begin under this control; `undefined` = the control forbids none. */
export function controlForbids({ service, killed, unproven }: ControlState): string | undefined {
  if (unproven) return UNPROVEN;
  if (killed) return 'the kill switch is on: Holystone deletes nothing until an operator lifts it';
  return service === 'out'
    ? 'the fleet is out of service: Holystone deletes nothing until an operator puts it back (`holystone service in`)'
    : undefined;
}

/** What stops the fleet, and the part of {@link describeControl} that says so in the record. */
const STOPS = { killed: 'kill switch on', out: 'service out', paused: 'capacity 0' } as const;

/** The last change that stopped the fleet by this. @param newestFirst the last changes */
export function changeTo(stop: keyof typeof STOPS, newestFirst: readonly AuditEntry[]): AuditEntry | undefined {
  const says = (text = '') => text.split(', ').includes(STOPS[stop]);
  return newestFirst.find(({ before, after }) => says(after) && !says(before));
}

/**
 * The differences between two texts of {@link describeControl}: each names all switches and limits.
 * @example `kill switch off → kill switch on`
 */
export function changedParts(before: string, after: string): string {
  const [from, to] = [before.split(', '), after.split(', ')];
  const were = from.filter((part) => !to.includes(part));
  const are = to.filter((part) => !from.includes(part));
  if (were.length === 0 && are.length === 0) return 'no change';
  return `${were.join(', ') || 'nothing'} → ${are.join(', ') || 'nothing'}`;
}
