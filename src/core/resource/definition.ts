/**
 * What is written down about a resource before it is deleted (law 12), and how it is named where it is kept: as a file
 * or as an object, `<namespace>/<id>~<UTC day>~<generation>.json`.
 */
import { createHash } from 'node:crypto';
import type { Namespace } from './namespace.ts';
import type { SealCheck } from './seal.ts';

export interface StoredDefinition {
  readonly namespace: Namespace;
  readonly id: string;
  readonly identity: string;
  /** ms since the epoch. */
  readonly at: number;
  readonly passId: string;
  readonly reasons: readonly string[];
  /** JSON-able; everything needed to rebuild or restore it. */
  readonly definition: unknown;
}

/** Where the complete definition is written before a delete (law 12), and read when it is to come back. */
export interface DefinitionStore {
  /** Resolves only when the definition is on stable storage. Writing the same again changes nothing. */
  write(definition: StoredDefinition): Promise<void>;
  /** All that was written about one id. Rejects when nobody can say. */
  read(namespace: Namespace, id: string): Promise<Written>;
  /** What was written about a namespace, in pages; each generation once, in no order. */
  list(namespace: Namespace): AsyncIterable<readonly WrittenName[]>;
}

/** One definition by its name, without having been read. */
export interface WrittenName {
  readonly id: string;
  /** The UTC day on which it was written: `2026-11-20`. */
  readonly day: string;
  readonly generation: string;
}

export interface Written {
  /** Newest first. */
  readonly generations: readonly Generation[];
  /** What is there and is not, or not any more, what was written. */
  readonly corrupt: readonly Corrupt[];
}

/** One of several definitions of the same id: of a later resource of that name, or of the same one changed. */
export interface Generation extends Parsed {
  /** For messages: a path or an `s3://` address. */
  readonly where: string;
  /** What its keyed checksum says; its content is what was written in any case. */
  readonly check: SealCheck;
}

interface Parsed {
  readonly generation: string;
  readonly stored: StoredDefinition;
}

export interface Corrupt {
  readonly where: string;
  readonly why: string;
}

/** A file name has at most 255 bytes, a key of S3 1,024; the generation tells apart what had to be cut. */
const LONGEST = 160;
const NAME = /^(.+)~(\d{4}-\d{2}-\d{2})~([0-9a-f]{16})\.json$/s;

/** The folder of a namespace. */
export function definitionFolder(namespace: Namespace): string {
  const encoded = encodeURIComponent(namespace);
  return encoded.length <= LONGEST ? encoded : `${encoded.slice(0, LONGEST)}~${hashOf(namespace)}`;
}

/**
 * The name in that folder. Equal for equal definitions of a day, so that a delete that is tried again does not write
 * another; different as soon as anything is, so that nothing is ever overwritten by something else.
 */
export function definitionName(stored: StoredDefinition): string {
  return `${definitionPrefix(stored.id)}${dayOf(stored.at)}~${generationOf(stored)}.json`;
}

/** What the names of all definitions of an id begin with; those of another id may, too. */
export function definitionPrefix(id: string): string {
  return `${encodeURIComponent(id).slice(0, LONGEST)}~`;
}

/** What a name says; without `id` where that had to be cut. `undefined`: it is no definition's. */
export function readDefinitionName(
  name: string,
): (Omit<WrittenName, 'id'> & { readonly id: string | undefined }) | undefined {
  const [, id = '', day = '', generation = ''] = NAME.exec(name) ?? [];
  if (id === '') return undefined;
  return { id: id.length < LONGEST ? decode(id) : undefined, day, generation };
}

/** Checks the content against the checksum in the name. @throws Error that says what is wrong with it */
export function parseDefinition(name: string, text: string): Parsed {
  const stored = JSON.parse(text) as StoredDefinition;
  const { generation } = readDefinitionName(name) ?? {};
  const texts = [stored?.namespace, stored?.id, stored?.identity].every((value) => typeof value === 'string');
  if (!texts || !Number.isFinite(stored.at) || stored.definition === undefined || !Array.isArray(stored.reasons)) {
    throw new Error('it is not a definition');
  }
  if (generation !== generationOf(stored)) throw new Error('its content was changed: the checksum does not match');
  return { generation, stored };
}

export function newestFirst(a: Generation, b: Generation): number {
  return b.stored.at - a.stored.at;
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

function generationOf({ namespace, id, identity, at, definition }: StoredDefinition): string {
  return hashOf(JSON.stringify([namespace, id, identity, dayOf(at), definition]));
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
