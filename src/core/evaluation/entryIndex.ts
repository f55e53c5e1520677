/** Which entries may match a resource: an index by names and tags, so that fifty entries cost hardly more than one. Pure. */
import { MOST_REMEMBERED } from '../common/oncePer.ts';
import type { Condition } from '../policy/condition.ts';
import type { Matcher } from '../policy/workConfiguration.ts';
import { idsOf, type Resource } from '../resource/resource.ts';
import { isComparison } from './comparison.ts';
import { isWrittenByPeople, remembered } from './entryMatch.ts';
import { keyOfTag } from './matcher.ts';
import { isPlain, type Reading } from './reading.ts';
import { literalPrefix } from './regexLiterals.ts';

/** A value, the beginning of one, or an answer that an entry needs of `name`, `id`, an attribute or a tag. */
interface Needed {
  readonly path: string;
  readonly needs: Text | Check;
}

interface Text {
  readonly text: string;
  readonly isWhole: boolean;
}

/** Says whether the condition may hold; only of attributes and tags, whose values many resources share. */
type Check = ReturnType<typeof remembered>;

/** The entries that ask for something at one path, by their places. */
interface PathIndex {
  /** By the texts as {@link PathIndex.keyOf} has them. */
  readonly whole: Map<string, number[]>;
  /** People write a tag in any case, and an entry for another one of it must not be skipped. */
  readonly keyOf: (text: string) => string;
  /** Length → beginning → entries. */
  readonly beginnings: Map<number, Map<string, number[]>>;
  readonly checks: { readonly place: number; readonly mayHold: Check }[];
  /** What was found before, by the value. */
  readonly known: Map<unknown, Places>;
}

/** In order. The same places are mostly the same array, which is how {@link merging} knows them. */
type Places = readonly number[];

/** The places of the entries that may match, in order. */
export type EntryIndex = (resource: Resource) => Places;

/**
 * @param matches of the entries in their order; `undefined` matches every resource
 * @param reading that of the entries, so that each value is read once
 */
export function indexOf(matches: readonly (Matcher | undefined)[], reading: Reading): EntryIndex {
  const { hasOddKeys } = reading;
  const always: number[] = [];
  const paths = new Map<string, PathIndex>();
  matches.forEach((matcher, place) => {
    const needed = matcher && neededBy(matcher);
    if (!needed) always.push(place);
    else add(paths, needed, place);
  });
  const all = matches.map((_one, place) => place);
  const asksTags = [...paths.keys()].some((path) => path.startsWith('tag:'));
  const merged = merging();
  const questions = [...paths].map(([path, index]) => {
    const [values, find] = [readerOf(path, reading), isShared(path) ? placesOfShared : placesOf];
    return { values, mustBeThere: isAttribute(path), find: (value: unknown) => find(index, value) };
  });
  return (resource) => {
    // Nothing is certain about tags whose keys differ only in what nobody sees.
    if (asksTags && hasOddKeys(resource)) return all;
    let found: Places = always;
    for (const { values: valuesOf, mustBeThere, find } of questions) {
      const values = valuesOf(resource);
      const [value] = values;
      // Nor about several values, a list of texts, one that looks like another one, and an attribute that is missing.
      if (values.length > 1 || typeof value === 'object' || !isPlain(value)) return all;
      if (value === undefined && mustBeThere) return all;
      found = merged(found, find(value));
    }
    return found;
  };
}

/** The beginning of the path says what it asks for. */
const isAttribute = (path: string) => path.startsWith('attribute:');
const isShared = (path: string) => isAttribute(path) || path.startsWith('tag:');

function readerOf(path: string, reading: Reading): (resource: Resource) => readonly unknown[] {
  if (path === 'name') return ({ name }) => [name];
  if (path === 'id') return idsOf;
  return reading.at(innerOf(path));
}

function innerOf(path: string): string {
  return isAttribute(path) ? path.slice('attribute:'.length) : path;
}

function neededBy({ name, id, tag = {}, attribute = {} }: Matcher): Needed | undefined {
  const shared: readonly (readonly [string, Condition])[] = [
    ...Object.entries(tag).map(([key, one]) => [`tag:${key}`, one] as const),
    ...Object.entries(attribute).map(([key, one]) => [keyOfTag(key) ? key : `attribute:${key}`, one] as const),
  ];
  for (const [path, condition] of [['name', name], ['id', id], ...shared] as const) {
    // A text that people take for another one may mean that one.
    if (typeof condition !== 'string' || condition === '*' || !isPlain(condition)) continue;
    // A day also means its instants.
    if (!/^[/\d]/.test(condition)) return { path, needs: { text: condition, isWhole: true } };
    const text = literalPrefix(condition);
    if (text !== undefined) return { path, needs: { text, isWhole: false } };
  }
  const shareable = shared.find(([, condition]) => !isComparison(condition) || condition.olderThan === undefined);
  if (!shareable) return undefined;
  const [path, condition] = shareable;
  return { path, needs: remembered(innerOf(path), condition) };
}

function add(paths: Map<string, PathIndex>, { path, needs }: Needed, place: number): void {
  const anyCase = isWrittenByPeople(innerOf(path));
  const keyOf = (text: string) => (anyCase ? text.toLowerCase() : text);
  const none = { whole: new Map(), keyOf, beginnings: new Map(), checks: [], known: new Map() };
  const index: PathIndex = paths.get(path) ?? none;
  paths.set(path, index);
  if (typeof needs === 'function') {
    index.checks.push({ place, mayHold: needs });
    return;
  }
  const { text, isWhole } = needs;
  const byLength = index.beginnings.get(text.length) ?? new Map<string, number[]>();
  if (!isWhole) index.beginnings.set(text.length, byLength);
  const places = isWhole ? index.whole : byLength;
  const key = isWhole ? index.keyOf(text) : text;
  places.set(key, [...(places.get(key) ?? []), place]);
}

const NOWHERE: Places = [];

function placesOfShared(index: PathIndex, value: unknown): Places {
  const known = index.known.get(value);
  if (known) return known;
  // No condition here asks for an age.
  const values = value === undefined ? [] : [value];
  const held = index.checks.filter(({ mayHold }) => mayHold(values, 0) !== false).map(({ place }) => place);
  const places = [...placesOf(index, value), ...held].sort((a, b) => a - b);
  if (index.known.size < MOST_REMEMBERED) index.known.set(value, places);
  return places;
}

function placesOf({ whole, keyOf, beginnings }: PathIndex, value: unknown): Places {
  if (value === undefined) return NOWHERE;
  const text = String(value);
  let found: Places = (whole.size > 0 && whole.get(keyOf(text))) || NOWHERE;
  for (const [length, places] of beginnings) {
    const here = places.get(text.slice(0, length));
    if (here) found = found.length === 0 ? here : inOrder(found, here);
  }
  return found;
}

/** Both in one order, remembered by the arrays themselves. */
function merging(): (some: Places, others: Places) => Places {
  const known = new Map<Places, Map<Places, Places>>();
  let count = 0;
  return (some, others) => {
    if (others.length === 0) return some;
    if (some.length === 0) return others;
    const before = known.get(some)?.get(others);
    if (before) return before;
    const both = inOrder(some, others);
    if (count < MOST_REMEMBERED) {
      count++;
      known.set(some, (known.get(some) ?? new Map<Places, Places>()).set(others, both));
    }
    return both;
  };
}

function inOrder(some: Places, others: Places): Places {
  return [...some, ...others].sort((a, b) => a - b);
}
