/**
 * The fields of the fleet's control with a name in them: `stage:<unit>` → stage, `canary:<unit>` → `used|at, ms`,
 * `provider:<name>` → units at once.
 */
import type { ControlChange, ControlState } from '../../core/policy/fleet.ts';
import { CANARY_DELETES, STAGES, type Stage } from '../../core/policy/stage.ts';

type Fields = Readonly<Record<string, string>>;

/** A field of the control's HASH; its value is the stage. */
export const stageField = (unit: string) => `stage:${unit}`;
const PROVIDER = 'provider:';
/** A field of the control's HASH; its value is `used|at`: permits, and ms since the epoch. */
export const canaryField = (unit: string) => `canary:${unit}`;

/** An unreadable stage is the lowest. */
export function stagesOf(fields: Fields): ControlState['stages'] {
  const isStage = (text: string): text is Stage => (STAGES as readonly string[]).includes(text);
  return of(fields, stageField(''), (text) => (isStage(text) ? text : 'plan'));
}

/** An unreadable canary blocks: it counts as used up. */
export function canariesOf(fields: Fields): ControlState['canaries'] {
  return of(fields, canaryField(''), (text) => {
    const [, used, at] = /^(\d{1,9})\|(\d{1,16})$/.exec(text) ?? [];
    return used && at ? { used: Number(used), at: Number(at) } : { used: CANARY_DELETES, at: Number.MAX_SAFE_INTEGER };
  });
}

/** A number that cannot be read pauses the provider. */
export function providersOf(fields: Fields): NonNullable<ControlState['providers']> {
  return of(fields, PROVIDER, (text) => (/^\d{1,9}$/.test(text) ? Number(text) : 0));
}

/** '' removes the field. */
export function providerFields(providers: ControlChange['providers'] = {}): readonly [field: string, value: string][] {
  return Object.entries(providers).map(([provider, units]) => [`${PROVIDER}${provider}`, String(units ?? '')]);
}

/** '' removes the field. */
export function stageFields(stages: ControlChange['stages'] = {}): readonly [field: string, value: string][] {
  return Object.entries(stages).map(([unit, stage]) => [stageField(unit), stage ?? '']);
}

function of<T>(fields: Fields, prefix: string, read: (text: string) => T): Readonly<Record<string, T>> {
  const named = Object.entries(fields).filter(([field]) => field.startsWith(prefix));
  return Object.fromEntries(named.map(([field, text]) => [field.slice(prefix.length), read(text)]));
}
