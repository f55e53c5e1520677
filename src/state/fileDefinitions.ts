import { createHash } from 'node:crypto';
import { mkdir, open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import type { DefinitionStore, StoredDefinition } from '../core/ports.ts';

/**
 * Definitions as JSON files, one folder a namespace: `<dir>/<namespace>/<id>~<hash of the identity>.json`.
 * A file is complete and on stable storage before its name exists: written aside, synced, renamed, folder synced.
 */
export class FileDefinitionStore implements DefinitionStore {
  readonly #dir: string;

  constructor(dir: string) {
    this.#dir = dir;
  }

  async write(definition: StoredDefinition): Promise<void> {
    const folder = join(this.#dir, encodeURIComponent(definition.namespace));
    await mkdir(folder, { recursive: true });
    const path = join(folder, fileName(definition));
    const aside = `${path}.${process.pid}.tmp`;
    const file = await open(aside, 'w', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(definition, undefined, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(aside, path);
    await syncFolder(folder);
  }
}

/** A file name has at most 255 bytes; the hash tells ids apart that had to be cut. */
function fileName({ id, identity }: StoredDefinition): string {
  const hash = createHash('sha256')
    .update(JSON.stringify([id, identity]))
    .digest('hex')
    .slice(0, 16);
  return `${encodeURIComponent(id).slice(0, 180)}~${hash}.json`;
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
