/** The files of a source: one file, or every manifest below a folder. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { messageOf, ReadError } from '../../../core/common/errors.ts';

/** More is no source of one environment. */
export const MAX_BYTES = 256 * 1024 * 1024;
const MANIFEST = /\.(ya?ml|json)$/i;

/** By its name; one that begins with a dot is none, and neither is one in such a folder. */
export function isManifest(path: string): boolean {
  const isHidden = path.split('/').some((part) => part.startsWith('.') && part !== '.');
  return MANIFEST.test(path) && !isHidden;
}

/** One manifest of the source, undecoded. */
export interface SourceFile {
  /** Below the folder, for messages. */
  readonly name: string;
  readonly text: string;
}

/**
 * The manifests below a folder, or the one file, in the order of their names.
 * @throws ReadError unless all of them were read, and none changed meanwhile: half of an older state and half of a newer
 * one declare neither
 */
export async function* filesBelow(path: string): AsyncIterable<SourceFile> {
  let bytes = 0;
  const before = await reading(path, () => stateOf(path));
  for (const file of before.keys()) {
    const text = await reading(file, () => readFile(file, 'utf8'));
    bytes += text.length;
    if (bytes > MAX_BYTES) throw unreadable(path, `it has more than ${MAX_BYTES} bytes`);
    yield { name: relative(path, file) || path, text };
  }
  const after = await reading(path, () => stateOf(path));
  const changed = [...new Set([...before.keys(), ...after.keys()])].find(
    (file) => before.get(file) !== after.get(file),
  );
  if (changed !== undefined) throw unreadable(path, `${relative(path, changed) || path} changed while it was read`);
}

/** By file: the text that changes with its content. */
async function stateOf(path: string): Promise<ReadonlyMap<string, string>> {
  const files = await manifestsBelow(path);
  const states = await Promise.all(files.map((file) => stat(file, { bigint: true })));
  const texts = states.map(({ dev, ino, size, mtimeNs, ctimeNs }) => [dev, ino, size, mtimeNs, ctimeNs].join(' '));
  return new Map(files.map((file, at) => [file, texts[at] ?? '']));
}

async function manifestsBelow(path: string): Promise<readonly string[]> {
  if ((await stat(path)).isFile()) return [path];
  const entries = await readdir(path, { withFileTypes: true });
  const found = await Promise.all(
    entries
      .filter(({ name }) => !name.startsWith('.'))
      .map(async (entry): Promise<readonly string[]> => {
        const below = join(path, entry.name);
        // A link counts as that to which it leads: a folder that Kubernetes mounts has nothing but links.
        const isFolder = entry.isSymbolicLink() ? (await stat(below)).isDirectory() : entry.isDirectory();
        if (isFolder) return manifestsBelow(below);
        return MANIFEST.test(entry.name) ? [below] : [];
      }),
  );
  return found.flat().sort();
}

/** @throws ReadError with the path and the remedy, for every failure of `read` */
export async function reading<T>(path: string, read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    throw unreadable(path, messageOf(error), error);
  }
}

function unreadable(path: string, why: string, cause?: unknown): ReadError {
  return new ReadError(`reading the source ${path}: ${why}; make it readable, or correct \`source\``, {
    problem: 'failed',
    cause,
  });
}
