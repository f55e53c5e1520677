/** A schema → what reads an element of that shape, in one pass and without a tree. */
import type { NormalizedSchema } from '@smithy/core/schema';
import type { Members } from '../../calls/decodedItems.ts';
import type { XmlCursor } from './cursor.ts';
import { skipContent, skipElement } from './skip.ts';
import { readText } from './text.ts';
import { valueMaker } from './values.ts';

/**
 * Reads one element: from behind its start tag to behind its end tag.
 * @param name of the element, in ASCII
 */
export type ElementReader = (cursor: XmlCursor, name: Buffer) => unknown;

type Structure = Record<string, unknown>;
type Named = readonly [key: string, schema: NormalizedSchema];

/** A member of a structure that is an element in it. */
interface Member {
  readonly element: Buffer;
  /** Reads the element into the structure, or past it. */
  readonly readInto: (out: Structure, cursor: XmlCursor) => void;
  /** The member that followed this one the last time: elements come in the same order. */
  next: Member | undefined;
}

interface Readers {
  readonly elements: ReadonlyMap<string, Member>;
  readonly attributes: readonly {
    readonly key: string;
    readonly name: string;
    readonly value: (text: string, at: number) => unknown;
  }[];
  first: Member | undefined;
}

/**
 * What reads elements of this shape.
 * @param only the members to decode; the others are skipped
 * @throws Error for a shape that no answer in XML has: a document
 */
export function readerOf(schema: NormalizedSchema, only: Members = true): ElementReader {
  if (schema.isStructSchema()) return only === true ? structureReader(schema) : structure(membersOf(schema), only);
  if (schema.isListSchema()) return list(schema, only);
  if (schema.isMapSchema()) return map(schema);
  if (schema.isDocumentSchema()) throw new Error(`no answer in XML has a document: ${schema.getName(true)}`);
  const value = valueMaker(schema);
  return (cursor, name) => value(readText(cursor, name), cursor.at);
}

/** One per shape, not per member of that shape: shapes may contain themselves. */
const structures = new WeakMap<object, ElementReader>();

function structureReader(schema: NormalizedSchema): ElementReader {
  const shape = schema.getSchema() as object;
  const known = structures.get(shape) ?? structure(membersOf(schema));
  structures.set(shape, known);
  return known;
}

/** The members of a structure with their schemas. */
export function membersOf(schema: NormalizedSchema): readonly Named[] {
  return [...schema.structIterator()];
}

/** @param named the members that there may be @param only those of them to decode */
export function structure(named: readonly Named[], only: Members = true): ElementReader {
  let members: Readers | undefined;
  return (cursor, name) => {
    members ??= readersOf(named, only);
    const out: Structure = {};
    const { attributes } = cursor;
    for (const { key, name: attribute, value } of attributes.size > 0 ? members.attributes : []) {
      const text = attributes.get(attribute);
      if (text !== undefined) out[key] = value(text, cursor.at);
    }
    if (!cursor.isEmpty) readElements(out, members, cursor, name);
    return out;
  };
}

function readElements(out: Structure, members: Readers, cursor: XmlCursor, name: Buffer): void {
  cursor.enter();
  let last: Member | undefined;
  while (cursor.toTag()) {
    let member = last ? last.next : members.first;
    if (member === undefined || !cursor.isStartOf(member.element)) {
      member = members.elements.get(cursor.name());
      if (member === undefined) {
        skipElement(cursor);
        continue;
      }
      if (last) last.next = member;
      else members.first = member;
    }
    cursor.start(member.element);
    member.readInto(out, cursor);
    last = member;
  }
  cursor.leave(name);
}

function readersOf(named: readonly Named[], only: Members): Readers {
  const elements = new Map<string, Member>();
  const attributes: Readers['attributes'][number][] = [];
  for (const [key, schema] of named) {
    const inner = only === true ? true : only[key];
    const { xmlName = key, xmlAttribute } = schema.getMemberTraits();
    if (!xmlAttribute) {
      const element = Buffer.from(xmlName, 'latin1');
      const readInto = inner === undefined ? skipping(element) : intoOf(key, element, schema, inner);
      elements.set(xmlName, { element, readInto, next: undefined });
    } else if (inner !== undefined) attributes.push({ key, name: xmlName, value: valueMaker(schema) });
  }
  return { elements, attributes, first: undefined };
}

/** Known like the others, so that it is not looked up by its name each time. */
function skipping(element: Buffer): Member['readInto'] {
  return (_out, cursor) => skipContent(cursor, element, 0, element.length);
}

function intoOf(key: string, element: Buffer, schema: NormalizedSchema, only: Members): Member['readInto'] {
  const isFlat = schema.getMergedTraits().xmlFlattened !== undefined;
  if (isFlat && schema.isListSchema()) {
    const read = readerOf(schema.getValueSchema(), only);
    return (out, cursor) => {
      out[key] ??= [];
      (out[key] as unknown[]).push(read(cursor, element));
    };
  }
  if (isFlat && schema.isMapSchema()) {
    const readEntry = entry(schema);
    return (out, cursor) => {
      out[key] ??= {};
      readEntry(out[key] as Structure, cursor, element);
    };
  }
  const read = readerOf(schema, only);
  return (out, cursor) => {
    if (Object.hasOwn(out, key)) cursor.refuse(`<${element.toString()}> twice`);
    out[key] = read(cursor, element);
  };
}

/** Another element within a list is no item that might be left out: the list would be too short, or empty. */
function list(schema: NormalizedSchema, only: Members): ElementReader {
  const item = schema.getValueSchema();
  const element = Buffer.from(item.getMergedTraits().xmlName ?? 'member', 'latin1');
  const read = readerOf(item, only);
  return (cursor, name) => {
    const items: unknown[] = [];
    if (cursor.isEmpty) return items;
    cursor.enter();
    while (cursor.toTag()) {
      if (!cursor.isStartOf(element)) cursor.refuse(`no <${element.toString()}> in a list`);
      cursor.start(element);
      items.push(read(cursor, element));
    }
    cursor.leave(name);
    return items;
  };
}

const ENTRY = Buffer.from('entry');

function map(schema: NormalizedSchema): ElementReader {
  const readEntry = entry(schema);
  return (cursor, name) => {
    const out: Structure = {};
    if (cursor.isEmpty) return out;
    cursor.enter();
    while (cursor.toTag()) {
      if (!cursor.isStartOf(ENTRY)) cursor.refuse('no <entry> in a map');
      cursor.start(ENTRY);
      readEntry(out, cursor, ENTRY);
    }
    cursor.leave(name);
    return out;
  };
}

type EntryReader = (out: Structure, cursor: XmlCursor, name: Buffer) => void;

function entry(schema: NormalizedSchema): EntryReader {
  const keySchema = schema.getKeySchema();
  const valueSchema = schema.getValueSchema();
  const key = keySchema.getMergedTraits().xmlName ?? 'key';
  const value = valueSchema.getMergedTraits().xmlName ?? 'value';
  const elements = new Map([
    [key, { element: Buffer.from(key, 'latin1'), read: readText as ElementReader }],
    [value, { element: Buffer.from(value, 'latin1'), read: readerOf(valueSchema) }],
  ]);
  return (out, cursor, name) => {
    const parts = new Map<string, unknown>();
    if (cursor.isEmpty) cursor.refuse('an entry of a map without a key');
    cursor.enter();
    while (cursor.toTag()) {
      const part = cursor.name();
      const known = elements.get(part);
      if (known === undefined || parts.has(part)) return cursor.refuse(`<${part}> in an entry of a map`);
      cursor.start(known.element);
      parts.set(part, known.read(cursor, known.element));
    }
    cursor.leave(name);
    if (parts.size < elements.size) cursor.refuse('an entry of a map without its key or its value');
    // A key of this name would else be the prototype.
    Object.defineProperty(out, parts.get(key) as string, {
      value: parts.get(value),
      enumerable: true,
      writable: true,
      configurable: true,
    });
  };
}
