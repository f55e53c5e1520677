/** The attributes of resources: which ones a type has, and their values in one resource. Pure. */
import type { Resource } from './resource.ts';

/**
 * The kind of an attribute, which says what a pattern may be compared with:
 * - `text`, `number`, `boolean`; `texts`: a list, of which one has to match
 * - `bytes`, `gibibytes`: a number of them, which a size with a unit may be compared with
 * - `date`: an instant, compared as ISO 8601 in UTC
 * - `map`: texts by keys that people choose, such as tags; `document`: the provider's own description, of any depth
 * - `internal`: for the type's own rules; no pattern may name it
 * - a mapping: the attributes below it
 */
export type AttributeKind =
  | 'text'
  | 'texts'
  | 'number'
  | 'bytes'
  | 'gibibytes'
  | 'boolean'
  | 'date'
  | 'map'
  | 'document'
  | 'internal'
  | { readonly [name: string]: AttributeKind };

/** The attributes of a type by their names. */
export type Attributes = Readonly<Record<string, AttributeKind>>;

/** The fields that every resource has, whatever its type. */
const OF_EVERY_TYPE = { id: 'text', name: 'text', identity: 'text', aliases: 'texts' } as const;

/** Fields of some resources of any type that are for people and for Holystone itself. */
const FOR_HOLYSTONE = {
  ending: 'internal',
  followers: 'internal',
  keptAs: 'internal',
  lastUser: 'internal',
  note: 'internal',
} as const;

type Undeclared = keyof typeof OF_EVERY_TYPE | keyof typeof FOR_HOLYSTONE;
type KindOf<V> = V extends string
  ? 'text' | 'date' | 'internal'
  : V extends number
    ? 'number' | 'bytes' | 'gibibytes' | 'internal'
    : V extends boolean
      ? 'boolean' | 'internal'
      : V extends Date
        ? 'date'
        : Exclude<AttributeKind, 'text' | 'number' | 'bytes' | 'gibibytes' | 'boolean' | 'date'>;

/**
 * The declaration of a type: each of its own fields, and those general ones (`tags`, `createdAt`, …) that its resources
 * carry. The compiler refuses a declaration that lacks a field of its own.
 */
export type AttributesOf<R extends Resource> = {
  readonly [K in Exclude<keyof R, keyof Resource | 'described'>]-?: KindOf<NonNullable<R[K]>>;
} & { readonly [K in Exclude<keyof Resource, Undeclared>]?: KindOf<NonNullable<Resource[K]>> } & {
  readonly described?: 'document';
};

/** All fields that a resource of the type may carry. */
export function fieldsOf(declared: Attributes): Attributes {
  return { ...OF_EVERY_TYPE, ...FOR_HOLYSTONE, described: 'internal', ...declared };
}

/** The names that a pattern may use, in alphabetical order; those below another with a dot. */
export function attributeNames(declared: Attributes): readonly string[] {
  return namesIn(fieldsOf(declared)).toSorted();
}

function namesIn(kinds: Attributes): readonly string[] {
  return Object.entries(kinds).flatMap(([name, kind]) => {
    if (kind === 'internal') return [];
    if (kind === 'map') return [`${name}.KEY`];
    if (kind === 'document') return [`${name}.…`];
    return typeof kind === 'string' ? [name] : namesIn(kind).map((below) => `${name}.${below}`);
  });
}

const NAME_NO_VALUE: ReadonlySet<AttributeKind> = new Set(['document', 'internal', 'map']);

/** Of a tag, of a key of a map or a part of a document: a text that may be a number, a size or a date. */
export type ValueKind = AttributeKind | 'untyped';

/**
 * The kind of the values at a path; `undefined` if the type has no such attribute, or only attributes below it. Names
 * that differ only in case are one.
 */
export function kindAt(declared: Attributes, path: string): ValueKind | undefined {
  const tag = /^tag:(.+)$/s.exec(path);
  if (tag) return declared.tags === undefined ? undefined : 'untyped';
  const steps = path.split('.');
  let kind: AttributeKind | undefined = fieldsOf(declared);
  for (const [index, step] of steps.entries()) {
    if (kind === 'document') return step === '' ? undefined : 'untyped';
    if (kind === 'map') return steps.slice(index).join('.') === '' ? undefined : 'untyped';
    if (typeof kind !== 'object') return undefined;
    kind = Object.entries(kind).find(([name]) => isSame(name, step))?.[1];
  }
  return typeof kind === 'object' || kind === undefined || NAME_NO_VALUE.has(kind) ? undefined : kind;
}

/**
 * The value at a path: `tag:Name` reads a tag, a dot reads a nested property, or belongs to a key. Names that differ
 * only in case are one, so there may be several values. Own properties only; empty when there is no such property.
 */
export function valuesAt(resource: Resource, path: string): readonly unknown[] {
  if (path.startsWith('tag:')) return properties(resource.tags, path.slice('tag:'.length));
  return below(resource, path);
}

/** The value of a field whose name is spelled like that; empty when there is none. */
export function valuesOfField(resource: Resource, name: string): readonly unknown[] {
  const one = comparable(resource[name as keyof Resource]);
  return one === undefined ? [] : [one];
}

/** The only value at a path, or the first one; `undefined` when there is none. */
export function attributeOf(resource: Resource, path: string): unknown {
  return valuesAt(resource, path)[0];
}

function below(value: unknown, path: string): readonly unknown[] {
  const whole = properties(value, path);
  const dot = path.indexOf('.');
  if (whole.length > 0 || dot < 0) return whole;
  return properties(value, path.slice(0, dot)).flatMap((inner) => below(inner, path.slice(dot + 1)));
}

function properties(value: unknown, name: string): readonly unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const found: unknown[] = [];
  // Without a list of the keys: fifty entries ask this of each resource.
  for (const key in value) {
    if (!isSame(key, name) || !Object.hasOwn(value, key)) continue;
    const one = comparable((value as Record<string, unknown>)[key]);
    if (one !== undefined) found.push(one);
  }
  return found;
}

function comparable(value: unknown): unknown {
  if (!(value instanceof Date)) return value;
  return Number.isNaN(value.getTime()) ? undefined : value.toISOString();
}

/** Names that differ in case only are one. */
export function isSame(a: string, b: string): boolean {
  return a === b || (a.length === b.length && a.toLowerCase() === b.toLowerCase());
}
