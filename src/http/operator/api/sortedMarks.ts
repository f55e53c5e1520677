/** Marks of all namespaces in one order, from their index; the fields of each are read from the mark itself. */
import { z } from 'zod';
import { defined } from '../../../core/common/defined.ts';
import type { Mark } from '../../../core/mark/mark.ts';
import { type IndexEntry, MARK_SORTS, type MarkSort, ORDERS } from '../../../core/mark/markIndex.ts';
import type { Namespace } from '../../../core/resource/namespace.ts';
import type { OperatorDeps } from '../../app/deps.ts';
import { invalidField } from '../../app/problem.ts';
import { configurationsOf, knownNamespace, namespacesOf } from './known.ts';
import { isIn, type MarkFilters, matches, type WalkedMarks } from './markQuery.ts';
import { narrowList } from './narrowList.ts';

/** A filter may match few: after this many entries a page ends, and the next request continues there. */
const ENTRIES_PER_REQUEST = 5_000;
const ENTRIES_PER_READ = 500;

const NO_INDEX =
  'needs the index of marks, which the configuration switches off (`redis.markIndex: false`); leave `sort` out, or switch it on';

/** The form in which Redis writes a finite score; unlike `Number`, it takes no hexadecimal number. */
const Score = z.string().regex(/^-?\d{1,20}(\.\d{1,20})?(e[+-]?\d{1,3})?$/);

/** The order, the last entry that was looked at, and how many marks the pages before showed. */
const Place = z.tuple([z.enum(MARK_SORTS), z.enum(ORDERS), Score, z.string(), z.int().min(0)]);
type Place = z.infer<typeof Place>;

type SortedQuery = MarkFilters & { readonly sort: MarkSort };

/** @throws Problem where the index is off, or for a cursor of another query */
export async function querySortedMarks(deps: OperatorDeps, query: SortedQuery): Promise<WalkedMarks> {
  const { sort, order = 'asc', dueBefore, limit } = query;
  if (!deps.markIndex.isOn) throw invalidField('query.sort', NO_INDEX);
  const only = query.namespace === undefined ? undefined : knownNamespace(deps, query.namespace).namespace;
  const isAsked = askedIn(deps, query, only);
  const [, , score, member, before] = query.cursor === undefined ? startOf(query) : placeOf(query.cursor, query);
  const marks: Mark[] = [];
  const { list, isExact } = await narrowList(deps, query, only);
  let after = score === '' ? undefined : { score, member };
  for (let seen = 0; ; ) {
    const wanted = isExact ? limit - marks.length : ENTRIES_PER_READ;
    const request = { sort, order, limit: wanted, namespaces: namespacesOf(deps), ...defined({ after, list }) };
    const { entries, isLast } = await deps.markIndex.page(request);
    seen += entries.length;
    const known = await readEntries(deps, entries, { sort, isAsked });
    for (const [i, entry] of entries.entries()) {
      // In this order all further dates are later.
      if (sort === 'date' && order === 'asc' && dueBefore !== undefined && Number(entry.score) >= dueBefore) {
        return { marks, before };
      }
      const mark = known[i];
      after = entry;
      if (!mark || !matches(mark, query)) continue;
      marks.push(mark);
      const isEnd = isLast && i === entries.length - 1;
      if (marks.length >= limit && !isEnd)
        return { marks, before, next: cursorOf(query, entry, before + marks.length) };
    }
    if (isLast || !after) return { marks, before };
    if (seen >= ENTRIES_PER_REQUEST) return { marks, before, next: cursorOf(query, after, before + marks.length) };
  }
}

/** Of one namespace after the other, as the entries come: a request must not look at all of them. */
function askedIn(
  deps: OperatorDeps,
  query: MarkFilters,
  only: Namespace | undefined,
): (namespace: Namespace) => boolean {
  const configurations = configurationsOf(deps);
  return (namespace) => {
    const configuration = configurations.get(namespace);
    return configuration !== undefined && (only === undefined || namespace === only) && isIn(configuration, query);
  };
}

/** From the latest date that is asked for, where the order begins with the latest. */
function startOf({ sort, order, dueBefore }: SortedQuery): Place {
  const isFromDate = sort === 'date' && order === 'desc' && dueBefore !== undefined;
  return [sort, order ?? 'asc', isFromDate ? String(dueBefore) : '', '', 0];
}

/** The mark of each entry; an entry that does not agree with its mark is looked at again in the background. */
async function readEntries(
  deps: OperatorDeps,
  entries: readonly IndexEntry[],
  { sort, isAsked }: { readonly sort: MarkSort; readonly isAsked: (namespace: Namespace) => boolean },
): Promise<readonly (Mark | undefined)[]> {
  const ids = new Map<Namespace, string[]>();
  for (const { namespace, id } of entries) {
    if (namespace === undefined || !isAsked(namespace)) continue;
    const some = ids.get(namespace);
    if (some) some.push(id);
    else ids.set(namespace, [id]);
  }
  const read = await Promise.all(
    [...ids].map(async ([namespace, some]) => {
      const marks = await deps.marks.getMany(namespace, some);
      return [namespace, new Map(marks.map((mark) => [mark.id, mark]))] as const;
    }),
  );
  const marks = new Map(read);
  const wrong = new Map<Namespace, string[]>();
  const found = entries.map(({ namespace, id, score }) => {
    const all = namespace && marks.get(namespace);
    if (!all) return undefined;
    const mark = all.get(id);
    if (!mark || isElsewhere(mark, sort, score)) wrong.set(namespace, [...(wrong.get(namespace) ?? []), id]);
    return mark;
  });
  for (const [namespace, some] of wrong) deps.markIndex.recheck(namespace, some);
  return found;
}

function isElsewhere(mark: Mark, sort: MarkSort, score: string): boolean {
  if (sort === 'date') return Number(score) !== mark.projectedDeletionAt;
  return sort === 'marked' && Number(score) !== mark.markedAt;
}

function cursorOf(
  { sort, order = 'asc' }: SortedQuery,
  { score, member }: Pick<IndexEntry, 'score' | 'member'>,
  shown: number,
) {
  const place: Place = [sort, order, score, member, shown];
  return Buffer.from(JSON.stringify(place)).toString('base64url');
}

function placeOf(cursor: string, { sort, order = 'asc' }: SortedQuery): Place {
  const place = parsed(cursor);
  if (place?.[0] === sort && place[1] === order) return place;
  const why = 'is not a cursor of this order: it is from another `sort` or `order`, or from an earlier version';
  throw invalidField('query.cursor', `${why}; ask for the first page without it`);
}

function parsed(cursor: string): Place | undefined {
  try {
    return Place.parse(JSON.parse(Buffer.from(cursor, 'base64url').toString()));
  } catch {
    return undefined;
  }
}
