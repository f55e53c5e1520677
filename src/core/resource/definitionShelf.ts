/** Names and texts become definitions, the same in every store: a store only lists the names and reads the texts. */
import { messageOf } from '../common/errors.ts';
import {
  type Corrupt,
  definitionPrefix,
  type Generation,
  newestFirst,
  parseDefinition,
  readDefinitionName,
  type Written,
  type WrittenName,
} from './definition.ts';
import type { Namespace } from './namespace.ts';
import type { Seal } from './seal.ts';
import { openDefinition } from './sealedDefinition.ts';

/** Where a store keeps the definitions of one namespace. */
export interface DefinitionShelf {
  readonly namespace: Namespace;
  readonly seal: Seal;
  /** The names there, in pages: at least those that begin with this, and perhaps others. */
  names(beginning: string): AsyncIterable<readonly string[]>;
  text(name: string): Promise<string>;
  /** For messages: a path or an `s3://` address. */
  where(name: string): string;
}

/** All definitions of one id. */
export async function definitionsOn(shelf: DefinitionShelf, id: string): Promise<Written> {
  const { namespace, seal } = shelf;
  const generations: Generation[] = [];
  const corrupt: Corrupt[] = [];
  for await (const names of shelf.names(definitionPrefix(id))) {
    for (const name of names) {
      if (!name.startsWith(definitionPrefix(id)) || readDefinitionName(name) === undefined) continue;
      const where = shelf.where(name);
      const text = await shelf.text(name);
      try {
        const found = openDefinition(seal, { namespace, name, where }, text);
        if (found.stored.id === id) generations.push(found);
      } catch (error) {
        corrupt.push({ where, why: messageOf(error) });
      }
    }
  }
  return { generations: generations.sort(newestFirst), corrupt };
}

/** The names of all definitions, in the pages of the store. */
export async function* namesOn(shelf: DefinitionShelf): AsyncGenerator<readonly WrittenName[]> {
  for await (const names of shelf.names('')) {
    const page: WrittenName[] = [];
    for (const name of names) {
      const parts = readDefinitionName(name);
      if (parts === undefined) continue;
      const id = parts.id ?? (await idIn(shelf, name));
      if (id !== undefined) page.push({ ...parts, id });
    }
    yield page;
  }
}

/** The id in a definition whose name was cut. `undefined`: it is corrupt, and {@link definitionsOn} reports it. */
async function idIn(shelf: DefinitionShelf, name: string): Promise<string | undefined> {
  const text = await shelf.text(name);
  try {
    return parseDefinition(name, text).stored.id;
  } catch {
    return undefined;
  }
}
