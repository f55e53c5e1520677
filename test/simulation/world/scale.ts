import type { Action } from '../../../src/core/policy/workConfiguration.ts';
import type { FamilyName } from './families.ts';

/** The scale of a run. */
export interface Scale {
  readonly days: number;
  readonly instances: number;
  /** Each of these types in each of these regions is a namespace. */
  readonly types: readonly FamilyName[];
  readonly regions: readonly string[];
  /** Of each namespace. */
  readonly resources: number;
  readonly retentionDays: number;
  /** A tick comes so often; those of a minute or more come a few seconds later. Divides a day. */
  readonly tickS: number;
  readonly everyS: Readonly<Record<Action, number>>;
  /** A request to the provider and its answer take up to so long each; default: a short while. */
  readonly farMs?: number;
  readonly settings?: Settings;
}

/** What the configuration of a run says otherwise than that of all others. YAML where nothing else is said. */
export interface Settings {
  readonly isDryRun?: true;
  /** Asks for settings that the simulated server does not have. */
  readonly isStoreChecked?: true;
  readonly tripwires?: string;
  readonly deletesPerDay?: number;
  /** Days; images only. */
  readonly quarantine?: number;
  /** The stage in which every type begins. */
  readonly stage?: 'notify' | 'canary';
  readonly isSigned?: true;
}

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

export const SCALE: Scale = {
  days: 7,
  instances: 2,
  types: ['image'],
  regions: ['us-east-1'],
  resources: 4,
  retentionDays: 2,
  tickS: 6 * HOUR_S,
  everyS: { mark: 24 * HOUR_S, notify: 12 * HOUR_S, delete: 6 * HOUR_S },
};

/** Minutes in which a survey is always due again when one ends, so that the others have to get a turn. */
export const BUSY: Scale = {
  ...SCALE,
  days: (4 * 60) / DAY_S,
  tickS: 2,
  everyS: { mark: 10, notify: 10, delete: 10 },
  farMs: 2_000,
};

const TYPES = ['image', 'ecrTag'] as const;

/** Everything that takes longer than continuous integration has. */
const isExhaustive = process.env.HOLYSTONE_EXHAUSTIVE === 'true';

const BY_TURNS: readonly Scale[] = isExhaustive
  ? [
      SCALE,
      { ...SCALE, regions: ['us-east-1', 'eu-west-1'], resources: 2 },
      // Time in which nobody looked for six hours does not count for tags.
      { ...SCALE, types: TYPES, resources: 2, everyS: { ...SCALE.everyS, mark: 6 * HOUR_S } },
    ]
  : [SCALE];

/** With nothing left out, seeds have one namespace, two of them, and another type by turns. */
export function scaleOf(seed: number): Scale {
  return BY_TURNS[seed % BY_TURNS.length] ?? SCALE;
}

/** Whatever a run may load late. */
export const WARMING: Scale = {
  ...SCALE,
  types: isExhaustive ? TYPES : SCALE.types,
  instances: 1,
  days: 3,
};
