/**
 * The state of a unit: a namespace with its passes. It is not stored but follows from three facts, each with one owner:
 * who has a place, who waits for one, and how the last passes ended. So no state can outlive its reason. Pure.
 *
 *   idle ──due──► scheduled ──place──► ongoing ──► idle | unfinished | partial | failed
 *                     ▲                                       │
 *                     └──────── next date, back-off ◄─────────┘
 */
import type { PassEnd } from '../policy/pass.ts';
import type { Action } from '../policy/workConfiguration.ts';
import type { Namespace } from '../resource/namespace.ts';
import type { SeenUnits } from './unitPlaces.ts';

/** The API and the console show these words, and a gauge has a sample for each. */
export const UNIT_STATES = ['idle', 'scheduled', 'ongoing', 'unfinished', 'partial', 'failed'] as const;
/** `partial`: a pass ended, but a read, a request or a tripwire left some of its work undone. */
export type UnitState = (typeof UNIT_STATES)[number];

/** After so many failures in a row a unit counts as failed: a person should look. It is still tried, ever more rarely. */
const FAILED_AFTER = 5;

/** The three facts from which a state follows. */
export interface UnitFacts {
  /** The last pass of each action that had one. */
  readonly passes: readonly PassEnd[];
  readonly hasPlace: boolean;
  /** Its passes that wait for a place. */
  readonly waiting: readonly { readonly action: Action; readonly kind: 'due' | 'unfinished' }[];
}

/**
 * The first state that fits, the most urgent one first: `failed` comes before `scheduled`, and that before
 * `unfinished`.
 */
export function unitStateOf({ passes, hasPlace, waiting }: UnitFacts): UnitState {
  if (hasPlace) return 'ongoing';
  if (passes.some(isFailed)) return 'failed';
  if (waiting.some(({ kind }) => kind === 'due')) return 'scheduled';
  if (waiting.length > 0 || passes.some(({ outcome }) => outcome === 'unfinished')) return 'unfinished';
  if (passes.some(({ outcome }) => outcome === 'failed')) return 'scheduled';
  return passes.some(isPartial) ? 'partial' : 'idle';
}

/** Did it fail so often that it waits for a person? */
export function isFailed({ outcome, failures }: Pick<PassEnd, 'outcome' | 'failures'>): boolean {
  return outcome === 'failed' && failures >= FAILED_AFTER;
}

/** It came to its end, and some of its work was not done: reads or requests failed, or a tripwire stopped it. */
function isPartial({ outcome, left }: PassEnd): boolean {
  return outcome === 'incomplete' || outcome === 'blocked' || left > 0;
}

/** Facts about a unit beside its passes, from the looks at all providers. */
export function unitsSeen(
  looks: readonly Pick<SeenUnits, 'busy' | 'due' | 'unfinished'>[],
): (namespace: Namespace) => Omit<UnitFacts, 'passes'> {
  const busy = new Set(looks.flatMap((look) => [...look.busy]));
  const waiting = new Map<Namespace, { action: Action; kind: 'due' | 'unfinished' }[]>();
  for (const look of looks) {
    for (const kind of ['due', 'unfinished'] as const) {
      for (const { namespace, action } of look[kind]) {
        const known = waiting.get(namespace) ?? [];
        known.push({ action, kind });
        waiting.set(namespace, known);
      }
    }
  }
  return (namespace) => ({ hasPlace: busy.has(namespace), waiting: waiting.get(namespace) ?? [] });
}
