/** The newest of a family, where dates or names say so with certainty. Pure. */
import { defined } from '../common/defined.ts';
import { groupBy } from '../common/groupBy.ts';
import { isLater, laterFirst } from './nameOrder.ts';
import { type OrderedName, orderedNames } from './nameSeries.ts';
import type { Row } from './rule.ts';

/**
 * Each row of which fewer than `count` of its family are certainly newer, with the reason to keep it: what cannot be
 * ordered stays, and takes no place of another. Of two dates of one kind the later one is newer; a date that may really
 * be later (`isEarliest`) is newer than an exact one, and never older. Without dates, and of equal ones, the names
 * decide. One date and none say nothing. The rows of a part count once and stay together: a part stays if one of its
 * rows does, and its date is the latest of theirs, or none if one of them has none.
 */
export function newestOf(rows: readonly Row[], count: number): ReadonlyMap<string, string> {
  const kept = new Map<string, string>();
  for (const [family, members] of groupBy(rows, (row) => row.family)) {
    const parts = new Set(newestIn(datedByPart(members), count).map(partOf));
    const reason = parts.size > count ? tieWords(family, count, parts.size) : words(family, count);
    for (const row of members) if (parts.has(partOf(row))) kept.set(row.id, reason);
  }
  return kept;
}

/** A row without a part is one by itself; an id is no part. */
function partOf({ part, id }: Row): string {
  return part === undefined ? `id ${id}` : `part ${part}`;
}

function datedByPart(rows: readonly Row[]): readonly Row[] {
  if (rows.every(({ part }) => part === undefined)) return rows;
  return [...groupBy(rows, partOf).values()].flatMap((members) => {
    const dates = members.map(dateOf);
    const isDated = dates.every((date) => date !== undefined);
    const at = isDated ? dates.reduce((a, b) => Math.max(a, b)) : undefined;
    const isEarliest = isDated && members.some((row) => row.isEarliest) ? (true as const) : undefined;
    return members.map(({ id, family, part, name }) => ({ id, family, ...defined({ at, part, name, isEarliest }) }));
  });
}

/** Of equal dates, as those of one part are. */
function onePerPart(rows: readonly Row[]): readonly Row[] {
  if (rows.every(({ part }) => part === undefined)) return rows;
  return [...new Map(rows.map((row) => [partOf(row), row])).values()];
}

function words(family: string, count: number): string {
  return count === 1 ? `the newest of ${family}` : `one of the newest ${count} of ${family}`;
}

function tieWords(family: string, count: number, staying: number): string {
  const which = count === 1 ? 'which is the newest' : `which are the newest ${count}`;
  return `one of ${staying} of ${family} that stay: neither their dates nor numbers in their names say ${which}`;
}

function newestIn(rows: readonly Row[], count: number): readonly Row[] {
  const counted = onePerPart(rows);
  const all = sortedDates(counted);
  const earliest = sortedDates(counted.filter(({ isEarliest }) => isEarliest));
  const newestDates = ({ isEarliest }: Row) => (isEarliest ? earliest : all).slice(-count);
  const limits = { earliest: earliest.at(-count), all: all.at(-count) };
  // Most rows of a large family are behind by their dates alone.
  const left = rows.filter((row) => {
    const [at, limit] = [dateOf(row), row.isEarliest ? limits.earliest : limits.all];
    return at === undefined || limit === undefined || at >= limit;
  });
  return [...groupBy(left, (row) => `${dateOf(row)} ${row.isEarliest}`).values()].flatMap((group) => {
    const [first] = group as [Row];
    const at = dateOf(first) ?? Number.POSITIVE_INFINITY;
    const newer = newestDates(first).filter((date) => date > at).length;
    return latestIn(group, count - newer);
  });
}

/** Those of rows with one date of which fewer than `count` others, of other parts, have a later name. */
function latestIn(rows: readonly Row[], count: number): readonly Row[] {
  if (onePerPart(rows).length <= count) return rows;
  const names = orderedNames(rows.map(({ name = '' }) => name));
  const named = rows.map((row, index) => ({ row, name: names[index] as OrderedName }));
  return [...groupBy(named, ({ name }) => name.series).values()].flatMap((series) => {
    const places = placesOf(series.toSorted((a, b) => laterFirst(a.name, b.name)));
    return places.flatMap((place, index) => {
      const [{ name }] = place;
      const later = new Set<string>();
      // The nearest ones are most likely comparable: a series of 100,000 takes as many steps. One more may be its own part.
      for (let at = index - 1; at >= 0 && later.size <= count; at--) {
        const other = places[at] as Place;
        if (isLater(other[0].name, name)) for (const { row } of other) later.add(partOf(row));
      }
      return place.flatMap(({ row }) => (later.size - (later.has(partOf(row)) ? 1 : 0) < count ? [row] : []));
    });
  });
}

interface Named {
  readonly row: Row;
  readonly name: OrderedName;
}
type Place = [Named, ...Named[]];

/** Names of the same numbers share a place. */
function placesOf(sorted: readonly Named[]): readonly Place[] {
  const places: Place[] = [];
  for (const one of sorted) {
    const last = places.at(-1);
    if (last && laterFirst(last[0].name, one.name) === 0) last.push(one);
    else places.push([one]);
  }
  return places;
}

function dateOf({ at }: Row): number | undefined {
  return Number.isNaN(at) ? undefined : at;
}

/** Ascending. */
function sortedDates(rows: readonly Row[]): Float64Array {
  return Float64Array.from(rows.flatMap((row) => dateOf(row) ?? [])).sort();
}
