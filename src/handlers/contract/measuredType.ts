import type { TrafficLimits } from '../../core/measured/trafficLimits.ts';

/** How the entries of a type with measured use may judge it. */
export interface MeasuredType {
  /** How long the provider keeps the values of each day: a live entry has no longer `unusedFor`. */
  readonly knownForMs: number;
  /** `below` of an entry may say how much of these is a use, of all of them together; absent: any is. */
  readonly limits?: readonly (keyof TrafficLimits)[];
  /**
   * Nothing else shows its use: no entry switches it off, no live one has less than two days (today's and yesterday's
   * values are not complete), and only an entry itself may set less than this.
   */
  readonly unusedForMs?: number;
}
