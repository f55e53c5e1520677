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
  /** A tick comes so often, and a few seconds later. */
  readonly tickHours: number;
  readonly every: Readonly<Record<'mark' | 'notify' | 'delete', string>>;
}

export const SCALE: Scale = {
  days: 7,
  instances: 2,
  types: ['image'],
  regions: ['us-east-1'],
  resources: 4,
  retentionDays: 2,
  tickHours: 6,
  every: { mark: '24h', notify: '12h', delete: '6h' },
};

const TYPES = ['image', 'ecrTag'] as const;

/** Everything that takes longer than continuous integration has. */
const isExhaustive = process.env.HOLYSTONE_EXHAUSTIVE === 'true';

const BY_TURNS: readonly Scale[] = isExhaustive
  ? [
      SCALE,
      { ...SCALE, regions: ['us-east-1', 'eu-west-1'], resources: 2 },
      // Time in which nobody looked for six hours does not count for tags.
      { ...SCALE, types: TYPES, resources: 2, every: { ...SCALE.every, mark: '6h' } },
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
