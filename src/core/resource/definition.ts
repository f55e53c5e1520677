/**
 * The definition of a resource, stored before its deletion (law 12), and the name of the file or object:
 * `<namespace>/<id>~<UTC day>~<generation>.json`.
 */
import { createHash } from 'node:crypto';
import type { Namespace } from './namespace.ts';
import type { SealCheck } from './seal.ts';

/** The record from before a deletion (law 12), kept outside Redis. */
export interface StoredDefinition {
  readonly namespace: Namespace;
  readonly id: string;
  readonly identity: string;
  /** ms since the epoch. */
  readonly at: number;
  readonly passId: string;
  readonly reasons: readonly string[];
  /** JSON-able; all data needed to rebuild or restore the resource. */
  readonly definition: unknown;
}

/** Stores the complete definition before a delete (law 12), and reads it for a restore. */
export interface DefinitionStore {
  /** Resolves only when the definition is on stable storage. Writing the same definition again changes nothing. */
  write(definition: StoredDefinition): Promise<void>;
  /** All definitions of one id. Rejects when they cannot be read. */
  read(namespace: Namespace, id: string): Promise<Written>;
  /** The names of all definitions of a namespace, in pages; each generation once, in no order. */
  list(namespace: Namespace): AsyncIterable<readonly WrittenName[]>;
  /**
   * Asks the store whether it would take a definition now, and leaves none there. Rejects with the reason.
   * @param anew whether something must be written to find out: after a failure the right to write alone proves nothing
   */
  probe(anew: boolean): Promise<void>;
}

/** One definition by its name; its content is not read. */
export interface WrittenName {
  readonly id: string;
  /** The UTC day on which it was written: `2026-11-20`. */
  readonly day: string;
  readonly generation: string;
}

/** All stored records of one resource. */
export interface Written {
  /** Newest first. */
  readonly generations: readonly Generation[];
  /** Stored content that is not the definition that was written, or has changed since. */
  readonly corrupt: readonly Corrupt[];
}

/** One of several definitions of the same id: of a later resource with that id, or of the same one after a change. */
export interface Generation extends Parsed {
  /** For messages: a path or an `s3://` address. */
  readonly where: string;
  /** The result of its keyed checksum; in any case its content matches the checksum in its name. */
  readonly check: SealCheck;
}

interface Parsed {
  readonly generation: string;
  readonly stored: StoredDefinition;
}

/** A stored record that nothing may be rebuilt from. `where`: its file or key. */
export interface Corrupt {
  readonly where: string;
  readonly why: string;
}

/** A file name has at most 255 bytes, an S3 key 1,024; the generation distinguishes names that were cut. */
const LONGEST = 160;
const NAME = /^(.+)~(\d{4}-\d{2}-\d{2})~([0-9a-f]{16})\.json$/s;

/** The folder of a namespace. */
export function definitionFolder(namespace: Namespace): string {
  const encoded = encodeURIComponent(namespace);
  return encoded.length <= LONGEST ? encoded : `${encoded.slice(0, LONGEST)}~${hashOf(namespace)}`;
}

/**
 * The name in that folder. Equal for equal definitions on one day, so that a repeated delete does not write another
 * file; different if identity or definition differ, so that no definition overwrites a different one.
 */
export function definitionName(stored: StoredDefinition): string {
  return `${definitionPrefix(stored.id)}${dayOf(stored.at)}~${generationOf(stored)}.json`;
}

/** The prefix of the names of all definitions of an id; names of another id may have it too. */
export function definitionPrefix(id: string): string {
  return `${encodeURIComponent(id).slice(0, LONGEST)}~`;
}

/** The parts of a name; without `id` where the name was cut. `undefined`: it is no name of a definition. */
export function readDefinitionName(
  name: string,
): (Omit<WrittenName, 'id'> & { readonly id: string | undefined }) | undefined {
  const [, id = '', day = '', generation = ''] = NAME.exec(name) ?? [];
  if (id === '') return undefined;
  return { id: id.length < LONGEST ? decode(id) : undefined, day, generation };
}

/** Checks the content against the checksum in the name. @throws Error that describes the problem */
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

/** An order for `sort`, by the time at which the definition was stored. */
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
