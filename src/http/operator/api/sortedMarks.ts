/** Marks of all namespaces in one order, from their table; the fields of each are read from the mark itself. */
import { z } from 'zod';
import { groupBy } from '../../../core/common/groupBy.ts';
import { pluralize } from '../../../core/common/pluralize.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import {
  comparePlaces,
  MARK_SORTS,
  type MarkRow,
  type MarkSort,
  ORDERS,
  type Order,
  placeOf,
  type RowPlace,
  rowOf,
  type TooManyMarks,
} from '../../../core/mark/markTable.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { invalidField, Problem } from '../../app/problem.ts';
import { type MarkFilters, matching, type WalkedMarks } from './markQuery.ts';
import { isTooMany, queriedRows } from './markRows.ts';

const NO_TABLE =
  'needs a table of all marks, which the configuration switches off (`redis.markIndex: false`); leave `sort` out, or switch it on';

/** The order, the last row that was looked at, and how many marks the pages before showed. */
const Place = z.tuple([
  z.enum(MARK_SORTS),
  z.enum(ORDERS),
  z.union([z.number(), z.string()]),
  z.string(),
  z.string(),
  z.int().min(0),
]);

type SortedQuery = MarkFilters & { readonly sort: MarkSort };

/** More marks match than the memory of this process takes. */
export class TooManyToSort extends Problem {
  readonly tooMany: TooManyMarks;

  constructor(tooMany: TooManyMarks) {
    const many = pluralize(tooMany.marked, 'mark', 'marks');
    const why = `has ${many} to put in order, and this process takes ${tooMany.most}; add a filter by account, location, type or namespace, or leave \`sort\` out`;
    super('badRequest', `query.sort: ${why}`, { fields: [{ field: 'query.sort', why }] });
    this.tooMany = tooMany;
  }
}

/** @throws Problem where the table is off or too small, or for a cursor of another query */
export async function querySortedMarks(deps: OperatorDeps, query: SortedQuery): Promise<WalkedMarks> {
  const { sort, order = 'asc', limit } = query;
  if (!deps.markTable.isOn) throw invalidField('query.sort', NO_TABLE);
  const [after, before] = query.cursor === undefined ? [undefined, 0] : startOf(query.cursor, query);
  const found = await queriedRows(deps, query, sort);
  if (isTooMany(found)) throw new TooManyToSort(found);
  const { rows, isPart } = found;
  const matches = matching(query);
  const marks: Mark[] = [];
  let last = after;
  let isEnd = false;
  while (marks.length < limit && !isEnd) {
    const some = partBehind(rows, { sort, order, after: last, limit: limit - marks.length + 1 });
    isEnd = some.length <= limit - marks.length;
    const part = some.slice(0, limit - marks.length);
    const lastRow = part.at(-1);
    if (lastRow) last = placeOf(lastRow, sort);
    marks.push(...(await readMarks(deps, part)).filter((mark) => matches(rowOf(mark))));
  }
  const shown = before + marks.length;
  const total = { total: Math.max(rows.length, shown), isPart };
  if (isEnd || !last) return { marks, before, total };
  return { marks, before, total, next: cursorOf(query, last, shown) };
}

interface Part {
  readonly sort: MarkSort;
  readonly order: Order;
  readonly after: RowPlace | undefined;
  readonly limit: number;
}

/** The rows behind a place of an ascending list, whether or not the row of that place is still there. */
function partBehind(rows: readonly MarkRow[], { sort, order, after, limit }: Part): readonly MarkRow[] {
  const compareTo = (row: MarkRow, place: RowPlace) => comparePlaces(placeOf(row, sort), place);
  if (order === 'asc') {
    const from = after === undefined ? 0 : firstWhere(rows, (row) => compareTo(row, after) > 0);
    return rows.slice(from, from + limit);
  }
  const until = after === undefined ? rows.length : firstWhere(rows, (row) => compareTo(row, after) >= 0);
  return rows.slice(Math.max(0, until - limit), until).reverse();
}

/** The index of the first row for which it holds; it holds for all rows behind that one. */
function firstWhere(rows: readonly MarkRow[], holds: (row: MarkRow) => boolean): number {
  let [from, to] = [0, rows.length];
  while (from < to) {
    const middle = (from + to) >>> 1;
    if (holds(rows[middle] as MarkRow)) to = middle;
    else from = middle + 1;
  }
  return from;
}

/** In the order of the rows. A row without its mark has none, and the table learns of it. */
async function readMarks({ marks, markTable }: OperatorDeps, rows: readonly MarkRow[]): Promise<readonly Mark[]> {
  const ids = groupBy(rows, ({ namespace }) => namespace);
  const found = new Map<Namespace, ReadonlyMap<string, Mark>>();
  await Promise.all(
    [...ids].map(async ([namespace, own]) => {
      const some = own.map(({ id }) => id);
      const read = await marks.getMany(namespace, some);
      markTable.saw(namespace, some, read);
      found.set(namespace, new Map(read.map((mark) => [mark.id, mark])));
    }),
  );
  return rows.flatMap(({ namespace, id }) => found.get(namespace)?.get(id) ?? []);
}

function cursorOf({ sort, order = 'asc' }: SortedQuery, { key, namespace, id }: RowPlace, shown: number): string {
  const place: z.infer<typeof Place> = [sort, order, key, namespace, id, shown];
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function startOf(cursor: string, { sort, order = 'asc' }: SortedQuery): readonly [RowPlace, number] {
  const place = parsed(cursor);
  if (place?.[0] === sort && place[1] === order && (typeof place[2] === 'string') === (sort === 'name')) {
    const [, , key, namespace, id, before] = place;
    return [{ key, namespace: namespace as Namespace, id }, before];
  }
  const why = 'is not a cursor of this order: it is from another `sort` or `order`, or from an earlier version';
  throw invalidField('query.cursor', `${why}; ask for the first page without it`);
}

function parsed(cursor: string): z.infer<typeof Place> | undefined {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    return undefined;
  }
}
