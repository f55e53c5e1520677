/** Gaps that have one cause are one sentence, however many sources and locations they leave unread. Pure. */
import type { Gap, Place } from './finding.ts';

/** Everything that one cause leaves unread. */
export interface GapGroup {
  /** The same for the same cause in the same account, whichever gaps are grouped. */
  readonly cause: string;
  /** One sentence for an operator: which sources, where, what failed and what to do. */
  readonly why: string;
  /** Of the first gap. */
  readonly place: Place;
  readonly permission?: string;
  readonly gaps: readonly Gap[];
}

/** So many locations of an account are named. */
const NAMED = 3;

/** In the order in which the causes come first. */
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
  const { place, permission } = first;
  return { cause, why: sentence(gaps, first), place, ...(permission === undefined ? {} : { permission }), gaps };
}

/** What failed is told with the location in which it was tried; a role that is broken is broken in all of them. */
function causeOf({ place, reason, why }: Gap): string {
  return reason === undefined ? why : JSON.stringify([place.account, withoutLocation(reason, place)]);
}

function sentence(gaps: readonly Gap[], { why, reason, place }: Gap): string {
  if (reason === undefined) return why;
  const locations = [...new Set(gaps.map((gap) => gap.place.location))];
  const said = locations.length === 1 ? reason : withoutLocation(reason, place);
  const sources = [...new Set(gaps.map(({ source }) => source))];
  return `${listed(sources)} could not be read in ${whereIs(place.account, locations)}: ${said}`;
}

function whereIs(account: string, locations: readonly string[]): string {
  if (locations.length > NAMED) return `${account} (${locations.length} locations)`;
  return listed(locations.map((location) => `${account}/${location}`));
}

function withoutLocation(reason: string, { account, location }: Place): string {
  return reason.replaceAll(`${account}/${location}`, account);
}

/** `a`, `a and b`, `a, b and c`. */
function listed(names: readonly string[]): string {
  const last = names.at(-1) ?? '';
  return names.length < 2 ? last : `${names.slice(0, -1).join(', ')} and ${last}`;
}
