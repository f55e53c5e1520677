/** The snapshots that AWS makes with the stop and with the deletion of a database instance. They stay: people delete them. */
import type { DBSnapshot } from '@aws-sdk/client-rds';
import { rds } from '../../calls/rds.ts';
import { finalSnapshotName, prefixOfLast } from '../../resources/lastOfDatabases.ts';
import { allOf } from '../../wire/paging.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages } from '../../wire/reading.ts';
import type { CallScope } from '../../wire/target.ts';

/** Those of all its stops, the newest first; one without a date may be the newest. @throws ReadError */
export async function readLastSnapshots(
  target: CallScope,
  { id: DBInstanceIdentifier, identity }: { readonly id: string; readonly identity: string },
): Promise<readonly DBSnapshot[]> {
  const what = `looking for snapshots of ${DBInstanceIdentifier} (${identity})`;
  const found = await allOf(pages(target, rds.describeDBSnapshots, what, { DBInstanceIdentifier }));
  const prefix = prefixOfLast(identity);
  const at = ({ SnapshotCreateTime: made }: DBSnapshot) => made?.getTime() ?? Number.POSITIVE_INFINITY;
  return found
    .filter((one) => one.DbiResourceId === identity && one.DBSnapshotIdentifier?.startsWith(prefix))
    .toSorted((a, b) => (at(a) < at(b) ? 1 : -1));
}

/** @returns `undefined`: there is none of this very instance @throws ReadError */
export async function readFinalSnapshot(target: CallScope, identity: string): Promise<DBSnapshot | undefined> {
  return readSnapshotOf(target, identity, finalSnapshotName(identity));
}

/** A snapshot by its name; a person may have made one of the same name, of something else. @throws ReadError */
export async function readSnapshotOf(
  target: CallScope,
  identity: string,
  DBSnapshotIdentifier: string,
): Promise<DBSnapshot | undefined> {
  const what = `looking for ${DBSnapshotIdentifier}, a snapshot of ${identity}`;
  const reading = allOf(pages(target, rds.describeDBSnapshots, what, { DBSnapshotIdentifier }));
  const found = await unlessGone(reading, []);
  return found.find((one) => one.DBSnapshotIdentifier === DBSnapshotIdentifier && one.DbiResourceId === identity);
}
