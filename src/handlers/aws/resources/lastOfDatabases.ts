/** The snapshots that Holystone makes before it deletes a database or a cluster of databases. They stay: only people delete them. */
import type { Safeguard } from '../../../core/evaluation/rule.ts';
import type { Resource } from '../../../core/resource/resource.ts';
import { LAST_OF_TAG } from '../session/restoredTag.ts';

/** What the names begin with; a snapshot that RDS makes with a stop or a deletion gets no tags of the request. */
const LAST = 'holystone-last-';
const FINAL = 'holystone-final-';

/**
 * Of the one that is made with the deletion, whose request has no token and no tags: the name is both. What has this id is
 * deleted once, so no other needs the name; where it is taken AWS refuses, and deletes nothing.
 * @param identity `DbiResourceId` or `DbClusterResourceId`: letters, digits and one hyphen
 */
export function finalSnapshotName(identity: string): string {
  return `${FINAL}${identity.toLowerCase()}`;
}

/** Of those that are made some days before; one of an earlier day was of another quarantine. @param at ms since the epoch */
export function lastSnapshotName(identity: string, at: number): string {
  return `${prefixOfLast(identity)}${new Date(at).toISOString().slice(0, 10)}`;
}

/** What the names of all last ones of one database begin with. */
export function prefixOfLast(identity: string): string {
  return `${LAST}${identity.toLowerCase()}-`;
}

/** It is what `restore` makes the database of: nothing that is said of snapshots makes it worthless. */
export const lastOfDatabase: Safeguard<Resource> = {
  name: 'lastSnapshot',
  summary: 'Holystone made it before it deleted a database; only people delete it.',
  keeps({ name, tags: { [LAST_OF_TAG]: of } }) {
    if (of !== undefined) return `it is the last snapshot of ${of}, which only people delete`;
    const isOurs = [LAST, FINAL].some((beginning) => name.toLowerCase().startsWith(beginning));
    return isOurs ? 'by its name it is the last snapshot of a database, which only people delete' : undefined;
  },
};
