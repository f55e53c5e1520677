import { randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { messageOf } from '../../core/common/errors.ts';
import {
  type DefinitionStore,
  definitionFolder,
  definitionName,
  type StoredDefinition,
  type Written,
  type WrittenName,
} from '../../core/resource/definition.ts';
import { type DefinitionShelf, definitionsOn, namesOn } from '../../core/resource/definitionShelf.ts';
import type { Namespace } from '../../core/resource/namespace.ts';
import { NO_SEAL, type Seal } from '../../core/resource/seal.ts';
import { sealDefinition } from '../../core/resource/sealedDefinition.ts';

const PROBE_BYTES = 64 * 1024;

/**
 * Definitions as JSON files, one folder per namespace. A file is complete and on stable storage before its name exists:
 * written to a temporary file, synced, renamed, folders synced.
 */
export class FileDefinitionStore implements DefinitionStore {
  readonly #dir: string;
  readonly #seal: Seal;

  constructor(dir: string, seal: Seal = NO_SEAL) {
    this.#dir = dir;
    this.#seal = seal;
  }

  async write(definition: StoredDefinition): Promise<void> {
    const folder = this.#folder(definition.namespace);
    try {
      const made = await mkdir(folder, { recursive: true });
      await writeWhole(join(folder, definitionName(definition)), sealDefinition(this.#seal, definition));
      await syncFolder(folder);
      // The name of a new folder is in its parent folder, which must be on stable storage too.
      if (made !== undefined) for (const above of foldersUpTo(folder, dirname(resolve(made)))) await syncFolder(above);
    } catch (error) {
      throw this.#failed(error);
    }
  }

  /** Writes as much as a large definition has, as a disk that is almost full takes an empty file. */
  async probe(): Promise<void> {
    const path = join(this.#dir, `~${randomUUID()}.probe`);
    try {
      await mkdir(this.#dir, { recursive: true });
      await writeWhole(path, ' '.repeat(PROBE_BYTES));
    } catch (error) {
      throw this.#failed(error);
    } finally {
      await rm(path, { force: true }).catch(() => {});
    }
  }

  read(namespace: Namespace, id: string): Promise<Written> {
    return definitionsOn(this.#shelf(namespace), id);
  }

  list(namespace: Namespace): AsyncIterable<readonly WrittenName[]> {
    return namesOn(this.#shelf(namespace));
  }

  #shelf(namespace: Namespace): DefinitionShelf {
    const where = (name: string) => join(this.#folder(namespace), name);
    return {
      namespace,
      seal: this.#seal,
      names: () => this.#names(namespace),
      text: (name) => readFile(where(name), 'utf8'),
      where,
    };
  }

  async *#names(namespace: Namespace): AsyncGenerator<readonly string[]> {
    try {
      yield await readdir(this.#folder(namespace));
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return;
      throw new Error(`definitions.dir (${this.#dir}) cannot be read: ${messageOf(error)}`, { cause: error });
    }
  }

  #failed(cause: unknown): Error {
    return new Error(`definitions.dir (${this.#dir}) ${problemOf(cause)}: ${messageOf(cause)}`, { cause });
  }

  #folder(namespace: Namespace): string {
    return resolve(this.#dir, definitionFolder(namespace));
  }
}

/** Instances may share the folder, and each is process 1 of its container: so the temporary file has a random name. */
async function writeWhole(path: string, text: string): Promise<void> {
  const aside = `${path.slice(0, path.lastIndexOf('~'))}~${randomUUID()}.tmp`;
  try {
    const file = await open(aside, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
  } catch (error) {
    await rm(aside, { force: true }).catch(() => {});
    throw error;
  }
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** The parent folders of one, up to and including `top`. */
function foldersUpTo(folder: string, top: string): readonly string[] {
  const above = dirname(folder);
  return above === top || above === folder ? [above] : [above, ...foldersUpTo(above, top)];
}

const PROBLEMS: Readonly<Record<string, string>> = {
  EACCES: 'may not be written to',
  EDQUOT: 'is over its quota',
  ENOSPC: 'is full',
  ENOTDIR: 'is not a folder',
  EPERM: 'may not be written to',
  EROFS: 'is read-only',
};

function problemOf(error: unknown): string {
  return PROBLEMS[codeOf(error)] ?? 'cannot be written to';
}

function codeOf(error: unknown): string {
  return String((error as { readonly code?: unknown } | null)?.code);
}
