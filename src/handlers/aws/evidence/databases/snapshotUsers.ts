/** What keeps snapshots of databases, the same for those of instances and of clusters. */
import type { Finding } from '../../../../core/common/finding.ts';
import type { EvidenceSource } from '../../../contract/handler.ts';
import type { Call, Input, Item, ListCall, Method, Output } from '../../calls/call.ts';
import { rds } from '../../calls/rds.ts';
import { type DbSnapshotResource, madeOfAlias } from '../../resources/dbSnapshot.ts';
import { allOf } from '../../wire/paging.ts';
import { everyLocation, ownPlace } from '../../wire/places.ts';
import { unlessGone } from '../../wire/readError.ts';
import { pages, read } from '../../wire/reading.ts';
import { requirePart } from '../../wire/requireList.ts';
import type { CallScope } from '../../wire/target.ts';
import { eachSource, type FindingOfOne } from '../eachSource.ts';
import { plainSource, used } from '../plainSource.ts';

/** A database, as one of the two listings has it. */
interface Database {
  readonly id: string | undefined;
  readonly name: string | undefined;
  readonly status: string | undefined;
}

/** How databases of one kind are read. */
interface Databases<C extends object, M extends Method<C>, L extends keyof Output<C, M> & string> {
  /** `database instance` */
  readonly noun: string;
  readonly reads: ListCall<C, M, L>;
  named(name: string): Partial<Input<C, M>>;
  toDatabase(item: Item<Output<C, M>, L>): Database;
}

/**
 * Is the database gone that a snapshot was made of? Only its id can tell: a name changes, and is taken again. So all are
 * listed, and one that is not among them is read by its name, too (law 2). One that is being made may be restored from any
 * snapshot, and RDS does not say from which.
 */
export function databaseOf<C extends object, M extends Method<C>, L extends keyof Output<C, M> & string>(
  name: string,
  { noun, reads, named, toDatabase }: Databases<C, M, L>,
): EvidenceSource {
  return eachSource<DbSnapshotResource>({
    name,
    summary: `The ${noun} that the snapshot was made of, by the id that never changes: it exists, or AWS confirms that it does not. One that is being made may be restored from any snapshot.`,
    calls: [reads],
    reading(target) {
      const what = `reading ${noun}s`;
      let listed: Promise<readonly Database[]> | undefined;
      return async ({ sourceId, sourceName }) => {
        if (sourceId === undefined) return [];
        listed ??= allOf(pages(target, reads, what)).then((all) => all.map(toDatabase));
        const all = await listed;
        const made = all.filter(({ status }) => status === 'creating').map((one) => madeBy(noun, one));
        const byName = async () =>
          sourceName === undefined
            ? []
            : ((await unlessGone(allOf(pages(target, reads, what, named(sourceName))))) ?? []).map(toDatabase);
        const found = [...all, ...(await byName())];
        return [...made, existence(noun, sourceId, found)];
      };
    },
  });
}

function madeBy(noun: string, { name }: Database): FindingOfOne {
  return { says: 'used', by: `${noun} ${name}, which is being made, perhaps from this snapshot` };
}

function existence(noun: string, sourceId: string, databases: readonly Database[]): FindingOfOne {
  const living = databases.find(({ id }) => id === sourceId);
  if (living) return { says: 'used', by: `${noun} ${living.name}, which it was made of`, byId: sourceId };
  const odd = databases.find(({ id }) => !id);
  if (odd) return { says: 'unknown', by: `${noun} ${odd.name} came without its id, and may be the one it was made of` };
  return { says: 'gone', by: `${noun} ${sourceId}`, byId: sourceId };
}

/** One attribute of an answer about sharing. */
interface Attribute {
  readonly AttributeName?: string | undefined;
  readonly AttributeValues?: readonly string[] | undefined;
}

/** An account with access to a shared snapshot may restore it, and this account cannot see that. */
export function sharingOf<C extends object, M extends Method<C>>(
  name: string,
  call: Call<C, M>,
  input: (id: string) => Input<C, M>,
  attributesOf: (answer: Output<C, M>) => readonly Attribute[] | undefined,
): EvidenceSource {
  return eachSource({
    name,
    summary: 'Accounts that the snapshot is shared with, or every AWS account.',
    calls: [call],
    reading:
      (target: CallScope) =>
      async ({ id }) => {
        const what = `reading whom ${id} is shared with`;
        const answer = await read(target, call, what, input(id));
        const attributes = requirePart(attributesOf(answer), 'attributes', { target, api: call.api, what });
        return attributes.flatMap(({ AttributeName, AttributeValues = [] }) =>
          AttributeName === 'restore' ? AttributeValues.map(sharedWith) : [],
        );
      },
  });
}

function sharedWith(value: string): FindingOfOne {
  const by = value === 'all' ? 'every AWS account (the snapshot is public)' : `account ${value} (it is shared with it)`;
  return { says: 'used', by };
}

const ENDED: ReadonlySet<string> = new Set(['CANCELED', 'COMPLETE', 'FAILED']);

/** https://docs.aws.amazon.com/AmazonRDS/latest/APIReference/API_ExportTask.html */
export const snapshotExports = plainSource({
  name: 'snapshotExports',
  summary: 'Exports of snapshots to S3 that have not ended.',
  places: ownPlace,
  reads: rds.describeExportTasks,
  what: 'reading exports of snapshots',
  find({ ExportTaskIdentifier, SourceArn, Status }) {
    if (Status !== undefined && ENDED.has(Status)) return [];
    const by = `export ${ExportTaskIdentifier} (${Status ?? 'status not known'})`;
    return used(SourceArn?.toLowerCase(), by, 'an export came without the ARN of what it exports');
  },
});

/** A snapshot that is not whole yet. */
interface Unfinished {
  readonly name: string | undefined;
  readonly status: string | undefined;
  readonly sourceId: string | undefined;
  /** The ARN that it is copied from, which only a copy from another region or account has. */
  readonly copies: string | undefined;
}

/** "The DB snapshot that is being copied" ends with it: RDS names its source only where that is elsewhere. */
export function copiesOf<C extends object, M extends Method<C>, L extends keyof Output<C, M> & string>(
  name: string,
  reads: ListCall<C, M, L>,
  toUnfinished: (item: Item<Output<C, M>, L>) => Unfinished,
): EvidenceSource {
  return plainSource<C, M, L>({
    name,
    summary:
      'Snapshots that are being made in any region of the account: each may be a copy of any other one of its database, or of the one it names.',
    places: (scope) => everyLocation(scope).filter(({ account }) => account === scope.account.name),
    reads,
    what: 'reading snapshots that are being made',
    find(item): readonly Finding[] {
      const { name: id, status, sourceId, copies } = toUnfinished(item);
      if (status === 'available' || status === 'failed') return [];
      const by = `snapshot ${id} (${status ?? 'status not known'})`;
      const aliases = [...(sourceId ? [madeOfAlias(sourceId)] : []), ...(copies ? [copies.toLowerCase()] : [])];
      return aliases.map((alias) => ({ alias, says: 'used', by }));
    },
  });
}
