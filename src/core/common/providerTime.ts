/** The time that a provider says in its answers: a clock that no operator of Holystone sets. Pure. */
import { CLOCKS_DIFFER_MS } from './clock.ts';

/** One answer of a provider. Instants in ms since the epoch. */
export interface ProviderTime {
  /** Who said it, for people: `AWS`. */
  readonly by: string;
  /** The header `Date` of the answer, which has whole seconds. */
  readonly at: number;
  /** When the answer came, by the clock of this machine. */
  readonly heardAt: number;
}

/** How far the clock of this machine was ahead of the provider's, ms; negative: behind. */
export function aheadMs({ at, heardAt }: ProviderTime): number {
  return heardAt - at;
}

/** Was the clock of this machine right, as far as clocks may differ? A slow answer, or one from a cache, is no proof. */
export function agrees(heard: ProviderTime): boolean {
  return Math.abs(aheadMs(heard)) <= CLOCKS_DIFFER_MS;
}

/** Did the time between two answers pass by both clocks? Each must confirm its instant, and both together the time between. */
export function hasPassed(from: ProviderTime, to: ProviderTime): boolean {
  const apartMs = Math.abs(aheadMs(to) - aheadMs(from));
  return agrees(from) && agrees(to) && apartMs <= CLOCKS_DIFFER_MS;
}
