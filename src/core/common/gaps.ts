/** Gaps with one cause become one sentence, for any number of unread sources and locations. Pure. */
import type { Gap, Place } from './finding.ts';

/** All gaps with one cause. */
export interface GapGroup {
  /** Equal for the same cause in the same account, whichever gaps are in the group. */
  readonly cause: string;
  /** One sentence for an operator: the sources, the places, the failure and what to do. */
  readonly why: string;
  /** The failure and what to do, without sources and places. */
  readonly explanation: string;
  /** Of the first gap. */
  readonly place: Place;
  readonly permission?: string;
  readonly gaps: readonly Gap[];
}

/** The sentence names at most so many locations of an account. */
const NAMED = 3;

/** In the order of the first gap of each cause. */
export function groupGaps(gaps: readonly Gap[]): readonly GapGroup[] {
  const byCause = new Map<string, Gap[]>();
  for (const gap of gaps) {
    const cause = causeOf(gap);
    const known = byCause.get(cause);
    if (known) known.push(gap);
    else byCause.set(cause, [gap]);
  }
  return [...byCause].map(([cause, same]) => groupOf(cause, same));
}

function groupOf(cause: string, gaps: readonly Gap[]): GapGroup {
  const [first] = gaps as [Gap];
  const { place, permission, explanation = first.reason ?? first.why } = first;
  return {
    cause,
    why: sentence(gaps, first),
    explanation,
    place,
    ...(permission === undefined ? {} : { permission }),
    gaps,
  };
}

/** A broken role is broken in all locations of the account. */
function causeOf({ place, reason, ofAccount = reason, why }: Gap): string {
  return ofAccount === undefined ? why : JSON.stringify([place.account, ofAccount]);
}

function sentence(gaps: readonly Gap[], { why, reason, ofAccount = reason, place }: Gap): string {
  if (reason === undefined) return why;
  const locations = [...new Set(gaps.map((gap) => gap.place.location))];
  const sources = [...new Set(gaps.map(({ source }) => source))];
  const cause = locations.length === 1 ? reason : ofAccount;
  return `${listed(sources)} could not be read in ${whereIs(place.account, locations)}: ${cause}`;
}

function whereIs(account: string, locations: readonly string[]): string {
  if (locations.length > NAMED) return `${account} (${locations.length} locations)`;
  return listed(locations.map((location) => `${account}/${location}`));
}

/** `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
