/** What happens to a run from outside of the program. A run is a function of its seed and its happenings. */
import type { FaultRule } from '../../sandbox/aws/index.ts';
import type { ControlChange } from '../../src/core/policy/fleet.ts';
import { oneOf, type Random, randomOf } from './kernel/random.ts';
import { SCRIPTS } from './redis/scripts.ts';
import type { Scale } from './world/scale.ts';

/** To the instance that does something. */
export const FAULTS = [
  'suspended',
  'stopped',
  'dies',
  'silent',
  'late',
  'cut',
  'readOnly',
  'full',
  'clockAhead',
  'clockBack',
  'deadLog',
  'failover',
] as const;
/** To everybody, at a time. */
export const EVENTS = [
  'keyLost',
  'olderCopy',
  'scriptsLost',
  'redisDown',
  'redisClock',
  'mailAway',
  'diskFull',
  'used',
] as const;
/** What people do, at a time. */
export const ACTS = ['keep', 'undo', 'kill', 'resume'] as const;

/** Only where they are written down: no seed draws them. */
export const WRITTEN = ['providerFails', 'emptied', 'forged', 'command', 'retagged', 'enabled', 'keepTag'] as const;
/** The same, by people: answers to a message, and changes of the control. */
export const SAYINGS = ['expedite', 'disclaim', 'control'] as const;

type Fault = (typeof FAULTS)[number];
export type Kind =
  | Fault
  | (typeof EVENTS)[number]
  | (typeof ACTS)[number]
  | (typeof WRITTEN)[number]
  | (typeof SAYINGS)[number];

/**
 * Faults belong to effects ("after the second permit") and not to times, so that a run survives the removal of another
 * happening.
 */
export interface Happening {
  readonly kind: Kind;
  /** A script of the program, `redlock`, `bull`, or `aws:ACTION`; with the count of its calls. */
  readonly after?: string;
  readonly nth?: number;
  /** Calls are counted from this true time on, ms since the start; default: all are. */
  readonly fromMs?: number;
  /** True time since the start, ms. */
  readonly atMs?: number;
  /** How long it lasts, or how far a clock goes, ms. */
  readonly ms?: number;
  /** The instance to which a person speaks. */
  readonly on?: number;
  readonly image?: number;
  readonly key?: string;
  /** `providerFails`: how, and which calls; with `image` only those that name it. */
  readonly fault?: FaultRule;
  /** `command`: to Redis, by nobody of the fleet; `{ns}` is a namespace, `{id}` the image. */
  readonly words?: readonly string[];
  /** `control`: what an operator changes; `{ns}` as in `words`. */
  readonly change?: ControlChange;
  /** `keep`: by a pattern that fits the image, and not by its id. */
  readonly isPattern?: true;
}

const DAY = 86_400_000;
const EFFECTS = [
  'permit',
  'permit',
  'apply',
  'recordPass',
  'optOut',
  'takePlace',
  'claimSlot',
  'settleOutbox',
  'prepareOutbox',
  'storeRecord',
  'redlock',
  'bull',
  'reserveFleet',
  'aws:DeregisterImage',
  'aws:DescribeImages',
];
const KEYS = ['schedule', 'marks', 'retry', 'pass', 'optouts', 'lock', 'pendingtags'];

/** Swarm: each seed uses only some kinds and effects, and these often. */
export function happeningsOf(
  seed: number,
  { days, types, regions, resources, instances }: Scale,
  only?: readonly Kind[],
): readonly Happening[] {
  const random = randomOf(seed ^ 0x51ed270b);
  const images = types.length * regions.length * resources;
  const may = <T>(all: readonly T[]) => all.filter(() => random() < 0.4);
  const kinds = only ?? may(FAULTS);
  const faults = FAULTS.filter((kind) => kinds.includes(kind));
  const events = only ? EVENTS.filter((kind) => only.includes(kind)) : may(EVENTS);
  const effects = may(EFFECTS);
  const when = () => Math.round((0.5 + random() * (days - 3)) * DAY);
  const list: Happening[] = [];
  for (let left = faults.length > 0 ? 1 + Math.floor(random() * 7) : 0; left > 0; left--) {
    const after = effects.length > 0 ? oneOf(random, effects) : 'permit';
    list.push({ kind: oneOf(random, faults), after, nth: 1 + Math.floor(random() ** 2 * 12), ms: spanOf(random) });
  }
  for (let left = events.length > 0 ? Math.floor(random() * 4) : 0; left > 0; left--) {
    const kind = oneOf(random, events);
    const key = kind === 'keyLost' ? { key: oneOf(random, KEYS) } : {};
    list.push({ kind, atMs: when(), ms: spanOf(random), image: Math.floor(random() * images), ...key });
  }
  for (let left = Math.floor(random() * 5); left > 0; left--) {
    const act = { image: Math.floor(random() * images), on: Math.floor(random() * instances) };
    if (random() < 0.5) list.push({ kind: 'keep', atMs: when(), ...act });
    else
      list.push({
        kind: 'keep',
        after: 'permit',
        nth: 1 + Math.floor(random() * 3),
        ms: Math.round(random() ** 2 * 60_000),
        ...act,
      });
    if (random() < 0.3) list.push({ kind: 'undo', atMs: when(), ...act });
  }
  if (random() < 0.2) {
    const atMs = when();
    const on = Math.floor(random() * instances);
    list.push({ kind: 'kill', atMs, on }, { kind: 'resume', atMs: atMs + Math.round(random() * DAY), on });
  }
  return list;
}

/** From 3 s to 5 min, each order of magnitude as likely as another. */
function spanOf(random: Random): number {
  return Math.round(1_000 * 10 ** (0.5 + random() * 2));
}

/** In a line. */
export function say({ kind, after, nth, atMs = 0, ms, image, on, key }: Happening): string {
  const when = after === undefined ? `on day ${(atMs / DAY).toFixed(2)}` : `after ${after} ${nth}`;
  const what = [key, image === undefined ? undefined : `image ${image}`, on === undefined ? undefined : `on i${on}`];
  return [kind, ...what.filter(Boolean), when, ms === undefined ? '' : `(${ms} ms)`].join(' ').trimEnd();
}

/** @throws Error for an effect that the program does not have (any more) */
export function checked(list: readonly Happening[]): readonly Happening[] {
  for (const { after } of list) {
    const isKnown = after === undefined || SCRIPTS.has(after) || /^(redlock|bull|aws:\w+)$/.test(after);
    if (!isKnown) throw new Error(`nothing of the program is called "${after}"`);
  }
  return list;
}
