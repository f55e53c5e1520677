/** What nobody could find out about a resource, and why. Pure. */
import type { Evidence, Gap, Place, SourcedFinding } from './finding.ts';
import { groupGaps } from './gaps.ts';

/** Something about a resource that could not be found out. */
export interface Unread {
  /** In words for an operator; names every source that one cause leaves unread. */
  readonly why: string;
  /** What is unread for the same cause has the same text here, whatever `why` says of the sources. */
  readonly cause: string;
  readonly place: Place;
  readonly permission?: string;
}

/** Why nobody can tell whether a resource is used; empty: its evidence is complete. */
export function whyUnknown(
  { gaps }: Evidence,
  { id }: { readonly id: string },
  findings: readonly SourcedFinding[],
  everUsed: boolean,
): readonly Unread[] {
  const concerning = gaps.filter(
    (gap) =>
      (gap.only === undefined || gap.only.has(id)) && isReached(gap, findings, everUsed) && !isCovered(gap, findings),
  );
  const unknown = findings.filter(
    (finding) =>
      finding.says === 'unknown' && !isCovered({ ...finding, source: finding.byId ?? finding.source }, findings),
  );
  return [
    ...groupGaps(concerning).map((group) => unread(group, group.why, group.cause)),
    ...unknown.map((finding) => unread(finding, `${finding.source}: ${finding.by}`)),
  ];
}

function unread({ place, permission }: { place: Place; permission?: string }, why: string, cause = why): Unread {
  return { why, cause, place, ...(permission === undefined ? {} : { permission }) };
}

/** Where nobody told whom a resource reaches, it reaches everybody (law 1). */
function isReached({ reachedBy }: Gap, findings: readonly SourcedFinding[], everUsed: boolean): boolean {
  if (reachedBy === undefined || everUsed) return true;
  const reach = findings.filter(({ says }) => says === 'reaches');
  return reach.length === 0 || reach.some(({ byId }) => byId === reachedBy || byId === '*');
}

type Sourced = Pick<SourcedFinding, 'source' | 'place'>;

function isCovered({ source, place }: Sourced, findings: readonly SourcedFinding[]): boolean {
  return findings.some(
    (finding) =>
      finding.says === 'covers' &&
      finding.byId === source &&
      finding.place.account === place.account &&
      finding.place.location === place.location,
  );
}
