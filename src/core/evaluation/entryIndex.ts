/** Which entries may match a resource: an index by names and tags, so that fifty entries cost hardly more than one. Pure. */
import type { Condition } from '../policy/condition.ts';
import type { Matcher } from '../policy/workConfiguration.ts';
import { valuesAt } from '../resource/attribute.ts';
import { idsOf, type Resource } from '../resource/resource.ts';
import { hasOddKeys, isPlain } from './entryMatch.ts';
import { keyOfTag } from './matcher.ts';
import { literalPrefix } from './regexLiterals.ts';

/** A value, or the beginning of one, that an entry needs of `name`, `id`, an attribute or a tag. */
interface Needed {
  readonly path: string;
  readonly text: string;
  readonly isWhole: boolean;
}

/** The entries of one beginning (or whole text) at one path, by their places. */
interface PathIndex {
  readonly whole: Map<string, number[]>;
  /** Length → beginning → entries. */
  readonly beginnings: Map<number, Map<string, number[]>>;
}

/** The places of the entries that may match, in order. */
export type EntryIndex = (resource: Resource) => readonly number[];

/** @param matches of the entries in their order; `undefined` matches every resource */
export function indexOf(matches: readonly (Matcher | undefined)[]): EntryIndex {
  const always: number[] = [];
  const paths = new Map<string, PathIndex>();
  matches.forEach((matcher, place) => {
    const needed = matcher && neededBy(matcher);
    if (!needed) always.push(place);
    else add(paths, needed, place);
  });
  const all = matches.map((_one, place) => place);
  const asksTags = [...paths.keys()].some((path) => path.startsWith('tag:'));
  return (resource) => {
    // Nothing is certain about tags whose keys differ only in what nobody sees.
    if (asksTags && hasOddKeys(resource)) return all;
    const found = always.length === 0 ? [] : always.slice();
    for (const [path, index] of paths) {
      const values = valuesOf(resource, path);
      const [value] = values;
      // Nor about several values, a list of texts, one that looks like another one, and an attribute that is missing.
      if (values.length > 1 || typeof value === 'object' || !isPlain(value)) return all;
      if (value === undefined && isAttribute(path)) return all;
      if (value !== undefined) placesOf(index, String(value), found);
    }
    return found.length > 1 ? found.sort((a, b) => a - b) : found;
  };
}

/** The beginning of the path says what it asks for. */
const isAttribute = (path: string) => path.startsWith('attribute:');

function valuesOf(resource: Resource, path: string): readonly unknown[] {
  if (path === 'name') return [resource.name];
  if (path === 'id') return idsOf(resource);
  return valuesAt(resource, isAttribute(path) ? path.slice('attribute:'.length) : path);
}

function neededBy({ name, id, tag = {}, attribute = {} }: Matcher): Needed | undefined {
  const texts: readonly (readonly [string, Condition | undefined])[] = [
    ['name', name],
    ['id', id],
    ...Object.entries(tag).map(([key, one]) => [`tag:${key}`, one] as const),
    ...Object.entries(attribute).map(([key, one]) => [keyOfTag(key) ? key : `attribute:${key}`, one] as const),
  ];
  for (const [path, condition] of texts) {
    if (typeof condition !== 'string' || condition === '*') continue;
    // A day also means its instants.
    if (!/^[/\d]/.test(condition)) return { path, text: condition, isWhole: true };
    const text = literalPrefix(condition);
    if (text !== undefined) return { path, text, isWhole: false };
  }
  return undefined;
}

function add(paths: Map<string, PathIndex>, { path, text, isWhole }: Needed, place: number): void {
  const index = paths.get(path) ?? { whole: new Map(), beginnings: new Map() };
  paths.set(path, index);
  const byLength = index.beginnings.get(text.length) ?? new Map<string, number[]>();
  if (!isWhole) index.beginnings.set(text.length, byLength);
  const places = isWhole ? index.whole : byLength;
  places.set(text, [...(places.get(text) ?? []), place]);
}

function placesOf({ whole, beginnings }: PathIndex, value: string, found: number[]): void {
  addAll(found, whole.get(value));
  for (const [length, places] of beginnings) addAll(found, places.get(value.slice(0, length)));
}

function addAll(found: number[], places: readonly number[] = []): void {
  for (const place of places) found.push(place);
}
