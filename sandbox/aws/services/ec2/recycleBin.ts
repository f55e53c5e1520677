/** The Recycle Bin, for the kinds that are declared with it. */
import type { EntityIds } from '../../collections/kind.ts';
import type { Binned, IdOperation, Recycled } from '../../collections/operations.ts';
import type { Row, Table } from '../../collections/table.ts';
import type { Call } from '../../store/call.ts';
import { ALL_KINDS, type Plural, tableIn } from '../../store/kinds.ts';
import { collection } from '../../store/listing.ts';
import { type Ec2Handlers, existing, listing, refuseMalformed, stopIfDryRun } from './common.ts';

const DAY_MS = 86_400_000;

/**
 * A deletion through the API moves the resource to the bin if a rule retains its kind; it is lost when its time there
 * is over: https://docs.aws.amazon.com/ebs/latest/userguide/recycle-bin-concepts.html
 */
export function intoBin(plural: Plural, id: string, value: object, { here, now }: Call): void {
  const days = here.retained[plural];
  if (days === undefined) return;
  const enteredAt = now.getTime();
  tableIn(here.bin, plural).put(id, { value, enteredAt, exitAt: enteredAt + days * DAY_MS });
}

interface Held {
  readonly plural: Plural;
  readonly ids: EntityIds;
  /** The input members with ids: `VolumeIds`, `VolumeId`. */
  readonly reads: IdOperation;
  readonly deletes: IdOperation;
  readonly recycled: Recycled<object, unknown>;
}

const HELD: readonly Held[] = ALL_KINDS.flatMap(([plural, { tagged: ids, reads, deletes, recycled }]) =>
  ids && reads && deletes && recycled ? [{ plural, ids, reads, deletes, recycled }] : [],
);

/** ListVolumesInRecycleBin, RestoreVolumeFromRecycleBin, and the same of the other kinds. */
export const recycleBin = Object.fromEntries(
  HELD.flatMap((held) => [
    [`List${held.recycled.as}sInRecycleBin`, listingOf(held)],
    [`Restore${held.recycled.as}FromRecycleBin`, restoreOf(held)],
  ]),
) as Ec2Handlers;

type Members = Readonly<Record<string, unknown>>;

/** Omits an id that is not in the bin: the API's pages document no error for it. */
function listingOf({ plural, ids, reads, recycled }: Held) {
  const entries = collection<Members, Binned<object>, object>(inBin(plural), ({ value, enteredAt, exitAt }) => ({
    ...recycled.shown(value),
    RecycleBinEnterTime: new Date(enteredAt),
    RecycleBinExitTime: new Date(exitAt),
  }));
  const check = (names: readonly string[]) => refuseMalformed(names, ids);
  return listing<Members, Members, Binned<object>, object>(entries, {
    answer: `${recycled.as}s`,
    named: { by: reads.by, check },
  });
}

/** The resources of one kind that are still in the bin. */
function inBin(plural: Plural) {
  return ({ here, now }: Call): readonly Row<Binned<object>>[] =>
    binOf(plural, here)
      .view()
      .filter(({ value }) => value.exitAt > now.getTime());
}

/** "After you restore a resource from the Recycle Bin, the resource is removed from the Recycle Bin": User Guide. */
function restoreOf({ plural, ids, deletes, recycled }: Held) {
  return (input: Members, { here, now }: Call): object => {
    const id = String(input[deletes.by] ?? '');
    const { value, exitAt } = existing(binOf(plural, here), id, ids);
    if (exitAt <= now.getTime()) throw ids.notFound([id]);
    stopIfDryRun(input);
    binOf(plural, here).remove(id);
    tableIn(here, plural).put(id, recycled.restored?.(value, here) ?? value);
    return recycled.answer?.(value) ?? { Return: true };
  };
}

function binOf(plural: Plural, { bin }: Call['here']): Table<Binned<object>> {
  return tableIn(bin, plural) as Table<Binned<object>>;
}
