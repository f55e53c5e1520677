/** How the entries of one place read a resource: each value once, although fifty entries ask for it. Pure. */

import { oncePerText } from '../common/oncePer.ts';
import { SEEN_WHOLE } from '../common/seen.ts';
import { isSame, valuesAt, valuesOfField } from '../resource/attribute.ts';
import type { Resource } from '../resource/resource.ts';
import { keyOfTag } from './matcher.ts';

/** How entries read a resource. */
export interface Reading {
  /** The values at a path, as {@link valuesAt}. */
  at(path: string): (resource: Resource) => readonly unknown[];
  /** Has it keys of tags that a person may take for another one? */
  readonly hasOddKeys: (resource: Resource) => boolean;
}

/** Remembers the values of the last resource. */
export function readingOnce(): Reading {
  const atPaths = new Map<string, (resource: Resource) => readonly unknown[]>();
  const tags = tagsOnce();
  const make = (path: string) => {
    const key = keyOfTag(path);
    if (key !== undefined) return tags.at(key);
    return path.includes('.') ? (resource: Resource) => valuesAt(resource, path) : ofLast(ofField(path));
  };
  return {
    at: (path) => {
      const reader = atPaths.get(path) ?? make(path);
      atPaths.set(path, reader);
      return reader;
    },
    hasOddKeys: tags.hasOddKeys,
  };
}

/** One look at the keys of a resource's tags answers for all keys that entries ask for. */
function tagsOnce() {
  const places = new Map<string, number>();
  const looking = () => oncePerText((key) => ({ isOdd: ODD.test(key), place: places.get(asOne(key)) }));
  let known = looking();
  let last: Resource | undefined;
  let hasOdd = false;
  let found: (readonly unknown[])[] = [];
  const look = (resource: Resource) => {
    if (resource === last) return;
    const { tags } = resource;
    last = resource;
    hasOdd = false;
    found = [];
    for (const key in tags) {
      const { isOdd, place } = known(key);
      if (isOdd) hasOdd = true;
      if (place === undefined || !Object.hasOwn(tags, key) || tags[key] === undefined) continue;
      const before = found[place];
      found[place] = before ? [...before, tags[key]] : [tags[key]];
    }
  };
  return {
    at(key: string) {
      const place = places.get(asOne(key)) ?? places.size;
      places.set(asOne(key), place);
      // What was known of each key did not know of this one.
      [known, last] = [looking(), undefined];
      return (resource: Resource): readonly unknown[] => {
        look(resource);
        return found[place] ?? NONE;
      };
    },
    hasOddKeys(resource: Resource): boolean {
      look(resource);
      return hasOdd;
    },
  };
}

/** Equal for keys that {@link isSame} takes for one: `İ` in lower case is longer than itself. */
const asOne = (key: string) => `${key.length} ${key.toLowerCase()}`;

const NONE: readonly unknown[] = [];

/** No two fields of a type differ in case only, so the one that was found once is all there is. */
function ofField(path: string): (resource: Resource) => readonly unknown[] {
  let name: string | undefined;
  return (resource) => {
    if (name === undefined || !Object.hasOwn(resource, name))
      name = Object.keys(resource).find((one) => isSame(one, path));
    return name === undefined ? NONE : valuesOfField(resource, name);
  };
}

/** Remembers the answer for the last one. */
function ofLast<One, Made>(make: (one: One) => Made): (one: One) => Made {
  let last: One | undefined;
  let made: Made;
  return (one) => {
    if (one !== last) {
      made = make(one);
      last = one;
    }
    return made;
  };
}

/** Does everybody read the value, or each of a list, as it is? */
export function isPlain(value: unknown): boolean {
  if (Array.isArray(value)) return value.every(isPlain);
  return typeof value !== 'string' || isPlainText(value);
}

/** The index and the entries that it names ask for the same text, one after the other. */
const isPlainText = ofLast((text: string) => SEEN_WHOLE.test(text));

/** In a key that a person may take for another one. */
const ODD = /[^!-~]/;
