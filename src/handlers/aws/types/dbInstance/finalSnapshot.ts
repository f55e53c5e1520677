/** The snapshot that AWS makes with the deletion of a database instance. It stays: only people delete it. */
import type { DBSnapshot } from '@aws-sdk/client-rds';
import { rds } from '../../calls/rds.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/**
 * `DeleteDBInstance` has no token, and its snapshot gets no tags of the request: the name is both. An instance of this id is
 * deleted once, so no other needs the name; where it is taken AWS refuses, and deletes nothing.
 * @param identity `DbiResourceId`: letters, digits and one hyphen
 */
export function finalSnapshotName(identity: string): string {
  return `holystone-final-${identity.toLowerCase()}`;
}

/** @returns `undefined`: there is none of this very instance @throws ReadError */
export async function readFinalSnapshot(target: CallScope, identity: string): Promise<DBSnapshot | undefined> {
  const DBSnapshotIdentifier = finalSnapshotName(identity);
  const what = `looking for ${DBSnapshotIdentifier}, the final snapshot`;
  const reading = allOf(pages(target, rds.describeDBSnapshots, what, { DBSnapshotIdentifier }));
  const found = await unlessGone(reading, []);
  // A person may have made one of the same name, of something else.
  return found.find((one) => one.DBSnapshotIdentifier === DBSnapshotIdentifier && one.DbiResourceId === identity);
}
