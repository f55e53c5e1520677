/** Which happenings of the simulation show a sabotage, or why no run of it can: one entry for each sabotage. */
import type { Happening } from '../../simulation/happening.ts';
import type { Scale } from '../../simulation/world/scale.ts';
import type { Part } from '../apply.ts';
import { FLEET } from './fleet.ts';
import { HIDDEN } from './hidden.ts';
import { JUDGING } from './judging.ts';
import { PERMITS } from './permits.ts';

/** A short run in which the simulation finds the sabotage; with nothing sabotaged, the same run breaks no law. */
export interface Shown {
  readonly happenings: readonly Happening[];
  /** One of these laws is broken. */
  readonly breaks: readonly string[];
  /** Default: {@link SHORT}. */
  readonly scale?: Scale;
  /** Default: `wrong`, the mistake alone. */
  readonly part?: Part;
  /** Other layers that hold the same law, and are taken away as well. */
  readonly beside?: readonly string[];
  /** Every deadline goes by a clock that counts no sleep. */
  readonly isSteady?: true;
  /** The instances run two programs by turns. */
  readonly isMixed?: true;
}

/** Why no run can show it. */
export interface Hidden {
  readonly because: string;
}

export const SHOWN: Readonly<Record<string, Shown | Hidden>> = { ...HIDDEN, ...JUDGING, ...PERMITS, ...FLEET };
