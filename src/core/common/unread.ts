/** The evidence about a resource that could not be read, and why. Pure. */
import type { Evidence, Gap, Place, SourcedFinding } from './finding.ts';
import { groupGaps } from './gaps.ts';

/** Unread evidence about a resource, for one cause. */
export interface Unread {
  /** For an operator; names every source that is unread for this cause. */
  readonly why: string;
  /** The same text for the same cause, even if `why` names other sources. */
  readonly cause: string;
  readonly place: Place;
  readonly permission?: string;
}

/** Why the use of a resource is not known; empty: its evidence is complete. */
export function whyUnknown(
  { gaps }: Evidence,
  { id }: { readonly id: string },
  findings: readonly SourcedFinding[],
  everUsed: boolean,
): readonly Unread[] {
  const concerning = gaps.filter(
    (gap) =>
      (gap.only === undefined || gap.only.has(id)) &&
      mayShareWith(gap, findings, everUsed) &&
      !isSuperseded(gap, findings),
  );
  const unknown = findings.filter(
    (finding) =>
      finding.says === 'unknown' && !isSuperseded({ ...finding, source: finding.byId ?? finding.source }, findings),
  );
  if (concerning.length + unknown.length === 0) return NOTHING;
  return [
    ...groupGaps(concerning).map((group) => unread(group, group.why, group.cause)),
    ...unknown.map((finding) => unread(finding, `${finding.source}: ${finding.by}`)),
  ];
}

const NOTHING: readonly Unread[] = [];

function unread({ place, permission }: { place: Place; permission?: string }, why: string, cause = why): Unread {
  return { why, cause, place, ...(permission === undefined ? {} : { permission }) };
}

/** Without a `sharedWith` finding, a resource may be used by every account (law 1). */
function mayShareWith({ reachedBy }: Gap, findings: readonly SourcedFinding[], everUsed: boolean): boolean {
  if (reachedBy === undefined || everUsed) return true;
  const reach = findings.filter(({ says }) => says === 'sharedWith');
  return reach.length === 0 || reach.some(({ byId }) => byId === reachedBy || byId === '*');
}

type Sourced = Pick<SourcedFinding, 'source' | 'place'>;

function isSuperseded({ source, place }: Sourced, findings: readonly SourcedFinding[]): boolean {
  return findings.some(
    (finding) =>
      finding.says === 'supersedes' &&
      finding.byId === source &&
      finding.place.account === place.account &&
      finding.place.location === place.location,
  );
}
