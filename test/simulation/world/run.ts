import type { Change } from '../../sabotage/sabotage.ts';
import type { Happening } from '../happening.ts';
import type { Server } from '../redis/server.ts';
import type { Program } from './instance.ts';
import type { Violation } from './laws.ts';
import type { Scale } from './scale.ts';

/** A run is a function of these. */
export interface RunOptions {
  readonly seed: number;
  readonly scale: Scale;
  readonly happenings: readonly Happening[];
  readonly server: Server;
  /** Takes a line for each step. */
  readonly trace?: string[];
  /** Loads what the program imports late. */
  readonly isWarming?: boolean;
  /** A mistake in the program. */
  readonly change?: Change;
  /** Only these laws are looked at; what a mistake breaks beside them ends no run. */
  readonly laws?: readonly string[];
  /** The programs of the instances by turns; default: all run the one of this process. */
  readonly programs?: readonly Program[];
}

/** What a run came to. */
export interface Outcome {
  readonly violations: readonly Violation[];
  readonly story: readonly string[];
  readonly digest: number;
  readonly steps: number;
  readonly days: number;
  readonly deleted: number;
  readonly faults: number;
  readonly operations: number;
  readonly counts: ReadonlyMap<string, number>;
}
