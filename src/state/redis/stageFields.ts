/**
 * The fields of the fleet's control with a name in them: `stage:<unit>` → stage, `review` or
 * `review-<stage>`, `canary:<unit>` → `used|at, ms`,
 * `provider:<name>` → units at once.
 */
import type { ControlChange, ControlState } from '../../core/policy/fleet.ts';
import { CANARY_DELETES, STAGES, type Stage } from '../../core/policy/stage.ts';
import type { Namespace } from '../../core/resource/namespace.ts';

type Fields = Readonly<Record<string, string>>;

/**
 * A field of the control's HASH; its value is the stage, if the unit has one. A namespace under review has `review` before
 * it: an earlier version of Holystone, which knows no reviews, takes that for the lowest stage.
 */
export const stageField = (unit: string) => `stage:${unit}`;
const REVIEW = /^review(?:-|$)/;
const PROVIDER = 'provider:';
/** A field of the control's HASH; its value is `used|at`: permits, and ms since the epoch. */
export const canaryField = (unit: string) => `canary:${unit}`;

/** A stage and the review of a unit as stored; an unreadable stage is the lowest. `undefined`: it has no stage of its own. */
export function stageIn(text = ''): { readonly stage?: Stage; readonly isReadable: boolean; readonly review?: true } {
  const plain = text.replace(REVIEW, '');
  const review = plain === text ? {} : { review: true as const };
  if (plain === '') return { isReadable: true, ...review };
  const isReadable = (STAGES as readonly string[]).includes(plain);
  return { stage: isReadable ? (plain as Stage) : 'plan', isReadable, ...review };
}

/** The stages of units, and the namespaces under review. */
export function stagesOf(fields: Fields): Pick<ControlState, 'stages' | 'reviews'> {
  const all = Object.entries(of(fields, stageField(''), stageIn));
  const stages = Object.fromEntries(all.flatMap(([unit, { stage }]) => (stage ? [[unit, stage]] : [])));
  const reviews = Object.fromEntries(all.flatMap(([unit, { review }]) => (review ? [[unit, review]] : [])));
  return { stages, ...(Object.keys(reviews).length === 0 ? {} : { reviews }) };
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

/** '' removes the field. @param before as stored */
export function stageFields(
  { stages, reviews }: Required<Pick<ControlChange, 'stages' | 'reviews'>>,
  before: Fields,
): readonly [field: string, value: string][] {
  return [...new Set([...Object.keys(stages), ...Object.keys(reviews)])].map((unit) => {
    const was = stageIn(before[stageField(unit)]);
    const stage = unit in stages ? stages[unit] : was.stage;
    const review = unit in reviews ? reviews[unit as Namespace] : was.review;
    return [stageField(unit), [review ? 'review' : '', stage ?? ''].filter((word) => word !== '').join('-')];
  });
}

function of<T>(fields: Fields, prefix: string, read: (text: string) => T): Readonly<Record<string, T>> {
  const named = Object.entries(fields).filter(([field]) => field.startsWith(prefix));
  return Object.fromEntries(named.map(([field, text]) => [field.slice(prefix.length), read(text)]));
}
