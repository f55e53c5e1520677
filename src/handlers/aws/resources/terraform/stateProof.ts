/** Whether a state may be taken for the whole truth about its workspace, from what was read of it before. Pure. */
import { DAY_MS, formatMs } from '../../../../core/common/duration.ts';

/** What is remembered of one state. */
export interface KnownState {
  readonly workspace: string;
  readonly serial: number;
  readonly lineage: string;
  /** The things that it managed when it was last believed. */
  readonly managed: number;
  /** Since when it is read, ms since the epoch; absent: an earlier version of Holystone wrote this. */
  readonly since?: number;
  /** It is another one than that; since when, ms since the epoch, and how many things it manages. */
  readonly changed?: { readonly lineage: string; readonly managed: number; readonly at: number };
}

/** A state as it is now. */
export type StateNow = Omit<KnownState, 'since' | 'changed'>;

/** Longer than a weekend: who moves resources from one state into another does it in two commands. */
export const SETTLES_AFTER_MS = 7 * DAY_MS;
const SHRUNK_BELOW = 0.5;

/**
 * Nothing says of a state that is read for the first time, or again after what was remembered is lost, what it was before: it has to stand as a
 * changed one does.
 * @param before absent: it was never read, or that is not remembered
 * @param now ms since the epoch
 * @returns what is remembered from now on, and why it proves nothing (without full stop)
 */
export function proofOf(
  state: StateNow,
  before: KnownState | undefined,
  now: number,
): { readonly known: KnownState; readonly doubt?: string } {
  if (before === undefined) return standing(state, undefined, now);
  const isOther = state.lineage !== before.lineage;
  if (!isOther && state.serial < before.serial) {
    const doubt = `its serial is ${state.serial}, and ${before.serial} was read before: an older state was brought back`;
    return { known: before, doubt };
  }
  if (!isOther && state.managed >= before.managed * SHRUNK_BELOW) return standing(state, before.since, now);
  const { changed } = before;
  // Another change begins the time again.
  const isSame = changed?.lineage === state.lineage && state.managed >= changed.managed * SHRUNK_BELOW;
  const at = isSame && changed.at <= now ? changed.at : now;
  if (isSame && now - at >= SETTLES_AFTER_MS) return standing(state, before.since, now);
  const why = isOther
    ? 'another state is in its place since then (its lineage changed)'
    : `it names ${state.managed} things, and named ${before.managed}`;
  const { lineage, managed } = state;
  return {
    known: { ...before, serial: isOther ? before.serial : state.serial, changed: { lineage, managed, at } },
    doubt: `${why}; that must stand for ${formatMs(SETTLES_AFTER_MS)}`,
  };
}

function standing(state: StateNow, before: number | undefined, now: number): ReturnType<typeof proofOf> {
  const since = before !== undefined && before <= now ? before : now;
  const known = { ...state, since };
  if (now - since >= SETTLES_AFTER_MS) return { known };
  const doubt = `Holystone remembers it since ${new Date(since).toISOString()} only; that must be ${formatMs(SETTLES_AFTER_MS)}`;
  return { known, doubt };
}
